// A file by its lines, whichever way they end.
import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import { firstOf } from '../../../kernel/required.ts';

/** In bytes; no format of a bank has longer ones. */
const longestLine = 64 * 1024;

/** Takes pieces of a file and gives the lines that are whole. `at` is the number of the next line, from 1. */
export class Lines {
  at = 1;
  #rest = '';
  /** A line feed that comes first belongs to the return before it. */
  #isAfterReturn = false;

  /** Calls `take` for each whole line with its number. Throws BadStatement for a line that is too long. */
  feed(piece: Buffer, take: (line: string, at: number) => void): void {
    let text = piece.toString('latin1');
    if (this.#isAfterReturn && text.startsWith('\n')) text = text.slice(1);
    this.#isAfterReturn = text.endsWith('\r');
    if (this.#rest.length + text.length > 0) this.#split(text, take);
  }

  #split(text: string, take: (line: string, at: number) => void): void {
    const lines = text.includes('\r') ? text.split(/\r\n|\r|\n/) : text.split('\n');
    lines[0] = this.#rest + firstOf(lines);
    this.#rest = lines.pop()!;
    for (const line of lines) {
      if (line.length > longestLine) this.#refuse();
      take(line, this.at);
      this.at += 1;
    }
    if (this.#rest.length > longestLine) this.#refuse();
  }

  /** Gives the last line where it does not end. */
  end(take: (line: string, at: number) => void): void {
    if (this.#rest !== '') take(this.#rest, this.at);
  }

  #refuse(): never {
    throw new BadStatement(`the line is longer than ${longestLine / 1024} KB`, this.at);
  }
}
