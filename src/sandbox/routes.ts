// Controls that exist in staging only: what a developer does in place of a customer, a bank or time.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { demoBankId } from '../core/banks.ts';
import type { Context } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import type { Directory } from '../core/merchants/directory.ts';
import { findPaymentForCustomer } from '../core/payments/actions.ts';
import type { Rail } from '../core/rails.ts';
import {
  chooseTestOutcome,
  findAnyTransaction,
  findCurrent,
  openTransaction,
  startAtBank,
  type TestOutcome,
  type Transaction,
} from '../core/transactions/actions.ts';
import { recordAnswer } from '../core/transactions/answers.ts';
import { isDatabaseAway } from '../kernel/db.ts';
import { acceptJson, transportStatus } from '../kernel/http.ts';
import { isUuid } from '../kernel/ids.ts';
import { OrderDecided, UnknownOrder } from '../rails/simulator/index.ts';

/** What a developer may decide in place of a bank. */
export const sandboxOutcomes = [
  'success',
  'declined',
  'cancelled',
  'abandoned',
  'pending',
  'error',
  'late-success',
] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];

export interface SandboxDeps {
  ctx: Context;
  directory: Directory;
  rail: Rail;
  publicUrl: string;
  /** Makes the simulated bank decide an order, at once. */
  decide(transactionId: string, outcome: SandboxOutcome): Promise<void>;
}

class SandboxRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The sandbox controls, mounted at /sandbox. Errors are {message}. */
export function sandboxRoutes(deps: SandboxDeps): FastifyPluginAsync {
  return async (server) => {
    acceptJson(server);
    server.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));
    server.post<{ Params: { id: string }; Body: unknown }>('/transactions/:id/outcome', async (request) => {
      const merchantId = await authenticate(deps, request);
      const outcome = readOutcome(request.body);
      const ctx = { ...deps.ctx, correlationId: request.id, actor: 'sandbox' };
      const transaction = await findOrOpen(deps, ctx, merchantId, request.params.id);
      const decided = await decideOutcome(deps, ctx, transaction, outcome);
      return {
        transactionId: decided.id,
        paymentId: decided.paymentId,
        state: decided.state,
        reason: decided.stateReason,
      };
    });
  };
}

async function authenticate(deps: SandboxDeps, request: FastifyRequest): Promise<string> {
  const { apikey } = request.headers;
  const merchantId = typeof apikey === 'string' ? await deps.directory.merchantByApiKey(apikey) : undefined;
  if (!merchantId) throw new SandboxRefusal(401, 'the ApiKey header is missing or not known');
  return merchantId;
}

function readOutcome(body: unknown): SandboxOutcome {
  const outcome = (body as { outcome?: unknown } | undefined)?.outcome;
  if (!sandboxOutcomes.includes(outcome as SandboxOutcome)) {
    throw new SandboxRefusal(400, `outcome must be one of ${sandboxOutcomes.join(', ')}`);
  }
  return outcome as SandboxOutcome;
}

/** The transaction; or, for a payment's id, its present attempt, opened at the Demo Bank where there is none. */
async function findOrOpen(
  deps: SandboxDeps,
  ctx: Context,
  merchantId: string,
  id: string,
): Promise<Transaction> {
  if (!isUuid(id)) throw new SandboxRefusal(404, 'there is no such transaction or payment');
  const direct = await findAnyTransaction(ctx, id);
  const payment = await findPaymentForCustomer(ctx, direct?.paymentId ?? id);
  if (payment?.merchantId !== merchantId)
    throw new SandboxRefusal(404, 'there is no such transaction or payment');
  const known = direct ?? (await findCurrent(ctx, payment.id));
  if (payment.isTest || (known && known.state !== 'created')) {
    return known ?? openTransaction(ctx, { paymentId: payment.id, paymentType: 'test' });
  }
  const bank = (await deps.rail.banks()).find((one) => one.id === (known?.bankId ?? demoBankId));
  const opened = await openTransaction(ctx, { paymentId: payment.id, paymentType: 'redirect', bank });
  return startAtBank(ctx, deps.rail, payment, opened, `${deps.publicUrl}/pay/${payment.id}/return`);
}

const testOutcomes: Record<SandboxOutcome, TestOutcome> = {
  success: 'success',
  'late-success': 'success',
  declined: 'error',
  error: 'error',
  cancelled: 'cancelled',
  abandoned: 'abandoned',
  pending: 'pending',
};

async function decideOutcome(
  deps: SandboxDeps,
  ctx: Context,
  transaction: Transaction,
  outcome: SandboxOutcome,
): Promise<Transaction> {
  if (transaction.isTest) {
    const payment = (await findPaymentForCustomer(ctx, transaction.paymentId))!;
    return chooseTestOutcome(ctx, payment, testOutcomes[outcome]);
  }
  await deps.decide(transaction.id, outcome);
  const answer = await deps.rail.enquire(transaction.id);
  return (await recordAnswer({ ...ctx, actor: 'bank' }, transaction.id, answer)) ?? transaction;
}

function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const { message } = error as Error;
  if (error instanceof SandboxRefusal) return reply.code(error.status).send({ message });
  if (error instanceof DomainError) return reply.code(409).send({ message, code: error.code });
  if (error instanceof OrderDecided || error instanceof UnknownOrder)
    return reply.code(409).send({ message });
  const transport = transportStatus(error);
  if (transport) return reply.code(transport.status).send({ message: transport.detail });
  if (isDatabaseAway(error))
    return reply.code(503).header('retry-after', '1').send({ message: 'the database is away' });
  request.log.error({ error }, 'a sandbox control failed');
  return reply.code(500).send({ message: 'the sandbox control failed' });
}
