// All SQL of the simulated bank's outbox. Its rows are written with the moves they tell of (store.ts,
// transfer-store.ts, deposits.ts); here they are claimed and marked.
import { batch } from '../../kernel/db/batch.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import { lastOf } from '../../kernel/required.ts';

/** Something the bank still has to tell; `objectId` is the caller's id, or the bank's own of a deposit. */
export type Callback = { id: bigint; objectId: string; merchantId: string | null } & (
  | {
      about: 'order';
      outcome: 'pending' | 'paid' | 'declined' | 'cancelled' | 'abandoned' | 'error' | 'returned';
      reason: string | null;
      payerAccount: string | null;
      unpaidCode: string | null;
    }
  | { about: 'transfer'; outcome: 'paid' | 'failed' | 'returned'; reason: string | null }
  | DepositCallback
);

export interface DepositCallback {
  about: 'deposit';
  outcome: 'arrived';
  amountCents: Cents;
  reference: string;
  receivedAt: Date;
  /** Who paid in; null, as the next three are, where that was not written down. */
  bankId: string | null;
  branchCode: string | null;
  accountNumber: string | null;
  accountHolder: string | null;
}

/**
 * Takes at most `limit` due callbacks (or those of one object, due or not), oldest first, but none about the money of
 * `closedFor`, merchants for whom the bank is closed. Their due time moves on by a lease of 15 seconds, doubled with each
 * attempt up to an hour: if the taker dies or is refused, they come due again.
 */
export async function claimCallbacks(
  db: Db,
  now: Date,
  limit: number,
  closedFor: string[],
  objectId?: string,
): Promise<Callback[]> {
  const which = objectId
    ? db`(order_id = ${objectId} or transfer_id = ${objectId} or deposit_id = ${objectId})`
    : db`due_at <= ${now}`;
  return db<Callback[]>`
    with due as materialized (
      select id from bank.callbacks where delivered_at is null and ${which}
        and coalesce(merchant_id <> all (${closedFor}::uuid[]), true)
      order by due_at, id limit ${limit} for update ${objectId ? db`` : db`skip locked`}
    ),
    claimed as (
      update bank.callbacks as c set attempts = c.attempts + 1,
        due_at = ${now}::timestamptz + interval '15 seconds' * least(power(2, least(c.attempts, 10)), 240)
      from due where c.id = due.id
      returning c.*
    )
    select c.id, coalesce(c.order_id, c.transfer_id, c.deposit_id) as object_id, c.merchant_id,
      case when c.order_id is not null then 'order' when c.transfer_id is not null then 'transfer' else 'deposit' end
        as about,
      c.outcome, c.reason, c.payer_account, c.unpaid_code, d.amount_cents, d.reference, d.received_at, d.bank_id, d.branch_code,
      d.account_number, d.account_holder
    from claimed c left join bank.deposits d on d.id = c.deposit_id
    order by c.id`;
}

/** Notes that the service has taken a callback. What is noted at the same time shares a statement. */
export const markDelivered = batch<{ id: bigint; now: Date }, void>(async (db, taken) => {
  await db`
    update bank.callbacks set delivered_at = ${lastOf(taken).now}
    where id = any (${taken.map(({ id }) => String(id))}::bigint[]) and delivered_at is null`;
});
