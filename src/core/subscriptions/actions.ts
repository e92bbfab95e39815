// Actions of merchants and customers on subscriptions: create, read, authorise, charge and cancel.
import { dayOf } from '../../kernel/business-days.ts';
import { parseDay } from '../../kernel/calendar.ts';
import { plus, timeHere } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { type Cents, formatRand } from '../../kernel/money.ts';
import { getOrThrow } from '../../kernel/required.ts';
import { assertPayable } from '../accounts/actions.ts';
import { type AnyContext, type Context, cancelledBy } from '../context.ts';
import { addingCustomers, contactOf, identify, setCustomers } from '../customers/actions.ts';
import type { NamedSource } from '../customers/jobs.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import type { Site } from '../merchants/actions.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { correlated } from '../traces.ts';
import { action } from '../unit-of-work.ts';
import { sees, type Viewer } from '../viewer.ts';
import * as charges from './charge-store.ts';
import { type SubscriptionState, subscriptionMachine } from './state.ts';
import * as store from './store.ts';
import { moveSubscription } from './transitions.ts';

export { adhocTerms, chargeNow } from './adhoc.ts';
export { onChargesEnded } from './charge-results.ts';
export { type Charge, listCharges, subscriptionCharges } from './charge-store.ts';
export { type ComingCharge, comingCharges } from './coming.ts';
export { authoriseAtBank, enquireMandate, recordMandateAnswer } from './mandates.ts';
export { setReminders } from './reminders.ts';
export {
  type ChargeState,
  chargeMachine,
  type SubscriptionState,
  subscriptionMachine,
  subscriptionStates,
} from './state.ts';
export {
  type Frequency,
  findAnySubscription,
  findSubscriptionsByReference,
  frequencies,
  listSubscriptions,
  type MandateConsent,
  type Subscription,
  subscriptions,
} from './store.ts';
export { subscriberPath, subscriptionOfToken } from './subscriber-token.ts';
export type { SubscriptionSnapshot } from './transitions.ts';

export interface NewSubscription {
  site: Site;
  /** Cents, more than zero. */
  amount: Cents;
  /** The range for ad-hoc charges; it includes the amount. Absent: there are no ad-hoc charges. */
  band?: { minimum: Cents; maximum: Cents };
  payableNow?: Cents;
  /** The most ad-hoc charges, 0 or more, and their largest total; unlimited when absent. Without a band, no effect. */
  maxAdhocCharges?: number;
  maxAdhocTotal?: Cents;
  description?: string;
  merchantReference: string;
  bankReference?: string;
  frequency: store.Frequency;
  /** "2026-12-01", not in the past. */
  firstPaymentDate: string;
  /** 1 to 520. */
  occurrences: number;
  returnUrl?: string;
  notifyUrl?: string;
  customer?: store.Subscription['customer'];
}

/** How long a customer has to authorise, in milliseconds: 24 hours. */
const authorisationMs = 24 * 60 * 60 * 1000;

/**
 * Creates a subscription that waits for its customer. Throws InvalidField for a first day in the past, an amount
 * outside its band, a band whose ends are in the wrong order, or a total too small for any single charge, and
 * PaymentMethodUnavailable when no bank could authorise it.
 */
export async function createSubscription(
  ctx: AnyContext,
  input: NewSubscription,
): Promise<store.Subscription> {
  assertInBand(input);
  assertSomeFits(input);
  const { site, band } = input;
  await assertPayable(ctx, site.merchantId, ['mandates']);
  const createdAt = ctx.clock.now();
  const lapsesAt = plus(createdAt, authorisationMs);
  const customer = identify(site.merchantId, contactOf(input.customer));
  const subscription: store.Subscription = {
    id: newId(ctx.clock),
    merchantId: site.merchantId,
    siteId: site.id,
    state: subscriptionMachine.initial,
    stateReason: null,
    amountCents: input.amount,
    currency: 'ZAR',
    minimumCents: band?.minimum ?? null,
    maximumCents: band?.maximum ?? null,
    maxAdhocCharges: input.maxAdhocCharges ?? null,
    maxAdhocTotalCents: input.maxAdhocTotal ?? null,
    payableNowCents: input.payableNow ?? null,
    description: input.description ?? null,
    merchantReference: input.merchantReference,
    bankReference: input.bankReference ?? null,
    frequency: input.frequency,
    firstPaymentDate: readFirstDate(ctx, input.firstPaymentDate),
    occurrences: input.occurrences,
    returnUrl: input.returnUrl ?? site.addresses.returnUrl ?? null,
    notifyUrl: input.notifyUrl ?? site.addresses.notifyUrl ?? null,
    customer: input.customer ?? null,
    bankAccount: null,
    bankId: null,
    bankName: null,
    bankUrl: null,
    authorizationStatus: null,
    payerAccount: null,
    consent: null,
    correlationId: correlated(ctx, site.merchantId),
    createdAt,
    lapsesAt,
    authorizedAt: null,
    completedAt: null,
    dueAt: lapsesAt,
    tries: 0,
    remindersStoppedAt: null,
    customerId: customer?.id ?? null,
  };
  if (customer) await addingCustomers(ctx.db, [customer], createdAt);
  await store.insertSubscription(ctx.db, subscription, ctx.actor);
  return subscription;
}

