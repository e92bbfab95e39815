// How the Payouts API reports a failed request: a status and a message. A refused payout is not a failed request;
// requests.ts answers it.
import type { FastifyReply } from 'fastify';
import { DomainError, type ErrorCode, type ErrorKind } from '../../core/errors.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { type ErrorAnswer, transportStatus } from '../../kernel/http/server.ts';

/** A refusal by the surface itself. The message is sent in the answer. */
export class Refusal extends Error {
  readonly status: 400 | 403;
  constructor(status: 400 | 403, message: string) {
    super(message);
    this.status = status;
  }
}

type Status = 400 | 403 | 500;

const statusOfKind: Record<ErrorKind, Status> = {
  invalid: 400,
  notFound: 400,
  refused: 400,
  conflict: 400,
  unavailable: 500,
  forbidden: 403,
  done: 400,
};

const overrides: Partial<Record<ErrorCode, Status>> = {
  SiteNotFound: 403,
  PaymentMethodUnavailable: 400,
  IdempotencyKeyInUse: 500,
};

/** Returns the status of a refusal by the core. */
export const statusOf = ({ code, kind }: DomainError): Status => overrides[code] ?? statusOfKind[kind];

const away = 'The service is not available; retry';

/** Sends any error in the form of this surface. */
export const answerError: ErrorAnswer = (error, request, reply) => {
  if (error instanceof Refusal) return sendMessage(reply, error.status, error.message);
  if (error instanceof DomainError) request.refused = { code: error.code };
  if (error instanceof DomainError) return sendMessage(reply, statusOf(error), error.message);
  const early = transportStatus(error);
  if (early?.retryAfterSeconds) reply.header('retry-after', early.retryAfterSeconds);
  if (early && early.status !== 503) return sendMessage(reply, early.status, early.detail);
  if (early || isDatabaseAway(error)) {
    const { row } = request.routeOptions.config;
    return sendMessage(reply.header('retry-after', '1'), row && !row.errors?.includes(503) ? 500 : 503, away);
  }
  request.log.error({ error }, 'a request failed');
  return sendMessage(reply, 500, 'The service failed; quote X-Correlation-ID when you report it');
};

export function sendMessage(reply: FastifyReply, status: number, message: string): FastifyReply {
  return sendJson(reply.code(status), { message });
}

export function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
}
