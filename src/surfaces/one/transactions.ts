// Transactions: begin one for a payment or together with one, read, list.
import Type, { type Static } from 'typebox';
import { banks as banksOfAll } from '../../core/banks.ts';
import { openDeposit } from '../../core/deposits/actions.ts';
import { DomainError } from '../../core/errors.ts';
import { createPayment, type Payment } from '../../core/payments/actions.ts';
import type { OfferedBank } from '../../core/rails.ts';
import type { Transaction } from '../../core/transactions/actions.ts';
import {
  depositType,
  getTransaction as get,
  listTransactions as list,
  openTransaction,
  startAtBank,
} from '../../core/transactions/actions.ts';
import { isUuid } from '../../kernel/ids.ts';
import { type Cents, formatRand } from '../../kernel/money.ts';
import { requireDepositAccount } from '../banking-details.ts';
import { operation } from '../operation.ts';
import type { Call } from './deps.ts';
import { invalid } from './errors.ts';
import { type Reply, replyOf, settled } from './keyed.ts';
import { pageReply, rangeQuery, readPage, readRange, siteIdOf, siteQuery } from './lists.ts';
import { largestPayShap } from './methods.ts';
import { checkoutUrl } from './payment-wire.ts';
import { findPayment, paymentFields, readPaymentInput, requireUuid, siteOf } from './payments.ts';
import {
  NewTransactionBody,
  NewTransactionRecord,
  nextStep,
  PaymentDetail,
  publicTransactionStates,
  statesOf,
  TransactionRecord,
  type TransactionStatus,
  transactionUrl,
  writeTransaction,
} from './transaction-wire.ts';
import { fieldName, listOf, text } from './wire.ts';

const OfPaymentQuery = Type.Object({ ...rangeQuery });
const ListQuery = Type.Object({
  ...rangeQuery,
  ...siteQuery,
  status: Type.Optional(Type.Enum([...publicTransactionStates])),
  merchantReference: Type.Optional(text(50)),
});

export const transactionOperations = [
  operation({
    method: 'GET',
    path: '/payments/{id}/transactions',
    name: 'listPaymentTransactions',
    summary: 'List transactions for payment',
    description: 'For an unknown payment the list is empty.',
    access: 'payments',
    headers: ['Idempotency-Key'],
    query: OfPaymentQuery,
    responses: { 200: listOf(TransactionRecord) },
    handle: listPaymentTransactions,
  }),
  operation({
    method: 'POST',
    path: '/payments/{id}/transactions',
    name: 'createPaymentTransaction',
    summary: 'Request transaction for payment',
    access: 'payments',
    keyed: 'around',
    body: PaymentDetail,
    responses: { 201: NewTransactionRecord, 200: NewTransactionRecord },
    errors: [404, 502],
    codes: [
      'PaymentAlreadyComplete',
      'PaymentClosed',
      'PaymentInProgress',
      'PaymentMethodUnavailable',
      'StepNotAllowed',
    ],
    handle: createPaymentTransaction,
  }),
  operation({
    method: 'POST',
    path: '/transactions',
    name: 'createTransaction',
    summary: 'Request transaction',
    description: 'Creates a payment and its first transaction.',
    access: 'payments',
    keyed: 'around',
    body: NewTransactionBody,
    fields: paymentFields('/paymentRequest'),
    responses: { 201: NewTransactionRecord, 200: NewTransactionRecord },
    errors: [502],
    codes: [
      'DuplicateReference',
      'PaymentAlreadyComplete',
      'PaymentClosed',
      'PaymentInProgress',
      'PaymentMethodUnavailable',
    ],
    handle: createTransaction,
  }),
  operation({
    method: 'GET',
    path: '/transactions',
    name: 'listTransactions',
    summary: 'List transactions',
    access: 'payments',
    query: ListQuery,
    responses: { 200: listOf(TransactionRecord) },
    handle: listTransactions,
  }),
  operation({
    method: 'GET',
    path: '/transactions/{id}',
    name: 'getTransaction',
    summary: 'Get transaction status',
    access: 'payments',
    responses: { 200: TransactionRecord },
    errors: [404],
    handle: getTransaction,
  }),
];

