// The Payouts API as a plugin. It returns 500 when the service cannot be reached, except for operations whose row lists 503.
import type { FastifyPluginAsync } from 'fastify';
import Type from 'typebox';
import { acceptJson } from '../../kernel/http/bodies.ts';
import { elsewhere, mountOperations } from '../engine.ts';
import type { Operation } from '../operation.ts';
import { authenticate } from './auth.ts';
import type { PayoutsDeps } from './deps.ts';
import { answerError, sendJson, sendMessage } from './errors.ts';
import { getAvailableBanks, getPayoutById, getPayoutByReference } from './reads.ts';
import { postPayout, warningHeader } from './requests.ts';
import { AvailableBank, ById, PayoutAnswer, PayoutRecord, PayoutRequest, ReferenceSearch } from './wire.ts';

export const payoutsOperations: readonly Operation<PayoutsDeps>[] = [
  {
    method: 'GET',
    path: '/getavailablebanks',
    name: 'getAvailableBanks',
    summary: 'Get available banks',
    errors: [503],
    responses: { 200: Type.Array(AvailableBank) },
    handle: getAvailableBanks,
  },
  {
    method: 'POST',
    path: '/requestpayout',
    name: 'requestPayout',
    summary: 'Request payout',
    description:
      'A payout that is rejected for its content (hash, account, float, reference) also returns 200: status 99, the reason in payoutStatus.errorMessage, and no payoutId.',
    body: PayoutRequest,
    responses: { 200: PayoutAnswer },
    responseHeaders: [warningHeader, 'Link'],
    handle: postPayout,
  },
  {
    method: 'GET',
    path: '/getpayout',
    name: 'getPayout',
    summary: 'Get payout',
    query: ById,
    responses: { 200: PayoutRecord },
    handle: getPayoutById,
  },
  {
    method: 'POST',
    path: '/getpayoutbyreference',
    name: 'getPayoutByReference',
    summary: 'Get payouts by reference',
    description: 'The payouts of the last 48 hours with the reference, newest first.',
    body: ReferenceSearch,
    errors: [503],
    responses: { 200: Type.Array(PayoutRecord) },
    handle: getPayoutByReference,
  },
];

/** The Payouts API, to be registered under its prefix. */
export function payoutsSurface(deps: PayoutsDeps): FastifyPluginAsync {
  return mountOperations(
    {
      deps,
      prepare: acceptJson,
      authenticate: (request) => authenticate(deps, request),
      // Handlers judge both.
      reader:
        () =>
        ({ query, body }) => ({ query, body }),
      send: ({ reply }, value) => sendJson(reply, value),
      answerError,
      answerElsewhere: (_request, reply, allowed) => sendMessage(reply, ...elsewhere(reply, allowed)),
    },
    payoutsOperations,
  );
}
