// Suggests matches of an open statement line: payments and deposits of its amount that no other line explains.
import type { StatementLine } from '../../core/statements/actions.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';

/** A possible match of a line: a record of the same amount that no line explains yet. */
export interface LineCandidate {
  meaning: 'payment' | 'return' | 'reversal';
  /** The refund, payout, settlement or deposit. */
  objectId: string;
  kind: 'refund' | 'payout' | 'settlement' | 'deposit';
  /** The bank's view of it: the service's reference, or the text of the deposit. */
  text: string;
  at: Date;
}

const mostCandidates = 20;

/** Returns the possible explanations of an open line, the newest first. The caller has found its account. */
export async function findLineCandidates(
  db: Db,
  { bankAccount, amountCents, bookedOn: until }: StatementLine,
): Promise<LineCandidate[]> {
  const limit = mostCandidates;
  if (amountCents > 0n)
    return findPayments(db, { bankAccount, amount: amountCents, meaning: 'return', limit });
  const amount = -amountCents;
  const paid = await findPayments(db, { bankAccount, amount, meaning: 'payment', limit });
  return [...paid, ...(await findDeposits(db, { bankAccount, amount, until, limit }))];
}

interface Wanted {
  bankAccount: string;
  /** In cents, above zero. */
  amount: Cents;
  meaning: 'payment' | 'return';
  limit: number;
}

/** Returns payments of an amount that no line shows, or whose return no line shows. all merchants: the account's. */
function findPayments(db: Db, { bankAccount, amount, meaning, limit }: Wanted): Promise<LineCandidate[]> {
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

/**
 * Returns deposits of an amount that a statement showed up to a day and that were not reversed. all merchants: the
 * deposits are on the caller's account.
 */
const findDeposits = (
  db: Db,
  { bankAccount, amount, until, limit }: Omit<Wanted, 'meaning'> & { until: string },
) => db<LineCandidate[]>`
    select 'reversal'::text as meaning, told.object_id, 'deposit'::text as kind, told.text,
      deposit.received_at as at
    from statement_lines told join deposits deposit on deposit.id = told.object_id
    where told.bank_account = ${bankAccount} and told.amount_cents = ${amount} and told.meaning = 'deposit'
      and told.booked_on <= ${until} and deposit.state in ('waiting', 'parked', 'allocated')
    order by told.booked_on desc, told.place desc limit ${limit}`;
