// Mounts the operations of every surface in the same way: unknown paths and methods, credentials before the body is
// read, the input, the handler, the response. A dialect is what differs between surfaces.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../core/context.ts';
import { acceptForms } from '../kernel/http/bodies.ts';
import { pathOfUrl } from '../kernel/http/path.ts';
import type { ErrorAnswer } from '../kernel/http/server.ts';
import type { Call, Caller, Operation } from './operation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of a route. */
    row?: Operation | undefined;
  }
  interface FastifyRequest {
    /** Set before the body is read. */
    caller: Caller | undefined;
  }
}

type Input = Pick<Call, 'query' | 'body'> & Partial<Pick<Call, 'use'>>;

export interface Dialect<Deps extends { ctx: Context }> {
  deps: Deps;
  /** Registers the content types of bodies, and hooks of the whole surface. */
  prepare(server: FastifyInstance): void;
  /** Registers what the operations whose body is a form have of their own. */
  prepareForms?(scope: FastifyInstance): void;
  /** Notes the caller in the request. Throws if the credentials are not those that the operation requires. */
  authenticate(request: FastifyRequest, row: Operation<Deps>): Promise<void>;
  /** Returns the reader of an operation's input. It throws if the input breaks its schema. */
  reader(row: Operation<Deps>): (request: FastifyRequest) => Input;
  /** Calls the handler under the Idempotency-Key. Absent: handlers honour keys themselves. */
  perform?(row: Operation<Deps>, call: Call<Deps>): Promise<unknown>;
  send(call: Call<Deps>, result: unknown, row: Operation<Deps>): FastifyReply;
  answerError: ErrorAnswer;
  /** Responds on a path that has only the methods `allowed`, or none. */
  answerElsewhere(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): FastifyReply;
}

/** In bytes: several times the longest names and secrets in a form. */
const longestForm = 8 * 1024;

/** Returns a surface, to be registered under its prefix. */
export function mountOperations<Deps extends { ctx: Context }>(
  dialect: Dialect<Deps>,
  operations: readonly Operation<Deps>[],
): FastifyPluginAsync {
  return async (server) => {
    const known: { method: string; pattern: RegExp }[] = [];
    server.addHook('onRoute', ({ method, url }) => {
      known.push({ method: String(method), pattern: pathPattern(url) });
    });
    const answerElsewhere = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const path = pathOfUrl(request.url);
      const here = known.filter(({ pattern }) => pattern.test(path));
      return dialect.answerElsewhere(
        request,
        reply,
        here.map(({ method }) => method),
      );
    };
    server.decorateRequest('caller', undefined);
    server.setErrorHandler(dialect.answerError);
    server.setNotFoundHandler(answerElsewhere);
    dialect.prepare(server);
    // Before the body is read: neither a stranger's body nor one at a wrong path is worth reading.
    server.addHook('onRequest', (request, reply, done) => {
      if (!request.is404) return done();
      try {
        answerElsewhere(request, reply);
      } catch (error) {
        done(error as Error);
      }
    });
    for (const row of operations) {
      if (!row.isForm) mount(server, dialect, row);
      else
        server.register(async (scope) => {
          scope.removeAllContentTypeParsers();
          acceptForms(scope, longestForm);
          dialect.prepareForms?.(scope);
          mount(scope, dialect, row);
        });
    }
  };
}

function mount<Deps extends { ctx: Context }>(
  server: FastifyInstance,
  dialect: Dialect<Deps>,
  row: Operation<Deps>,
): void {
  const { method, path, name, bodyLimitBytes } = row;
  const read = dialect.reader(row);
  const { perform = (_row: Operation<Deps>, call: Call<Deps>) => row.handle(call) } = dialect;
  server.route({
    method,
    url: path.replace(identifier, ':id').toLowerCase(),
    config: { operation: name, row: row as Operation },
    ...(bodyLimitBytes !== undefined && { bodyLimit: bodyLimitBytes }),
    onRequest: (request) => dialect.authenticate(request, row),
    handler: async (request, reply) => {
      const call = callOf(dialect.deps, request, reply, read(request));
      return dialect.send(call, await perform(row, call), row);
    },
  });
}

function callOf<Deps extends { ctx: Context }>(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, body, use }: Input,
): Call<Deps> {
  const { caller = { merchantId: '', actor: deps.ctx.actor } } = request;
  const ctx: Context = {
    ...deps.ctx,
    log: request.log as Context['log'],
    correlationId: request.id,
    actor: caller.actor,
  };
  const { id = '' } = request.params as { id?: string };
  return { deps, ctx, caller, merchantId: caller.merchantId, id, query, body, use, request, reply };
}

/** Finds the identifier in an operation's path. */
export const identifier = /\{\w+\}/;

/** Returns a pattern for the paths of a route. */
function pathPattern(url: string): RegExp {
  const parts = url.split(/:\w+/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('[^/]+')}/?$`);
}

const missing = [404, 'Not found'] as const;
const otherMethod = [405, 'Method not allowed'] as const;

/** Returns a status and a message for a path that has only the methods `allowed`, or none. Sets the Allow header. */
export function elsewhere(reply: FastifyReply, allowed: readonly string[]): readonly [404 | 405, string] {
  if (allowed.length === 0) return missing;
  reply.header('allow', allowed.join(', '));
  return otherMethod;
}
