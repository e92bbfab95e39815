// The One API as a plugin: its operations, its metadata, and paths without an identifier.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { pathOfUrl } from '../../kernel/http/path.ts';
import { mountOperations } from '../engine.ts';
import { verificationOperations } from './account-verification.ts';
import type { OneDeps, Operation } from './deps.ts';
import { oneDialect } from './dialect.ts';
import { OneError } from './errors.ts';
import { invoiceOperations } from './invoices.ts';
import { methodOperations } from './methods.ts';
import { notificationOperations } from './notifications.ts';
import { paymentLinkOperations } from './payment-links.ts';
import { paymentOperations } from './payments.ts';
import { refundOperations } from './refunds.ts';
import { reportOperations } from './reports.ts';
import { revocationOperation } from './revocation.ts';
import { settlementOperations } from './settlements.ts';
import { stepOperations } from './steps.ts';
import { subscriptionOperations } from './subscriptions.ts';
import { discoveryDocument, discoveryPath, tokenOperation } from './token.ts';
import { transactionOperations } from './transactions.ts';
import { webhookOperations } from './webhooks.ts';

/** Every operation except those of tokens. */
export const oneOperations: readonly Operation[] = [
  ...paymentOperations,
  ...paymentLinkOperations,
  ...transactionOperations,
  ...stepOperations,
  ...refundOperations,
  ...notificationOperations,
  ...settlementOperations,
  ...invoiceOperations,
  ...reportOperations,
  ...subscriptionOperations,
  ...webhookOperations,
  ...methodOperations,
  ...verificationOperations,
];

export const tokenOperations: readonly Operation[] = [tokenOperation, revocationOperation];

/** The One API, to be registered under its prefix. */
export function oneSurface(deps: OneDeps): FastifyPluginAsync {
  const dialect = oneDialect(deps);
  const prepare = (server: FastifyInstance) => {
    dialect.prepare(server);
    server.get(discoveryPath, async () => discoveryDocument(deps));
    refuseEmptyIds(server);
  };
  return mountOperations({ ...dialect, prepare }, [...tokenOperations, ...oneOperations]);
}

/** The metadata at the place that RFC 8414 defines, outside the surface's own prefix. */
export function oneDiscovery(deps: OneDeps): FastifyPluginAsync {
  return async (server: FastifyInstance) => {
    server.get(`${discoveryPath}/one/v1`, async () => discoveryDocument(deps));
  };
}

/** Refuses empty identifiers: a router that ignores a slash at the end would take `/payments/` for the list. */
function refuseEmptyIds(server: FastifyInstance): void {
  const withId = oneOperations.filter(({ path }) => path.endsWith('}'));
  const empty = new Set(withId.map(({ path }) => server.prefix + path.slice(0, path.indexOf('{'))));
  server.addHook('onRequest', (request, _reply, done) => {
    const path = pathOfUrl(request.url);
    const lacksId = path.includes('//') || empty.has(path);
    done(lacksId ? new OneError('NotFound', 'the path lacks an identifier') : undefined);
  });
}
