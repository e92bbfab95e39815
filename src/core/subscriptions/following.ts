// What the ends of attempts mean for the charges they were made for, and for their subscriptions: of many at once, in as
// many statements as of one.
import { at } from '../../kernel/business-days.ts';
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { type EndedTransaction, type Followers, type Work, writeGathered } from '../context.ts';
import { change } from '../steps.ts';
import { isFailed, type TransactionState } from '../transactions/actions.ts';
import * as charges from './charge-store.ts';
import { chargeSweep, moveCharge, moveSubscription } from './moves.ts';
import { inRounds } from './rounds.ts';
import { attemptsPerCharge, failuresInARow, hasFailedRow, retryAt } from './schedule.ts';
import { chargeMachine } from './state.ts';
import * as store from './store.ts';

/** An attempt's end with what it concerns, both locked, and the next due date where one is to come. */
interface End {
  work: Work;
  transaction: EndedTransaction;
  subscription: store.Subscription;
  charge: charges.Charge;
  next: charges.Charge | undefined;
}

/** What attempts' ends mean for the charges they were made for, and for their subscriptions. */
export const onChargesEnded: Followers['chargesEnded'] = async (work, ended) => {
  const all = await lock(work, ended);
  for (const [number, round] of inRounds(all, ({ subscription }) => subscription.id).entries()) {
    // What an earlier round has decided about the same subscriptions is read again.
    if (number > 0) await writeGathered(work);
    const now =
      number === 0
        ? round
        : await lock(
            work,
            round.map(({ transaction }) => transaction),
          );
    await follow(work, now);
  }
};

/** Locks what the ends concern, subscriptions before charges, each in the order of their ids. */
async function lock(work: Work, ended: readonly EndedTransaction[]): Promise<End[]> {
  const paymentIds = ended.map(({ paymentId }) => paymentId);
  const [subscriptions, byPayment, upcoming] = await Promise.all([
    store.lockOfPayments(work.tx, paymentIds),
    charges.lockOfPayments(work.tx, paymentIds),
    charges.findUpcomingOfPayments(work.tx, paymentIds),
  ]);
  return ended.map((transaction) => {
    const { actor, correlationId } = transaction;
    const charge = byPayment.get(transaction.paymentId)!;
    return {
      work: { ...work, actor, correlationId },
      transaction,
      charge,
      subscription: subscriptions.get(charge.subscriptionId)!,
      next: upcoming.get(charge.subscriptionId),
    };
  });
}

/** Follows ends of which no two concern one subscription. */
async function follow(work: Work, ends: readonly End[]): Promise<void> {
  const failing = ends.filter(({ transaction }) => transaction.state !== 'successful');
  const outcomes = await outcomesOf(work, failing);
  const taken: End[] = [];
  for (const end of ends) {
    const failedBefore = outcomes.get(end.subscription.id)?.failed ?? [];
    if (await followEnd(end, failedBefore)) taken.push(end);
  }
  for (const end of taken) await wakeUpcoming(end);
  // While a due date is to come, nothing is over.
  const perhapsOver = taken.filter(
    ({ charge, next }) => chargeMachine.ended.includes(charge.state) && next === undefined,
  );
  await completeIfOver(work, perhapsOver);
}

async function outcomesOf(
  work: Work,
  of: readonly Pick<End, 'subscription'>[],
): Promise<Map<string, charges.Outcomes>> {
  if (of.length === 0) return new Map();
  return charges.readOutcomes(
    work.tx,
    of.map(({ subscription }) => subscription.id),
  );
}

async function followEnd(end: End, failedBefore: readonly number[]): Promise<boolean> {
  const { work, subscription, charge, transaction } = end;
  if (transaction.state === 'successful') return followMoney(end);
  const isNewest = charge.state === 'charging' && charge.transactionId === transaction.id;
  if (!isNewest || !isFailed(transaction.state as TransactionState)) return false;
  if (charge.attempts >= attemptsPerCharge || subscription.state !== 'active') {
    return giveUp(work, subscription, charge, transaction.stateReason, failedBefore);
  }
  await moveCharge(work, subscription, charge, 'retry', transaction.stateReason);
  const { chargeTime, calendar } = work.policy;
  change(work, chargeMachine, charge, { dueAt: retryAt(work.clock.now(), chargeTime, calendar) });
  return true;
}

/**
 * Gives a charge up. Where too many due dates in a row have failed with it, the subscription fails first, so that the
 * charge's own event, which is the last there is, tells of both.
 */
export async function giveUp(
  work: Work,
  subscription: store.Subscription,
  charge: charges.Charge,
  reason: string | null,
  failedBefore: readonly number[],
): Promise<boolean> {
  const { occurrence } = charge;
  if (subscription.state === 'active' && occurrence !== null && hasFailedRow([...failedBefore, occurrence]))
    await moveSubscription(work, subscription, 'fail', `${failuresInARow} charges in a row failed`);
  return moveCharge(work, subscription, charge, 'fail', reason);
}

async function followMoney({ work, subscription, charge, transaction: { id } }: End): Promise<boolean> {
  if (charge.state === 'successful') {
    // A refund of its own attempt came back: nothing new. Of another: two attempts have paid, `tefo check` tells.
    if (charge.transactionId !== id)
      work.log.error({ charge: charge.id, transaction: id }, 'a charge was paid twice');
    return false;
  }
  // Late money may be an earlier attempt's.
  change(work, chargeMachine, charge, { transactionId: id });
  return moveCharge(work, subscription, charge, 'pay', null);
}

/** The next occurrence waits while one is under way at a bank; it need not wait any longer. */
async function wakeUpcoming({ work, subscription, next }: End): Promise<void> {
  // With the subscription's end it was called off.
  if (!next || subscription.state !== 'active') return;
  const dueAt = at(Temporal.PlainDate.from(next.chargeDate), work.policy.chargeTime);
  if (next.dueAt?.getTime() !== dueAt.getTime()) change(work, chargeMachine, next, { dueAt });
  if (dueAt <= work.clock.now()) await wakeAfterCommit(work.tx, chargeSweep);
}

/** Completes those of the subscriptions that are active and all of whose charges are over. */
export async function completeIfOver(
  work: Work,
  ends: readonly Pick<End, 'work' | 'subscription'>[],
): Promise<void> {
  const active = ends.filter(({ subscription }) => subscription.state === 'active');
  if (active.length === 0) return;
  await writeGathered(work);
  const outcomes = await outcomesOf(work, active);
  for (const { work: own, subscription } of active) {
    const { ended, open } = outcomes.get(subscription.id)!;
    if (ended === subscription.occurrences && open === 0)
      await moveSubscription(own, subscription, 'complete', null);
  }
}
