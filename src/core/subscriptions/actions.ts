// What merchants and customers do with subscriptions: make, read, authorise, charge and cancel them.
import type { Cents } from '../../kernel/money.ts';
import type { Page, PageRequest } from '../../kernel/page.ts';
import type { Context } from '../context.ts';
import type { Site } from '../merchants/actions.ts';
import type { Bank, MandateAnswer, Rail } from '../rails.ts';
import type { SubscriptionState } from './state.ts';
import type { Charge, Frequency, MandateConsent, Subscription } from './store.ts';

export {
  type ChargeState,
  chargeMachine,
  chargeStates,
  type SubscriptionState,
  subscriptionMachine,
  subscriptionStates,
} from './state.ts';
export { type Charge, type Frequency, frequencies, type MandateConsent, type Subscription } from './store.ts';

export interface NewSubscription {
  site: Site;
  /** Cents, more than zero. */
  amount: Cents;
  /** The band that single charges must stay in; the amount lies in it. */
  band?: { minimum: Cents; maximum: Cents };
  payableNow?: Cents;
  description?: string;
  merchantReference: string;
  bankReference?: string;
  frequency: Frequency;
  /** "2026-12-01", not in the past. */
  firstPaymentDate: string;
  /** 1 to 520. */
  occurrences: number;
  returnUrl?: string;
  notifyUrl?: string;
  customer?: Subscription['customer'];
}

/**
 * Makes a subscription that waits for its customer. Throws InvalidField for a first day in the past, an amount
 * outside its band, or a band whose ends are in the wrong order.
 */
export async function createSubscription(_ctx: Context, _input: NewSubscription): Promise<Subscription> {
  throw new Error('not built');
}

/** A merchant's subscription; throws SubscriptionNotFound for anybody else's. */
export async function getSubscription(
  _ctx: Context,
  _merchantId: string,
  _id: string,
): Promise<Subscription> {
  throw new Error('not built');
}

/** A subscription by its id alone: for the authorisation page and the sandbox. */
export async function findAnySubscription(_ctx: Context, _id: string): Promise<Subscription | undefined> {
  throw new Error('not built');
}

export interface SubscriptionFilter {
  merchantId: string;
  /** Made in [from, to). */
  from?: Date;
  to?: Date;
  siteId?: string;
  state?: SubscriptionState;
  merchantReference?: string;
}

/** A page of a merchant's subscriptions, newest first. */
export async function listSubscriptions(
  _ctx: Context,
  _filter: SubscriptionFilter,
  _page: PageRequest,
): Promise<Page<Subscription>> {
  throw new Error('not built');
}

/** A page of a subscription's charges, newest first: scheduled, ad hoc and at sign-up; none that was called off. */
export async function listCharges(
  _ctx: Context,
  _subscription: Subscription,
  _page: PageRequest,
): Promise<Page<Charge>> {
  throw new Error('not built');
}

/**
 * Takes the customer to the bank they chose: records their consent, opens the mandate outside of any transaction, and
 * answers the bank's address for them. Again for the same bank, it answers the same; before the bank has answered, they
 * may choose another. Throws SubscriptionEnded, StepNotAllowed (it is active already), BankUnavailable.
 */
export async function authoriseAtBank(
  _ctx: Context,
  _rail: Rail,
  _subscription: Subscription,
  _bank: Bank,
  _consent: MandateConsent,
  _returnUrl: string,
): Promise<{ redirectUrl: string }> {
  throw new Error('not built');
}

/**
 * The customer came back from the bank, or a sweep asks: what the bank says of the mandate is recorded. A bank that
 * cannot be asked leaves the subscription unknown until it can. Answers the subscription as it then is.
 */
export async function enquireMandate(
  _ctx: Context,
  _rail: Rail,
  _subscription: Subscription,
): Promise<Subscription> {
  throw new Error('not built');
}

/** Records a bank's answer about a mandate; one that comes twice or too late changes nothing. */
export async function recordMandateAnswer(
  _ctx: Context,
  _id: string,
  _answer: MandateAnswer,
): Promise<Subscription | undefined> {
  throw new Error('not built');
}

/** The customer says no on our page, before any bank was asked: the subscription is declined, and fails. */
export async function declineSubscription(_ctx: Context, _id: string): Promise<Subscription> {
  throw new Error('not built');
}

/**
 * Ends a subscription: nothing more is charged, what a bank has is left to it. Again, it changes nothing. Throws
 * SubscriptionNotFound, SubscriptionEnded where it has completed, expired or failed.
 */
export async function cancelSubscription(_ctx: Context, _merchantId: string, _id: string): Promise<void> {
  throw new Error('not built');
}

/**
 * Asks for one more charge now. Throws SubscriptionNotActive, or InvalidField ("amount") outside of what the customer
 * authorised: the band, or the subscription's own amount at most where there is none.
 */
export async function chargeNow(
  _ctx: Context,
  _subscription: Subscription,
  _input: { amount: Cents; merchantReference: string; description?: string },
): Promise<Charge> {
  throw new Error('not built');
}
