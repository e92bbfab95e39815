// Every step of a subscription and of its charges, with what hangs on it: the merchant's notification, the next charge,
// the end. Callers hold the locks of the charge's payment (where it has one), the subscription and the charge, in this
// order.

import { at, dayOf } from '../../kernel/business-days.ts';
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { newId } from '../../kernel/ids.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { findEdge } from '../../kernel/state-machine.ts';
import { gather, type Work, type Write } from '../context.ts';
import type { EventType } from '../events.ts';
import { siteIn } from '../merchants/actions.ts';
import { publish } from '../notifications/actions.ts';
import { advance, change } from '../steps.ts';
import { type Charge, insertCharges, lockWaitingCharges } from './charge-store.ts';
import { chargeDate, dueDate } from './schedule.ts';
import { type ChargeVerb, chargeMachine, type SubscriptionVerb, subscriptionMachine } from './state.ts';
import type { Subscription } from './store.ts';

/** The name of the sweep that charges. */
export const chargeSweep = 'subscriptions.charge';

/** Why the charges of a subscription that has ended are called off or given up. */
const endedReason = 'the subscription has ended';

/**
 * Takes a step of a subscription; false when its state does not allow it, which changes nothing. Before its end, what it
 * has not charged is called off or given up, so that the end is the last that is told; then the bank is to be told.
 */
export async function moveSubscription(
  work: Work,
  subscription: Subscription,
  verb: SubscriptionVerb,
  reason: string | null,
): Promise<boolean> {
  const edge = findEdge(subscriptionMachine, subscription.state, verb);
  if (!edge) return false;
  const isEnd = subscriptionMachine.ended.includes(edge.to);
  // What has completed has nothing left.
  if (isEnd && verb !== 'complete') await endCharges(work, subscription);
  await advance(work, subscriptionMachine, subscription, verb, reason, {
    post: async () => {},
    publish: async (event) => {
      subscription.stateReason = reason;
      await publishAbout(work, subscription, event, {});
    },
  });
  subscription.stateReason = reason;
  // Also where no bank is known: a mandate may stand there whose opening was not answered.
  const dueAt = isEnd ? work.clock.now() : null;
  change(work, subscriptionMachine, subscription, { dueAt, tries: 0 });
  return true;
}

/**
 * Takes a step of a charge; false when its state does not allow it, which changes nothing. Its due time is gone then:
 * the caller sets the next, where there is one. One that failed is due once more, for its payment to be closed.
 */
export async function moveCharge(
  work: Work,
  subscription: Subscription,
  charge: Charge,
  verb: ChargeVerb,
  reason: string | null,
): Promise<boolean> {
  if (!findEdge(chargeMachine, charge.state, verb)) return false;
  change(work, chargeMachine, charge, { dueAt: null });
  const edge = await advance(work, chargeMachine, charge, verb, reason, {
    post: async () => {},
    publish: (event) => publishAbout(work, subscription, event, { reason, ...tellCharge(charge) }),
  });
  if (edge?.to === 'failed' && charge.paymentId !== null) {
    change(work, chargeMachine, charge, { dueAt: work.clock.now() });
    await wakeAfterCommit(work.tx, chargeSweep);
  }
  return edge !== undefined;
}

/**
 * What bodies may be written from: the data of a subscription's events. Of a charge: its transaction, its place among the
 * due dates where it has one, its amount as an exact decimal.
 */
export type SubscriptionSnapshot = ReturnType<typeof snapshot> & ChargeTold;

interface ChargeTold {
  transactionId?: string;
  occurrence?: number;
  amount?: string;
}

function snapshot(subscription: Subscription, reason: string | null) {
  const { id, state, merchantReference } = subscription;
  return { id, state, reason, merchantReference };
}

function tellCharge({ transactionId, occurrence, amountCents }: Charge): ChargeTold {
  return {
    ...(transactionId !== null && { transactionId }),
    ...(occurrence !== null && { occurrence }),
    amount: formatDecimal(amountCents),
  };
}

async function publishAbout(
  work: Work,
  subscription: Subscription,
  type: EventType,
  { reason = subscription.stateReason, ...told }: ChargeTold & { reason?: string | null },
): Promise<void> {
  const { merchantId, siteId, id, notifyUrl, correlationId } = subscription;
  await publish(work, {
    merchantId,
    siteId,
    object: subscriptionMachine.object,
    objectId: id,
    type,
    data: { ...snapshot(subscription, reason), ...told },
    correlationId,
    receivers: notifyUrl === null ? [] : [{ url: notifyUrl, format: 'subscription' }],
  });
}

/** Makes the charge of a due date. The unique index holds that there is one for each, ever. */
export async function addScheduledCharge(
  work: Work,
  subscription: Subscription,
  occurrence: number,
): Promise<void> {
  const { frequency, firstPaymentDate } = subscription;
  const due = dueDate(Temporal.PlainDate.from(firstPaymentDate), frequency, occurrence);
  const site = await siteIn(work, subscription.siteId);
  const day = chargeDate(due, frequency, site.holidayRule, work.policy.calendar);
  await addCharge(work, subscription, {
    type: 'scheduled',
    occurrence,
    amountCents: subscription.amountCents,
    dueDate: due.toString(),
    chargeDate: day.toString(),
    dueAt: at(day, work.policy.chargeTime),
  });
}

/** Makes a charge that is due at once: what the merchant asks for, or what is paid at sign-up. */
export function addChargeNow(
  work: Work,
  subscription: Subscription,
  charge: Pick<Charge, 'type' | 'amountCents'> & Partial<Pick<Charge, 'merchantReference' | 'description'>>,
): Promise<Charge> {
  const now = work.clock.now();
  const today = dayOf(now).toString();
  return addCharge(work, subscription, { ...charge, dueDate: today, chargeDate: today, dueAt: now });
}

type ChargeGiven = Pick<Charge, 'type' | 'amountCents' | 'dueDate' | 'chargeDate'> &
  Partial<Pick<Charge, 'occurrence' | 'merchantReference' | 'description'>> & { dueAt: Date };

async function addCharge(work: Work, subscription: Subscription, given: ChargeGiven): Promise<Charge> {
  const charge: Charge = {
    occurrence: null,
    merchantReference: subscription.merchantReference,
    description: null,
    ...given,
    id: newId(work.clock),
    merchantId: subscription.merchantId,
    siteId: subscription.siteId,
    subscriptionId: subscription.id,
    state: chargeMachine.initial,
    stateReason: null,
    currency: subscription.currency,
    attempts: 0,
    paymentId: null,
    transactionId: null,
    correlationId: work.correlationId,
    createdAt: work.clock.now(),
    completedAt: null,
  };
  gather(work, newCharges, charge);
  if (given.dueAt <= work.clock.now()) await wakeAfterCommit(work.tx, chargeSweep);
  return charge;
}

const newCharges: Write<Charge> = { place: 3, all: ({ tx }, rows) => insertCharges(tx, rows) };

// A due date ahead is called off; what was to go at once, or failed and would be tried again, is given up, so that whoever
// asked for it is told; what a bank has is left to it.
async function endCharges(work: Work, subscription: Subscription): Promise<void> {
  for (const charge of await lockWaitingCharges(work.tx, subscription.id)) {
    const isAhead = charge.state === 'scheduled' && charge.type === 'scheduled';
    const verb = isAhead ? 'cancel' : 'fail';
    await moveCharge(work, subscription, charge, verb, endedReason);
  }
}
