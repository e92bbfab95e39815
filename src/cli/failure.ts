// Explains why a command was refused, in sentences and as a record for programs.

import { explainFailure, refusalRecord } from '../app/failure.ts';
import { DomainError } from '../core/errors.ts';
import { Refused } from '../devtools/refused.ts';
import { SeveralErrors } from './command.ts';

interface Failure {
  /** One per reason. */
  lines: string[];
  /** The same under --json. */
  record: { code: string; message: string; status?: number; answer?: unknown; problems?: readonly string[] };
}

export function failureOf(error: unknown): Failure {
  if (error instanceof SeveralErrors) {
    const [first = '', ...more] = error.lines;
    const lines = [first, ...more.map((line) => `      ${line}`)];
    return { lines, record: { code: 'refused', message: error.message, problems: error.lines } };
  }
  if (error instanceof DomainError) return { lines: [error.message], record: refusalRecord(error) };
  const lines = explainFailure(error);
  const record = { code: 'refused', message: lines.join(' ') };
  if (error instanceof Refused)
    return { lines, record: { ...record, status: error.status, answer: error.body } };
  return { lines, record };
}
