// Why something was not done, in words.
import { ConfigError } from './config.ts';
import { isDatabaseAway } from './kernel/db.ts';

/** Says in words why the service did not start, or a command was not done; of several reasons each has its line. */
export function explainFailure(error: unknown): string[] {
  if (error instanceof ConfigError)
    return [ConfigError.title, ...error.problems.map((problem) => `  - ${problem}`)];
  return [wordsOf(error)];
}

function wordsOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  if (code === 'EADDRINUSE')
    return `${message}. Another program uses the port; set TEFO_PORT to another one.`;
  if (isDatabaseAway(error))
    return `the database cannot be reached: ${message || code}. Does DATABASE_URL name a PostgreSQL that runs?`;
  if (/^(?:28|3D000)/.test(code ?? '')) return `the database refuses us: ${message}. Is DATABASE_URL right?`;
  return message;
}
