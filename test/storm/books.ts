// Judges the books: compares bookings, here and at the bank, with the transactions that merchants read.
import type { Sql } from '../../src/kernel/db/db.ts';
import { collectionBalance } from '../support/collection.ts';
import type { OneTransaction, Say } from './oracle.ts';

/** The service's database, and the bank's: the same, unless the bank has a separate one. */
export interface Books {
  db: Sql;
  bank: Sql;
}

interface Booked {
  id: string;
  journals: number;
  gross: bigint | null;
  events: number;
}

/** Payments that the bank has for a transaction, and their sum. */
interface AtBank {
  id: string;
  lines: number;
  cents: bigint;
}

/** Every success is booked once with its amount, here and at the bank, with one event; and all sums are zero. */
export async function judgeBooks(transactions: OneTransaction[], books: Books, say: Say): Promise<void> {
  const rows = await books.db<Booked[]>`
    select t.id, count(j.id)::integer as journals,
      (select sum(e.amount_cents)::bigint from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where e.journal_id = any (array_agg(j.id)) and a.kind = 'bank_clearing') as gross,
      (select count(*)::integer from events v where v.object_id = t.id and v.type = 'transaction.complete') as events
    from transactions t left join ledger_journals j on j.object_id = t.id
    group by t.id`;
  const lines = await books.bank<AtBank[]>`
    select order_id as id, count(*)::integer as lines, sum(amount_cents)::bigint as cents from bank.statement_lines
    where order_id is not null and amount_cents > 0 group by order_id`;
  const atBank = new Map(lines.map((row) => [row.id, row]));
  const booked = new Map(rows.map((row) => [row.id, row]));
  for (const transaction of transactions) {
    const row = booked.get(transaction.id);
    if (!row) say(`transaction ${transaction.id} is read but not stored`);
    else if (isPaid(transaction.status)) judgeSuccess(transaction, row, atBank.get(row.id), say);
    else if (row.journals > 0 || atBank.has(row.id)) {
      say(`transaction ${row.id} is ${transaction.status} and money was booked for it`);
    }
  }
  await judgeSums(books, say);
}

/** A full refund changes the status of a paid transaction. */
export const isPaid = (status: string): boolean => status === 'Successful' || status === 'Refunded';

function judgeSuccess(
  { id, amount }: OneTransaction,
  row: Booked,
  atBank: AtBank | undefined,
  say: Say,
): void {
  const cents = BigInt(Math.round(amount.value * 100));
  if (row.journals !== 1 || row.gross !== cents)
    say(`transaction ${id} is booked ${row.journals} times, ${row.gross} cents`);
  if (atBank?.lines !== 1 || atBank.cents !== cents)
    say(`the bank has ${atBank?.lines} payments of ${atBank?.cents} cents for ${id}`);
  if (row.events !== 1) say(`transaction ${id} has ${row.events} events of its end`);
}

async function judgeSums({ db, bank: atBank }: Books, say: Say): Promise<void> {
  const bank = await collectionBalance(atBank);
  const [sums] = await db<{ ledger: bigint; clearing: bigint }[]>`
    select coalesce(sum(e.amount_cents), 0)::bigint as ledger,
      coalesce(sum(e.amount_cents) filter (where a.kind = 'bank_clearing'), 0)::bigint as clearing
    from ledger_entries e join ledger_accounts a on a.id = e.account_id`;
  if (sums!.ledger !== 0n) say(`the ledger sums to ${sums!.ledger} cents`);
  if (sums!.clearing !== bank) say(`we have booked ${sums!.clearing} cents and the bank has ${bank}`);
}
