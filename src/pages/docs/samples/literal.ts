// Values as a language writes them: on one line where they fit, else a member a line.
import { reference } from './table.ts';

/** How a language writes objects and lists. */
export interface Style {
  object: [open: string, close: string];
  list: [open: string, close: string];
  /** Stands between an object's brace and its members, on one line. */
  pad: string;
  /** Written after the last member, if each member has its line. */
  trailing: string;
  indent: string;
  key(name: string): string;
  /** A text, which may have references in it. */
  text(text: string): string;
  truth(value: boolean): string;
}

export const json: Style = {
  object: ['{', '}'],
  list: ['[', ']'],
  pad: ' ',
  trailing: '',
  indent: '  ',
  key: (name) => `${JSON.stringify(name)}: `,
  text: (text) => JSON.stringify(text),
  truth: String,
};

/** Returns a value's text. `at` is the indentation of its line, `before` how many characters stand before it there. */
export function literal(value: unknown, style: Style, at = '', before = 0): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'boolean') return style.truth(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? style.list : style.object;
  const members = Object.entries(value);
  const keyOf = (name: string): string => (isList ? '' : style.key(name));
  const pad = isList ? '' : style.pad;
  const line = `${open}${pad}${members.map(([name, one]) => keyOf(name) + literal(one, style)).join(', ')}${pad}${close}`;
  if (members.length === 0 || (!line.includes('\n') && at.length + before + line.length <= 90)) return line;
  const inner = at + style.indent;
  const lines = members.map(([name, one]) => {
    const key = keyOf(name);
    return `${inner}${key}${literal(one, style, inner, key.length)}`;
  });
  return `${open}\n${lines.join(',\n')}${style.trailing}\n${at}${close}`;
}

/** Returns the parts of a text: literal parts, and references. */
export function partsOf(text: string): { text?: string; name?: string }[] {
  const pieces = text.split(reference);
  // Every second piece is a name.
  return pieces
    .map((piece, index) => (index % 2 === 0 ? { text: piece } : { name: piece }))
    .filter((part) => part.text !== '');
}
