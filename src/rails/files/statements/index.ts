// Reads statements of banks: bytes in, lines and statements out. A file identifies its own format, except for CSV,
// which needs a profile.
import { BadStatement, type Reported } from '../../../core/statements/parsed-statement.ts';
import { plainBytes } from './bytes.ts';
import { readCamt } from './camt.ts';
import { readCsv } from './csv.ts';
import { formatOf } from './detect-format.ts';
import type { Reading } from './line-batches.ts';
import { readMt } from './mt.ts';
import { readOfx } from './ofx.ts';
import type { Profile } from './profile.ts';

export { sortOf } from './detect-format.ts';
export type { Profile } from './profile.ts';
export { profiles } from './profiles.ts';
export { BadProfile, profileFromYaml } from './yaml-profile.ts';

/**
 * Yields the contents of a file, in batches of about a thousand, in the order of the file: each statement after its
 * lines. Throws BadStatement, perhaps after the first batches: nothing of such a file counts.
 */
export async function* readStatements(
  file: AsyncIterable<Uint8Array>,
  profile: Profile | 'auto',
  reading: Reading,
): AsyncGenerator<Reported[]> {
  const { head, pieces } = await peek(plainBytes(file));
  const format = formatOf(head);
  if (format === 'mt') yield* readMt(pieces, reading);
  else if (format === 'csv') yield* readCsv(pieces, head, profile, reading);
  else if (format === 'camt') yield* readCamt(pieces, reading);
  else if (format === 'ofx') yield* readOfx(pieces, reading);
  else throw new BadStatement(`it is no statement, but ${notStatement[format]}`, null);
}

const notStatement = {
  answer: 'an answer to a payment file (pain.002)',
  other: 'XML of another sort',
  binary: 'no text',
};

/** In bytes: enough to detect a file's format and profile. */
const headSize = 64 * 1024;

async function peek(
  pieces: AsyncGenerator<Buffer>,
): Promise<{ head: Buffer; pieces: AsyncIterable<Buffer> }> {
  const first: Buffer[] = [];
  let size = 0;
  while (size < headSize) {
    const { value, done } = await pieces.next();
    if (done) break;
    first.push(value);
    size += value.length;
  }
  async function* all() {
    try {
      yield* first;
      yield* pieces;
    } finally {
      await pieces.return(undefined);
    }
  }
  return { head: Buffer.concat(first), pieces: all() };
}
