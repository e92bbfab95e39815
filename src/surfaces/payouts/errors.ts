// How the Payouts API says that a request failed: a status and a message. A payout that is refused for what it asks is
// no failure of the request; requests.ts answers it.
import type { FastifyReply } from 'fastify';
import { DomainError, type ErrorCode } from '../../core/errors.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { type ErrorAnswer, transportStatus } from '../../kernel/http/server.ts';

/** A request that this surface itself refuses. The message is the answer's. */
export class Refusal extends Error {
  readonly status: 400 | 403;
  constructor(status: 400 | 403, message: string) {
    super(message);
    this.status = status;
  }
}

const statuses = {
  InvalidField: 400,
  SiteNotFound: 403,
  BankNotFound: 400,
  PaymentNotFound: 400,
  TransactionNotFound: 400,
  PaymentAlreadyComplete: 400,
  PaymentClosed: 400,
  PaymentAwaitingBank: 400,
  PaymentInProgress: 400,
  StepNotAllowed: 400,
  DuplicateReference: 400,
  RefundNotFound: 400,
  TransactionNotRefundable: 400,
  RefundExceedsTransaction: 400,
  RefundableChanged: 400,
  RefundAlreadySubmitted: 400,
  PayoutNotFound: 400,
  SettlementNotFound: 400,
  SubscriptionNotFound: 400,
  SubscriptionNotActive: 400,
  SubscriptionLimitReached: 400,
  SubscriptionEnded: 400,
  DepositNotFound: 400,
  DepositDecided: 400,
  DepositReferenceNotFound: 400,
  WebhookNotFound: 400,
  WebhookLimitReached: 400,
  WebhookEndpointRefused: 400,
  WebhookDisabled: 400,
  PaymentMethodUnavailable: 400,
  BankUnavailable: 500,
  IdempotencyKeyReused: 400,
  IdempotencyKeyInUse: 500,
} as const satisfies Record<ErrorCode, 400 | 403 | 500>;

const away = 'The service cannot be reached now; try again';

/** Answers any error in this surface's way. */
export const answerError: ErrorAnswer = (error, request, reply) => {
  if (error instanceof Refusal) return sendMessage(reply, error.status, error.message);
  if (error instanceof DomainError) return sendMessage(reply, statuses[error.code], error.message);
  const early = transportStatus(error);
  if (early?.retryAfterSeconds) reply.header('retry-after', early.retryAfterSeconds);
  if (early && early.status !== 503) return sendMessage(reply, early.status, early.detail);
  if (early || isDatabaseAway(error)) {
    const { awayStatus = 503 } = request.routeOptions.config;
    return sendMessage(reply.header('retry-after', '1'), awayStatus, away);
  }
  request.log.error({ error }, 'a request failed');
  return sendMessage(reply, 500, 'The service failed; X-Correlation-ID names the occurrence');
};

export function sendMessage(reply: FastifyReply, status: number, message: string): FastifyReply {
  return sendJson(reply.code(status), { message });
}

export function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
}