function readFirstDate(ctx: AnyContext, given: string): string {
  const first = parseDay(given);
  if (!first)
    throw invalidField('firstPaymentDate', 'the first payment date must be a date, like 2026-12-01');
  if (Temporal.PlainDate.compare(first, dayOf(ctx.clock.now())) < 0)
    throw invalidField(
      'firstPaymentDate',
      `the first payment date must not be in the past; ${timeHere(ctx.clock.now())}`,
    );
  return first.toString();
}

function assertInBand({ band, amount }: NewSubscription): void {
  if (!band) return;
  if (band.minimum > band.maximum) throw invalidField('band', 'the minimum must not exceed the maximum');
  if (amount < band.minimum || amount > band.maximum)
    throw invalidField('amount', 'the amount must be between its minimum and its maximum');
}

function assertSomeFits({ band, maxAdhocTotal }: NewSubscription): void {
  if (!band || maxAdhocTotal === undefined || maxAdhocTotal >= band.minimum) return;
  throw invalidField(
    'maxAdhocTotal',
    `maxAdhocTotal is less than the smallest single charge, ${formatRand(band.minimum)}; to allow none, set maxAdhocCharges to 0`,
  );
}

/** Returns a merchant's subscription. Throws SubscriptionNotFound for another merchant's. */
export async function getSubscription(
  ctx: AnyContext,
  merchantId: string,
  id: string,
): Promise<store.Subscription> {
  const subscription = await store.findSubscription(ctx.db, merchantId, id);
  if (!subscription) throw new DomainError('SubscriptionNotFound');
  return subscription;
}

/** A charge, and the next one if there is one. */
export interface ChargeFound {
  charge: charges.Charge;
  next: charges.Charge | undefined;
}

export async function findChargeOfPayment(ctx: Context, paymentId: string): Promise<ChargeFound | undefined> {
  return withNext(ctx, await charges.findChargeOfPayment(ctx.db, paymentId));
}

/** Returns a charge, for its e-mail. */
export const findCharge = (ctx: Context, id: string): Promise<charges.Charge | undefined> =>
  charges.findCharge(ctx.db, id);

/** Returns the charge of a subscription that was last sent to its bank. */
export async function findNewestTried(ctx: Context, id: string): Promise<ChargeFound | undefined> {
  return withNext(ctx, await charges.findNewestTried(ctx.db, id));
}

async function withNext(ctx: Context, charge: charges.Charge | undefined): Promise<ChargeFound | undefined> {
  return charge && { charge, next: await charges.findUpcoming(ctx.db, charge.subscriptionId) };
}

/** Declines a subscription for the customer on the hosted page, before any bank was queried: the subscription fails. */
export const declineSubscription = action(async (work, id: string): Promise<store.Subscription> => {
  const subscription = await store.lockSubscription(work.tx, id);
  if (!subscription) throw new DomainError('SubscriptionNotFound');
  await moveSubscription(work, subscription, 'decline', 'declined by the customer');
  return subscription;
});

/** The state of a subscription when a user saw it. */
export type SubscriptionFacts = { state: SubscriptionState };

/**
 * Ends a subscription: nothing more is charged, requested charges that have not started fail, and those at a bank are
 * left to it. Repeating it changes nothing; for who saw it otherwise, it throws DoneAlready. Throws SubscriptionNotFound,
 * SubscriptionEnded (completed, expired, failed), ChangedSinceSeen.
 */
export const cancelSubscription = action(
  async (work, viewer: Viewer, id: string, seen?: Seen<SubscriptionFacts>): Promise<void> => {
    const subscription = await store.lockSubscription(work.tx, id);
    if (!subscription || !sees(viewer, subscription.merchantId))
      throw new DomainError('SubscriptionNotFound');
    const { state } = subscription;
    if (seen?.state && seen.state !== state && state === 'canceled')
      throw new DomainError('DoneAlready', { detail: 'the subscription is already cancelled' });
    assertAsSeen<SubscriptionFacts>(seen, { state });
    if (state === 'canceled') return;
    if (!(await moveSubscription(work, subscription, 'cancel', cancelledBy(work)))) {
      throw new DomainError('SubscriptionEnded', { detail: `the subscription is ${subscription.state}` });
    }
  },
);

/** How the sweep of customers reads subscriptions, whose charges are payments of the same customer. */
export const customersOfSubscriptions: NamedSource = {
  table: 'subscriptions',
  column: 'customer',
  customerOf: (customer) => contactOf(customer),
  alsoName: async (tx, rows) => {
    const customers = new Map(rows.map(({ id, customerId }) => [id, customerId]));
    const paid = await charges.findPaymentsOf(tx, [...customers.keys()]);
    const named = paid.map(({ paymentId, subscriptionId }) => ({
      id: paymentId,
      customerId: getOrThrow(customers, subscriptionId),
    }));
    await setCustomers(tx, { table: 'payments' }, named);
  },
};
