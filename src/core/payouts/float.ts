// Accepts payouts and deducts them from the float of their site. Concurrent requests share a transaction, which locks the floats
// first and decides about each payout in the order of the requests.
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { batch } from '../../kernel/db/batch.ts';
import type { Cents } from '../../kernel/money.ts';
import { firstOf } from '../../kernel/required.ts';
import type { AnyContext, Work } from '../context.ts';
import * as ledger from '../ledger/actions.ts';
import { inWork, save } from '../unit-of-work.ts';
import { payoutMachine, type SubStatus, subStatuses } from './state.ts';
import * as store from './store.ts';
import { floatWrite } from './transitions.ts';

export const receivedSweep = 'payouts.receive';

/** Why a payout was refused, which leaves nothing behind. */
export interface Refusal {
  subStatus: SubStatus;
  reason: string;
}

interface Asked {
  ctx: AnyContext;
  payout: store.Payout;
}

const acceptBatch = batch((_, all: readonly Asked[]) => acceptAll(all));

/**
 * Accepts a payout together with other current requests, or in the caller's transaction, and deducts it from the float; or
 * returns why not.
 */
export async function acceptSoon(ctx: AnyContext, payout: store.Payout): Promise<Refusal | undefined> {
  if ('tx' in ctx) return (await acceptAll([{ ctx, payout }]))[0];
  return acceptBatch(ctx.db, { ctx, payout });
}

/** Accepts payouts in the caller's transaction; returns why not, by their places. */
export const acceptTogether = (
  work: Work,
  payouts: readonly store.Payout[],
): Promise<(Refusal | undefined)[]> =>
  payouts.length === 0 ? Promise.resolve([]) : acceptAll(payouts.map((payout) => ({ ctx: work, payout })));

function acceptAll(all: readonly Asked[]): Promise<(Refusal | undefined)[]> {
  return inWork(firstOf(all).ctx, async (work) => {
    const payouts = all.map(({ payout }) => payout);
    // This also protects references: other accepted payouts of the site wait here.
    const available = await store.lockFloats(
      work.tx,
      payouts.map(({ siteId }) => siteId),
    );
    const used = await store.findUsed(work.tx, payouts);
    const refusals = payouts.map((payout) => debit(payout, available, used));
    const accepted = all.filter((_, index) => refusals[index] === undefined);
    if (accepted.length > 0) await keep(work, accepted);
    return refusals;
  });
}

/** Deducts a payout from the available amount, unless it is refused. */
function debit(payout: store.Payout, available: Map<string, Cents>, used: Set<string>): Refusal | undefined {
  const { siteId, amountCents } = payout;
  const name = store.referenceName(payout);
  if (used.has(name)) {
    return {
      subStatus: subStatuses.duplicateReference,
      reason: 'the merchantReference was used before',
    };
  }
  const left = (available.get(siteId) ?? 0n) - amountCents;
  if (left < 0n) {
    return { subStatus: subStatuses.insufficientFloat, reason: 'the float does not cover the payout' };
  }
  available.set(siteId, left);
  used.add(name);
  return undefined;
}

async function keep(work: Work, accepted: readonly Asked[]): Promise<void> {
  await store.insertPayouts(
    work.tx,
    accepted.map(({ payout }) => payout),
  );
  for (const { payout } of accepted) {
    const { merchantId, siteId, id: objectId, amountCents: amount } = payout;
    const owner = { merchantId, siteId, object: payoutMachine.object, objectId };
    ledger.post(work, 'payout_accepted', { ...owner, amounts: { amount } });
    save(work, floatWrite, { siteId, available: -amount, pending: -amount });
  }
  await wakeAfterCommit(work.tx, receivedSweep);
}
