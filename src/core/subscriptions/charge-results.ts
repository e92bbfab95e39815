// Applies the ends of attempts to their charges and subscriptions: many at once, in as many statements as one needs.
import { at } from '../../kernel/business-days.ts';
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { sendInOrder } from '../../kernel/db/send-order.ts';
import { getOrThrow } from '../../kernel/required.ts';
import type { Work } from '../context.ts';
import { siteIn } from '../merchants/actions.ts';
import type { EndedTransaction, Reaction, Returned } from '../reactions.ts';
import { isFailed, type TransactionState } from '../transactions/actions.ts';
import { queueReceipt } from '../transactions/receipts.ts';
import { change } from '../transitions.ts';
import { flush } from '../unit-of-work.ts';
import * as charges from './charge-store.ts';
import { queueFailed } from './reminders.ts';
import { inRounds } from './rounds.ts';
import { failuresInARow, hasFailedRow, retryAt } from './schedule.ts';
import { chargeMachine } from './state.ts';
import * as store from './store.ts';
import { chargeSweep, moveCharge, moveSubscription } from './transitions.ts';

/** An attempt's end with its charge and subscription, both locked, and the next due date if there is one. */
interface End {
  work: Work;
  transaction: EndedTransaction;
  subscription: store.Subscription;
  charge: charges.Charge;
  next: charges.Charge | undefined;
}

