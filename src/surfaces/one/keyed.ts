// Idempotency keys in the One API: the header, the repeated first answer, and the refusals that are kept.
import type { Readable } from 'node:stream';
import type { Work } from '../../core/context.ts';
import { DomainError } from '../../core/errors.ts';
import { inWork, within } from '../../core/unit-of-work.ts';
import {
  type Answer,
  aroundKey,
  type KeyedResult,
  type KeyUse,
  keepAnswer,
  onceByKey,
  usableKey,
} from '../../kernel/http/idempotency.ts';
import type { Call, Operation } from './deps.ts';
import { describeError, errorObject, invalid } from './errors.ts';

/** An answer, and whether it is a repeat. */
export interface Reply extends Answer {
  replayed?: boolean;
  /** In place of JSON, for reads alone. */
  file?: { type: string; bytes: Buffer | Readable };
}

/** Returns a reply with `value` as JSON, or without a body. `location` is the address of the created object. */
export function replyOf(status: number, value?: unknown, location: string | null = null): Reply {
  return { status, body: value === undefined ? null : JSON.stringify(value), location };
}

/** Reads the Idempotency-Key header. Returns undefined when none was sent. */
export function keyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && usableKey.test(header)) return header;
  throw invalid(
    { header: 'Idempotency-Key' },
    'Idempotency-Key must have 1 to 255 printable ASCII characters',
  );
}

/** Returns the answer to a request whose key was checked. Throws IdempotencyKeyReused and IdempotencyKeyInUse. */
export function settled(result: KeyedResult): Reply {
  if (result.kind === 'mismatch') throw new DomainError('IdempotencyKeyReused');
  if (result.kind === 'running') throw new DomainError('IdempotencyKeyInUse');
  const { answer, replayed } = result;
  return { ...answer, status: replayed && answer.status === 201 ? 200 : answer.status, replayed };
}

/** Calls a handler, under the request's key if there is one. An error of the core is stored; failures are not. */
export function performByKey(row: Operation, call: Call): Promise<unknown> {
  return call.use ? replyByKey(row, call, call.use) : row.handle(call);
}

async function replyByKey(row: Operation, call: Call, use: KeyUse): Promise<Reply> {
  const { deps, request } = call;
  const { db } = deps.ctx;
  const work = async () => row.handle(call) as Promise<Reply>;
  const refuse = (error: unknown): Answer => {
    if (!isRefusal(error)) throw error;
    const failure = describeError(error, row.fields);
    const body = JSON.stringify(errorObject(deps, failure, request.sentCorrelationId));
    return { status: failure.status, body, location: null };
  };
  const reply =
    row.keyed === 'around'
      ? settled(await aroundKey(db, use, () => work().catch(refuse)))
      : await work().catch(async (error) => settled(await keepAnswer(db, use, refuse(error))));
  // It never passes through the error handler.
  if (reply.status >= 400) request.refused = { code: (JSON.parse(reply.body!) as { code: string }).code };
  return reply;
}

/** Runs `answer` in one transaction with its key, if one was sent: for operations that make no outside calls. */
export async function withKey(
  call: Pick<Call, 'ctx' | 'use'>,
  answer: (work: Work) => Promise<Reply>,
): Promise<Reply> {
  const { ctx, use } = call;
  if (!use) return inWork(ctx, answer);
  return settled(await onceByKey(ctx.db, use, (tx) => within(ctx, tx, answer)));
}

const keptKinds = ['notFound', 'refused', 'conflict'];

function isRefusal(error: unknown): error is DomainError {
  if (!(error instanceof DomainError) || !keptKinds.includes(error.kind)) return false;
  return error.code !== 'IdempotencyKeyReused' && error.code !== 'IdempotencyKeyInUse';
}
