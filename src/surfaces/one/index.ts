// The One API as a plugin: its operations, its token endpoint, and its answers to what it does not have.
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { acceptJson } from '../../kernel/bodies.ts';
import { verificationOperations } from './account-verification.ts';
import type { OneDeps } from './deps.ts';
import { describeError, type FieldPointers, logFailure, OneError, sendFailure } from './errors.ts';
import { methodOperations } from './methods.ts';
import { notificationOperations } from './notifications.ts';
import { paymentOperations } from './payments.ts';
import { refundOperations } from './refunds.ts';
import { mount, type Operation, pathPattern } from './route.ts';
import { settlementOperations } from './settlements.ts';
import { stepOperations } from './steps.ts';
import { subscriptionOperations } from './subscriptions.ts';
import { discoveryDocument, discoveryPath, tokenRoute } from './token.ts';
import { transactionOperations } from './transactions.ts';
import { webhookOperations } from './webhooks.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Where the core's names of input fields stand in the operation's body. */
    fields?: FieldPointers | undefined;
  }
}

/** Every operation but the token's. */
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
      logFailure(failure, error, request);
      return sendFailure(deps, failure, request, reply);
    });
    const findMethods = methodsByPath(server.prefix, [
      ...oneOperations,
      { method: 'POST', path: '/token' },
      { method: 'GET', path: discoveryPath },
    ]);
    server.setNotFoundHandler((request) => {
      throw missing(request, findMethods);
    });
    // Before the body is read: what nobody takes is not worth reading.
    server.addHook('onRequest', (request, _reply, done) => {
      done(request.is404 ? missing(request, findMethods) : undefined);
    });
    server.register(tokenRoute(deps));
    server.get(discoveryPath, async () => discoveryDocument(deps));
    mount(server, deps, oneOperations);
  };
}

/** The metadata where RFC 8414 looks for it: outside of the surface's own prefix. */
export function oneDiscovery(deps: OneDeps): FastifyPluginAsync {
  return async (server: FastifyInstance) => {
    server.get(`${discoveryPath}/one/v1`, async () => discoveryDocument(deps));
  };
}

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
  const path = request.url.split('?')[0]!;
  const allow = findMethods(path).join(', ');
  if (allow === '') return new OneError('NotFound', 'there is no such path');
  return new OneError('NotAllowed', `${request.method} is not allowed here, only ${allow}`, {
    headers: { allow },
  });
}
