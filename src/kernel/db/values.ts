// Values between JavaScript and the texts that PostgreSQL reads and writes.

/** What stands for a value in a statement: its place, with the type where JavaScript knows it better than PostgreSQL. */
export interface Written {
  text: string | Uint8Array | null;
  cast: '' | '::int8' | '::bool' | '::timestamptz' | '::bytea';
}

export function writeValue(value: unknown): Written {
  switch (typeof value) {
    case 'undefined':
      return { text: null, cast: '' };
    case 'bigint':
      return { text: value.toString(), cast: '::int8' };
    case 'boolean':
      return { text: value ? 't' : 'f', cast: '::bool' };
    case 'object':
      return writeObject(value);
    default:
      return { text: String(value), cast: '' };
  }
}

function writeObject(value: object | null): Written {
  if (value === null) return { text: null, cast: '' };
  if (value instanceof Date) return { text: value.toISOString(), cast: '::timestamptz' };
  if (Array.isArray(value)) return { text: writeArray(value), cast: '' };
  // The driver sends bytes as bytes where they are a Buffer.
  if (value instanceof Uint8Array) return { text: Buffer.from(value), cast: '::bytea' };
  return { text: JSON.stringify(value), cast: '' };
}

/** An array of one dimension as the literal that PostgreSQL reads; null elements stay null. */
function writeArray(elements: readonly unknown[]): string {
  const written = elements.map((element) => {
    if (element === null || element === undefined) return 'null';
    const text = element instanceof Date ? element.toISOString() : String(element);
    return `"${text.replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${written.join(',')}}`;
}

type Read = (text: string) => unknown;

const element = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs;

/** Reads an array literal of one dimension, each element through `read`. */
const arrayOf =
  (read: Read): Read =>
  (literal) =>
    [...literal.matchAll(element)].map(([, quoted, bare]) => {
      if (quoted !== undefined) return read(quoted.replace(/\\(.)/gs, '$1'));
      return bare === 'NULL' ? null : read(bare!);
    });

const asIs: Read = (text) => text;
const instant: Read = (text) => new Date(text);

/** By the numbers that PostgreSQL's catalogue has for the types. */
const readers = new Map<number, Read>([
  [16, (text) => text === 't'],
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
  [20, BigInt],
  [21, Number],
  [23, Number],
  [26, Number],
  [114, JSON.parse],
  [700, Number],
  [701, Number],
  [1007, arrayOf(Number)],
  [1009, arrayOf(asIs)],
  [1016, arrayOf(BigInt)],
  [1082, instant],
  [1114, instant],
  [1184, instant],
  [1185, arrayOf(instant)],
  [2951, arrayOf(asIs)],
  [3802, JSON.parse],
]);

/** Returns what reads a type's text; the text itself for a type that is not here. */
export const readerOf = (oid: number): Read => readers.get(oid) ?? asIs;

/** A value as an element of an array of texts, which a cast makes what it is: instants, numbers, nothing. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : String(value);
}
