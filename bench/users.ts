// Users of the console for measurements, created at the command line of a running service.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';

export interface Person {
  email: string;
  password: string;
}

/** Creates a user with a role, of the merchant whose code is given where the role is a merchant's. */
export function makePerson(role: string, merchant?: string): Person {
  const given = ['user', 'create', '--email', `${randomUUID()}@bench.example`, '--role', role, '--json'];
  const made = execFileSync('npx', ['tefo', ...given, ...(merchant ? ['--merchant', merchant] : [])]);
  return JSON.parse(made.toString());
}
