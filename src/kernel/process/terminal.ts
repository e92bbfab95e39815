// Writes all output of this program. External parties wrote much of it, and a terminal obeys control sequences:
// invisible characters are written as their codes, so that no text moves the cursor, renames the window, reverses its
// neighbours or imitates other lines. Colour is added only after that.
import { styleText } from 'node:util';

// Control characters (C0, DEL, C1), direction marks and others without width, halves of pairs, line separators.
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu;
const names: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns one line's text with invisible characters made visible: \n, \x1b, \u202e, \u{e0001}. */
export function plain(text: string): string {
  return text.replace(unseen, (character) => names[character] ?? escaped(character.codePointAt(0)!));
}

function escaped(code: number): string {
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\u{${digits}}`;
}

/** Returns a value as JSON that is safe for a terminal: invisible characters are \uXXXX. BigInts become text. */
export function plainJson(value: unknown, indent?: number): string {
  const whole = (_key: string, member: unknown) => (typeof member === 'bigint' ? member.toString() : member);
  // Only this function adds line breaks; JSON has escaped those within a text.
  return JSON.stringify(value, whole, indent).replace(unseen, (character) =>
    character === '\n' ? character : Array.from(character.split(''), (unit) => `\\u${hexOf(unit)}`).join(''),
  );
}

const hexOf = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, '0');

const styles = {
  title: 'bold',
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  name: 'cyan',
  faint: 'dim',
} as const;

export type Style = keyof typeof styles;

/** A text and its style where colour is shown. */
export interface Painted {
  text: string;
  style: Style;
}

/** A line as a text or as pieces, some of them styled. */
export type Line = string | readonly (string | Painted)[];

export const paint = (style: Style, text: string): Painted => ({ text, style });

/** Returns the line as written: made safe, and styled if `isColoured`. */
export function rendered(line: Line, isColoured: boolean): string {
  const pieces = typeof line === 'string' ? [line] : line;
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return plain(piece);
      const text = plain(piece.text);
      return isColoured ? styleText(styles[piece.style], text, { validateStream: false }) : text;
    })
    .join('');
}

let isColourWanted = true;

export function doWithoutColour(): void {
  isColourWanted = false;
}

/** True if a stream is a terminal that shows colour; NO_COLOR and a dumb terminal show none. */
function showsColour(stream: NodeJS.WriteStream): boolean {
  return isColourWanted && stream.isTTY === true && stream.hasColors();
}

/** How many columns the terminal has; undefined if output goes elsewhere, and each line stays one. */
export function columns(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined;
}

/** True if the terminal shows a line that the next one replaces. */
let isOverwritable = false;

function write(stream: NodeJS.WriteStream, lines: readonly Line[]): void {
  overwriteLine('');
  const isColoured = showsColour(stream);
  stream.write(lines.map((line) => `${rendered(line, isColoured)}\n`).join(''));
}

export function sayLines(lines: readonly Line[]): void {
  write(process.stdout, lines);
}

/** Prints rows whose fields have a tab between them, for programs. */
export function sayFields(rows: readonly (readonly string[])[]): void {
  process.stdout.write(rows.map((fields) => `${fields.map(plain).join('\t')}\n`).join(''));
}

/** Prints a value as JSON, in one line where no indent is given. */
export function sayJson(value: unknown, indent?: number): void {
  overwriteLine('');
  process.stdout.write(`${plainJson(value, indent)}\n`);
}

/** Prints lines to stderr, apart from a command's output. */
export function warnLines(lines: readonly Line[]): void {
  write(process.stderr, lines);
}

/** At a terminal, replaces the last line written this way; an empty line, or any other output, removes it. */
export function overwriteLine(line: Line): void {
  if (line === '' && !isOverwritable) return;
  isOverwritable = line !== '';
  process.stderr.write(`\r\x1b[K${rendered(line, showsColour(process.stderr))}`);
}
