// The simulated bank's statement of the service's accounts, which its ledger must match to the cent.
import type { Db } from '../../src/kernel/db/db.ts';
import { onlyValue } from '../../src/kernel/db/rows.ts';
import type { Cents } from '../../src/kernel/money.ts';

export interface StatementLine {
  /** A customer's payment came in or was returned, a transfer left, its money came back, a deposit arrived. */
  movement: 'payment' | 'unpaid' | 'transfer' | 'return' | 'deposit';
  /** The caller's transaction or transfer id, or the bank's own id of the deposit. */
  objectId: string;
  bankId: string;
  account: string;
  /** Positive for money that came in. */
  amountCents: Cents;
  reference: string;
  counterpart: string;
  bookedAt: Date;
}

// The collection account of each bank and the operating account.
const ours = (db: Db) => db`a.kind in ('collection', 'operating')`;

/**
 * Every line booked on an account of the service from `from` on and before `to`, in the order of booking. Read through
 * a cursor, a thousand at a time: a statement has as many lines as money has moved.
 */
export async function* collectionStatement(
  db: Db,
  period: { from?: Date; to?: Date } = {},
): AsyncGenerator<StatementLine> {
  const { from, to } = period;
  const pages = db<StatementLine[]>`
    select
      case when l.order_id is not null and l.amount_cents < 0 then 'unpaid'
        when l.order_id is not null then 'payment' when l.deposit_id is not null then 'deposit'
        when l.amount_cents < 0 then 'transfer' else 'return' end as movement,
      coalesce(l.order_id, l.transfer_id, l.deposit_id) as object_id,
      a.bank_id, l.account, l.amount_cents, l.reference, l.counterpart, l.booked_at
    from bank.statement_lines l join bank.accounts a on a.number = l.account and ${ours(db)}
    where true ${from ? db`and l.booked_at >= ${from}` : db``} ${to ? db`and l.booked_at < ${to}` : db``}
    order by l.id`.cursor(1000);
  for await (const page of pages) yield* page;
}

/** Sums the balances of the service's accounts, in cents: its ledger's bank clearing must be equal. */
export const collectionBalance = (db: Db) =>
  onlyValue(db<{ balance: Cents }[]>`
    select coalesce(sum(l.amount_cents), 0)::bigint as balance
    from bank.statement_lines l join bank.accounts a on a.number = l.account and ${ours(db)}`);
