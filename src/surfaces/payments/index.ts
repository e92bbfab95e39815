// The Payments API: the deprecated surface that merchants' plugins use. The composition root mounts it under its
// prefix, and paths arrive in lower case.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { acceptText } from '../../kernel/http/bodies.ts';
import { type ErrorAnswer, transportStatus } from '../../kernel/http/server.ts';
import { authenticate } from '../dialect/auth.ts';
import { bankTransferOperations } from '../dialect/bank-transfer.ts';
import { createBulkOperation, readBulkOperation } from '../dialect/bulk.ts';
import { answerError, Refusal, sendText } from '../dialect/errors.ts';
import { recordTypes } from '../dialect/given.ts';
import { readerOf } from '../dialect/query.ts';
import { paymentRequestOperation } from '../dialect/request.ts';
import { elsewhere, mountOperations } from '../engine.ts';
import type { Operation } from '../operation.ts';
import { authenticateBearer } from './auth.ts';
import type { SurfaceDeps } from './deps.ts';
import { readOperations } from './reads.ts';
import { refundOperations } from './refunds.ts';
import { reportOperations } from './report.ts';
import { settlementOperations } from './settlements.ts';
import { prepareForms, tokenOperations } from './token.ts';
import { sendContent } from './wire.ts';

export { openFromBrowser } from './browser.ts';

/** When the surface was deprecated (RFC 9745): 1 January 2026. */
const deprecation = '@1767225600';

/** A row that the Merchant External API also has. */
const shared = (row: Operation<SurfaceDeps>): Operation<SurfaceDeps> => ({
  ...row,
  path: row.path.toLowerCase(),
});

export const paymentsOperations: readonly Operation<SurfaceDeps>[] = [
  ...tokenOperations,
  shared(paymentRequestOperation),
  ...readOperations,
  ...reportOperations,
  ...refundOperations,
  ...settlementOperations,
  ...bankTransferOperations.map(shared),
  ...[createBulkOperation, readBulkOperation].map((row) => ({ ...shared(row), access: 'bearer' as const })),
];

export function paymentsSurface(deps: SurfaceDeps): FastifyPluginAsync {
  const prepare = (server: FastifyInstance) => {
    acceptText(server, recordTypes);
    // Also on refusals that come before the other hooks.
    server.addHook('onSend', async (_request, reply) => {
      const link = `<${deps.config.publicUrl}/docs>; rel="deprecation"`;
      const help = reply.getHeader('link');
      reply.header('deprecation', deprecation).header('link', help === undefined ? link : `${link}, ${help}`);
    });
  };
  return mountOperations(
    {
      deps,
      prepare,
      prepareForms,
      authenticate: (request, { access }) =>
        (access === 'bearer' ? authenticateBearer : authenticate)(deps, request),
      reader: readerOf,
      send: sendContent,
      answerError: answerHere,
      answerElsewhere,
    },
    paymentsOperations,
  );
}

/** The contract has one answer to every body that is not JSON or XML, whatever its content type: the 400. */
const answerHere: ErrorAnswer = (error, request, reply) => {
  const early = transportStatus(error);
  return answerError(early?.status === 415 ? new Refusal(400, early.detail) : error, request, reply);
};

function answerElsewhere(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[],
): FastifyReply {
  const [status, errorMessage] = elsewhere(reply, allowed);
  // A plugin that calls an unknown operation looks for errorMessage, and takes a plain text for success.
  if (!/[/+]json\b/i.test(headers.accept ?? '')) return sendText(reply, status, errorMessage);
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify({ errorMessage }));
}
