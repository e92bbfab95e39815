// Recipes for subscriptions: created on the One API, authorised in the sandbox. Some outcomes need time to pass, so
// they move the sandbox's clock.

import { at, dayOf } from '../../kernel/business-days.ts';
import type { Cents } from '../../kernel/money.ts';
import { lastSequence } from '../../reports/history/actions.ts';
import type { Answered, Session } from '../session.ts';
import {
  type Done,
  findNewest,
  type Given,
  type Recipe,
  type Recipes,
  serviceTime,
  usualAmount,
  zar,
} from './recipe.ts';

/** The cents of an amount that fails on each attempt. */
const declinedCents = 91n;
/** A charge is tried on three business days. This many days are enough, with a weekend and holidays in between. */
const mostDays = 10;

/** Returns a subscription in one of some states with the caller's reference, or a new one that waits for approval. */
async function findOrMake(
  session: Session,
  given: Given,
  states: string[],
  more: object = {},
  fits: (found: Answered) => boolean = () => true,
): Promise<Answered> {
  const found = await findNewest(
    session,
    '/subscriptions',
    given,
    {},
    (one) => states.includes(one.status) && fits(one),
  );
  return found ?? make(session, given, more);
}

async function make(session: Session, given: Given, more: object): Promise<Answered> {
  const inAWeek = dayOf(await serviceTime(session)).add({ days: 7 });
  return session.one('POST', '/subscriptions', {
    siteCode: session.site.code,
    amount: zar(given.amount ?? usualAmount),
    merchantReference: given.reference ?? given.freshReference,
    description: 'tefo trigger',
    frequency: 'Monthly',
    firstPaymentDate: inAWeek.toString(),
    occurrences: 12,
    ...(given.notifyUrl !== undefined && { notifyUrl: given.notifyUrl }),
    ...more,
  });
}

const authorize = (session: Session, { subscriptionId }: Answered, outcome: string) =>
  session.sandbox('POST', `/subscriptions/${subscriptionId}/authorize`, { outcome });

function resultOf({ subscriptionId, merchantReference }: Answered, more: Partial<Done> = {}): Done {
  const ids = { reference: merchantReference, subscriptionId };
  return { objectId: subscriptionId, ids, ...more };
}

const answered = (outcome: 'approved' | 'declined'): Recipe => ({
  outcomes: [outcome],
  run: async (session, given) => {
    const subscription = await findOrMake(session, given, ['PendingAuthorization']);
    await authorize(session, subscription, outcome);
    return resultOf(subscription);
  },
});

const authorizationApproved = answered('approved');
const authorizationDeclined = answered('declined');

/** Charged at sign-up, or ad hoc if the caller's subscription is active and its customer authorised ad-hoc charges. */
const paymentSucceeded: Recipe = {
  outcomes: ['success'],
  run: async (session, given) => {
    const cents = given.amount ?? usualAmount;
    const more = {
      payableNow: zar(cents),
      amountConstraints: { minimumValue: zar(1n).value, maximumValue: zar(cents * 10n).value },
      maxAdhocCharges: 12,
    };
    const isChargeable = ({ amountConstraints }: Answered) => amountConstraints !== undefined;
    const subscription = await findOrMake(session, given, ['Active'], more, isChargeable);
    const { subscriptionId, merchantReference } = subscription;
    if (subscription.status !== 'Active') {
      await authorize(session, subscription, 'approved');
      return resultOf(subscription);
    }
    const after = await lastSequence(session.ctx.db, session.site.merchantId, subscriptionId);
    const amount = given.amount === undefined ? subscription.amount : zar(given.amount);
    await session.one('POST', `/subscriptions/${subscriptionId}/transactions`, { amount, merchantReference });
    return resultOf(subscription, { after });
  },
};

const paymentFailed: Recipe = {
  outcomes: ['declined'],
  warning: 'Advances the clock by two business days, on which the charge is retried.',
  run: async (session, given) => {
    const amount = declinedAmount(given.amount ?? usualAmount);
    const subscription = await make(session, given, { amount: zar(amount), payableNow: zar(amount) });
    await authorize(session, subscription, 'approved');
    let clock: string | undefined;
    for (let days = 0; days < mostDays; days++) {
      clock = (await given.moveClock({ advance: 'P1D' })).now;
      const happened = await lastSequence(
        session.ctx.db,
        session.site.merchantId,
        subscription.subscriptionId,
      );
      // The first event was the authorisation.
      if (happened > 1) break;
    }
    return resultOf(subscription, { clock: clock! });
  },
};

const declinedAmount = (amount: Cents): Cents => (amount / 100n) * 100n + declinedCents;

const completed: Recipe = {
  outcomes: ['success'],
  warning: 'Advances the clock to the hour of charges, if it is earlier.',
  run: async (session, given) => {
    const now = await serviceTime(session);
    const today = dayOf(now);
    const subscription = await make(session, given, {
      frequency: 'Daily',
      firstPaymentDate: today.toString(),
      occurrences: 1,
    });
    await authorize(session, subscription, 'approved');
    const chargedAt = at(today, session.ctx.policy.chargeTime);
    if (chargedAt <= now) return resultOf(subscription);
    const { now: clock } = await given.moveClock({ to: chargedAt.toISOString() });
    return resultOf(subscription, { clock });
  },
};

const cancelled: Recipe = {
  outcomes: ['cancelled'],
  run: async (session, given) => {
    const subscription = await findOrMake(session, given, ['PendingAuthorization', 'Active']);
    if (subscription.status !== 'Active') await authorize(session, subscription, 'approved');
    await session.one('POST', `/subscriptions/${subscription.subscriptionId}/cancel`);
    return resultOf(subscription);
  },
};

const expired: Recipe = {
  outcomes: ['expired'],
  warning: 'Advances the clock by the 24 hours in which a customer can authorise.',
  run: async (session, given) => {
    const subscription = await findOrMake(session, given, ['PendingAuthorization']);
    const { now: clock } = await given.moveClock({ advance: 'PT24H1S' });
    return resultOf(subscription, { clock });
  },
};

export const subscriptionRecipes = {
  'subscription.authorization.approved': authorizationApproved,
  'subscription.authorization.declined': authorizationDeclined,
  'subscription.payment.succeeded': paymentSucceeded,
  'subscription.payment.failed': paymentFailed,
  'subscription.completed': completed,
  'subscription.cancelled': cancelled,
  'subscription.expired': expired,
} satisfies Recipes;
