// The reconciliation of a day as CSV.
import { stringify } from 'csv/sync';
import type { Reconciliation } from '../../core/statements/reconciliation.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { writing } from '../lists/csv.ts';

const columns = ['account', 'day', 'kind', 'amount', 'text', 'line'];

/**
 * Returns for each account its balances, and then each row that causes the difference. The last line has the number of
 * rows, and the difference of all accounts.
 */
export function reconciliationCsv(all: readonly Reconciliation[]): string {
  const rows = all.flatMap(({ account, day, opening, statement, books, difference, rows: found }) => [
    [account, day, 'opening', opening, '', ''],
    [account, day, 'statement', statement, '', ''],
    [account, day, 'books', books, '', ''],
    [account, day, 'difference', statement === null ? null : difference, '', ''],
    ...found.map(({ date, kind, amount, text, lineId }) => [account, date, kind, amount, text, lineId]),
  ]);
  const sum = all.reduce((total, { difference }) => total + difference, 0n);
  return `${stringify([columns, ...rows], writing)}# ${rows.length} rows, difference ${formatDecimal(sum)}\n`;
}
