// The bank's outbox towards the service: each outcome is sent at least once, outside any transaction. Its rows are
// written with the moves they report (store.ts, transfer-store.ts, deposits.ts).
import {
  type DepositPayer,
  type OnBankAnswer,
  type OnDeposit,
  type OnTransferAnswer,
  simulatorAccount,
} from '../../core/rails.ts';
import type { Clock } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { batch } from '../../kernel/db/batch.ts';
import type { Db, Sql } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Logger } from '../../kernel/process/log.ts';
import { lastOf } from '../../kernel/required.ts';
import type { LineFaults } from './faults.ts';
import { answerWith } from './transfer-plan.ts';

/** The receivers of the bank's callbacks; each is called at least once for each outcome, never inside a transaction. */
export interface Listeners {
  onAnswer: OnBankAnswer;
  onTransferAnswer: OnTransferAnswer;
  onDeposit: OnDeposit;
}

export interface Outbox extends Listeners {
  db: Sql;
  clock: Clock;
  log: Logger;
  faults: LineFaults;
}

const batchSize = 32;

/** Sends due callbacks; those about the money of a merchant for whom the bank is down wait. */
export function callbackSweep(outbox: Outbox): Sweep {
  return {
    name: 'bank.callbacks',
    intervalMs: 200,
    nextDue: (after) => firstDue(outbox.db, 'bank.callbacks', 'due_at', after),
    run: () => deliver(outbox),
  };
}

/**
 * Delivers one batch of due callbacks, or at once those of one order, transfer or deposit, also if another delivery has
 * begun: the caller needs them delivered when this ends. Returns how many it took.
 */
export async function deliver(outbox: Outbox, objectId?: string): Promise<number> {
  const closedFor = outbox.faults.closedFor();
  const claimed = await claimCallbacks(outbox.db, outbox.clock.now(), batchSize, closedFor, objectId);
  const objects = Map.groupBy(claimed, (callback) => callback.objectId);
  await Promise.all(objects.values().map((callbacks) => deliverInOrder(outbox, callbacks)));
  return claimed.length;
}

async function deliverInOrder(outbox: Outbox, callbacks: Callback[]): Promise<void> {
  for (const callback of callbacks) await deliverOne(outbox, callback);
}

// Marked only after the call: a process killed in between calls again, which the receiver must bear anyway.
async function deliverOne(outbox: Outbox, callback: Callback): Promise<void> {
  const { db, clock, log, faults } = outbox;
  const { duplicateCallbacks, reorderCallbacks } = faults.of(callback.merchantId);
  try {
    await tell(outbox, callback);
    if (duplicateCallbacks) await tell(outbox, callback);
    if (reorderCallbacks) await tellStale(outbox, callback);
    await markDelivered(db, { id: callback.id, now: clock.now() });
  } catch (error) {
    const { about, objectId, outcome } = callback;
    log.warn({ about, objectId, outcome, error }, 'a callback of the bank was not taken; it will come again');
  }
}

function tell(listeners: Listeners, callback: Callback): Promise<void> {
  const { objectId } = callback;
  switch (callback.about) {
    case 'order': {
      const { outcome, reason, payerAccount, unpaidCode } = callback;
      const answer = { outcome, reason, payerAccount, ...(unpaidCode !== null && { unpaidCode }) };
      return listeners.onAnswer(objectId, answer);
    }
    case 'transfer': {
      const { outcome, reason } = callback;
      return listeners.onTransferAnswer(objectId, answerWith(outcome, reason));
    }
    case 'deposit': {
      const { amountCents: amount, reference, receivedAt } = callback;
      const payer = payerOf(callback);
      return listeners.onDeposit({
        account: simulatorAccount,
        id: objectId,
        amount,
        reference,
        receivedAt,
        bookedOn: null,
        payer,
      });
    }
  }
}

function payerOf({ bankId, branchCode, accountNumber, accountHolder }: DepositCallback): DepositPayer | null {
  if (bankId === null || branchCode === null || accountNumber === null) return null;
  return { bankId, branchCode, accountNumber, holder: accountHolder };
}

/** Sends the "pending" that should have come before a final outcome after it. */
async function tellStale(listeners: Listeners, callback: Callback): Promise<void> {
  const { about, objectId, outcome } = callback;
  const stale = { outcome: 'pending', reason: null } as const;
  if (about === 'transfer') await listeners.onTransferAnswer(objectId, stale);
  if (about === 'order' && outcome !== 'pending') {
    await listeners.onAnswer(objectId, { ...stale, payerAccount: callback.payerAccount });
  }
}

/** A report that the bank has not delivered; `objectId` is the caller's id, or the bank's own of a deposit. */
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

/** Records that the service has taken a callback. Concurrent calls share a statement. */
export const markDelivered = batch<{ id: bigint; now: Date }, void>(async (db, taken) => {
  await db`
    update bank.callbacks set delivered_at = ${lastOf(taken).now}
    where id = any (${taken.map(({ id }) => String(id))}::bigint[]) and delivered_at is null`;
});
