// The statement lines of a bank account as CSV, with their category or match.
import { stringify } from 'csv/sync';
import { readLines } from '../../core/statements/actions.ts';
import type { Sql } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import { grouped, plainRand, writing } from '../lists/csv.ts';

const columns = [
  'id',
  'date',
  'valueDate',
  'amount',
  'text',
  'reference',
  'status',
  'as',
  'category',
  'object',
];
const more = ['rule', 'note'];

/** Yields the lines of an account that the caller has found, a thousand at a time, and at their end their number and sum. */
export async function* exportLines(db: Sql, accountId: string): AsyncGenerator<string, void, void> {
  yield stringify([[...columns, ...more]], writing);
  let count = 0;
  let sum: Cents = 0n;
  for await (const page of readLines(db, accountId, false)) {
    count += page.length;
    sum = page.reduce((total, { amountCents }) => total + amountCents, sum);
    const rows = page.map((line) => [
      ...[line.id, line.bookedOn, line.valueOn, line.amountCents, line.text, line.reference],
      ...[
        line.status === 'new' ? 'open' : line.status,
        line.meaning,
        line.category ?? line.meaning,
        line.objectId,
      ],
      ...[line.rule, line.note],
    ]);
    yield stringify(rows, writing);
  }
  yield `# ${grouped(count)} ${count === 1 ? 'row' : 'rows'}, ${plainRand(sum)}\n`;
}
