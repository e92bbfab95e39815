// The Merchant External API as a plugin. The composition root mounts it under its prefix, and paths arrive in lower case.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { acceptText } from '../../kernel/http.ts';
import { authenticate } from '../dialect/auth.ts';
import { bankingDetails, multipleReference, singleReference } from '../dialect/bank-transfer.ts';
import { bulkBodyLimitBytes, bulkJobsByReference, requestBulkJob } from '../dialect/bulk.ts';
import type { DialectDeps } from '../dialect/deps.ts';
import { answerError, Refusal, sendText } from '../dialect/errors.ts';
import { requestPayment } from '../dialect/payment-request.ts';
import { transactionById, transactionsByReference } from '../dialect/transactions.ts';
import { assertVersion, version } from './auth.ts';
import { compress, decompress } from './bulk.ts';
import { createFloatTopUpReference, getFloatBalanceInfo } from './float.ts';
import { getBanks, transactionsByReferenceDate, transactionsByRequestId } from './reads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation takes no apiKey. */
    keyless?: boolean | undefined;
  }
}

interface Operation {
  method: 'GET' | 'POST';
  /** As documents write it. */
  path: string;
  /** Answers what is sent as JSON with 200. A body is there as its text, for the readers of dialect/given.ts. */
  handle(deps: DialectDeps, request: FastifyRequest): Promise<unknown>;
  /** Takes no apiKey. */
  keyless?: boolean;
  /** How many bytes a body may have, where that is not the service's usual limit. */
  bodyLimitBytes?: number;
}

export const externalOperations: readonly Operation[] = [
  { method: 'POST', path: '/Secure/BankTransfer/Single', handle: singleReference },
  { method: 'POST', path: '/Secure/BankTransfer/Multiple', handle: multipleReference },
  { method: 'GET', path: '/Secure/BankTransfer/BankingDetails', handle: bankingDetails },
  {
    method: 'POST',
    path: '/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest',
    handle: createFloatTopUpReference,
  },
  { method: 'GET', path: '/Secure/FloatTopUp/GetFloatBalanceInfo', handle: getFloatBalanceInfo },
  {
    method: 'POST',
    path: '/Secure/BulkPaymentRequests/Create',
    handle: requestBulkJob,
    bodyLimitBytes: bulkBodyLimitBytes,
  },
  {
    method: 'POST',
    path: '/Secure/BulkPaymentRequests/Compress',
    handle: compress,
    bodyLimitBytes: bulkBodyLimitBytes,
  },
  {
    method: 'POST',
    path: '/Secure/BulkPaymentRequests/Decompress',
    handle: decompress,
    bodyLimitBytes: bulkBodyLimitBytes,
  },
  { method: 'GET', path: '/Secure/BulkPaymentRequests/GetBulkJobByReference', handle: bulkJobsByReference },
  { method: 'GET', path: '/api/MerchantApiV1/GetTransactionByReference', handle: transactionsByReference },
  { method: 'GET', path: '/api/MerchantApiV1/GetTransactionByRequestId', handle: transactionsByRequestId },
  {
    method: 'GET',
    path: '/api/MerchantApiV1/GetTransactionByReferenceDate',
    handle: transactionsByReferenceDate,
  },
  { method: 'GET', path: '/api/MerchantApiV1/GetTransaction', handle: transactionById },
  { method: 'GET', path: '/api/MerchantApiV1/GetBanks', handle: getBanks },
  { method: 'POST', path: '/api/MerchantApiV1/PostPaymentRequest', handle: requestPayment },
  { method: 'GET', path: '/get', keyless: true, handle: async () => ({ status: 'ok', version }) },
  // For the error tests of clients: the one answer of the service that fails on purpose.
  {
    method: 'GET',
    path: '/status500',
    keyless: true,
    handle: async () => {
      throw new Refusal(500, 'This failure was asked for');
    },
  },
];

/** What a body may be called; each may carry the version as a parameter. */
const bodyTypes = ['application/json', 'text/json', /^application\/[\w.-]+\+json/];

/** The Merchant External API, to be registered under its prefix. */
export function externalSurface(deps: DialectDeps): FastifyPluginAsync {
  return async (server: FastifyInstance) => {
    acceptText(server, bodyTypes);
    server.decorateRequest('apiKeyOwner', '');
    server.setErrorHandler(answerError);
    server.setNotFoundHandler((request, reply) => answerElsewhere(server.prefix, request, reply));
    // Before a body is read: a stranger's is not worth reading, and at a wrong path none is.
    server.addHook('onRequest', async (request, reply) => {
      if (request.is404) return answerElsewhere(server.prefix, request, reply);
      assertVersion(request);
      if (!request.routeOptions.config.keyless) await authenticate(deps, request);
      return undefined;
    });
    for (const { method, path, handle, keyless, bodyLimitBytes } of externalOperations) {
      server.route({
        method,
        url: path.toLowerCase(),
        config: { keyless },
        ...(bodyLimitBytes !== undefined && { bodyLimit: bodyLimitBytes }),
        handler: async (request, reply) => {
          const answer = await handle(deps, request);
          return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
        },
      });
    }
  };
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
