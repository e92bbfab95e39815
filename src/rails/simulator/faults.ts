// Faults of the bank's connection, switched on and off while it runs: callers must survive them.
import { setTimeout as delay } from 'node:timers/promises';
import { type Ability, type At, BankTimeout, BankUnavailable, type Rail } from '../../core/rails.ts';
import { randomBelow } from '../../kernel/random.ts';

type SimulatedRail = Required<Pick<Rail, Ability>>;

export interface Faults {
  /** Real milliseconds that each call takes longer. */
  latencyMs: number;
  /** The share of calls, 0 to 1, that fail before anything has happened. */
  errorRate: number;
  /** Orders, steps and transfers are carried out, and then the response is lost. */
  timeoutAfterCommit: boolean;
  duplicateCallbacks: boolean;
  /** After a final outcome, a stale "pending" arrives. */
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

/** The faults for each merchant's calls. It is queried again for each call. */
export interface LineFaults {
  /** Returns the faults for a merchant's money; null: for unallocated money. */
  of(merchantId: string | null): Faults;
  /** The merchants for whom the bank is down. */
  closedFor(): string[];
}

export const perfectLine: LineFaults = { of: () => noFaults, closedFor: () => [] };

/**
 * The same rail behind a bad connection: each call meets the faults that are on at that time for its merchant.
 * `isAway`: the error means that the bank itself could not be reached, and it is unknown how far the call came.
 */
export function withFaults(
  rail: SimulatedRail,
  faults: LineFaults,
  isAway: (error: unknown) => boolean = () => false,
): SimulatedRail {
  type MerchantId = string | null;

  async function reach<T>(merchantId: MerchantId, call: () => Promise<T>): Promise<T> {
    const { latencyMs, down, errorRate } = faults.of(merchantId);
    if (latencyMs > 0) await delay(latencyMs);
    if (down) throw new BankUnavailable(downReason);
    if (randomBelow(1_000_000) < errorRate * 1_000_000)
      throw new BankUnavailable('The bank refused the call.');
    return call().catch((error) => {
      throw isAway(error) ? new BankTimeout('The bank does not respond.') : error;
    });
  }

  async function commit<T>(merchantId: MerchantId, call: () => Promise<T>): Promise<T> {
    const answer = await reach(merchantId, call);
    if (faults.of(merchantId).timeoutAfterCommit) throw new BankTimeout('The response of the bank was lost.');
    return answer;
  }

  const placing =
    <Order extends At, T>(call: (order: Order) => Promise<T>) =>
    (order: Order) =>
      commit(order.merchantId, () => call(order));
  const asking =
    <Question extends At, T>(call: (at: Question) => Promise<T>) =>
    (at: Question) =>
      reach(at.merchantId, () => call(at));

  // Not specific to a merchant: a bank's orders for one merchant are listed with all.
  const listing = (list: NonNullable<SimulatedRail['transfers']['since']>): typeof list =>
    async function* (at) {
      await reach(null, async () => {});
      try {
        yield* list(at);
      } catch (error) {
        throw isAway(error) ? new BankTimeout('The bank does not respond.') : error;
      }
    };

  const { deposits, orders, transfers, mandates, verification } = rail;
  return {
    deposits,
    orders: {
      banks: async (at) => {
        const listed = await orders.banks(at);
        if (!faults.of(at.merchantId).down) return listed;
        return listed.map((bank) => ({ ...bank, available: false, unavailableReason: 'down' as const }));
      },
      start: placing(orders.start),
      step: (at, step) => commit(at.merchantId, () => orders.step(at, step)),
      enquire: asking(orders.enquire),
    },
    transfers: {
      transfer: placing(transfers.transfer),
      enquire: asking(transfers.enquire),
      ...(transfers.since && { since: listing(transfers.since) }),
    },
    mandates: {
      authorise: placing(mandates.authorise),
      enquire: asking(mandates.enquire),
      revoke: placing(mandates.revoke),
      collect: placing(mandates.collect),
    },
    verification: { verify: asking(verification.verify) },
  };
}
