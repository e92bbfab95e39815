// What stands before the lines of a CSV file: whose account it is of, and the balance before them.

import { titleOf } from './csv-fit.ts';
import type { Row } from './csv-rows.ts';

const isDate = /\b\d{4}[-/]\d{2}[-/]\d{2}\b/;
const number = /\d[\d -]{3,24}\d/;

/** Returns the account's number in a preamble; null where there is none. The rows that say "number" come first. */
export function accountIn(rows: readonly Row[]): string | null {
  const titled = rows.filter(({ cells }) => cells.some((cell) => /\baccount\b/.test(titleOf(cell))));
  const numbered = titled.filter(({ cells }) =>
    cells.some((cell) => /\b(?:number|no|nr)\b/.test(titleOf(cell))),
  );
  for (const { cells } of [...numbered, ...titled]) {
    for (const cell of cells) {
      const found = number.exec(cell.replaceAll('\0', ''))?.[0].replace(/[ -]/g, '');
      if (found !== undefined && /^\d{5,20}$/.test(found) && !isDate.test(cell)) return found;
    }
  }
  return null;
}
