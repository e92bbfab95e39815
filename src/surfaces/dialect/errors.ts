// How both surfaces of this dialect say what went wrong: a status and a plain text, never a structure.
import type { FastifyReply } from 'fastify';
import { DomainError, type ErrorCode, type ErrorKind } from '../../core/errors.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { type ErrorAnswer, transportStatus } from '../../kernel/http/server.ts';

/** A request that a surface itself refuses; 500 for one that asks to be failed. The message is the answer's text. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 404 | 500;
  constructor(status: 400 | 401 | 404 | 500, message: string) {
    super(message);
    this.status = status;
  }
}

type Status = 400 | 401 | 404 | 409 | 503;

const statusOfKind: Record<ErrorKind, Status> = {
  invalid: 400,
  notFound: 400,
  refused: 400,
  conflict: 400,
  unavailable: 503,
};

const overrides: Partial<Record<ErrorCode, Status>> = {
  SiteNotFound: 401,
  PaymentNotFound: 404,
  TransactionNotFound: 404,
  PaymentMethodUnavailable: 400,
  IdempotencyKeyReused: 409,
  IdempotencyKeyInUse: 409,
};

const statusOf = ({ code, kind }: DomainError): Status => overrides[code] ?? statusOfKind[kind];

// What the core's fields are called here.
const fieldNames: Record<string, string> = {
  merchantReference: 'transactionReference',
  expiresAt: 'expiryDateUtc',
  variable: 'variableAmountMin',
};

/** What a payment request is told that the core refuses for what it says; undefined for any other failure. */
export function refusalText(error: unknown): string | undefined {
  if (!(error instanceof DomainError) || statusOf(error) !== 400) return undefined;
  const { field } = error.details;
  return field === undefined ? error.message : `${fieldNames[field] ?? field}: ${error.message}`;
}

/** Answers any error in this surface's way. */
export const answerError: ErrorAnswer = (error, request, reply) => {
  if (error instanceof Refusal) return sendText(reply, error.status, error.message);
  if (error instanceof DomainError) {
    if (error.code === 'IdempotencyKeyInUse') reply.header('retry-after', '1');
    return sendText(reply, statusOf(error), error.message);
  }
  const early = transportStatus(error);
  if (early?.retryAfterSeconds) reply.header('retry-after', early.retryAfterSeconds);
  if (early) return sendText(reply, early.status, early.detail);
  if (isDatabaseAway(error)) return sendText(reply, 503, 'The service cannot be reached now; try again');
  request.log.error({ error }, 'a request failed');
  return sendText(reply, 500, 'The service failed; X-Correlation-ID names the occurrence');
};

/** A plain text as the whole answer. */
export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  if (status === 503) reply.header('retry-after', '1');
  if (status === 401) reply.header('www-authenticate', challengeOf(reply));
  return reply.code(status).type('text/plain; charset=utf-8').send(text);
}

// HTTP wants a 401 to say what it asks for, and there are clients that fail without it.
function challengeOf({ request }: FastifyReply): string {
  return request.routeOptions.config.bearer ? 'Bearer' : 'ApiKey';
}
