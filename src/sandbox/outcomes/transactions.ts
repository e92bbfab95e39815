// The sandbox decides a payment for its payer and their bank.
import { demoBankId } from '../../core/banks.ts';
import { findPaymentForCustomer, type Payment } from '../../core/payments/actions.ts';
import { placeOf } from '../../core/rails.ts';
import {
  chooseTestOutcome,
  depositType,
  findAnyTransaction,
  findCurrent,
  isFailed,
  isLive,
  noAttemptType,
  openTransaction,
  startAtBank,
  type TestOutcome,
  type Transaction,
} from '../../core/transactions/actions.ts';
import { leavePayment } from '../../core/transactions/closing.ts';
import { recordAnswer } from '../../core/transactions/transitions.ts';
import { unpaidReasons } from '../../core/unpaid-reasons.ts';
import { isUuid } from '../../kernel/ids.ts';
import { required } from '../../kernel/required.ts';
import { UnknownOrder } from '../../rails/simulator/index.ts';
import { readOutcome, readStay, SandboxRefusal } from '../body.ts';
import type { Call } from '../deps.ts';

export const sandboxOutcomes = [
  'success',
  'declined',
  'cancelled',
  'abandoned',
  'pending',
  'error',
  'late-success',
] as const;
type SandboxOutcome = (typeof sandboxOutcomes)[number];
/** The outcome of a collected charge that is returned later. It reverses the outcome of its order. */
const returnedOutcome = 'returned';

/**
 * Decides a transaction, or the current attempt of a payment. Returns its status. After a failure the customer leaves
 * the page, so that the merchant is notified at once, unless they are to `stay`.
 */
export async function decideTransaction(call: Call, id: string, body: unknown) {
  const outcome = readOutcome(body, [...sandboxOutcomes, returnedOutcome]);
  if (outcome === returnedOutcome) return describe(await returnCharge(call, id, readUnpaidCode(body)));
  const isStaying = readStay(body);
  const decided = await decideOutcome(call, await findOrOpen(call, id), outcome);
  if (isFailed(decided.state) && !isStaying)
    await leavePayment({ ...call.ctx, actor: 'customer' }, decided.paymentId);
  return describe(decided);
}

function describe({ id, paymentId, state, stateReason }: Transaction) {
  return { transactionId: id, paymentId, state, reason: stateReason };
}

/** Returns the member `code` of a body: the reason for the return. */
function readUnpaidCode(body: unknown): string {
  const { code = '02' } = body as { code?: unknown };
  const codes = unpaidReasons.map((reason) => reason.code);
  if (!codes.includes(code as string))
    throw new SandboxRefusal(400, `code must be one of ${codes.join(', ')}`);
  return code as string;
}

/** Makes the bank return a collected charge to its payer. */
async function returnCharge(call: Call, id: string, code: string): Promise<Transaction> {
  const { known } = await findOwn(call, id);
  if (!known) throw new SandboxRefusal(409, 'the payment has no attempt that a bank could return');
  if (known.isTest) throw new SandboxRefusal(409, 'no bank handles a test payment, so it cannot be returned');
  await call.deps.returnCollection(known.id, code);
  return recordAtBank(call, known);
}

/** Returns the merchant's payment and the transaction or, for a payment's id, its current attempt. */
async function findOwn(
  { ctx, merchantId }: Call,
  id: string,
): Promise<{ payment: Payment; known: Transaction | undefined }> {
  if (!isUuid(id)) throw new SandboxRefusal(404, 'transaction or payment not found');
  const [direct, named, current] = await Promise.all([
    findAnyTransaction(ctx.db, id),
    findPaymentForCustomer(ctx.db, id),
    findCurrent(ctx.db, id),
  ]);
  const payment = direct ? await findPaymentForCustomer(ctx.db, direct.paymentId) : named;
  if (payment?.merchantId !== merchantId) throw new SandboxRefusal(404, 'transaction or payment not found');
  return { payment, known: direct ?? current };
}

/** Does the same; opens an attempt at the Demo Bank if the payment has none. */
async function findOrOpen(call: Call, id: string): Promise<Transaction> {
  const { payment, known } = await findOwn(call, id);
  if (known?.paymentType === depositType && isLive(known.state))
    throw new SandboxRefusal(409, 'a deposit determines its outcome: POST /sandbox/deposits');
  // A payment that ended without an attempt has no attempt to decide, and accepts no new one.
  const isDecidable = known && known.state !== 'created' && known.paymentType !== noAttemptType;
  if (payment.isTest || isDecidable) {
    return known ?? openTransaction(call.ctx, { paymentId: payment.id, paymentType: 'test' });
  }
  return openAtBank(call, payment, known?.bankId ?? demoBankId);
}

/** Opens an attempt at a bank, as the payer does who chooses it. */
export async function openAtBank(
  { deps, ctx }: Pick<Call, 'deps' | 'ctx'>,
  payment: Payment,
  bankId = demoBankId,
): Promise<Transaction> {
  const bank = (await deps.rails.banks(payment.merchantId)).find((one) => one.id === bankId);
  const opened = await openTransaction(ctx, { paymentId: payment.id, paymentType: 'redirect', bank });
  return startAtBank(ctx, deps.rails, payment, opened, `${deps.publicUrl}/pay/${payment.id}/return`);
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
  call: Call,
  transaction: Transaction,
  outcome: SandboxOutcome,
): Promise<Transaction> {
  const { ctx } = call;
  if (transaction.isTest) {
    const payment = required(await findPaymentForCustomer(ctx.db, transaction.paymentId), 'payment');
    return chooseTestOutcome(ctx, payment, testOutcomes[outcome]);
  }
  await decideAtBank(call, transaction, outcome);
  return recordAtBank(call, transaction);
}

/** Records the bank's current state of a transaction. */
async function recordAtBank({ deps, ctx }: Call, transaction: Transaction): Promise<Transaction> {
  const answer = await deps.rails.orders.enquire(placeOf(transaction));
  return (await recordAnswer({ ...ctx, actor: 'bank' }, transaction.id, answer)) ?? transaction;
}

/** Throws a 409 with the next step for an attempt that no bank has. */
async function decideAtBank(
  { deps, ctx }: Call,
  { id, paymentId, state }: Transaction,
  outcome: SandboxOutcome,
): Promise<void> {
  try {
    await deps.decide(id, outcome);
  } catch (error) {
    if (!(error instanceof UnknownOrder)) throw error;
    const payment = required(await findPaymentForCustomer(ctx.db, paymentId), 'payment');
    const next =
      payment.state === 'created'
        ? `let its payer choose a bank at ${deps.publicUrl}/pay/${paymentId}, or open another attempt with POST /payments/${paymentId}/transactions, and decide that one`
        : `its payment is ${payment.state}: make another payment, and decide that one`;
    throw new SandboxRefusal(
      409,
      `the attempt is ${state} and never reached a bank, so none can decide it; ${next}`,
    );
  }
}
