// The Merchant External API as a plugin. The composition root mounts it under its prefix, and paths arrive in lower case.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { acceptText, jsonTypes } from '../../kernel/http/bodies.ts';
import { pathOfUrl } from '../../kernel/http/path.ts';
import { authenticate } from '../dialect/auth.ts';
import { bankTransferOperations } from '../dialect/bank-transfer.ts';
import type { DialectDeps } from '../dialect/deps.ts';
import { answerError, Refusal, sendText } from '../dialect/errors.ts';
import { assertVersion, version } from './auth.ts';
import { bulkOperations } from './bulk.ts';
import { floatOperations } from './float.ts';
import { merchantOperations } from './reads.ts';
import type { Operation } from './route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation needs no apiKey. */
    keyless?: boolean | undefined;
  }
}

const plainOperations: Operation[] = [
  {
    method: 'GET',
    path: '/get',
    name: 'get',
    summary: 'Service status',
    keyless: true,
    answer: Type.Object({ status: Type.Enum(['ok']), version: Type.Enum([version]) }, { title: 'Presence' }),
    handle: async () => ({ status: 'ok', version }),
  },
  {
    method: 'GET',
    path: '/status500',
    name: 'getStatus500',
    summary: 'Return a 500, for testing clients',
    keyless: true,
    answer: null,
    // The only operation of the service that fails on purpose.
    handle: async () => {
      throw new Refusal(500, 'This error was requested');
    },
  },
];

export const externalOperations: readonly Operation[] = [
  ...bankTransferOperations,
  ...bulkOperations,
  ...floatOperations,
  ...merchantOperations,
  ...plainOperations,
];

/** The Merchant External API, to be registered under its prefix. */
export function externalSurface(deps: DialectDeps): FastifyPluginAsync {
  return async (server: FastifyInstance) => {
    // Each may carry the version as a parameter.
    acceptText(server, jsonTypes);
    server.decorateRequest('apiKeyOwner', '');
    server.setErrorHandler(answerError);
    server.setNotFoundHandler((request, reply) => answerElsewhere(server.prefix, request, reply));
    // Before the body is read: neither a stranger's body nor one at a wrong path is worth reading.
    server.addHook('onRequest', async (request, reply) => {
      if (request.is404) return answerElsewhere(server.prefix, request, reply);
      assertVersion(request);
      if (!request.routeOptions.config.keyless) await authenticate(deps, request);
      return undefined;
    });
    for (const { method, path, name, handle, keyless, bodyLimitBytes } of externalOperations) {
      server.route({
        method,
        url: path.toLowerCase(),
        config: { keyless, operation: name },
        ...(bodyLimitBytes !== undefined && { bodyLimit: bodyLimitBytes }),
        handler: async (request, reply) => {
          const answer = await handle(deps, request);
          const body = answer instanceof Uint8Array ? answer : JSON.stringify(answer);
          return reply.type('application/json; charset=utf-8').send(body);
        },
      });
    }
  };
}

/** Responds to a request to a path with another method, or to an unknown path. */
function answerElsewhere(prefix: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOfUrl(request.url).slice(prefix.length).replace(/\/$/, '');
  const allowed = externalOperations
    .filter((operation) => operation.path.toLowerCase() === path)
    .map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method));
  if (allowed.length === 0) return sendText(reply, 404, 'Not found');
  return sendText(reply.header('allow', allowed.join(', ')), 405, 'Method not allowed');
}
