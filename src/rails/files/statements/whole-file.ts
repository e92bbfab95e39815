// Files that are read whole, because their format gives the meaning of the beginning only at the end.
import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import { itemAt } from '../../../kernel/required.ts';
import { decodedBytes } from './bytes.ts';

/** In bytes: the most that is read whole. */
const mostBytes = 64 * 1024 * 1024;

/** Returns a file as one text, its lines ending with "\n". Throws BadStatement if it is too long or has null bytes. */
export async function wholeText(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > mostBytes)
      throw new BadStatement(
        `the file is longer than ${mostBytes / 1024 / 1024} MB: ask the bank for shorter periods, or MT940`,
        null,
      );
    all.push(piece);
  }
  const text = decodedBytes(Buffer.concat(all));
  const hole = text.indexOf('\0');
  if (hole >= 0) throw new BadStatement('there is a null byte', linesBefore(text, hole) + 1);
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

function linesBefore(text: string, end: number): number {
  return text.slice(0, end).split(/\r\n|\r|\n/).length - 1;
}

/** Returns a function that finds the line of a place in a text, from 1. */
export function lineFinder(text: string): (place: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
  return (place) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (itemAt(ends, middle) < place) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
