// The Payouts API as a plugin: its operations, mounted in one way, and its answers to what it does not have.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import { acceptJson } from '../../kernel/http.ts';
import { authenticate } from './auth.ts';
import type { Call } from './call.ts';
import type { PayoutsDeps } from './deps.ts';
import { answerError, sendJson, sendMessage } from './errors.ts';
import { getAvailableBanks, getPayoutById, getPayoutByReference } from './reads.ts';
import { postPayout } from './requests.ts';

interface Operation {
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  /** Answers what is sent with 200. */
  handle(call: Call): Promise<unknown>;
}

export const payoutsOperations: readonly Operation[] = [
  { method: 'GET', path: '/getavailablebanks', summary: 'Get available banks', handle: getAvailableBanks },
  { method: 'POST', path: '/requestpayout', summary: 'Request payout', handle: postPayout },
  { method: 'GET', path: '/getpayout', summary: 'Get payout', handle: getPayoutById },
  {
    method: 'POST',
    path: '/getpayoutbyreference',
    summary: 'Get payouts by reference',
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
    // Before a body is read: a stranger's is not worth reading, and at a wrong path none is.
    server.addHook('onRequest', async (request, reply) => {
      if (request.is404) return answerElsewhere(server.prefix, request, reply);
      request.payoutsCaller = await authenticate(deps, request);
      return undefined;
    });
    for (const { method, path: url, handle } of payoutsOperations) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) =>
        sendJson(reply, await handle(callOf(deps, request)));
      server.route({ method, url, handler });
    }
  };
}

function callOf(deps: PayoutsDeps, request: FastifyRequest): Call {
  const { site, apiKey } = request.payoutsCaller!;
  const log = request.log as Context['log'];
  const ctx = { ...deps.ctx, log, correlationId: request.id, actor: `site:${site.code}` };
  return { deps, ctx, site, apiKey, query: request.query as Record<string, unknown>, body: request.body };
}

/** What stands at no operation: a path that has another method, or nothing. */
function answerElsewhere(prefix: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0]!.slice(prefix.length).replace(/\/$/, '');
  const allowed = payoutsOperations
    .filter((operation) => operation.path === path)
    .map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method));
  if (allowed.length === 0) return sendMessage(reply, 404, 'There is nothing here');
  return sendMessage(reply.header('allow', allowed.join(', ')), 405, 'The method is not allowed here');
}
