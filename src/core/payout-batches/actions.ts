// Batches of payouts that a user uploads: created together, and approved or declined by a second person as one.
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { newId } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { itemAt } from '../../kernel/required.ts';
import type { AnyContext, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { type Site, siteIn } from '../merchants/actions.ts';
import { assertNotSuspended } from '../merchants/suspension.ts';
import {
  countOfBatch,
  findOfBatch,
  judgeChanger,
  mayDecide,
  type NewPayout,
  type Payout,
  requestPayouts,
} from '../payouts/actions.ts';
import { assertAsSeen } from '../seen.ts';
import { correlated } from '../traces.ts';
import { advance, change } from '../transitions.ts';
import { action, inWork } from '../unit-of-work.ts';
import { assertOtherPerson } from '../users/grants.ts';
import type { Viewer } from '../viewer.ts';
import { payoutBatchMachine } from './state.ts';
import * as store from './store.ts';

export { findWaiting, type PayoutBatch, payoutBatches } from './store.ts';

export const payoutBatchSweep = 'payouts.batches';

export const mostPayouts = 1_000;

export interface NewPayoutBatch {
  site: Site;
  fileName: string;
  fileDigest: string;
  /** Each with its line in the file. */
  payouts: readonly (Omit<NewPayout, 'site' | 'batch'> & { line: number })[];
}

/**
 * Creates a batch with all its payouts and deducts them from the float, or nothing. Throws InvalidField, which names the line of
 * the file with a payout that is refused.
 */
export const createPayoutBatch = (ctx: AnyContext, input: NewPayoutBatch): Promise<store.PayoutBatch> =>
  inWork(ctx, (work) => create(work, input));

async function create(work: Work, { site, payouts, ...file }: NewPayoutBatch): Promise<store.PayoutBatch> {
  if (payouts.length === 0 || payouts.length > mostPayouts)
    throw invalidField('file', `a batch must have 1 to ${mostPayouts} payouts`);
  const batch: store.PayoutBatch = {
    id: newId(work.clock),
    merchantId: site.merchantId,
    siteId: site.id,
    state: payoutBatchMachine.initial,
    stateReason: null,
    ...file,
    payouts: payouts.length,
    sumCents: payouts.reduce((sum, { amount }) => sum + amount, 0n),
    correlationId: correlated(work, site.merchantId),
    createdBy: work.actor,
    createdAt: work.clock.now(),
    decidedBy: null,
    decidedAt: null,
    completedAt: null,
    dueAt: null,
  };
  await store.insertBatch(work.tx, batch);
  const answers = await requestPayouts(
    work,
    payouts.map(({ line, ...payout }) => ({ ...payout, site, batch: { id: batch.id, line } })),
  );
  for (const [place, answer] of answers.entries()) {
    if (answer.kind === 'accepted') continue;
    const detail = `line ${itemAt(payouts, place).line}: ${answer.reason}`;
    throw invalidField('file', detail);
  }
  return batch;
}

/** Returns the newest batch of a merchant that came from the same file; undefined without one. */
export const findSameFile = ({ db }: AnyContext, merchantId: string, digest: string) =>
  store.findByDigest(db, merchantId, digest);

/** Returns a batch that a viewer sees. Throws PayoutBatchNotFound. */
export async function readPayoutBatch(
  { db }: AnyContext,
  viewer: Viewer,
  id: string,
): Promise<store.PayoutBatch> {
  const batch = await store.findBatch(db, viewer, id);
  if (!batch) throw new DomainError('PayoutBatchNotFound');
  return batch;
}

/** Returns the payouts of a batch that a viewer sees, in the order of the file. */
export const listBatchPayouts = ({ db }: AnyContext, viewer: Viewer, id: string): Promise<Payout[]> =>
  findOfBatch(db, viewer, id, mostPayouts);

const openStates: readonly string[] = ['received', 'verification', 'payee_check', 'approval'];

/** Returns how many payouts of a batch are not decided yet, and their sum: some may have failed before the decision. */
export async function openOfBatch({ db }: AnyContext, id: string): Promise<{ count: number; sum: Cents }> {
  const counts = (await countOfBatch(db, id)).filter(({ state }) => openStates.includes(state));
  return {
    count: counts.reduce((all, { count }) => all + count, 0),
    sum: counts.reduce((all, { sumCents }) => all + sumCents, 0n),
  };
}

/**
 * Approves or declines a batch for its second person, who is not its creator, whose right does not come from the creator, and who
 * did not enter an account that it pays for the first time. Its payouts follow in a job. `seen` is the sum as the user saw
 * it. Throws PayoutBatchNotFound, DoneAlready, MakerMayNotDecide, RightsExceeded, ChangedSinceSeen.
 */
export const decidePayoutBatch = action(
  async (work, viewer: Viewer, id: string, verb: 'approve' | 'decline', seen: { sum?: Cents } = {}) => {
    const batch = await store.lockBatch(work.tx, viewer, id);
    if (!batch) throw new DomainError('PayoutBatchNotFound');
    if (batch.state !== 'waiting')
      throw new DomainError('DoneAlready', { detail: `the batch is already ${batch.state}` });
    const detail = await whyNotDecide(work, viewer, batch);
    if (detail !== undefined) throw new DomainError('MakerMayNotDecide', { detail });
    await assertOtherPerson(work, work.actor, {
      creator: batch.createdBy,
      merchantId: batch.merchantId,
      noun: 'batch',
    });
    if (verb === 'approve') assertNotSuspended(await siteIn(work, batch.siteId));
    const { sum } = await openOfBatch(work, id);
    assertAsSeen(seen, { sum });
    const now = work.clock.now();
    advance({ ...work, correlationId: batch.correlationId }, payoutBatchMachine, batch, verb, null);
    change(work, store.payoutBatches, batch, { decidedBy: work.actor, decidedAt: now, dueAt: now });
    await wakeAfterCommit(work.tx, payoutBatchSweep);
    return { batch, sum };
  },
);

/** Returns why the actor cannot decide about a batch, besides being its creator; undefined if they can. */
export async function whyNotDecide(
  scope: AnyContext,
  viewer: Viewer,
  batch: store.PayoutBatch,
): Promise<string | undefined> {
  if (!(await mayDecide(scope, viewer, batch)))
    return 'only users of the merchant can approve payouts of this site';
  const payouts = await findOfBatch(scope.db, viewer, batch.id, mostPayouts);
  const changed = new Map(
    payouts.flatMap(({ merchantId, beneficiary }) =>
      beneficiary?.note ? [[beneficiary.by, { merchantId, beneficiary }] as const] : [],
    ),
  );
  for (const payout of changed.values()) {
    const why = await judgeChanger(scope, payout);
    if (why !== undefined) return why;
  }
  return undefined;
}
