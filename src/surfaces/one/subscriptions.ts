// Subscriptions: create, read, list, cancel, and create ad-hoc charges.

import Type, { type Static } from 'typebox';
import type { AnyContext } from '../../core/context.ts';
import * as core from '../../core/subscriptions/actions.ts';
import { only } from '../../core/viewer.ts';
import { operation } from '../operation.ts';
import type { Call } from './deps.ts';
import { type Reply, replyOf, withKey } from './keyed.ts';
import {
  openRangeQuery,
  pageQuery,
  pageReply,
  rangeQuery,
  readOpenRange,
  readPage,
  siteIdOf,
  siteQuery,
} from './lists.ts';
import { ownSite, requireUuid, siteOf } from './payments.ts';
import {
  AdHocBody,
  ChargeRecord,
  NewSubscriptionBody,
  NewSubscriptionRecord,
  publicSubscriptionStates,
  readNewSubscription,
  SubscriptionRecord,
  subscriptionStatus,
  subscriptionUrl,
  writeCharge,
  writeNewSubscription,
  writeSubscription,
} from './subscription-wire.ts';
import { listOf, readAmount, text } from './wire.ts';

const ListQuery = Type.Object({
  ...openRangeQuery,
  ...siteQuery,
  status: Type.Optional(Type.Enum(publicSubscriptionStates)),
  merchantReference: Type.Optional(text(50)),
});
const ChargesQuery = Type.Object({ ...pageQuery, cursor: rangeQuery.cursor });

export const subscriptionOperations = [
  operation({
    method: 'POST',
    path: '/subscriptions',
    name: 'createSubscription',
    summary: 'Create subscription',
    access: 'subscriptions',
    keyed: 'together',
    body: NewSubscriptionBody,
    fields: {
      amount: '/amount/value',
      band: '/amountConstraints',
      payableNow: '/payableNow/value',
      maxAdhocTotal: '/maxAdhocTotal/value',
      firstPaymentDate: '/firstPaymentDate',
      occurrences: '/occurrences',
    },
    responses: { 201: NewSubscriptionRecord, 200: NewSubscriptionRecord },
    errors: [502],
    codes: ['PaymentMethodUnavailable'],
    handle: createSubscription,
  }),
  operation({
    method: 'GET',
    path: '/subscriptions',
    name: 'listSubscriptions',
    summary: 'List subscriptions',
    access: 'subscriptions',
    query: ListQuery,
    responses: { 200: listOf(SubscriptionRecord) },
    errors: [502],
    handle: listSubscriptions,
  }),
  operation({
    method: 'GET',
    path: '/subscriptions/{subscriptionId}',
    name: 'getSubscription',
    summary: 'Get subscription',
    access: 'subscriptions',
    responses: { 200: SubscriptionRecord },
    errors: [404, 502],
    handle: getSubscription,
  }),
  operation({
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/cancel',
    name: 'cancelSubscription',
    summary: 'Cancel subscription',
    description: 'Repeating the request changes nothing.',
    access: 'subscriptions',
    keyed: 'together',
    responses: { 200: null },
    errors: [404, 502],
    codes: ['SubscriptionEnded'],
    handle: cancelSubscription,
  }),
  operation({
    method: 'GET',
    path: '/subscriptions/{subscriptionId}/transactions',
    name: 'listSubscriptionTransactions',
    summary: 'List subscription transactions',
    access: 'subscriptions',
    query: ChargesQuery,
    responses: { 200: listOf(ChargeRecord) },
    errors: [404, 502],
    handle: listCharges,
  }),
  operation({
    method: 'POST',
    path: '/subscriptions/{subscriptionId}/transactions',
    name: 'createSubscriptionTransaction',
    summary: 'Create subscription transaction (ad-hoc charge)',
    access: 'subscriptions',
    keyed: 'together',
    body: AdHocBody,
    fields: { amount: '/amount/value' },
    responses: { 201: ChargeRecord, 200: ChargeRecord },
    errors: [404, 502],
    codes: [
      'PaymentMethodUnavailable',
      'SubscriptionNotActive',
      'AdhocChargesNotAuthorised',
      'SubscriptionLimitReached',
    ],
    handle: createCharge,
  }),
];

async function createSubscription(call: Call<unknown, NewSubscriptionBody>): Promise<Reply> {
  const { config } = call.deps;
  const site = await ownSite(call, call.body.siteCode, '/siteCode');
  const input = readNewSubscription(config, call.body, site);
  return withKey(call, async (ctx) => {
    const made = await core.createSubscription(ctx, input);
    return replyOf(
      201,
      writeNewSubscription({ config, ctx }, made, site.code),
      subscriptionUrl(config, made.id),
    );
  });
}

async function listSubscriptions(call: Call<Static<typeof ListQuery>>): Promise<Reply> {
  const { status, merchantReference } = call.query;
  const filter = {
    merchantId: call.merchantId,
    ...readOpenRange(call.query),
    siteId: await siteIdOf(call),
    state: core.subscriptionStates.find((state) => subscriptionStatus[state] === status),
    merchantReference,
  };
  const page = await core.listSubscriptions(call.ctx.db, filter, readPage(call.query));
  return pageReply(call, '/subscriptions', page, (subscription) => write(call, subscription));
}

async function write(
  call: Call,
  subscription: core.Subscription,
): Promise<Static<typeof SubscriptionRecord>> {
  const { config } = call.deps;
  return writeSubscription({ config, ctx: call.ctx }, subscription, (await siteOf(call, subscription)).code);
}

async function getSubscription(call: Call): Promise<Reply> {
  return replyOf(200, await write(call, await findSubscription(call)));
}

function findSubscription(call: Call, ctx: AnyContext = call.ctx): Promise<core.Subscription> {
  requireUuid(call.id, 'SubscriptionNotFound');
  return core.getSubscription(ctx, call.merchantId, call.id);
}

async function cancelSubscription(call: Call): Promise<Reply> {
  requireUuid(call.id, 'SubscriptionNotFound');
  return withKey(call, async (ctx) => {
    await core.cancelSubscription(ctx, only(call.merchantId), call.id);
    return replyOf(200);
  });
}

async function listCharges(call: Call<Static<typeof ChargesQuery>>): Promise<Reply> {
  const subscription = await findSubscription(call);
  const page = await core.listCharges(call.ctx.db, subscription, readPage(call.query));
  return pageReply(call, `/subscriptions/${subscription.id}/transactions`, page, writeCharge);
}

async function createCharge(call: Call<unknown, Static<typeof AdHocBody>>): Promise<Reply> {
  const { amount, merchantReference, description } = call.body;
  const input = { amount: readAmount(amount.value, '/amount/value'), merchantReference, description };
  return withKey(call, async (ctx) => {
    const charge = await core.chargeNow(ctx, await findSubscription(call, ctx), input);
    return replyOf(201, writeCharge(charge));
  });
}
