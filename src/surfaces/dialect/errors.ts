// How both surfaces of this dialect report errors: a status and a plain text, never a structure.
import type { FastifyReply } from 'fastify';
import { DomainError, type ErrorCode, type ErrorKind } from '../../core/errors.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { type ErrorAnswer, transportStatus } from '../../kernel/http/server.ts';

/** A refusal by the surface; 500 for the operation that fails on request. The message is the answer's text. */
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
  forbidden: 401,
  done: 409,
};

const overrides: Partial<Record<ErrorCode, Status>> = {
  SiteNotFound: 401,
  PaymentNotFound: 404,
  TransactionNotFound: 404,
  PaymentMethodUnavailable: 400,
  IdempotencyKeyReused: 409,
  IdempotencyKeyInUse: 409,
};

/** Returns the status of a refusal by the core. */
export const statusOf = ({ code, kind }: DomainError): Status => overrides[code] ?? statusOfKind[kind];

// The names of the core's fields on this dialect.
const fieldNames: Record<string, string> = {
  merchantReference: 'transactionReference',
  expiresAt: 'expiryDateUtc',
  variable: 'variableAmountMin',
};

/** Returns the text for a payment request whose content the core refuses. Returns undefined for any other failure. */
export function refusalText(error: unknown): string | undefined {
  if (!(error instanceof DomainError) || statusOf(error) !== 400) return undefined;
  const { field } = error.details;
  return field === undefined ? error.message : `${fieldNames[field] ?? field}: ${error.message}`;
}

/** Sends any error in the form of this dialect. */
export const answerError: ErrorAnswer = (error, request, reply) => {
  if (error instanceof Refusal) {
    request.refused = { ...request.refused, text: error.message };
    return sendText(reply, error.status, error.message);
  }
  if (error instanceof DomainError) {
    request.refused = { ...request.refused, code: error.code, text: error.details.detail ?? error.message };
    if (error.code === 'IdempotencyKeyInUse') reply.header('retry-after', '1');
    return sendText(reply, statusOf(error), error.message);
  }
  const early = transportStatus(error);
  if (early?.retryAfterSeconds) reply.header('retry-after', early.retryAfterSeconds);
  if (early) return sendText(reply, early.status, early.detail);
  if (isDatabaseAway(error)) return sendText(reply, 503, 'The service is not available; retry');
  request.log.error({ error }, 'a request failed');
  return sendText(reply, 500, 'The service failed; quote X-Correlation-ID when you report it');
};

export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  if (status === 503) reply.header('retry-after', '1');
  if (status === 401) reply.header('www-authenticate', challengeOf(reply));
  return reply.code(status).type('text/plain; charset=utf-8').send(text);
}

// HTTP requires a 401 to name the credentials that it needs, and some clients fail without that.
function challengeOf({ request }: FastifyReply): string {
  return request.routeOptions.config.row?.access === 'bearer' ? 'Bearer' : 'ApiKey';
}
