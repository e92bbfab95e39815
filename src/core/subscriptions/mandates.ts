// The customer's authorisation: opened at the bank, queried, recorded, and revoked after the subscription has ended.

import { plus } from '../../kernel/clock.ts';
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import type { Cents } from '../../kernel/money.ts';
import { itemAt, required } from '../../kernel/required.ts';
import { maskAccount } from '../account-numbers.ts';
import { bankById } from '../banks.ts';
import type { Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { findSite, type Site } from '../merchants/actions.ts';
import { assertNotSuspended } from '../merchants/suspension.ts';
import {
  BankTimeout,
  BankUnavailable,
  type MandateAnswer,
  type OfferedBank,
  placeOf,
  type Rails,
} from '../rails.ts';
import { enquiryDelays } from '../transactions/enquiry-times.ts';
import { change } from '../transitions.ts';
import { action, inWork } from '../unit-of-work.ts';
import { adhocTerms } from './adhoc.ts';
import { awaitingStates } from './state.ts';
import * as store from './store.ts';
import { addChargeNow, addScheduledCharge, moveSubscription } from './transitions.ts';

/** The name of the sweep that queries and informs banks. */
export const bankSweep = 'subscriptions.bank';

const lapseReason = 'the customer did not authorise it in time';

/** True if the customer has not decided yet, as far as known. */
export const isAwaiting = ({ state }: store.Subscription): boolean =>
  (awaitingStates as readonly string[]).includes(state);

/** True if the time to authorise is over. */
const isOver = (ctx: Context, { lapsesAt }: store.Subscription): boolean => lapsesAt <= ctx.clock.now();

/**
 * Sends the customer to their bank: opens the mandate outside of any transaction, records it with their consent, and
 * returns the bank's address for them. Repeating it for the same bank returns the same; until they decide, they may
 * choose another. Throws SubscriptionEnded, StepNotAllowed (already active), MerchantSuspended, BankUnavailable.
 */
export async function authoriseAtBank(
  ctx: Context,
  rails: Rails,
  subscription: store.Subscription,
  bank: OfferedBank,
  consent: store.MandateConsent,
  returnUrl: string,
): Promise<{ redirectUrl: string }> {
  const current = await store.findAnySubscription(ctx.db, subscription.id);
  if (!current) throw new DomainError('SubscriptionNotFound');
  assertAwaiting(ctx, current);
  const site = required(await findSite(ctx.db, current.siteId), 'site');
  assertNotSuspended(site);
  if (current.bankId === bank.id && current.bankUrl !== null) return { redirectUrl: current.bankUrl };
  const { redirectUrl } = await openMandate(ctx, rails, current, site, bank, returnUrl);
  // Recorded before the customer is sent there, so that no unknown bank can authorise.
  const after = await inWork(ctx, async (work) => {
    const locked = required(await store.lockSubscription(work.tx, current.id), 'subscription');
    // Approved in the meantime in another window: the bank named there counts.
    if (locked.state === 'active') return locked;
    await store.setBank(work.tx, locked.id, { ...bank, url: redirectUrl }, consent);
    locked.bankAccount = bank.account;
    locked.bankId = bank.id;
    const now = work.clock.now();
    // If it has ended in the meantime, the bank is informed at once.
    change(work, store.subscriptions, locked, {
      dueAt: isAwaiting(locked) ? nextAsk(locked, 0, now) : now,
      tries: 0,
    });
    return locked;
  });
  assertAwaiting(ctx, after);
  return { redirectUrl };
}

function assertAwaiting(ctx: Context, subscription: store.Subscription): void {
  if (subscription.state === 'active')
    throw new DomainError('StepNotAllowed', { detail: 'the subscription is already active' });
  if (!isAwaiting(subscription) || isOver(ctx, subscription)) throw new DomainError('SubscriptionEnded');
}

async function openMandate(
  ctx: Context,
  rails: Rails,
  subscription: store.Subscription,
  site: Site,
  bank: OfferedBank,
  returnUrl: string,
): Promise<{ redirectUrl: string }> {
  try {
    return await rails.mandates.authorise({
      ...placeOf({ ...subscription, bankAccount: bank.account }),
      bankId: bank.id,
      payee: site.name,
      reference: subscription.bankReference ?? subscription.merchantReference,
      amount: subscription.amountCents,
      maximum: mostCharged(subscription),
      payableNow: subscription.payableNowCents,
      frequency: subscription.frequency,
      firstPaymentDate: subscription.firstPaymentDate,
      occurrences: subscription.occurrences,
      expiresAt: subscription.lapsesAt,
      returnUrl,
    });
  } catch (error) {
    if (!(error instanceof BankUnavailable || error instanceof BankTimeout)) throw error;
    // No customer was sent there; but the bank may have the mandate, and may have received it after the end.
    if (error instanceof BankTimeout) await revokeIfEnded(ctx, subscription.id);
    throw new DomainError('BankUnavailable');
  }
}

const revokeIfEnded = action(async (work, id: string): Promise<void> => {
  const subscription = required(await store.lockSubscription(work.tx, id), 'subscription');
  if (subscription.state === 'active' || isAwaiting(subscription)) return;
  change(work, store.subscriptions, subscription, { dueAt: work.clock.now(), tries: 0 });
});

/** Returns the largest amount of one charge, in cents. */
function mostCharged(subscription: store.Subscription): Cents {
  const { amountCents, payableNowCents } = subscription;
  const most = adhocTerms(subscription)?.maximum ?? amountCents;
  return payableNowCents !== null && payableNowCents > most ? payableNowCents : most;
}

/**
 * Records the bank's response about the mandate when the customer returns. If the bank cannot be queried, the
 * subscription is unknown until it can. Returns the subscription's new state.
 */
export async function enquireMandate(
  ctx: Context,
  rails: Rails,
  subscription: store.Subscription,
): Promise<store.Subscription> {
  // The customer may have gone to a bank since the caller read it.
  const current = await store.findAnySubscription(ctx.db, subscription.id);
  return ask(ctx, rails, current ?? subscription, true);
}

// `isNeeded`: the caller needs the response, so that without one the state becomes unknown.
async function ask(
  ctx: Context,
  rails: Rails,
  subscription: store.Subscription,
  isNeeded: boolean,
): Promise<store.Subscription> {
  if (!isAwaiting(subscription) || subscription.bankId === null) return subscription;
  try {
    const answer = await rails.mandates.enquire(placeOf(subscription));
    return (await recordMandateAnswer({ ...ctx, actor: 'bank' }, subscription.id, answer)) ?? subscription;
  } catch (error) {
    if (!(error instanceof BankTimeout || error instanceof BankUnavailable)) throw error;
    if (!isNeeded || subscription.state === 'unknown') return subscription;
    return recordMandateSilence(ctx, subscription.id);
  }
}

const recordMandateSilence = action(async (work, id: string): Promise<store.Subscription> => {
  const subscription = required(await store.lockSubscription(work.tx, id), 'subscription');
  const reason = 'the bank did not confirm whether the customer authorised it';
  if (await moveSubscription(work, subscription, 'lose', reason)) askLater(work, subscription);
  return subscription;
});

function askLater(work: Work, subscription: store.Subscription): void {
  change(work, store.subscriptions, subscription, {
    dueAt: nextAsk(subscription, 0, work.clock.now()),
    tries: 0,
  });
}

/** Records a bank's response about a mandate; a repeated or late response changes nothing. */
export const recordMandateAnswer = action(async (work, id: string, answer: MandateAnswer) => {
  const subscription = await store.lockSubscription(work.tx, id);
  if (!subscription) return undefined;
  if (isAwaiting(subscription)) await takeAnswer(work, subscription, answer);
  // Approved after the end: the bank must drop it.
  else if (answer.outcome === 'approved' && subscription.state !== 'active') {
    change(work, store.subscriptions, subscription, { dueAt: work.clock.now(), tries: 0 });
    await wakeAfterCommit(work.tx, bankSweep);
  }
  return subscription;
});

async function takeAnswer(
  work: Work,
  subscription: store.Subscription,
  answer: MandateAnswer,
): Promise<void> {
  if (answer.outcome !== 'unknown') {
    subscription.authorizationStatus = answer.status;
    if (answer.payerAccount !== null) subscription.payerAccount = maskAccount(answer.payerAccount);
    await store.setMandate(work.tx, subscription);
  }
  switch (answer.outcome) {
    case 'approved':
      return approve(work, subscription, answer);
    case 'declined':
      return void (await moveSubscription(work, subscription, 'decline', 'declined at the bank'));
    case 'cancelled':
      return void (await moveSubscription(work, subscription, 'decline', 'taken back at the bank'));
    case 'lapsed':
      return void (await moveSubscription(work, subscription, 'lapse', lapseReason));
    case 'waiting':
    case 'unknown':
      if (await moveSubscription(work, subscription, 'resume', null)) askLater(work, subscription);
  }
}

async function approve(
  work: Work,
  subscription: store.Subscription,
  { bankId }: MandateAnswer,
): Promise<void> {
  // The bank that responds is the one that approved it, even if the customer last chose another in a second window.
  const bank = bankById(bankId);
  if (bank) [subscription.bankId, subscription.bankName] = [bank.id, bank.name];
  subscription.authorizedAt = work.clock.now();
  await store.setMandate(work.tx, subscription);
  await moveSubscription(work, subscription, 'approve', null);
  const { payableNowCents: amountCents } = subscription;
  if (amountCents !== null) await addChargeNow(work, subscription, { type: 'signup', amountCents });
  await addScheduledCharge(work, subscription, 1);
}

/** Processes a claimed subscription: queries the bank, lets it lapse, or revokes its mandate. */
export async function workSubscription(
  ctx: Context,
  rails: Rails,
  claimed: store.Subscription,
): Promise<void> {
  const own = { ...ctx, correlationId: claimed.correlationId };
  if (!isAwaiting(claimed)) return revoke(own, rails, claimed);
  const after = await ask(own, rails, claimed, isOver(own, claimed));
  // The bank was queried, or there is no bank that could have the customer's authorisation.
  const isUnauthorised = after.state === 'pending_authorization' && isOver(own, claimed);
  if (isUnauthorised) await lapse(own, claimed.id);
  else if (after.state === claimed.state)
    await store.settleClaim(ctx.db, claimed, nextAsk(claimed, claimed.tries, ctx.clock.now()), claimed.tries);
}

const lapse = action(async (work, id: string): Promise<void> => {
  const subscription = required(await store.lockSubscription(work.tx, id), 'subscription');
  await moveSubscription(work, subscription, 'lapse', lapseReason);
});

async function revoke(ctx: Context, rails: Rails, claimed: store.Subscription): Promise<void> {
  try {
    await rails.mandates.revoke(placeOf(claimed));
    await store.settleClaim(ctx.db, claimed, null, 0);
  } catch (error) {
    if (!(error instanceof BankTimeout || error instanceof BankUnavailable)) throw error;
    const delay = itemAt(enquiryDelays.held, Math.min(claimed.tries, enquiryDelays.held.length - 1));
    await store.settleClaim(ctx.db, claimed, plus(ctx.clock.now(), delay), claimed.tries);
  }
}

/** Returns when to query again, after `asked` times in the subscription's state; when it lapses at the latest. */
function nextAsk(subscription: store.Subscription, asked: number, now: Date): Date {
  const { state, bankId, lapsesAt } = subscription;
  const delays = state === 'unknown' ? enquiryDelays.held : enquiryDelays.acting;
  const next = plus(now, itemAt(delays, Math.min(asked, delays.length - 1)));
  if (lapsesAt <= now) return next;
  return bankId === null || lapsesAt < next ? lapsesAt : next;
}