/** Applies the ends of attempts to their charges and subscriptions. */
export const onChargesEnded: Reaction<Work, 'charge.ended'> = async (work, ended) => {
  const all = await lock(work, ended);
  for (const [number, round] of inRounds(all, ({ subscription }) => subscription.id).entries()) {
    // Reads rows again that an earlier round has changed in the same subscriptions.
    if (number > 0) await flush(work);
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

/** Locks the subscriptions, then the charges of ends, each in the order of their ids. */
async function lock(work: Work, ended: readonly EndedTransaction[]): Promise<End[]> {
  const paymentIds = ended.map(({ paymentId }) => paymentId);
  const [locked, lockedCharges, nextCharges] = await sendInOrder(
    store.lockOfPayments(work.tx, paymentIds),
    charges.lockOfPayments(work.tx, paymentIds),
    charges.findUpcomingOfPayments(work.tx, paymentIds),
  );
  const subscriptions = new Map(locked.map((subscription) => [subscription.id, subscription]));
  const byPayment = new Map(lockedCharges.map((charge) => [charge.paymentId!, charge]));
  const upcoming = new Map(nextCharges.map((charge) => [charge.subscriptionId, charge]));
  return ended.map((transaction) => {
    const { actor, correlationId } = transaction;
    const charge = getOrThrow(byPayment, transaction.paymentId);
    return {
      work: { ...work, actor, correlationId },
      transaction,
      charge,
      subscription: getOrThrow(subscriptions, charge.subscriptionId),
      next: upcoming.get(charge.subscriptionId),
    };
  });
}

/** Applies ends that all concern different subscriptions. */
async function follow(work: Work, ends: readonly End[]): Promise<void> {
  const failing = ends.filter(({ transaction }) => transaction.state !== 'successful');
  const outcomes = await outcomesOf(work, failing);
  const taken: End[] = [];
  for (const end of ends) {
    const failedBefore = outcomes.get(end.subscription.id)?.failed ?? [];
    if (!(await followEnd(end, failedBefore))) continue;
    taken.push(end);
    await notifyCustomer(end);
  }
  for (const end of taken) await wakeUpcoming(end);
  // A subscription with a future due date is not over.
  const perhapsOver = taken.filter(
    ({ charge, next }) => chargeMachine.ended.includes(charge.state) && next === undefined,
  );
  await completeIfOver(work, perhapsOver);
}

/** Sends the receipt of a paid charge, or the e-mail about a failed attempt. A customer who disputed the charge knows. */
async function notifyCustomer({ work, transaction, subscription, charge }: End): Promise<void> {
  const { state, returned } = transaction;
  const email = subscription.customer?.email;
  if (email === undefined) return;
  if (state === 'successful') await queueReceipt(work, { ...charge, id: transaction.paymentId }, email);
  else if (!returned?.isDispute) await queueFailed(work, subscription, charge);
}

/** How many attempts a charge gets: on its day, and on the next business days. */
const attemptsOf = async (work: Work, { siteId }: store.Subscription): Promise<number> =>
  1 + (await siteIn(work, siteId)).chargeRetries;

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
  if (transaction.returned) return followReturn(end, transaction.returned, failedBefore);
  const isNewest = charge.state === 'charging' && charge.transactionId === transaction.id;
  if (!isNewest || !isFailed(transaction.state as TransactionState)) return false;
  if (subscription.state !== 'active' || charge.attempts >= (await attemptsOf(work, subscription))) {
    return giveUp(work, subscription, charge, transaction.stateReason, failedBefore);
  }
  return retry(end);
}

async function retry({ work, subscription, charge, transaction }: End): Promise<boolean> {
  const isTaken = await moveCharge(work, subscription, charge, 'retry', transaction.stateReason);
  const { chargeTime, calendar } = work.policy;
  change(work, charges.subscriptionCharges, charge, {
    dueAt: retryAt(work.clock.now(), chargeTime, calendar),
  });
  return isTaken;
}

/**
 * Handles a bank's return of a charge's money. The charge is retried if that can help and attempts are left. A dispute
 * ends the subscription: nothing can be collected under its mandate any more, which is revoked.
 */
async function followReturn(
  end: End,
  { mayRetry, isDispute }: Returned,
  failedBefore: readonly number[],
): Promise<boolean> {
  const { work, subscription, charge, transaction } = end;
  // Another attempt is under way or has paid.
  const isItsOwn = charge.transactionId === transaction.id;
  const { stateReason: reason } = transaction;
  if (isDispute) {
    const own = isItsOwn ? charge : undefined;
    await moveSubscription(work, subscription, 'fail', `disputed by the payer: ${reason}`, own);
  }
  if (!isItsOwn) return isDispute;
  const isLast = subscription.state !== 'active' || charge.attempts >= (await attemptsOf(work, subscription));
  if (!mayRetry || isLast) return giveUp(work, subscription, charge, reason, failedBefore);
  // It waits already where the attempt had failed before.
  return charge.state === 'retrying' || retry(end);
}

/**
 * Fails a charge. If too many due dates in a row have failed with it, the subscription fails first, so that the
 * charge's own event, the last one, reports both.
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
    await moveSubscription(work, subscription, 'fail', `${failuresInARow} charges in a row failed`, charge);
  return moveCharge(work, subscription, charge, 'fail', reason);
}

async function followMoney({ work, subscription, charge, transaction: { id } }: End): Promise<boolean> {
  if (charge.state === 'successful') {
    // A returned refund of its attempt changes nothing. Otherwise two attempts have paid; `tefo check` reports that.
    if (charge.transactionId !== id)
      work.log.error({ charge: charge.id, transaction: id }, 'a charge was paid twice');
    return false;
  }
  // Late money may be from an earlier attempt.
  change(work, charges.subscriptionCharges, charge, { transactionId: id });
  return moveCharge(work, subscription, charge, 'pay', null);
}

/** The next occurrence waited for one at a bank and need not wait any longer. */
async function wakeUpcoming({ work, subscription, next }: End): Promise<void> {
  // It was cancelled when the subscription ended.
  if (!next || subscription.state !== 'active') return;
  const dueAt = at(Temporal.PlainDate.from(next.chargeDate), work.policy.chargeTime);
  if (next.dueAt?.getTime() !== dueAt.getTime()) change(work, charges.subscriptionCharges, next, { dueAt });
  if (dueAt <= work.clock.now()) await wakeAfterCommit(work.tx, chargeSweep);
}

export async function completeIfOver(
  work: Work,
  ends: readonly Pick<End, 'work' | 'subscription'>[],
): Promise<void> {
  const active = ends.filter(({ subscription }) => subscription.state === 'active');
  if (active.length === 0) return;
  await flush(work);
  const outcomes = await outcomesOf(work, active);
  for (const { work: own, subscription } of active) {
    const { ended, open } = getOrThrow(outcomes, subscription.id);
    if (ended === subscription.occurrences && open === 0)
      await moveSubscription(own, subscription, 'complete', null);
  }
}
