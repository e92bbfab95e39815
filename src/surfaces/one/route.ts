// Every operation is mounted in the same way: authentication and scope, the key, validation of the query and the body,
// the handler, the answer. An operation is a row of a table, and documents are written from it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Context } from '../../core/context.ts';
import { canonicalJson, isStorable } from '../../kernel/formats/json.ts';
import { readQuery, type Validator, validatorOf } from '../../kernel/formats/validate.ts';
import type { KeyUse } from '../../kernel/http/idempotency.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import type { Described } from '../described.ts';
import { authenticate, type Caller } from './auth.ts';
import type { OneDeps } from './deps.ts';
import { type FieldPointers, invalid, type OwnCode } from './errors.ts';
import { findInexact } from './exact.ts';
import { type Keeping, keyOf, type Reply, replyByKey } from './keyed.ts';
import { fieldName, type Scope } from './wire.ts';

declare module 'fastify' {
  interface FastifyRequest {
    oneCaller: Caller | undefined;
  }
}

/** The input of a handler. */
export interface Call<Query = unknown, Body = unknown> {
  deps: OneDeps;
  ctx: Context;
  merchantId: string;
  /** The identifier in the path; "" where the path has none. */
  id: string;
  query: Query;
  body: Body;
  /** The use of the Idempotency-Key, if one was sent. */
  use: KeyUse | undefined;
}

export interface Operation extends Described {
  /** It has at most one identifier, under any name. */
  path: string;
  /** Idempotency keys are kept under this name, so it never changes. */
  name: string;
  /** Null: no token is needed; any: every token is enough. */
  scope: Scope | 'any' | null;
  /** How an Idempotency-Key is honoured; absent if none is accepted. */
  keyed?: Keeping;
  /** Request headers that it reads or accepts silently, besides those of every operation. */
  headers?: readonly string[];
  body?: TSchema;
  /** A missing body counts as "{}". */
  isBodyOptional?: boolean;
  /** The pointers of the core's input fields in the body. */
  fields?: FieldPointers;
  /** The schema of each successful answer; null for one without a body. */
  responses: Record<number, TSchema | null>;
  /** The statuses of failed answers that do not follow from the rest of its row. */
  errors?: readonly (404 | 502)[];
  /** Its own codes, each with its status. */
  codes?: readonly OwnCode[];
  handle(call: Call<never, never>): Promise<Reply>;
}

/** Finds the identifier in an operation's path. */
export const identifier = /\{\w+\}/;

/** Returns a pattern for the paths of an operation. `after` matches the end: an optional slash. */
export function pathPattern(path: string, after = '/?'): RegExp {
  const parts = path.split(identifier).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('[^/]+')}${after}$`);
}

/** Returns a row of the table. Its handler is type-checked against its schemas. */
export function operation<Query extends TSchema, Body extends TSchema>(
  row: Omit<Operation, 'query' | 'body' | 'handle'> & {
    query?: Query;
    body?: Body;
    handle(call: Call<Static<Query>, Static<Body>>): Promise<Reply>;
  },
): Operation {
  return row;
}

/** Adds the operations to a server, below its prefix. */
export function mount(server: FastifyInstance, deps: OneDeps, operations: readonly Operation[]): void {
  server.decorateRequest('oneCaller', undefined);
  for (const row of operations) {
    const { scope } = row;
    server.route({
      method: row.method,
      url: row.path.replace(identifier, ':id'),
      config: { fields: row.fields, operation: row.name },
      // Before the body is read: a stranger's is not worth reading.
      ...(scope && {
        onRequest: async (request: FastifyRequest) => {
          request.oneCaller = await authenticate(deps, request.headers.authorization, scope);
          request.acceptKey?.(request.headers.authorization!, request.oneCaller.merchantId);
        },
      }),
      handler: handlerOf(deps, row),
    });
  }
}

function handlerOf(deps: OneDeps, row: Operation) {
  const judgeQuery = row.query && queryJudge(row.query);
  const judgeBody = row.body && validatorOf(row.body);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const key = row.keyed && keyOf(request.headers['idempotency-key']);
    const query = judgeQuery?.(request.query as Record<string, unknown>);
    const body = judgeBody && (request.body ?? (row.isBodyOptional ? {} : undefined));
    if (judgeBody) assertBody(judgeBody, body);
    const { id = '' } = request.params as { id?: string };
    const call = callOf(deps, request, { id, query, body });
    if (key === undefined) return send(reply, await row.handle(call as Call<never, never>));
    call.use = {
      merchantId: call.merchantId,
      operation: row.name,
      key,
      requestHash: sha256Hex(canonicalJson({ id, body: call.body })),
      at: call.ctx.clock.now(),
    };
    const work = () => row.handle(call as Call<never, never>);
    const { sentCorrelationId } = request;
    const told = { fields: row.fields, sentCorrelationId };
    const answer = await replyByKey(deps, row.keyed!, call.use, told, work);
    if (answer.status >= 400) request.refused = { code: codeIn(answer) };
    return send(reply, answer);
  };
}

/** Returns the code of a refusal that is stored under a key. It never passes through the error handler. */
const codeIn = ({ body }: Reply): string => (JSON.parse(body!) as { code: string }).code;

function callOf(
  deps: OneDeps,
  request: FastifyRequest,
  input: { id: string; query: unknown; body: unknown },
): Call {
  const caller = request.oneCaller;
  const ctx: Context = {
    ...deps.ctx,
    log: request.log as Context['log'],
    correlationId: request.id,
    actor: caller ? `client:${caller.clientId}` : deps.ctx.actor,
  };
  return { deps, ctx, merchantId: caller?.merchantId ?? '', ...input, use: undefined };
}

/** Returns a reader and validator of query values, which are never nested. */
function queryJudge(schema: TSchema): (query: Record<string, unknown>) => unknown {
  const judge = validatorOf(schema);
  return (query) => {
    const names = Object.keys((schema as { properties?: object }).properties ?? {});
    const twice = names.find((name) => Array.isArray(query[name]));
    if (twice !== undefined) throw invalid({ parameter: twice }, `${twice} is given twice`);
    const read = readQuery(schema, query);
    const problem = judge(read);
    if (problem) {
      const parameter = fieldName(problem.pointer);
      throw invalid({ parameter }, `${parameter} ${problem.rule}`);
    }
    for (const [parameter, value] of Object.entries(read)) {
      if (typeof value === 'string' && !isStorable(value))
        throw invalid({ parameter }, `${parameter} has unusable text`);
    }
    return read;
  };
}

function assertBody(judge: Validator, body: unknown): void {
  const problem = findInexact(body) ?? judge(body);
  if (problem) throw invalid({ pointer: problem.pointer }, `${fieldName(problem.pointer)} ${problem.rule}`);
}

function send(reply: FastifyReply, answer: Reply): FastifyReply {
  reply.code(answer.status);
  if (answer.location !== null) reply.header('location', answer.location);
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  if (answer.body === null) return reply.send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(answer.body);
}
