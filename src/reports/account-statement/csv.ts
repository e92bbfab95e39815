// An account statement as CSV: one row for each figure.
import { stringify } from 'csv/sync';
import { writing } from '../lists/csv.ts';
import { figureNames, figureWords } from './figures.ts';
import type { StatementHead } from './pdf.ts';
import type { Statement } from './statement.ts';

export function statementCsv(statement: Statement, { owner, site, first, last }: StatementHead): string {
  const rows = figureNames.map((name) => {
    const { cents, lines } = statement[name];
    const isBalance = name === 'opening' || name === 'closing';
    return [name, figureWords[name].label, cents, isBalance ? '' : lines, first, last, owner, site ?? ''];
  });
  const columns = ['figure', 'label', 'amount', 'lines', 'from', 'to', 'merchant', 'site'];
  return stringify([columns, ...rows], writing);
}