async function listPaymentTransactions(call: Call<Static<typeof OfPaymentQuery>>): Promise<Reply> {
  const request = readPage(call.query);
  const filter = { merchantId: call.merchantId, paymentId: call.id, ...readRange(call.query) };
  // Unknown payments and impossible ids have an empty list here.
  const page = isUuid(call.id)
    ? await list(call.ctx, filter, request)
    : { rows: [], hasMore: false, request };
  return transactionPage(call, `/payments/${encodeURIComponent(call.id)}/transactions`, page);
}

async function listTransactions(call: Call<Static<typeof ListQuery>>): Promise<Reply> {
  const { status, merchantReference } = call.query;
  const filter = {
    merchantId: call.merchantId,
    ...readRange(call.query),
    siteId: await siteIdOf(call),
    states: status && statesOf(status),
    awaited: status && awaitedIn[status],
    merchantReference,
  };
  return transactionPage(call, '/transactions', await list(call.ctx, filter, readPage(call.query)));
}

/** Whether a status has the deposits that are awaited; undefined where it has no open ones. */
const awaitedIn: Partial<Record<TransactionStatus, boolean>> = { Pending: true, Incomplete: false };

function transactionPage(
  call: Call<object>,
  path: string,
  page: Awaited<ReturnType<typeof list>>,
): Promise<Reply> {
  return pageReply(call, path, page, async (transaction) =>
    write(call, transaction, (await siteOf(call, transaction)).code),
  );
}

async function getTransaction(call: Call): Promise<Reply> {
  const transaction = await findTransaction(call);
  const site = await siteOf(call, transaction);
  return replyOf(200, await write(call, transaction, site.code));
}

async function write({ deps }: Call<unknown, unknown>, transaction: Transaction, siteCode: string) {
  const { bankAccount, depositReference } = transaction;
  const isDeposit = depositReference !== null && bankAccount !== null;
  const account = isDeposit ? await deps.rails.depositAccount(bankAccount) : null;
  return writeTransaction(deps.config, account, transaction, siteCode);
}

export function findTransaction(call: Call): Promise<Transaction> {
  requireUuid(call.id, 'TransactionNotFound');
  return get(call.ctx, call.merchantId, call.id);
}

/** How the payer will pay. */
interface Choice {
  paymentType: string;
  bank?: OfferedBank;
  /** Our account that takes the deposit. */
  account?: string;
  /** Whether the attempt starts at the bank at once, instead of on the hosted page. */
  atBank: boolean;
}

async function createPaymentTransaction(call: Call<unknown, PaymentDetail>): Promise<Reply> {
  const payment = await findPayment(call);
  const choice = await readChoice(call, call.body, '');
  refuseBeyondPayShap(choice, payment.amountCents, '/paymentType');
  if (payment.isTest && (choice.bank || choice.paymentType === depositType)) {
    throw invalid(
      { pointer: '/paymentType' },
      'a test payment uses no bank: the payer chooses the outcome on the hosted page (redirect)',
    );
  }
  return begin(call, payment, choice);
}

async function createTransaction(call: Call<unknown, Static<typeof NewTransactionBody>>): Promise<Reply> {
  const { paymentRequest, paymentDetail } = call.body;
  const input = await readPaymentInput(call, paymentRequest, '/paymentRequest');
  const choice = await readChoice(call, paymentDetail, '/paymentDetail');
  refuseBeyondPayShap(choice, input.amount, '/paymentRequest/amount/value');
  return begin(call, await makePayment(call, input), choice);
}

