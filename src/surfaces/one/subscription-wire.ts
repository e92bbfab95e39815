// The JSON of subscriptions and their charges.
import Type, { type Static } from 'typebox';
import type { AnyContext } from '../../core/context.ts';
import type { Site } from '../../core/merchants/actions.ts';
import {
  type Charge,
  type ChargeState,
  frequencies,
  type NewSubscription,
  type Subscription,
  type SubscriptionState,
  subscriberPath,
} from '../../core/subscriptions/actions.ts';
import { band, readBand } from './band.ts';
import type { OneConfig } from './deps.ts';
import { invalid } from './errors.ts';
import {
  Amount,
  cellphone,
  checkAddress,
  email,
  links,
  moment,
  readAmount,
  text,
  uuid,
  webAddress,
  writeAmount,
} from './wire.ts';

const optional = Type.Optional;
type Money = Static<typeof Amount>;

export const subscriptionStatus: Record<SubscriptionState, string> = {
  pending_authorization: 'PendingAuthorization',
  active: 'Active',
  unknown: 'Unknown',
  canceled: 'Canceled',
  completed: 'Completed',
  expired: 'Expired',
  failed: 'Failed',
};

export const publicSubscriptionStates = Object.values(subscriptionStatus);

const publicChargeStates = ['Scheduled', 'Pending', 'Successful', 'Failed'] as const;

const chargeStatus: Record<ChargeState, (typeof publicChargeStates)[number]> = {
  scheduled: 'Scheduled',
  charging: 'Pending',
  retrying: 'Pending',
  successful: 'Successful',
  failed: 'Failed',
  // A scheduled charge that was cancelled before it was due. Lists leave it out.
  cancelled: 'Failed',
};

const AmountConstraints = band('AmountConstraints');
const description = text(100);
const bankReference = text(20);
const frequency = Type.Enum([...frequencies]);
const firstPaymentDate = Type.String({
  format: 'date',
  description:
    'The date of the first charge, in South African time. Later charges keep its day of the month.',
});
const occurrences = Type.Integer({ minimum: 1, maximum: 520 });
const payableNow = optional(
  Type.Object(Amount.properties, {
    title: 'Amount',
  }),
);

const maxAdhocCharges = optional(Type.Integer({ minimum: 0, maximum: 10_000 }));
const maxAdhocTotal = optional(
  Type.Object(Amount.properties, {
    title: 'Amount',
  }),
);

export const NewSubscriptionBody = Type.Object(
  {
    siteCode: text(50),
    amount: Amount,
    amountConstraints: optional(AmountConstraints),
    payableNow,
    maxAdhocCharges,
    maxAdhocTotal,
    description: optional(description),
    merchantReference: text(50),
    bankReference: optional(bankReference),
    frequency,
    firstPaymentDate,
    occurrences,
    returnUrl: optional(webAddress),
    notifyUrl: optional(webAddress),
    customer: optional(
      Type.Object({ name: optional(text(100)), email: optional(email), cellphone: optional(cellphone) }),
    ),
  },
  { title: 'SubscriptionRequest' },
);
export type NewSubscriptionBody = Static<typeof NewSubscriptionBody>;

const members = {
  subscriptionId: uuid,
  status: Type.Enum(publicSubscriptionStates),
  siteCode: Type.String(),
  amount: Amount,
  amountConstraints: optional(AmountConstraints),
  maxAdhocCharges,
  maxAdhocTotal,
  description: optional(description),
  merchantReference: text(50),
  bankReference: optional(bankReference),
  frequency,
  firstPaymentDate,
  occurrences,
  redirectUrl: optional(
    Type.String({
      format: 'uri',
      description: 'The page on which the customer authorises; present while that is pending.',
    }),
  ),
  authorization: optional(
    Type.Object({
      status: Type.String(),
    }),
  ),
  manageUrl: Type.String({ format: 'uri' }),
  links: links('self', 'cancel', 'transactions'),
};

export const SubscriptionRecord = Type.Object(members, { title: 'Subscription' });
/** The answer to a request that creates a subscription. */
export const NewSubscriptionRecord = Type.Object({ ...members, payableNow }, { title: 'NewSubscription' });

export const AdHocBody = Type.Object(
  { amount: Amount, merchantReference: text(50), description: optional(description) },
  { title: 'SubscriptionTransactionRequest' },
);

export const ChargeRecord = Type.Object(
  {
    id: uuid,
    type: Type.Enum(['scheduled', 'adhoc', 'signup']),
    occurrence: optional(Type.Integer({ minimum: 1 })),
    amount: Amount,
    status: Type.Enum([...publicChargeStates]),
    transactionId: optional(uuid),
    dueDate: Type.String({ format: 'date' }),
    chargeDate: Type.String({ format: 'date' }),
    attempts: Type.Integer({ minimum: 0 }),
    createdDate: moment,
  },
  { title: 'SubscriptionTransactionListItem' },
);

