// How the One API differs from other surfaces: tokens with scopes, validated bodies, idempotency keys, error objects.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { canonicalJson, isStorable } from '../../kernel/formats/json.ts';
import { readQuery, type Validator, validatorOf } from '../../kernel/formats/validate.ts';
import { acceptJson } from '../../kernel/http/bodies.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import type { Dialect } from '../engine.ts';
import { authenticate } from './auth.ts';
import type { OneDeps, Operation } from './deps.ts';
import { describeError, invalid, logFailure, OneError, sendFailure } from './errors.ts';
import { findInexact } from './exact.ts';
import { keyOf, performByKey, type Reply } from './keyed.ts';
import { prepareForms } from './oauth.ts';
import { fieldName } from './wire.ts';

export const oneDialect = (deps: OneDeps): Dialect<OneDeps> => ({
  deps,
  prepare: acceptJson,
  prepareForms: (scope) => prepareForms(deps, scope),
  authenticate: (request, { access }) => authenticate(deps, request, access),
  reader: (row) => readerOf(deps, row),
  perform: performByKey,
  send: ({ reply }, result) => send(reply, result as Reply),
  answerError: (error, request, reply) => {
    const failure = describeError(error, request.routeOptions.config.row?.fields);
    request.refused = { code: failure.code };
    logFailure(failure, error, request);
    return sendFailure(deps, failure, request, reply);
  },
  answerElsewhere: ({ method }, _reply, allowed) => {
    const allow = allowed.join(', ');
    if (allow === '') throw new OneError('NotFound', 'this path does not exist');
    throw new OneError('NotAllowed', `this path does not support ${method}, only ${allow}`, {
      headers: { allow },
    });
  },
});

function readerOf({ ctx }: OneDeps, row: Operation) {
  const judgeQuery = row.query && queryJudge(row.query);
  const judgeBody = row.body && !row.isForm && validatorOf(row.body);
  return (request: FastifyRequest) => {
    const key = row.keyed && keyOf(request.headers['idempotency-key']);
    const query = judgeQuery?.(request.query as Record<string, unknown>);
    const isEmpty = row.isForm || row.isBodyOptional;
    const body = row.body && (request.body ?? (isEmpty ? {} : undefined));
    if (judgeBody) assertBody(judgeBody, body);
    if (key === undefined) return { query, body };
    const { id = '' } = request.params as { id?: string };
    const { merchantId } = request.caller!;
    const requestHash = sha256Hex(canonicalJson({ id, body }));
    return { query, body, use: { merchantId, operation: row.name, key, requestHash, at: ctx.clock.now() } };
  };
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
        throw invalid({ parameter }, `${parameter} has characters that are not allowed`);
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
  if (answer.file) return reply.type(answer.file.type).send(answer.file.bytes);
  if (answer.body === null) return reply.send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(answer.body);
}
