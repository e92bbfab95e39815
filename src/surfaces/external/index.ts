// The Merchant External API as a plugin. The composition root mounts it under its prefix, and paths arrive in lower case.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import { acceptJson } from '../../kernel/http.ts';
import { isStorable } from '../../kernel/json.ts';
import { assertVersion, authenticate, siteOf } from './auth.ts';
import type { Call } from './call.ts';
import type { ExternalDeps } from './deps.ts';
import { answerError, Refusal, sendText } from './errors.ts';
import { createFloatTopUpReference, getFloatBalanceInfo } from './float.ts';

interface Operation {
  method: 'GET' | 'POST';
  /** As documents write it. */
  path: string;
  /** Answers what is sent with 200. */
  handle(call: Call): Promise<unknown>;
}

export const externalOperations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest',
    handle: createFloatTopUpReference,
  },
  { method: 'GET', path: '/Secure/FloatTopUp/GetFloatBalanceInfo', handle: getFloatBalanceInfo },
];

/** The Merchant External API, to be registered under its prefix. */
export function externalSurface(deps: ExternalDeps): FastifyPluginAsync {
  return async (server: FastifyInstance) => {
    acceptJson(server);
    server.decorateRequest('externalMerchant', '');
    server.setErrorHandler(answerError);
    server.setNotFoundHandler((request, reply) => answerElsewhere(server.prefix, request, reply));
    // Before a body is read: a stranger's is not worth reading, and at a wrong path none is.
    server.addHook('onRequest', async (request, reply) => {
      if (request.is404) return answerElsewhere(server.prefix, request, reply);
      assertVersion(request);
      request.externalMerchant = await authenticate(deps, request);
      return undefined;
    });
    for (const { method, path, handle } of externalOperations) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        const answer = await handle(await callOf(deps, request));
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
      };
      server.route({ method, url: path.toLowerCase(), handler });
    }
  };
}

async function callOf(deps: ExternalDeps, request: FastifyRequest): Promise<Call> {
  const query = readQuery(request.query as Record<string, unknown>);
  const site = await siteOf(deps, request.externalMerchant, query.get('sitecode'));
  const log = request.log as Context['log'];
  const ctx = { ...deps.ctx, log, correlationId: request.id, actor: `site:${site.code}` };
  return { deps, ctx, site, query };
}

function readQuery(query: Record<string, unknown>): Map<string, string> {
  const read = new Map<string, string>();
  for (const [given, value] of Object.entries(query)) {
    const name = given.toLowerCase();
    if (typeof value !== 'string' || read.has(name)) throw new Refusal(400, `${name} is given twice`);
    if (!isStorable(value)) throw new Refusal(400, `${name} has characters that are not allowed`);
    if (value !== '') read.set(name, value);
  }
  return read;
}

/** What stands at no operation: a path that has another method, or nothing. */
function answerElsewhere(prefix: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0]!.slice(prefix.length).replace(/\/$/, '');
  const allowed = externalOperations
    .filter((operation) => operation.path.toLowerCase() === path)
    .map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method));
  if (allowed.length === 0) return sendText(reply, 404, 'There is nothing here');
  return sendText(reply.header('allow', allowed.join(', ')), 405, 'The method is not allowed here');
}