// The payment is kept under the request's key too. If the bank cannot be reached, or the process dies in between, the
// repeated request continues with the same payment.
async function makePayment(call: Call, input: Parameters<typeof createPayment>[1]): Promise<Payment> {
  const use = call.use && { ...call.use, operation: 'createTransaction.payment' };
  const answer = ({ id }: Payment) => ({ status: 201, body: id, location: null });
  const made = await createPayment(call.ctx, input, use && { use, answer });
  if (made.kind === 'made') return made.payment;
  return findPayment({ ...call, id: settled(made).body! });
}

async function begin(
  call: Call,
  payment: Payment,
  { paymentType, bank, atBank, account }: Choice,
): Promise<Reply> {
  const { config, rails } = call.deps;
  const opened =
    paymentType === depositType
      ? await openDeposit(call.ctx, payment, account!)
      : await openTransaction(call.ctx, { paymentId: payment.id, paymentType, bank });
  const transaction = atBank
    ? await startAtBank(call.ctx, rails, payment, opened, bankReturnUrl(call, payment))
    : opened;
  const site = await siteOf(call, payment);
  const body = { ...(await write(call, transaction, site.code)), nextStep: nextStep(config, transaction) };
  return replyOf(201, body, transactionUrl(config, transaction.id));
}

export function bankReturnUrl(call: Call, payment: { id: string }): string {
  return `${checkoutUrl(call.deps.config, payment.id)}/return`;
}

async function readChoice(call: Call, { paymentType, details }: PaymentDetail, at: string): Promise<Choice> {
  const banks = await call.deps.rails.banks(call.merchantId);
  if (banks.length === 0 && isPaidAtBank(paymentType))
    throw new DomainError('PaymentMethodUnavailable', { detail: 'no bank is connected for payments' });
  const pointer = `${at}/details/institutionId`;
  const chosen =
    details?.institutionId === undefined ? undefined : findBank(banks, details.institutionId, pointer);
  if (paymentType === 'redirect') return { paymentType, bank: chosen, atBank: false };
  if (paymentType === 'payshap') {
    if (!chosen) throw invalid({ pointer }, `${fieldName(pointer)} is required for PayShap`);
    return { paymentType, bank: chosen, atBank: true };
  }
  if (paymentType === depositType) {
    const { account } = await requireDepositAccount(call.deps.rails, call.merchantId);
    if (!chosen) return { paymentType, atBank: false, account };
    throw invalid(
      { pointer },
      `${fieldName(pointer)} must be absent, because a deposit can come from any institution`,
    );
  }
  const bank = banks.find((candidate) => candidate.paymentType === paymentType);
  if (bank && (!chosen || chosen.id === bank.id)) return { paymentType, bank, atBank: true };
  if (bank) throw invalid({ pointer }, `${fieldName(pointer)} is not the institution of this paymentType`);
  const type = `${at}/paymentType`;
  throw invalid({ pointer: type }, `${fieldName(type)} must be a type from GET /paymentmethods`);
}

/** Whether a paymentType sends its payer to a bank, in its own way or in the bank's. */
function isPaidAtBank(paymentType: string): boolean {
  return ['redirect', 'payshap', ...banksOfAll.map((bank) => bank.paymentType)].includes(paymentType);
}

/** Returns the bank with an identifier in a body. Throws a 400 with `pointer` for an unknown one. */
export function findBank(banks: OfferedBank[], id: string, pointer: string): OfferedBank {
  const bank = banks.find((candidate) => candidate.id === id.toLowerCase());
  if (!bank)
    throw invalid({ pointer }, `${fieldName(pointer)} must be an institution from GET /paymentmethods`);
  return bank;
}

function refuseBeyondPayShap({ paymentType }: Choice, amount: Cents, pointer: string): void {
  if (paymentType !== 'payshap' || amount <= largestPayShap) return;
  throw invalid({ pointer }, `the limit of PayShap is ${formatRand(largestPayShap)}`);
}
