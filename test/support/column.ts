/** Returns one property of each row. */
export const columnOf = (rows: readonly object[], name: string): unknown[] =>
  rows.map((row) => (row as Record<string, unknown>)[name]);
