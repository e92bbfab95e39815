// The Payouts API as a plugin: its operations, mounted in one way, and its answers to unknown paths.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import type { Context } from '../../core/context.ts';
import { hashRefusal } from '../../core/hash-mismatches/actions.ts';
import { acceptJson } from '../../kernel/http/bodies.ts';
import { pathOfUrl } from '../../kernel/http/path.ts';
import type { Described } from '../described.ts';
import { authenticate } from './auth.ts';
import { type Call, warningHeader } from './call.ts';
import type { PayoutsDeps } from './deps.ts';
import { answerError, sendJson, sendMessage } from './errors.ts';
import { getAvailableBanks, getPayoutById, getPayoutByReference } from './reads.ts';
import { postPayout } from './requests.ts';
import { AvailableBank, ById, PayoutAnswer, PayoutRecord, PayoutRequest, ReferenceSearch } from './wire.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The status when the service cannot be reached. */
    awayStatus?: 500 | 503 | undefined;
  }
}

interface Operation extends Described {
  method: 'GET' | 'POST';
  /** The status when the service cannot be reached: 500 if the contract lists the possible statuses. */
  awayStatus: 500 | 503;
  body?: TSchema;
  /** The content of a 200. */
  answer: TSchema;
  /** A header may warn about a part of the request that is not done as asked. */
  mayWarn?: true;
  /** Returns the content of the 200. */
  handle(call: Call): Promise<unknown>;
}

export const payoutsOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/getavailablebanks',
    name: 'getAvailableBanks',
    summary: 'Get available banks',
    awayStatus: 503,
    answer: Type.Array(AvailableBank),
    handle: getAvailableBanks,
  },
  {
    method: 'POST',
    path: '/requestpayout',
    name: 'requestPayout',
    summary: 'Request payout',
    description:
      'A payout that is rejected for its content (hash, account, float, reference) is a 200 too: status 99, the reason in payoutStatus.errorMessage, and no payoutId.',
    body: PayoutRequest,
    awayStatus: 500,
    answer: PayoutAnswer,
    mayWarn: true,
    handle: postPayout,
  },
  {
    method: 'GET',
    path: '/getpayout',
    name: 'getPayout',
    summary: 'Get payout',
    query: ById,
    awayStatus: 500,
    answer: PayoutRecord,
    handle: getPayoutById,
  },
  {
    method: 'POST',
    path: '/getpayoutbyreference',
    name: 'getPayoutByReference',
    summary: 'Get payouts by reference',
    description: 'The payouts of the last 48 hours with the reference, newest first.',
    body: ReferenceSearch,
    awayStatus: 503,
    answer: Type.Array(PayoutRecord),
    handle: getPayoutByReference,
  },
];

/** The Payouts API, to be registered under its prefix. */
export function payoutsSurface(deps: PayoutsDeps): FastifyPluginAsync {
  return async (server: FastifyInstance) => {
    acceptJson(server);
    server.decorateRequest('payoutsCaller', undefined);
    server.setErrorHandler(answerError);
    server.setNotFoundHandler((request, reply) => answerElsewhere(server.prefix, request, reply));
    // Before the body is read: neither a stranger's body nor one at a wrong path is worth reading.
    server.addHook('onRequest', async (request, reply) => {
      if (request.is404) return answerElsewhere(server.prefix, request, reply);
      request.payoutsCaller = await authenticate(deps, request);
      return undefined;
    });
    for (const { method, path: url, name, awayStatus, handle } of payoutsOperations) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) =>
        sendJson(reply, await handle(callOf(deps, request, reply)));
      server.route({ method, url, config: { awayStatus, operation: name }, handler });
    }
  };
}

function callOf(deps: PayoutsDeps, request: FastifyRequest, reply: FastifyReply): Call {
  const { site, apiKey } = request.payoutsCaller!;
  const log = request.log as Context['log'];
  const ctx: Context = { ...deps.ctx, log, correlationId: request.id, actor: `site:${site.code}` };
  const warn = (text: string) => {
    log.warn({ siteCode: site.code }, text);
    reply.header(warningHeader, text);
  };
  const noteWrongHash = () => {
    request.refused = { text: hashRefusal };
  };
  const { query, body } = request;
  return { deps, ctx, site, apiKey, query: query as Record<string, unknown>, body, warn, noteWrongHash };
}

/** Responds to a request to a path with another method, or to an unknown path. */
function answerElsewhere(prefix: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOfUrl(request.url).slice(prefix.length).replace(/\/$/, '');
  const allowed = payoutsOperations
    .filter((operation) => operation.path === path)
    .map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method));
  if (allowed.length === 0) return sendMessage(reply, 404, 'Not found');
  return sendMessage(reply.header('allow', allowed.join(', ')), 405, 'Method not allowed');
}
