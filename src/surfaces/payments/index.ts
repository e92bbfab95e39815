// The Payments API: the deprecated surface that merchants' plugins speak. The composition root mounts it under its
// prefix, and paths arrive in lower case.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { acceptText } from '../../kernel/http.ts';
import { authenticate } from '../dialect/auth.ts';
import { bulkBodyLimitBytes } from '../dialect/bulk.ts';
import { answerError, sendText } from '../dialect/errors.ts';
import { recordTypes } from '../dialect/given.ts';
import { authenticateBearer } from './auth.ts';
import { getBankingDetails, postMultiple, postSingle } from './bank-transfer.ts';
import { createBulkPaymentRequest, getBulkJobByReference } from './bulk.ts';
import type { SurfaceDeps } from './deps.ts';
import { postPaymentRequest } from './payment-request.ts';
import { getTransactionById, getTransactionByReference } from './reads.ts';
import { getRefundById, getRefunds, getRefundsByTransaction, submitRefunds } from './refunds.ts';
import { getTransactionReport } from './report.ts';
import { getSettlements, getSiteSettlements } from './settlements.ts';
import { acceptTokenForms, postToken } from './token.ts';

export { openFromBrowser } from './browser.ts';

/** When the surface was deprecated (RFC 9745): 1 January 2026. */
const deprecation = '@1767225600';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation wants a bearer token in place of the ApiKey. */
    bearer?: boolean | undefined;
  }
}

interface Route {
  method: 'GET' | 'POST';
  /** In lower case, below the prefix. */
  path: string;
  handle(deps: SurfaceDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Wants a bearer token in place of the ApiKey. */
  bearer?: boolean;
  /** What bodies the operation takes, where they are not the usual ones. */
  accept?(server: FastifyInstance): void;
  /** How many bytes a body may have, where that is not the service's usual limit. */
  bodyLimitBytes?: number;
}

const routes: Route[] = [
  { method: 'POST', path: '/token', handle: postToken, accept: acceptTokenForms },
  { method: 'POST', path: '/postpaymentrequest', handle: postPaymentRequest },
  { method: 'GET', path: '/gettransactionbyreference', handle: getTransactionByReference },
  { method: 'GET', path: '/gettransaction', handle: getTransactionById },
  { method: 'GET', path: '/gettransactionreport', handle: getTransactionReport },
  { method: 'POST', path: '/secure/refunds/submit', handle: submitRefunds, bearer: true },
  { method: 'GET', path: '/secure/refunds/getrefunds', handle: getRefunds, bearer: true },
  { method: 'GET', path: '/secure/refunds/getrefund', handle: getRefundById, bearer: true },
  {
    method: 'GET',
    path: '/secure/refunds/getrefundsbytransactionid',
    handle: getRefundsByTransaction,
    bearer: true,
  },
  { method: 'GET', path: '/secure/settlements', handle: getSettlements, bearer: true },
  { method: 'GET', path: '/secure/settlements/getsitesettlements', handle: getSiteSettlements, bearer: true },
  { method: 'POST', path: '/secure/banktransfer/single', handle: postSingle },
  { method: 'POST', path: '/secure/banktransfer/multiple', handle: postMultiple },
  { method: 'GET', path: '/secure/banktransfer/bankingdetails', handle: getBankingDetails },
  {
    method: 'POST',
    path: '/secure/bulkpaymentrequests/create',
    handle: createBulkPaymentRequest,
    bearer: true,
    bodyLimitBytes: bulkBodyLimitBytes,
  },
  {
    method: 'GET',
    path: '/secure/bulkpaymentrequests/getbulkjobbyreference',
    handle: getBulkJobByReference,
    bearer: true,
  },
];

export function paymentsSurface(deps: SurfaceDeps): FastifyPluginAsync {
  return async (server) => {
    server.decorateRequest('apiKeyOwner', '');
    server.setErrorHandler(answerError);
    server.setNotFoundHandler((request, reply) => answerElsewhere(server.prefix, request, reply));
    server.addHook('onRequest', async (request, reply) => {
      reply
        .header('deprecation', deprecation)
        .header('link', `<${deps.config.publicUrl}/docs>; rel="deprecation"`);
      // Before a body is read: a stranger's is not worth reading, and at a wrong path none is.
      if (request.is404) return answerElsewhere(server.prefix, request, reply);
      await (request.routeOptions.config.bearer ? authenticateBearer : authenticate)(deps, request);
      return undefined;
    });
    acceptText(server, recordTypes);
    for (const { method, path, handle, bearer, accept, bodyLimitBytes } of routes) {
      server.register(async (scope) => {
        accept?.(scope);
        scope.route({
          method,
          url: path,
          config: { bearer },
          ...(bodyLimitBytes !== undefined && { bodyLimit: bodyLimitBytes }),
          handler: (request, reply) => handle(deps, request, reply),
        });
      });
    }
  };
}

/** What stands at no route: a path that has other methods, or nothing. */
function answerElsewhere(prefix: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0]!.slice(prefix.length).replace(/\/$/, '');
  const allowed = routes
    .filter((route) => route.path === path)
    .map((route) => (route.method === 'GET' ? 'GET, HEAD' : route.method));
  if (allowed.length === 0) return sendText(reply, 404, 'There is nothing here');
  return sendText(reply.header('allow', allowed.join(', ')), 405, 'The method is not allowed here');
}