export function subscriptionUrl({ oneUrl }: OneConfig, id: string): string {
  return `${oneUrl}/subscriptions/${id}`;
}

// Five centuries of yearly charges later, years still have four digits.
const lastFirstDay = '3000-01-01';

/** Converts a validated body to the core's input. Throws a 400 with a pointer if a rule beyond its schema is broken. */
export function readNewSubscription(
  config: OneConfig,
  body: NewSubscriptionBody,
  site: Site,
): NewSubscription {
  const amount = readAmount(body.amount.value, '/amount/value');
  const places = { band: '/amountConstraints', amount: '/amount/value' };
  const limits = body.amountConstraints && readBand(body.amountConstraints, amount, places);
  const total = body.maxAdhocTotal && readAmount(body.maxAdhocTotal.value, '/maxAdhocTotal/value');
  const now = body.payableNow && readAmount(body.payableNow.value, '/payableNow/value');
  if (body.firstPaymentDate > lastFirstDay)
    throw invalid({ pointer: '/firstPaymentDate' }, 'firstPaymentDate is too far away');
  if (body.returnUrl !== undefined) checkAddress(body.returnUrl, '/returnUrl', config, false);
  if (body.notifyUrl !== undefined) checkAddress(body.notifyUrl, '/notifyUrl', config, true);
  return {
    site,
    amount,
    band: limits,
    payableNow: now,
    maxAdhocCharges: body.maxAdhocCharges,
    maxAdhocTotal: total,
    description: body.description,
    merchantReference: body.merchantReference,
    bankReference: body.bankReference,
    frequency: body.frequency,
    firstPaymentDate: body.firstPaymentDate,
    occurrences: body.occurrences,
    returnUrl: body.returnUrl,
    notifyUrl: body.notifyUrl,
    customer: body.customer,
  };
}

/** The base address and the signing keys of the addresses in a subscription. */
interface Writing {
  config: OneConfig;
  ctx: Pick<AnyContext, 'keyring'>;
}

export function writeSubscription(
  { config, ctx }: Writing,
  subscription: Subscription,
  siteCode: string,
): Static<typeof SubscriptionRecord> {
  const self = subscriptionUrl(config, subscription.id);
  const { minimumCents, maximumCents, maxAdhocCharges, maxAdhocTotalCents } = subscription;
  return {
    subscriptionId: subscription.id,
    status: subscriptionStatus[subscription.state],
    siteCode,
    amount: writeAmount(subscription.amountCents) as Money,
    ...(minimumCents !== null &&
      maximumCents !== null && {
        amountConstraints: {
          minimumValue: writeAmount(minimumCents).value,
          maximumValue: writeAmount(maximumCents).value,
        },
      }),
    ...(maxAdhocCharges !== null && { maxAdhocCharges }),
    ...(maxAdhocTotalCents !== null && { maxAdhocTotal: writeAmount(maxAdhocTotalCents) as Money }),
    ...(subscription.description !== null && { description: subscription.description }),
    merchantReference: subscription.merchantReference,
    ...(subscription.bankReference !== null && { bankReference: subscription.bankReference }),
    frequency: subscription.frequency,
    firstPaymentDate: subscription.firstPaymentDate,
    occurrences: subscription.occurrences,
    ...writeAuthorization(config, subscription),
    manageUrl: config.publicUrl + subscriberPath(ctx, subscription.id),
    links: { self, cancel: `${self}/cancel`, transactions: `${self}/transactions` },
  };
}

/** Returns the page while the customer has to decide there, and the bank's status afterwards. */
function writeAuthorization({ publicUrl }: OneConfig, { id, state, authorizationStatus }: Subscription) {
  if (state === 'pending_authorization') return { redirectUrl: `${publicUrl}/subscribe/${id}` };
  if (state === 'unknown' || authorizationStatus === null) return {};
  return { authorization: { status: authorizationStatus } };
}

export function writeNewSubscription(
  writing: Writing,
  subscription: Subscription,
  siteCode: string,
): Static<typeof NewSubscriptionRecord> {
  const { payableNowCents } = subscription;
  return {
    ...writeSubscription(writing, subscription, siteCode),
    ...(payableNowCents !== null && { payableNow: writeAmount(payableNowCents) as Money }),
  };
}

export function writeCharge(charge: Charge): Static<typeof ChargeRecord> {
  return {
    id: charge.id,
    type: charge.type,
    ...(charge.occurrence !== null && { occurrence: charge.occurrence }),
    amount: writeAmount(charge.amountCents) as Money,
    status: chargeStatus[charge.state],
    ...(charge.transactionId !== null && { transactionId: charge.transactionId }),
    dueDate: charge.dueDate,
    chargeDate: charge.chargeDate,
    attempts: charge.attempts,
    createdDate: charge.createdAt.toISOString(),
  };
}
