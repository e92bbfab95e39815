// Explains failures to the operator.

import type { DomainError } from '../core/errors.ts';
import { isDatabaseAway } from '../kernel/db/db.ts';
import { ConfigError } from './config.ts';

/** Returns the reasons why the service did not start or a command failed, one line each. */
export function explainFailure(error: unknown): string[] {
  if (error instanceof ConfigError)
    return [ConfigError.title, ...error.problems.map((problem) => `  - ${problem}`)];
  return [wordsOf(error)];
}

/** Returns a refusal by the core as commands print it with --json. */
export const refusalRecord = ({ code, message }: DomainError) => ({ code, message });

function wordsOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  if (isDatabaseAway(error))
    return `the database cannot be reached: ${message || code}. Does DATABASE_URL name a PostgreSQL that runs?`;
  if (/^(?:28|3D000)/.test(code ?? ''))
    return `the database refuses the connection: ${message}. Is DATABASE_URL right?`;
  return message;
}

/** Throws an error that explains, with the names of the settings, why the server cannot listen. */
export function refusePlace(
  error: unknown,
  prefix: string,
  { port, host }: { port: number | undefined; host: string },
): never {
  const { code } = error as { code?: string };
  const [portName, hostName] = [`${prefix}PORT`, `${prefix}HOST`];
  if (code === 'EADDRINUSE')
    throw new Error(
      `${portName} is ${port}, and another program uses that port (EADDRINUSE): set ${portName} to another one`,
    );
  if (code === 'EACCES')
    throw new Error(`${portName} is ${port}, which this user cannot use: set ${portName} to one above 1023`);
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? ''))
    throw new Error(`${hostName} is ${host}, which is not an address of this machine (${code})`);
  throw error;
}
