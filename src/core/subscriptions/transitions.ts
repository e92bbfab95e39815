// Every step of a subscription and its charges, with the side effects: the merchant's notification, the next charge,
// the end. Callers hold the locks of the charge's payment (if any), the subscription and the charge, in this order.

import { at, dayOf } from '../../kernel/business-days.ts';
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { insertRows } from '../../kernel/db/table.ts';
import { newId } from '../../kernel/ids.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { findEdge } from '../../kernel/state-machine.ts';
import type { Work, Writer } from '../context.ts';
import type { EventType } from '../events.ts';
import { siteIn } from '../merchants/actions.ts';
import { publish } from '../notifications/actions.ts';
import { advance, change } from '../transitions.ts';
import { save } from '../unit-of-work.ts';
import { type Charge, lockWaitingCharges, subscriptionCharges } from './charge-store.ts';
import { chargeDate, dueDate } from './schedule.ts';
import { type ChargeVerb, chargeMachine, type SubscriptionVerb, subscriptionMachine } from './state.ts';
import { type Subscription, subscriptions } from './store.ts';

export const chargeSweep = 'subscriptions.charge';

/** Why charges are cancelled or fail when their subscription has ended. */
const endedReason = 'the subscription has ended';

/**
 * Takes a step of a subscription; returns false when its state does not allow it, and changes nothing. Before its end,
 * its open charges are cancelled or fail, so that the end is the last event; then the bank must be informed. The charge
 * `except` is the caller's to end.
 */
export async function moveSubscription(
  work: Work,
  subscription: Subscription,
  verb: SubscriptionVerb,
  reason: string | null,
  except?: Charge,
): Promise<boolean> {
  const edge = findEdge(subscriptionMachine, subscription.state, verb);
  if (!edge) return false;
  const isEnd = subscriptionMachine.ended.includes(edge.to);
  // A completed subscription has no open charges.
  if (isEnd && verb !== 'complete') await endCharges(work, subscription, except);
  advance(work, subscriptionMachine, subscription, verb, reason);
  subscription.stateReason = reason;
  if (edge.event) publishAbout(work, subscription, edge.event, {});
  // Also without a known bank: a bank can have a mandate without having responded to its opening.
  const dueAt = isEnd ? work.clock.now() : null;
  change(work, subscriptions, subscription, { dueAt, tries: 0 });
  return true;
}

/**
 * Takes a step of a charge; returns false if its state does not allow it, and changes nothing. It clears the due time:
 * the caller sets the next one. A failed charge is due again, to close its payment.
 */
export async function moveCharge(
  work: Work,
  subscription: Subscription,
  charge: Charge,
  verb: ChargeVerb,
  reason: string | null,
): Promise<boolean> {
  if (!findEdge(chargeMachine, charge.state, verb)) return false;
  change(work, subscriptionCharges, charge, { dueAt: null });
  const edge = advance(work, chargeMachine, charge, verb, reason);
  if (edge?.event) publishAbout(work, subscription, edge.event, { reason, ...tellCharge(charge) });
  if (edge?.to === 'failed' && charge.paymentId !== null) {
    change(work, subscriptionCharges, charge, { dueAt: work.clock.now() });
    await wakeAfterCommit(work.tx, chargeSweep);
  }
  return edge !== undefined;
}

/**
 * The event data of a subscription. For a charge: its transaction, its number among the due dates if any, and its
 * amount as an exact decimal.
 */
export type SubscriptionSnapshot = ReturnType<typeof snapshot> & ReportedCharge;

interface ReportedCharge {
  transactionId?: string;
  occurrence?: number;
  amount?: string;
}

function snapshot(subscription: Subscription, reason: string | null) {
  const { id, state, merchantReference } = subscription;
  return { id, state, reason, merchantReference };
}

function tellCharge({ transactionId, occurrence, amountCents }: Charge): ReportedCharge {
  return {
    ...(transactionId !== null && { transactionId }),
    ...(occurrence !== null && { occurrence }),
    amount: formatDecimal(amountCents),
  };
}

function publishAbout(
  work: Work,
  subscription: Subscription,
  type: EventType,
  { reason = subscription.stateReason, ...reported }: ReportedCharge & { reason?: string | null },
): void {
  const { merchantId, siteId, id, notifyUrl, correlationId } = subscription;
  publish(work, {
    merchantId,
    siteId,
    object: subscriptionMachine.object,
    objectId: id,
    type,
    data: { ...snapshot(subscription, reason), ...reported },
    correlationId,
    receivers: notifyUrl === null ? [] : [{ url: notifyUrl, format: 'subscription' }],
  });
}

/** Creates the charge of a due date. The unique index ensures that there is only ever one for each. */
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

/** Creates a charge that is due at once: requested by the merchant, or paid at sign-up. */
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
    remindedAt: null,
  };
  save(work, newCharges, charge);
  if (given.dueAt <= work.clock.now()) await wakeAfterCommit(work.tx, chargeSweep);
  return charge;
}

const newCharges: Writer<Charge> = {
  place: 'subscription_charges',
  idOf: ({ id }) => id,
  statements: ({ tx }, rows) => [{ query: insertRows(tx, subscriptionCharges, rows) }],
};

// Future due dates are cancelled. Charges that were due at once, or failed and would be retried, fail, so that their
// requester is notified. Charges at a bank are left to it.
async function endCharges(work: Work, subscription: Subscription, except?: Charge): Promise<void> {
  for (const charge of await lockWaitingCharges(work.tx, subscription.id)) {
    if (charge.id === except?.id) continue;
    const isAhead = charge.state === 'scheduled' && charge.type === 'scheduled';
    const verb = isAhead ? 'cancel' : 'fail';
    await moveCharge(work, subscription, charge, verb, endedReason);
  }
}
