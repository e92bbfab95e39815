// The rows before the lines of a CSV file: the account, and its balance before them.

import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import { downloadAgain } from './csv-days.ts';
import { titleOf } from './csv-fit.ts';
import type { Row } from './csv-rows.ts';
import { quoted } from './text.ts';

const isDate = /\b\d{4}[-/]\d{2}[-/]\d{2}\b/;
const shortened = /\d[.,]?\d{0,20}E\+\d/i;
const number = /\d[\d -]{3,24}\d/;

/** Returns the account's number in a preamble, or null. Rows labelled "number" come first. */
export function accountIn(rows: readonly Row[]): string | null {
  const titled = rows.filter(({ cells }) => cells.some((cell) => /\baccount\b/.test(titleOf(cell))));
  const numbered = titled.filter(({ cells }) =>
    cells.some((cell) => /\b(?:number|no|nr)\b/.test(titleOf(cell))),
  );
  for (const { cells, at } of [...numbered, ...titled]) {
    for (const cell of cells) {
      assertWholeNumber(cell, at);
      const found = number.exec(cell.replaceAll('\0', ''))?.[0].replace(/[ -]/g, '');
      if (found !== undefined && /^\d{5,20}$/.test(found) && !isDate.test(cell)) return found;
    }
  }
  return null;
}

/** Throws BadStatement for an account's number of which a spreadsheet kept the first digits only. */
export function assertWholeNumber(cell: string, at: number): void {
  if (shortened.test(cell))
    throw new BadStatement(`the account, ${quoted(cell)}, has lost digits: ${downloadAgain}`, at);
}
