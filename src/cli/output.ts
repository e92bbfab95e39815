// The output of commands: JSON for programs, or lines and tables that fit the terminal.
import { columns, type Line, type Painted, paint, sayJson, sayLines } from '../kernel/process/terminal.ts';

/** Prints a result as JSON under --json, else as lines of text. */
export function print(isJson: unknown, value: unknown, text: () => readonly Line[]): void {
  if (isJson) sayJson(value, 2);
  else sayLines(text());
}

let segments: Intl.Segmenter | undefined;
/** Characters that fill two columns: East Asian scripts, their full-width forms, and emoji. */
const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/** Returns how many terminal columns a text fills. */
export function widthOf(text: string): number {
  // The fast path for nearly all texts.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  segments ??= new Intl.Segmenter('en');
  let width = 0;
  for (const { segment } of segments.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

export type Cell = string | Painted;

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

const padding = (cell: Cell, width: number): string => ' '.repeat(Math.max(0, width - widthOf(textOf(cell))));

const gap = 2;
/** A narrower column is unreadable. */
const leastWidth = 24;

/**
 * Aligns rows in columns. At a terminal the last column is wrapped within the remaining width; if that is too small, it
 * is printed on separate lines.
 */
export function table(rows: readonly (readonly Cell[])[], width = columns()): Line[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count - 1 }, (_, index) =>
    Math.max(0, ...rows.map((row) => (index < row.length - 1 ? widthOf(textOf(row[index]!)) : 0))),
  );
  return rows.flatMap((row) => laidOut(row, widths, width));
}

function laidOut(row: readonly Cell[], widths: readonly number[], width: number | undefined): Line[] {
  const last = row.at(-1) ?? '';
  const lead = row.slice(0, -1).flatMap((cell, index) => [cell, padding(cell, widths[index]! + gap)]);
  const indent = widths.slice(0, row.length - 1).reduce((sum, one) => sum + one + gap, 0);
  const isBeside =
    width === undefined || width - indent >= leastWidth || widthOf(textOf(last)) <= width - indent;
  const [first = '', ...more] = wrap(textOf(last), isBeside ? width && width - indent : width! - 4);
  const styled = (text: string): Cell => (typeof last === 'string' ? text : { ...last, text });
  const below = (text: string): Line => [' '.repeat(isBeside ? indent : 4), styled(text)];
  if (!isBeside) return [trimmed(lead), below(first), ...more.map(below)];
  return [first === '' ? trimmed(lead) : [...lead, styled(first)], ...more.map(below)];
}

/** Removes our padding at the end of a line. */
const trimmed = (pieces: readonly Cell[]): Line => {
  const end = pieces.findLastIndex((piece) => textOf(piece).trim() !== '');
  return pieces.slice(0, end + 1);
};

/** Splits a text at spaces into lines of at most `width` columns; longer words stay whole. */
export function wrap(text: string, width: number | undefined): string[] {
  if (width === undefined || widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line.trim() !== '' && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Returns an indented text, wrapped at the terminal's width. */
export function paragraph(indent: number, text: string, width = columns()): Line[] {
  return wrap(text, width && Math.max(leastWidth, width - indent)).map((line) => ' '.repeat(indent) + line);
}

const ended = /^(complete|completed|successful|active|approved|verified|delivered|released|paid)$/i;
const amiss = /fail|error|declin|reject|cancel|expire|return|abandon|investigat|gone|mismatch|problem|none/i;

export const paintState = (state: string, text = state): Painted =>
  paint(ended.test(state) ? 'good' : amiss.test(state) ? 'bad' : 'warning', text);

/** Returns aligned lines "name value", each after `indent` spaces. */
export function lines(facts: Record<string, unknown>, indent = 0): Line[] {
  return table(
    Object.entries(facts).map(([name, value]) => [paint('name', ' '.repeat(indent) + name), String(value)]),
  );
}
