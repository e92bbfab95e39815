// The bank's outbox towards the service: each answer is called at least once, outside any transaction.
import {
  type DepositPayer,
  type OnBankAnswer,
  type OnDeposit,
  type OnTransferAnswer,
  simulatorAccount,
} from '../../core/rails.ts';
import type { Clock } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Sql } from '../../kernel/db/db.ts';
import type { Logger } from '../../kernel/process/log.ts';
import { type Callback, claimCallbacks, type DepositCallback, markDelivered } from './callback-store.ts';
import type { LineFaults } from './faults.ts';
import { answerWith } from './transfer-plan.ts';

/** Who takes the bank's callbacks; each is called at least once for each answer, never inside a transaction. */
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

/** Calls what is due; about the money of a merchant for whom the bank is down, it waits. */
export function callbackSweep(outbox: Outbox): Sweep {
  return {
    name: 'bank.callbacks',
    intervalMs: 200,
    nextDue: (after) => firstDue(outbox.db, 'bank.callbacks', 'due_at', after),
    run: () => deliver(outbox),
  };
}

/**
 * Delivers one batch of due callbacks, or at once those of one order, transfer or deposit, also where somebody else has
 * begun to: whoever asks for them wants them taken when this ends. Returns how many it took.
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

/** The "pending" that should have come before a final answer comes after it. */
async function tellStale(listeners: Listeners, callback: Callback): Promise<void> {
  const { about, objectId, outcome } = callback;
  const stale = { outcome: 'pending', reason: null } as const;
  if (about === 'transfer') await listeners.onTransferAnswer(objectId, stale);
  if (about === 'order' && outcome !== 'pending') {
    await listeners.onAnswer(objectId, { ...stale, payerAccount: callback.payerAccount });
  }
}
