// Reads a whole file, for tests.
import {
  BadStatement,
  type ReportedLine,
  type ReportedStatement,
  type SkippedStatement,
} from '../../src/core/statements/parsed-statement.ts';
import { type Profile, readStatements } from '../../src/rails/files/statements/index.ts';

export interface ReadWhole {
  lines: ReportedLine[];
  statements: (ReportedStatement & { lines: ReportedLine[] })[];
  skipped: SkippedStatement[];
}

/** Reads a file that arrives in pieces of `size` bytes. */
export async function readWhole(
  file: string | Uint8Array,
  {
    profile = 'auto',
    today = '2030-12-31',
    size = 50_000,
  }: { profile?: Profile | 'auto'; today?: string; size?: number } = {},
): Promise<ReadWhole> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  async function* pieces() {
    for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
  }
  const read: ReadWhole = { lines: [], statements: [], skipped: [] };
  let open: ReportedLine[] = [];
  for await (const batch of readStatements(pieces(), profile, { today })) {
    for (const reported of batch) {
      if ('line' in reported) {
        open.push(reported.line);
        read.lines.push(reported.line);
      } else if ('skipped' in reported) read.skipped.push(reported.skipped);
      else {
        read.statements.push({ ...reported.statement, lines: open });
        open = [];
      }
    }
  }
  if (open.length > 0) throw new Error('lines follow after the last statement');
  return read;
}

/** Returns why a file is refused, as "line: reason"; throws where it is not, or for another error. */
export async function refusalOf(...given: Parameters<typeof readWhole>): Promise<string> {
  try {
    await readWhole(...given);
  } catch (error) {
    if (error instanceof BadStatement) return `${error.line}: ${error.message}`;
    throw error;
  }
  throw new Error('the file was accepted');
}
