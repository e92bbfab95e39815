// The bank's statement of the collection accounts: what the ledger of the service is held against, to the cent.
import type { Db } from '../../kernel/db.ts';
import type { Cents } from '../../kernel/money.ts';

export interface StatementLine {
  /** The order that moved the money: the caller's transaction id. */
  orderId: string;
  bankId: string;
  account: string;
  /** Positive for money that came in. */
  amountCents: Cents;
  reference: string;
  counterpart: string;
  bookedAt: Date;
}

/**
 * Every line booked on a collection account from `from` on and before `to`, in the order of booking. Read through
 * a cursor, a thousand at a time: a statement has as many lines as there were payments.
 */
export async function* collectionStatement(
  db: Db,
  period: { from?: Date; to?: Date } = {},
): AsyncGenerator<StatementLine> {
  const { from, to } = period;
  const pages = db<StatementLine[]>`
    select l.order_id, a.bank_id, l.account, l.amount_cents, l.reference, l.counterpart, l.booked_at
    from bank.statement_lines l join bank.accounts a on a.number = l.account and a.kind = 'collection'
    where true ${from ? db`and l.booked_at >= ${from}` : db``} ${to ? db`and l.booked_at < ${to}` : db``}
    order by l.id`.cursor(1000);
  for await (const page of pages) yield* page;
}

/** What all collection accounts hold together. */
export async function collectionBalance(db: Db): Promise<Cents> {
  const [row] = await db<{ balance: Cents }[]>`
    select coalesce(sum(l.amount_cents), 0)::bigint as balance
    from bank.statement_lines l join bank.accounts a on a.number = l.account and a.kind = 'collection'`;
  return row!.balance;
}
