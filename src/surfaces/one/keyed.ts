// Idempotency keys in the One API: the header, the repeated first answer, and the refusals that are kept.
import type { Context, Work } from '../../core/context.ts';
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
import type { OneDeps } from './deps.ts';
import { describeError, errorObject, type FieldPointers, invalid } from './errors.ts';

/** An answer, and whether it is a repeat. */
export interface Reply extends Answer {
  replayed?: boolean;
}

/** Returns a reply with `value` as JSON, or without a body. `location` is the address of the created object. */
export function replyOf(status: number, value?: unknown, location: string | null = null): Reply {
  return { status, body: value === undefined ? null : JSON.stringify(value), location };
}

/**
 * How an operation honours a key. "together": its handler commits key, response and row in one transaction. "around": it
 * calls a bank, so the key is claimed before and the answer kept after.
 */
export type Keeping = 'together' | 'around';

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

interface Told {
  fields?: FieldPointers;
  sentCorrelationId: string | undefined;
}

/** Does `work` under a key. An error of the core is a response and is stored; failures are not. */
export async function replyByKey(
  deps: OneDeps,
  keeping: Keeping,
  use: KeyUse,
  told: Told,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const { db } = deps.ctx;
  const refuse = (error: unknown): Answer => {
    if (!isRefusal(error)) throw error;
    const failure = describeError(error, told.fields);
    const body = JSON.stringify(errorObject(deps, failure, told.sentCorrelationId));
    return { status: failure.status, body, location: null };
  };
  if (keeping === 'around') return settled(await aroundKey(db, use, () => work().catch(refuse)));
  try {
    return await work();
  } catch (error) {
    return settled(await keepAnswer(db, use, refuse(error)));
  }
}

/** Runs `answer` in one transaction with its key, if one was sent: for operations that make no outside calls. */
export async function withKey(
  call: { ctx: Context; use: KeyUse | undefined },
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
