// Idempotency keys on this surface: the header, and the repeated first answer.
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { canonicalJson } from '../../kernel/formats/json.ts';
import { type KeyedResult, type KeyUse, usableKey } from '../../kernel/http/idempotency.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import { Refusal } from '../dialect/errors.ts';
import type { SurfaceCall } from './deps.ts';

/**
 * Returns the use of the request's Idempotency-Key, or undefined if none was sent. `operation` is its permanent name;
 * `body` is the body as it was read, in JSON or XML. Throws the 400.
 */
export function keyUseOf(
  { ctx, merchantId, request }: SurfaceCall,
  operation: string,
  body: unknown,
): KeyUse | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !usableKey.test(key))
    throw new Refusal(400, 'Idempotency-Key must have 1 to 255 printable ASCII characters');
  return {
    merchantId,
    operation,
    key,
    requestHash: sha256Hex(canonicalJson({ body })),
    at: ctx.clock.now(),
  };
}

/** Returns the records for a request with a key. Throws IdempotencyKeyReused and IdempotencyKeyInUse. */
export function recordsOf<Row>(result: KeyedResult, reply: FastifyReply): Row {
  if (result.kind === 'mismatch') throw new DomainError('IdempotencyKeyReused');
  if (result.kind === 'running') throw new DomainError('IdempotencyKeyInUse');
  if (result.replayed) reply.header('idempotency-replayed', 'true');
  return JSON.parse(result.answer.body!);
}
