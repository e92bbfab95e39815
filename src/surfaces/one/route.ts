// One function mounts every operation in the same way: who calls and may they, the key, the query and the body held
// against their schemas, the handler, the answer. An operation is a row of a table; documents are written from it.
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

/** What a handler is given. */
export interface Call<Query = unknown, Body = unknown> {
  deps: OneDeps;
  ctx: Context;
  merchantId: string;
  /** The identifier in the path; "" where the path has none. */
  id: string;
  query: Query;
  body: Body;
  /** What the Idempotency-Key stands for, when one was sent. */
  use: KeyUse | undefined;
}

export interface Operation extends Described {
  /** It has one identifier at most, under whatever name. */
  path: string;
  /** Also the name under which idempotency keys are kept, so it never changes. */
  name: string;
  /** Null: nobody needs a token; any: every token will do. */
  scope: Scope | 'any' | null;
  /** How an Idempotency-Key is honoured; absent where none is taken. */
  keyed?: Keeping;
  /** Request headers that it reads, or takes without a word, besides those of every operation. */
  headers?: readonly string[];
  body?: TSchema;
  /** Without a body it is as if "{}" were sent. */
  isBodyOptional?: boolean;
  /** Where the core's names of input fields stand in the body. */
  fields?: FieldPointers;
  /** The schema of each good answer; null for one without a body. */
  responses: Record<number, TSchema | null>;
  /** The statuses of its bad answers that do not follow from the rest of its row. */
  errors?: readonly (404 | 502)[];
  /** Its own codes, each with its status. */
  codes?: readonly OwnCode[];
  handle(call: Call<never, never>): Promise<Reply>;
}

/** Where the identifier stands in an operation's path. */
export const identifier = /\{\w+\}/;

/** Matches the paths that an operation's path stands for, and what may come after it: a slash. */
export function pathPattern(path: string, after = '/?'): RegExp {
  const parts = path.split(identifier).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('[^/]+')}${after}$`);
}

/** A row of the table, with its handler held against its schemas. */
export function operation<Query extends TSchema, Body extends TSchema>(
  row: Omit<Operation, 'query' | 'body' | 'handle'> & {
    query?: Query;
    body?: Body;
    handle(call: Call<Static<Query>, Static<Body>>): Promise<Reply>;
  },
): Operation {
  return row;
}

/** Adds the operations to a server, in its prefix. */
export function mount(server: FastifyInstance, deps: OneDeps, operations: readonly Operation[]): void {
  server.decorateRequest('oneCaller', undefined);
  for (const row of operations) {
    const { scope } = row;
    server.route({
      method: row.method,
      url: row.path.replace(identifier, ':id'),
      config: { fields: row.fields },
      // Before the body is read: a stranger's is not worth reading.
      ...(scope && {
        onRequest: async (request: FastifyRequest) => {
          request.oneCaller = await authenticate(deps, request.headers.authorization, scope);
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
    return send(
      reply,
      await replyByKey(deps, row.keyed!, call.use, { fields: row.fields, sentCorrelationId }, work),
    );
  };
}

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

/** Reads and judges query values, which stand at the first level only. */
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
