// The Payments API: the deprecated surface that merchants' plugins use. The composition root mounts it under its
// prefix, and paths arrive in lower case.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { acceptText } from '../../kernel/http/bodies.ts';
import { pathOfUrl } from '../../kernel/http/path.ts';
import { type ErrorAnswer, transportStatus } from '../../kernel/http/server.ts';
import { authenticate } from '../dialect/auth.ts';
import { bankTransferOperations } from '../dialect/bank-transfer.ts';
import { createBulkOperation, readBulkOperation } from '../dialect/bulk.ts';
import { answerError, Refusal, sendText } from '../dialect/errors.ts';
import { recordTypes } from '../dialect/given.ts';
import { paymentRequestOperation } from '../dialect/request.ts';
import { authenticateBearer } from './auth.ts';
import type { SurfaceDeps } from './deps.ts';
import { readOperations } from './reads.ts';
import { refundOperations } from './refunds.ts';
import { reportOperations } from './report.ts';
import { inBothForms, type Operation } from './route.ts';
import { settlementOperations } from './settlements.ts';
import { tokenOperations } from './token.ts';
import { sendAnswer } from './wire.ts';

export { openFromBrowser } from './browser.ts';

/** When the surface was deprecated (RFC 9745): 1 January 2026. */
const deprecation = '@1767225600';

export const paymentsOperations: readonly Operation[] = [
  ...tokenOperations,
  inBothForms(paymentRequestOperation),
  ...readOperations,
  ...reportOperations,
  ...refundOperations,
  ...settlementOperations,
  ...bankTransferOperations.map(inBothForms),
  ...[createBulkOperation, readBulkOperation].map((row) => ({ ...inBothForms(row), bearer: true })),
];

export function paymentsSurface(deps: SurfaceDeps): FastifyPluginAsync {
  return async (server) => {
    server.decorateRequest('apiKeyOwner', '');
    server.setErrorHandler(answerHere);
    server.setNotFoundHandler((request, reply) => answerElsewhere(server.prefix, request, reply));
    // Also on refusals that come before the hooks below.
    server.addHook('onSend', async (_request, reply) => {
      const link = `<${deps.config.publicUrl}/docs>; rel="deprecation"`;
      const help = reply.getHeader('link');
      reply.header('deprecation', deprecation).header('link', help === undefined ? link : `${link}, ${help}`);
    });
    server.addHook('onRequest', async (request, reply) => {
      // Before the body is read: neither a stranger's body nor one at a wrong path is worth reading.
      if (request.is404) return answerElsewhere(server.prefix, request, reply);
      await (request.routeOptions.config.bearer ? authenticateBearer : authenticate)(deps, request);
      return undefined;
    });
    acceptText(server, recordTypes);
    for (const row of paymentsOperations) {
      const { method, path, name, handle, answer, bearer, accept, bodyLimitBytes } = row;
      server.register(async (scope) => {
        accept?.(scope);
        scope.route({
          method,
          url: path.toLowerCase(),
          config: { bearer, operation: name },
          ...(bodyLimitBytes !== undefined && { bodyLimit: bodyLimitBytes }),
          handler: async (request, reply) =>
            sendAnswer(request, reply, answer, await handle(deps, request, reply)),
        });
      });
    }
  };
}

/** The contract has one answer to every body that is not JSON or XML, whatever its content type: the 400. */
const answerHere: ErrorAnswer = (error, request, reply) => {
  const early = transportStatus(error);
  return answerError(early?.status === 415 ? new Refusal(400, early.detail) : error, request, reply);
};

/** Responds to a request to a path with other methods, or to an unknown path. */
function answerElsewhere(prefix: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOfUrl(request.url).slice(prefix.length).replace(/\/$/, '');
  const allowed = paymentsOperations
    .filter((operation) => operation.path.toLowerCase() === path)
    .map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method));
  const [status, message] =
    allowed.length === 0 ? ([404, 'Not found'] as const) : ([405, 'Method not allowed'] as const);
  if (allowed.length > 0) reply.header('allow', allowed.join(', '));
  // A plugin that calls an unknown operation looks for errorMessage, and takes a plain text for success.
  if (!/[/+]json\b/i.test(request.headers.accept ?? '')) return sendText(reply, status, message);
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ errorMessage: message }));
}
