// Types for PostgreSQL's one-dimensional arrays. Without them the driver queries them on every new connection; if the
// connection is cut at that moment, the error cannot be caught and the process ends
// (github.com/porsager/postgres/issues/1192).

/** Returns the array as a PostgreSQL literal; null elements stay null. */
export function arrayLiteral(elements: readonly unknown[]): string {
  const written = elements.map((element) =>
    element === null || element === undefined ? 'null' : `"${String(element).replace(/["\\]/g, '\\$&')}"`,
  );
  return `{${written.join(',')}}`;
}

const element = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs;

/** Returns the elements of an array literal, each parsed by `read`. */
function readArray<T>(literal: string, read: (text: string) => T): (T | null)[] {
  return [...literal.matchAll(element)].map(([, quoted, bare]) => {
    if (quoted !== undefined) return read(quoted.replace(/\\(.)/gs, '$1'));
    return bare === 'NULL' ? null : read(bare!);
  });
}

const arrayOf = <T>(oid: number, read: (text: string) => T) => ({
  to: oid,
  from: [oid],
  serialize: arrayLiteral,
  parse: (literal: string) => readArray(literal, read),
});

/**
 * For the driver's `types`, keyed by the OIDs of PostgreSQL's catalogue. An array of any other kind is neither read nor
 * written: add it here. Instants and bigints are passed as texts.
 */
export const arrayTypes = {
  integerArray: arrayOf(1007, Number),
  textArray: arrayOf(1009, String),
  bigintArray: arrayOf(1016, BigInt),
  timestampArray: arrayOf(1185, (text) => new Date(text)),
  uuidArray: arrayOf(2951, String),
};

/** Returns a value as an element of a text array, which SQL casts to the right type: instants, numbers, null. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : String(value);
}
