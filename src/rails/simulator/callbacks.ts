// The bank's outbox towards the service: each answer is called at least once, outside any transaction.
import type { OnBankAnswer } from '../../core/rails.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Sql } from '../../kernel/db.ts';
import type { Sweep } from '../../kernel/jobs.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Faults } from './faults.ts';
import { type Callback, claimCallbacks, markDelivered } from './store.ts';

export interface Outbox {
  db: Sql;
  clock: Clock;
  log: Logger;
  onAnswer: OnBankAnswer;
  faults: () => Faults;
}

const batchSize = 32;

/** Calls what is due; a bank that is down calls nobody. */
export function callbackSweep(outbox: Outbox): Sweep {
  return {
    name: 'bank.callbacks',
    intervalMs: 200,
    run: async () => (outbox.faults().down ? 0 : deliver(outbox)),
  };
}

/** Delivers one batch of due callbacks, or those of one order; answers how many it took. */
export async function deliver(outbox: Outbox, orderId?: string): Promise<number> {
  const claimed = await claimCallbacks(outbox.db, outbox.clock.now(), batchSize, orderId);
  const orders = Map.groupBy(claimed, (callback) => callback.orderId);
  await Promise.all(orders.values().map((callbacks) => deliverInOrder(outbox, callbacks)));
  return claimed.length;
}

async function deliverInOrder(outbox: Outbox, callbacks: Callback[]): Promise<void> {
  for (const callback of callbacks) await deliverOne(outbox, callback);
}

// Marked only after the call: a process killed in between calls again, which the receiver must bear anyway.
async function deliverOne({ db, clock, log, onAnswer, faults }: Outbox, callback: Callback): Promise<void> {
  const { orderId, outcome, reason, payerAccount } = callback;
  const { duplicateCallbacks, reorderCallbacks } = faults();
  try {
    await onAnswer(orderId, { outcome, reason, payerAccount });
    if (duplicateCallbacks) await onAnswer(orderId, { outcome, reason, payerAccount });
    if (reorderCallbacks && outcome !== 'pending') {
      await onAnswer(orderId, { outcome: 'pending', reason: null, payerAccount });
    }
    await markDelivered(db, callback.id, clock.now());
  } catch (error) {
    log.warn({ orderId, outcome, error }, 'a callback of the bank was not taken; it will come again');
  }
}
