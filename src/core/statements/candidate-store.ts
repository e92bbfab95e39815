// All SQL of what an open line may be.
// all merchants: an account's statement is everybody's whose money is on it; who asks has found the account.
import type { Db } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';

/** What a line may be: the same amount, the other way round or the same way, and explained by no line yet. */
export interface LineCandidate {
  meaning: 'payment' | 'return' | 'reversal';
  /** The refund, payout, settlement or deposit. */
  objectId: string;
  kind: 'refund' | 'payout' | 'settlement' | 'deposit';
  /** What the bank shows of it: our reference, or the text of the deposit. */
  text: string;
  at: Date;
}

interface Wanted {
  bankAccount: string;
  /** In cents, above zero. */
  amount: Cents;
  meaning: 'payment' | 'return';
  limit: number;
}

/** Returns payments of an amount that no line shows, or whose return no line shows; the newest first. */
export function findPayments(
  db: Db,
  { bankAccount, amount, meaning, limit }: Wanted,
): Promise<LineCandidate[]> {
  const isPaid = meaning === 'return' ? db`and own.was_paid` : db`and not own.in_sum`;
  return db<LineCandidate[]>`
    select ${meaning}::text as meaning, coalesce(part.deposit_id, transfer.object_id) as object_id, own.purpose as kind,
      own.bank_reference || ' ' || own.reference as text, own.ordered_at as at
    from payment_orders own join transfers transfer on transfer.id = own.id
    left join deposit_parts part on own.purpose = 'deposit' and part.id = transfer.object_id
    where own.bank_account = ${bankAccount} and own.amount_cents = ${amount} ${isPaid}
      and not exists (
        select from statement_lines line where line.order_id = own.id and line.meaning = ${meaning})
    order by own.ordered_at desc, own.id desc limit ${limit}`;
}

/** Returns deposits of an amount that a statement told of up to a day and that nothing took back; the newest first. */
export function findDeposits(
  db: Db,
  { bankAccount, amount, until, limit }: Omit<Wanted, 'meaning'> & { until: string },
): Promise<LineCandidate[]> {
  return db<LineCandidate[]>`
    select 'reversal'::text as meaning, told.object_id, 'deposit'::text as kind, told.text,
      deposit.received_at as at
    from statement_lines told join deposits deposit on deposit.id = told.object_id
    where told.bank_account = ${bankAccount} and told.amount_cents = ${amount} and told.meaning = 'deposit'
      and told.booked_on <= ${until} and deposit.state in ('waiting', 'parked', 'allocated')
    order by told.booked_on desc, told.place desc limit ${limit}`;
}
