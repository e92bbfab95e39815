// People of the console for measuring: made at the command line, of a service that runs.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';

export interface Person {
  email: string;
  password: string;
}

/** Makes a person with a role, of the merchant whose code is given where the role is a merchant's. */
export function makePerson(role: string, merchant?: string): Person {
  const given = ['user', 'create', '--email', `${randomUUID()}@bench.example`, '--role', role, '--json'];
  const made = execFileSync('npx', ['tefo', ...given, ...(merchant ? ['--merchant', merchant] : [])]);
  return JSON.parse(made.toString());
}
