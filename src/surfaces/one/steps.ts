// Steps of a transaction: the hosted checkout without its pages.
import type { Static } from 'typebox';
import { DomainError } from '../../core/errors.ts';
import {
  depositType,
  isActing,
  isHeld,
  openTransaction,
  startAtBank,
  type Transaction,
  type TransactionState,
} from '../../core/transactions/actions.ts';
import { cancelAttempt } from '../../core/transactions/cancellation.ts';
import { lockBoth } from '../../core/transactions/decisions.ts';
import { takeBankStep } from '../../core/transactions/enquiries.ts';
import { inWork } from '../../core/unit-of-work.ts';
import { required } from '../../kernel/required.ts';
import { operation } from '../operation.ts';
import type { Call } from './deps.ts';
import { invalid } from './errors.ts';
import { type Reply, replyOf } from './keyed.ts';
import { StepBody } from './transaction-wire.ts';
import { bankReturnUrl, findBank, findTransaction } from './transactions.ts';

type Step = Static<typeof StepBody>;

export const stepOperations = [
  operation({
    method: 'POST',
    path: '/transactions/{id}',
    name: 'processTransactionStep',
    summary: 'Process transaction step',
    description:
      'The steps of the hosted checkout by API: selectInstitution, authenticate, then approve or decline; cancel at any time. 202: the payment is pending at the bank.',
    access: 'payments',
    keyed: 'around',
    body: StepBody,
    responses: { 200: null, 202: null },
    errors: [404, 502],
    codes: ['PaymentAlreadyComplete', 'PaymentClosed', 'PaymentInProgress', 'StepNotAllowed'],
    handle: processStep,
  }),
];

/** The states in which a payer can act at the bank. */
const statesFor: Record<'authenticate' | 'approve' | 'decline', TransactionState> = {
  authenticate: 'started',
  approve: 'authenticated',
  decline: 'authenticated',
};

async function processStep(call: Call<unknown, Step>): Promise<Reply> {
  const transaction = await findTransaction(call);
  const after = await takeStep(call, transaction);
  // The payer was faster. The caller must not conclude that the payment was stopped.
  const isToStop = call.body.step === 'decline' || call.body.step === 'cancel';
  if (isToStop && after.state === 'successful') throw notAllowed(call.body.step, after);
  // Held: the bank has the payment and has not decided, or did not report it.
  return replyOf(isHeld(after.state) ? 202 : 200);
}

async function takeStep(call: Call<unknown, Step>, transaction: Transaction): Promise<Transaction> {
  const { step } = call.body;
  if (step === 'selectInstitution') return selectInstitution(call, transaction);
  if (step === 'cancel') return cancel(call, transaction);
  if (transaction.state !== statesFor[step]) throw notAllowed(step, transaction);
  return takeBankStep(call.ctx, call.deps.rails, transaction, step);
}

function notAllowed(step: Step['step'], { state }: Transaction): DomainError {
  return new DomainError('StepNotAllowed', {
    detail: `${step} is not allowed while the transaction is ${state}`,
  });
}

async function selectInstitution(call: Call<unknown, Step>, transaction: Transaction): Promise<Transaction> {
  const { rails } = call.deps;
  const pointer = '/institutionId';
  if (call.body.institutionId === undefined)
    throw invalid({ pointer }, 'institutionId is required to select an institution');
  const bank = findBank(await rails.banks(call.merchantId), call.body.institutionId, pointer);
  const { payment, chosen } = await inWork(call.ctx, async (work) => {
    const both = required(await lockBoth(work.tx, transaction.id), 'transaction');
    const isDeposit = both.transaction.paymentType === depositType;
    if (both.transaction.state !== 'created' || both.payment.isTest || isDeposit)
      throw notAllowed('selectInstitution', both.transaction);
    const { paymentType, paymentId } = both.transaction;
    return {
      payment: both.payment,
      chosen: await openTransaction(work, { paymentId, paymentType, bank }),
    };
  });
  return startAtBank(call.ctx, rails, payment, chosen, bankReturnUrl(call, payment));
}

async function cancel(call: Call<unknown, Step>, transaction: Transaction): Promise<Transaction> {
  if (!isActing(transaction.state)) throw notAllowed('cancel', transaction);
  return cancelAttempt(call.ctx, call.deps.rails, transaction, 'cancelled by the merchant');
}
