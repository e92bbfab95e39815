// Faults of the bank's connection, switched on and off while it runs: what a caller must survive.
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { BankTimeout, BankUnavailable, type Rail } from '../../core/rails.ts';

export interface Faults {
  /** Real milliseconds that each call takes longer. */
  latencyMs: number;
  /** The share of calls, 0 to 1, that fail before anything has happened. */
  errorRate: number;
  /** Orders, steps and transfers are carried out, and then the answer is lost. */
  timeoutAfterCommit: boolean;
  /** Each callback arrives twice. */
  duplicateCallbacks: boolean;
  /** After a final answer, a stale "pending" arrives. */
  reorderCallbacks: boolean;
  /** The bank is closed: calls fail and its callbacks wait. */
  down: boolean;
}

export const noFaults: Faults = Object.freeze({
  latencyMs: 0,
  errorRate: 0,
  timeoutAfterCommit: false,
  duplicateCallbacks: false,
  reorderCallbacks: false,
  down: false,
});

export const downReason = 'The bank is not available at the moment.';

/** The same rail behind a bad line: each call meets the faults that are on when it is made. */
export function withFaults(rail: Rail, current: () => Faults): Rail {
  async function reach(): Promise<void> {
    const { latencyMs, down, errorRate } = current();
    if (latencyMs > 0) await delay(latencyMs);
    if (down) throw new BankUnavailable(downReason);
    if (randomInt(1_000_000) < errorRate * 1_000_000) throw new BankUnavailable('The bank refused the call.');
  }

  async function committing<T>(call: () => Promise<T>): Promise<T> {
    await reach();
    const answer = await call();
    if (current().timeoutAfterCommit) throw new BankTimeout('The answer of the bank was lost.');
    return answer;
  }

  return {
    depositAccount: rail.depositAccount,
    banks: async () => {
      const listed = await rail.banks();
      if (!current().down) return listed;
      return listed.map((bank) => ({ ...bank, available: false, unavailableReason: downReason }));
    },
    start: (order) => committing(() => rail.start(order)),
    step: (transactionId, step) => committing(() => rail.step(transactionId, step)),
    enquire: async (transactionId) => {
      await reach();
      return rail.enquire(transactionId);
    },
    transfer: (order) => committing(() => rail.transfer(order)),
    enquireTransfer: async (transferId) => {
      await reach();
      return rail.enquireTransfer(transferId);
    },
    authorise: (order) => committing(() => rail.authorise(order)),
    enquireMandate: async (mandateId) => {
      await reach();
      return rail.enquireMandate(mandateId);
    },
    revoke: (mandateId) => committing(() => rail.revoke(mandateId)),
    collect: (collection) => committing(() => rail.collect(collection)),
    verifyAccount: async (query) => {
      await reach();
      return rail.verifyAccount(query);
    },
  };
}
