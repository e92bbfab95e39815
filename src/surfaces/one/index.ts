// The One API as a plugin: its operations, its token endpoint, and its answers to unknown paths.
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { acceptJson } from '../../kernel/http/bodies.ts';
import { pathOfUrl } from '../../kernel/http/path.ts';
import { verificationOperations } from './account-verification.ts';
import type { OneDeps } from './deps.ts';
import { describeError, type FieldPointers, logFailure, OneError, sendFailure } from './errors.ts';
import { methodOperations } from './methods.ts';
import { notificationOperations } from './notifications.ts';
import { paymentOperations } from './payments.ts';
import { refundOperations } from './refunds.ts';
import { revocationRoute } from './revocation.ts';
import { mount, type Operation, pathPattern } from './route.ts';
import { settlementOperations } from './settlements.ts';
import { stepOperations } from './steps.ts';
import { subscriptionOperations } from './subscriptions.ts';
import { discoveryDocument, discoveryPath, tokenRoute } from './token.ts';
import { transactionOperations } from './transactions.ts';
import { webhookOperations } from './webhooks.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The pointers of the core's input fields in the operation's body. */
    fields?: FieldPointers | undefined;
  }
}

/** Every operation except those of tokens. */
export const oneOperations: readonly Operation[] = [
  ...paymentOperations,
  ...transactionOperations,
  ...stepOperations,
  ...refundOperations,
  ...notificationOperations,
  ...settlementOperations,
  ...subscriptionOperations,
  ...webhookOperations,
  ...methodOperations,
  ...verificationOperations,
];

/** The One API, to be registered under its prefix. */
export function oneSurface(deps: OneDeps): FastifyPluginAsync {
  return async (server) => {
    acceptJson(server);
    server.setErrorHandler((error, request, reply) => {
      const failure = describeError(error, request.routeOptions.config.fields);
      request.refused = { code: failure.code };
      logFailure(failure, error, request);
      return sendFailure(deps, failure, request, reply);
    });
    const findMethods = methodsByPath(server.prefix, [
      ...oneOperations,
      { method: 'POST', path: '/token' },
      { method: 'POST', path: '/revoke' },
      { method: 'GET', path: discoveryPath },
    ]);
    server.setNotFoundHandler((request) => {
      throw missing(request, findMethods);
    });
    const lacksId = emptyIds(server.prefix);
    // Before the body is read: one that no operation takes is not worth reading.
    server.addHook('onRequest', (request, _reply, done) => {
      if (lacksId(pathOf(request))) done(new OneError('NotFound', 'the path lacks an identifier'));
      else done(request.is404 ? missing(request, findMethods) : undefined);
    });
    server.register(tokenRoute(deps));
    server.register(revocationRoute(deps));
    server.get(discoveryPath, async () => discoveryDocument(deps));
    mount(server, deps, oneOperations);
  };
}

/** The metadata at the place that RFC 8414 defines, outside the surface's own prefix. */
export function oneDiscovery(deps: OneDeps): FastifyPluginAsync {
  return async (server: FastifyInstance) => {
    server.get(`${discoveryPath}/one/v1`, async () => discoveryDocument(deps));
  };
}

/**
 * Returns a function that reports whether a path has an empty identifier. A router that ignores a slash at the end would
 * take `/payments/` for the list of all payments.
 */
function emptyIds(prefix: string): (path: string) => boolean {
  const lists = oneOperations
    .filter(({ path }) => /\/\{\w+\}$/.test(path))
    .map(({ path }) => pathPattern(prefix + path.replace(/\{\w+\}$/, ''), ''));
  return (path) => path.includes('//') || (path.endsWith('/') && lists.some((list) => list.test(path)));
}

const pathOf = (request: FastifyRequest): string => pathOfUrl(request.url);

type FindMethods = (path: string) => string[];

function methodsByPath(prefix: string, routes: readonly { method: string; path: string }[]): FindMethods {
  const known = Map.groupBy(routes, ({ path }) => path);
  const patterns = [...known].map(([path, rows]) => ({
    pattern: pathPattern(prefix + path),
    methods: rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  }));
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.methods ?? [];
}

function missing(request: FastifyRequest, findMethods: FindMethods): OneError {
  const allow = findMethods(pathOf(request)).join(', ');
  if (allow === '') return new OneError('NotFound', 'there is no such path');
  return new OneError('NotAllowed', `${request.method} is not allowed here, only ${allow}`, {
    headers: { allow },
  });
}
