// All output of this program goes through here. Much of it was written by strangers, and a terminal obeys what it is sent:
// what cannot be seen is written as its number, so that no text moves the cursor, renames the window, reverses what stands
// beside it, or passes for a line of ours.

// Controls (C0, DEL, C1), marks of direction and others that have no width, halves of pairs, separators of lines.
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu;
const names: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One line's text, with all that cannot be seen made visible: \n, \x1b, \u202e, \u{e0001}. */
export function plain(text: string): string {
  return text.replace(unseen, (character) => names[character] ?? escaped(character.codePointAt(0)!));
}

function escaped(code: number): string {
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\u{${digits}}`;
}

/** A value as JSON that a terminal may be shown: what cannot be seen is \uXXXX. Whole numbers of any size are text. */
export function plainJson(value: unknown, indent?: number): string {
  const whole = (_key: string, member: unknown) => (typeof member === 'bigint' ? member.toString() : member);
  // The lines are ours; within a text JSON has escaped them.
  return JSON.stringify(value, whole, indent).replace(unseen, (character) =>
    character === '\n' ? character : Array.from(character.split(''), (unit) => `\\u${hexOf(unit)}`).join(''),
  );
}

const hexOf = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, '0');

/** Prints lines of text. */
export function sayLines(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${plain(line)}\n`).join(''));
}

/** Prints a value as JSON, in one line where no indent is given. */
export function sayJson(value: unknown, indent?: number): void {
  process.stdout.write(`${plainJson(value, indent)}\n`);
}

/** Prints lines where they do not mix with what a command prints. */
export function warnLines(lines: readonly string[]): void {
  process.stderr.write(lines.map((line) => `${plain(line)}\n`).join(''));
}

/** At a terminal, writes over the line that was written so before; an empty text takes it away. */
export function overwriteLine(text: string): void {
  process.stderr.write(`\r\x1b[K${plain(text)}`);
}
