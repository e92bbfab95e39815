// Payouts that another party is queried about: the merchant at its verify address, or the bank of the payee. Each payout is queried
// by one process at a time, outside of any transaction, and no site or merchant takes the places of others.
import { plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { createLanes } from '../../kernel/concurrency/lanes.ts';
import type { Context } from '../context.ts';
import * as store from './store.ts';

// A lane for each site: it has one verify address.
const places = { placesPerLane: 8, placesInAll: 64 };

export interface Asking {
  name: string;
  /** The state in which payouts wait for the response. */
  state: store.AskedState;
  /** Longer than a query may take, so that there is never a second one at a time. */
  leaseMs: number;
  /** Queries about a payout and records the result, or when to query again. */
  ask(payout: store.Payout): Promise<void>;
}

/** Creates the sweep that queries about payouts in a state. */
export function createAskingSweep(ctx: Context, { name, state, leaseMs, ask }: Asking): Sweep {
  const lanes = createLanes(places);

  function begin(payout: store.Payout): void {
    const { id, siteId, merchantId } = payout;
    lanes.begin({ id, lane: siteId, owner: merchantId }, ({ take }) =>
      take(() => ask(payout)).catch((error) =>
        ctx.log.warn({ error, payoutId: id }, `${name}: a result could not be recorded; it is queried again`),
      ),
    );
  }

  return {
    name,
    intervalMs: 1_000,
    connect: lanes.connect,
    run: async () => {
      const free = lanes.free();
      if (free === 0) return 0;
      const now = ctx.clock.now();
      const claimed = await store.claimAsked(ctx.db, state, {
        ...{ now, leaseUntil: plus(now, leaseMs), free, perSite: places.placesPerLane },
        ...{ siteLoads: lanes.laneLoads, merchantLoads: lanes.ownerLoads },
      });
      claimed.forEach(begin);
      return claimed.length;
    },
    settle: lanes.settle,
  };
}
