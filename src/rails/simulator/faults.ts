// Faults of the bank's connection, switched on and off while it runs: what a caller must survive.
import { setTimeout as delay } from 'node:timers/promises';
import { BankTimeout, BankUnavailable, type Rail } from '../../core/rails.ts';
import { randomBelow } from '../../kernel/random.ts';

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

const downReason = 'The bank is not available at the moment.';

/** Whose calls meet which faults. It is asked anew for each call. */
export interface LineFaults {
  /** Those that are on for a merchant's money; null: for what is nobody's. */
  of(merchantId: string | null): Faults;
  /** The merchants for whom the bank is down. */
  closedFor(): string[];
}

export const perfectLine: LineFaults = { of: () => noFaults, closedFor: () => [] };

/**
 * The same rail behind a bad line: each call meets the faults that are on when it is made, for whose money it is. `isAway`
 * says of an error that the bank itself could not be had, and nobody knows how far it came.
 */
export function withFaults(
  rail: Rail,
  faults: LineFaults,
  isAway: (error: unknown) => boolean = () => false,
): Rail {
  type MerchantId = string | null;

  async function reach<T>(merchantId: MerchantId, call: () => Promise<T>): Promise<T> {
    const { latencyMs, down, errorRate } = faults.of(merchantId);
    if (latencyMs > 0) await delay(latencyMs);
    if (down) throw new BankUnavailable(downReason);
    if (randomBelow(1_000_000) < errorRate * 1_000_000)
      throw new BankUnavailable('The bank refused the call.');
    return call().catch((error) => {
      throw isAway(error) ? new BankTimeout('The bank does not answer.') : error;
    });
  }

  async function commit<T>(merchantId: MerchantId, call: () => Promise<T>): Promise<T> {
    const answer = await reach(merchantId, call);
    if (faults.of(merchantId).timeoutAfterCommit) throw new BankTimeout('The answer of the bank was lost.');
    return answer;
  }

  const placing =
    <Order extends { merchantId: MerchantId }, T>(call: (order: Order) => Promise<T>) =>
    (order: Order) =>
      commit(order.merchantId, () => call(order));
  const asking =
    <T>(call: (id: string, merchantId: MerchantId) => Promise<T>) =>
    (id: string, merchantId: MerchantId) =>
      reach(merchantId, () => call(id, merchantId));

  // Nobody's in particular: what a bank has for one merchant is listed with all.
  const listing = (list: NonNullable<Rail['transfersSince']>) =>
    async function* (since: Date) {
      await reach(null, async () => {});
      try {
        yield* list(since);
      } catch (error) {
        throw isAway(error) ? new BankTimeout('The bank does not answer.') : error;
      }
    };

  return {
    depositAccount: rail.depositAccount,
    banks: async (merchantId) => {
      const listed = await rail.banks(merchantId);
      if (!faults.of(merchantId).down) return listed;
      return listed.map((bank) => ({ ...bank, available: false, unavailableReason: 'down' as const }));
    },
    start: placing(rail.start),
    step: (id, merchantId, step) => commit(merchantId, () => rail.step(id, merchantId, step)),
    enquire: asking(rail.enquire),
    transfer: placing(rail.transfer),
    enquireTransfer: asking(rail.enquireTransfer),
    ...(rail.transfersSince && { transfersSince: listing(rail.transfersSince) }),
    authorise: placing(rail.authorise),
    enquireMandate: asking(rail.enquireMandate),
    revoke: (id, merchantId) => commit(merchantId, () => rail.revoke(id, merchantId)),
    collect: placing(rail.collect),
    verifyAccount: (query) => reach(query.merchantId, () => rail.verifyAccount(query)),
  };
}
