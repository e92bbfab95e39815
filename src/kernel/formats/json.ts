// Reads JSON exactly. JSON.parse silently changes 9007199254740993; here a number that no double holds exactly, in any
// notation, and text that PostgreSQL cannot store become a marker, which the field's own rule refuses by name.
import { withoutEnd } from './text.ts';

/** Replaces a value that could not be read as it was sent; no schema accepts it. */
export const unreadable = Object.freeze({ unreadable: true });

/** The reason, as a phrase that follows the field's name. */
export const whyUnreadable =
  'cannot be taken exactly as it was sent: numbers have at most 15 digits, text has no NUL and no half characters';

const mostLevels = 64;
const mostMembers = 200;
/** In characters. */
const longestName = 200;

/** How many members and elements a document may have in all; an empty object or array counts as one. */
export const mostValues = 10_000;

const plainNumber = /^-?\d{1,15}(\.\d{1,15})?$/;

/** JSON beyond a limit. The message states which one, as a phrase that follows the text's name. */
export class BeyondLimit extends SyntaxError {}

/** A JSON object names a member twice. JSON.parse would silently keep the last one. */
export class RepeatedMember extends SyntaxError {
  readonly member: string;
  constructor(member: string) {
    super(`the member ${JSON.stringify(member.slice(0, 50))} is given twice`);
    this.member = member;
  }
}

/**
 * Parses JSON text of at most `most` values. Throws SyntaxError if it is not JSON, exceeds the limits of `parseOnce`,
 * or has a member twice or one with a name that no API uses.
 */
export function parseJson(text: string, most = mostValues): unknown {
  const read = (key: string, value: unknown, source: string) => {
    if (key === '__proto__') throw new SyntaxError('a member cannot be called __proto__');
    if (!isStorable(key)) throw new SyntaxError('the name of a member has characters that are not allowed');
    if (typeof value === 'number') return isExact(value, source) ? value : unreadable;
    if (typeof value === 'string') return isStorable(value) ? value : unreadable;
    return value;
  };
  return parseOnce(text, read, most);
}

/**
 * JSON.parse for text that must not name a member of an object twice, else it throws RepeatedMember. Throws BeyondLimit
 * for more than `most` values, nesting deeper than 64 levels, an object of more than 200 members or a name of more than
 * 200 characters, and SyntaxError for text that is not JSON. `read` returns the replacement of each value; `source` is
 * a number as written.
 */
export function parseOnce(
  text: string,
  read: (key: string, value: unknown, source: string) => unknown,
  most = mostValues,
): unknown {
  assertOnce(text, most);
  const revive = (key: string, value: unknown, context?: { source?: string }) =>
    read(key, value, typeof value === 'number' ? (context?.source ?? String(value)) : '');
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
}

/** Throws what `parseOnce` throws, and builds no result. */
export function assertJson(text: string, most = mostValues): void {
  assertOnce(text, most);
  JSON.parse(text);
}

const [opens, closes, separates, quotes] = [1, 2, 3, 4] as const;
/** The effect of each JSON character outside of strings, by its code; other characters have none. */
const effects = new Uint8Array(128);
for (const [letters, effect] of [
  ['[{', opens],
  [']}', closes],
  [',', separates],
  ['"', quotes],
] as const)
  for (const code of Buffer.from(letters)) effects[code] = effect;

/**
 * Checks each name and every bracket and comma before parsing. JSON.parse reports none of this, many small values take
 * far longer than their bytes, and later recursive walks over a body must not overflow the stack. Text that is not JSON
 * may pass: JSON.parse reports it.
 */
function assertOnce(text: string, most: number): void {
  // The names of each open object; undefined for a list, and for an object without names yet.
  const open: (Set<string> | undefined)[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    switch (effects[text.charCodeAt(at)]) {
      case opens:
        values += 1;
        if (open.push(undefined) > mostLevels)
          throw new BeyondLimit(`nests deeper than ${mostLevels} levels`);
        break;
      case separates:
        values += 1;
        if (values > most) throw new BeyondLimit(`has more than ${most} values`);
        break;
      case closes:
        open.pop();
        break;
      case quotes: {
        const end = endOfString(text, at);
        if (isFollowedByColon(text, end)) noteName(open, text.slice(at, end));
        at = end - 1;
      }
    }
  }
}

/** Returns the index after the quotation mark that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let mark = text.indexOf('"', start + 1); mark >= 0; mark = text.indexOf('"', mark + 1)) {
    let slashes = 0;
    while (text[mark - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return mark + 1;
  }
  return text.length;
}

function isFollowedByColon(text: string, at: number): boolean {
  let next = at;
  while (next < text.length && ' \t\r\n'.includes(text.charAt(next))) next += 1;
  return text[next] === ':';
}

function noteName(open: (Set<string> | undefined)[], quoted: string): void {
  if (open.length === 0) return;
  if (quoted.length > longestName + 2)
    throw new BeyondLimit(`has a member whose name is longer than ${longestName} characters`);
  const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  // After V8 has read such a name, it confuses it with others that are written with an escape: {"a":1,"\\":1} and then
  // {"a":1,"\"":1} gives {"a":1,"\\":1} again.
  if (name.includes('\\')) throw new SyntaxError('the name of a member has a backslash');
  const names = open.at(-1) ?? new Set();
  open[open.length - 1] = names;
  if (names.has(name)) throw new RepeatedMember(name);
  if (names.add(name).size > mostMembers)
    throw new BeyondLimit(`has an object of more than ${mostMembers} members`);
}

function isExact(value: number, source: string): boolean {
  const plain = plainDecimal(source);
  if (plain === undefined || !plainNumber.test(plain) || Object.is(value, -0)) return false;
  if (plain.length <= 15) return true;
  const significant = plain.replace(/^-?0*\.?0*|\./g, '').replace(/^0+/, '');
  return significant.length <= 15;
}

const withExponent = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?[eE]([+-]?\d{1,3})$/;
const mostPlaces = 40;

/** A JSON number without an exponent: 1E+2 is "100". Undefined when it is too long. */
export function plainDecimal(source: string): string | undefined {
  if (!/e/i.test(source)) return source;
  const [, sign = '', whole, fraction = '', exponent = ''] = withExponent.exec(source) ?? [];
  const shift = Number(exponent);
  if (whole === undefined || Math.abs(shift) > mostPlaces) return undefined;
  const digits = '0'.repeat(mostPlaces) + whole + fraction + '0'.repeat(mostPlaces);
  const point = mostPlaces + whole.length + shift;
  const integer = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const rest = withoutEnd(digits.slice(point), '0');
  return `${sign}${integer === '' ? '0' : integer}${rest === '' ? '' : `.${rest}`}`;
}

// The compiler's types do not have this method yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/** Parses JSON with the limits of `parseOnce`, so that JSON.stringify writes every number with its original digits. */
export function parseToWriteAgain(text: string): unknown {
  return parseOnce(text, (_key, value, source) => (typeof value === 'number' ? rawJSON(source) : value));
}

/** True if a text has no NUL character and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Returns JSON with sorted keys and no white space: two equal bodies give the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
