// PostgreSQL's arrays of one dimension, as the driver reads and writes them. Left to itself it asks every new
// connection for them, and when the connection is cut just then, nothing can catch the error and the process ends
// (github.com/porsager/postgres/issues/1192).

/** An array as the literal that PostgreSQL reads; null elements stay null. */
function writeArray(elements: readonly unknown[]): string {
  const written = elements.map((element) =>
    element === null || element === undefined ? 'null' : `"${String(element).replace(/["\\]/g, '\\$&')}"`,
  );
  return `{${written.join(',')}}`;
}

const element = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs;

/** The elements of an array literal, each through `read`. */
function readArray<T>(literal: string, read: (text: string) => T): (T | null)[] {
  return [...literal.matchAll(element)].map(([, quoted, bare]) => {
    if (quoted !== undefined) return read(quoted.replace(/\\(.)/gs, '$1'));
    return bare === 'NULL' ? null : read(bare!);
  });
}

const arrayOf = <T>(oid: number, read: (text: string) => T) => ({
  to: oid,
  from: [oid],
  serialize: writeArray,
  parse: (literal: string) => readArray(literal, read),
});

/**
 * For the driver's `types`, by the numbers that PostgreSQL's catalogue has for them. An array of a kind that is not
 * here is neither read nor written: add it. Instants and bigints are given as texts.
 */
export const arrayTypes = {
  integerArray: arrayOf(1007, Number),
  textArray: arrayOf(1009, String),
  bigintArray: arrayOf(1016, BigInt),
  timestampArray: arrayOf(1185, (text) => new Date(text)),
  uuidArray: arrayOf(2951, String),
};

/** A value as an element of an array of texts, which a cast makes what it is: instants, numbers, nothing. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : String(value);
}
