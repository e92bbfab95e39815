// The JSON of a transaction, and its payer's next step.
import Type from 'typebox';
import type { DepositAccount } from '../../core/rails.ts';
import {
  depositType,
  isAwaited,
  isHeld,
  isLive,
  type Transaction,
  type TransactionState,
} from '../../core/transactions/actions.ts';
import { bankingDetailsOf } from '../banking-details.ts';
import type { OneConfig } from './deps.ts';
import { checkoutUrl, NewPaymentBody, paymentUrl } from './payment-wire.ts';
import { Amount, links, moment, nullable, text, uuid, writeAmount } from './wire.ts';

export const publicTransactionStates = ['Incomplete', 'Successful', 'Error', 'Pending', 'Refunded'] as const;
export type TransactionStatus = (typeof publicTransactionStates)[number];

/** The public status of each inner state. */
export const transactionStatus: Record<TransactionState, TransactionStatus> = {
  created: 'Incomplete',
  started: 'Incomplete',
  authenticated: 'Incomplete',
  pending: 'Pending',
  unknown: 'Pending',
  successful: 'Successful',
  refunded: 'Refunded',
  declined: 'Error',
  cancelled: 'Error',
  abandoned: 'Error',
  failed: 'Error',
  expired: 'Error',
  reversed: 'Error',
};

/** Returns the public status of a transaction: a deposit whose merchant was notified that it is awaited is Pending. */
export function statusOf(transaction: Transaction): TransactionStatus {
  return isAwaited(transaction) ? 'Pending' : transactionStatus[transaction.state];
}

/** Returns the inner states of a public status. */
export function statesOf(status: TransactionStatus): TransactionState[] {
  const all = Object.entries(transactionStatus) as [TransactionState, TransactionStatus][];
  return all.filter(([, shown]) => shown === status).map(([state]) => state);
}

const BankingDetails = Type.Object(
  {
    bankName: Type.String(),
    branchCode: Type.String(),
    accountNumber: Type.String(),
    publicRecipientName: Type.String(),
    beneficiaryReference: Type.String(),
  },
  { title: 'BankingDetails' },
);

const members = {
  links: links('self', 'payment', 'refunds', 'refund'),
  id: uuid,
  amount: Amount,
  merchantReference: Type.String({ maxLength: 50 }),
  siteCode: Type.String({ maxLength: 50 }),
  institution: Type.String(),
  status: Type.Enum([...publicTransactionStates]),
  reason: Type.Optional(Type.String()),
  createdDate: moment,
  completedDate: Type.Optional(moment),
  bankingDetails: Type.Optional(BankingDetails),
};

export const TransactionRecord = Type.Object(members, { title: 'Transaction' });

export const NextStep = Type.Object(
  {
    type: Type.Enum(['redirect', 'authenticate', 'wait', 'none']),
    url: nullable(Type.String({ format: 'uri' })),
  },
  { title: 'NextStep' },
);

export const NewTransactionRecord = Type.Object(
  { ...members, nextStep: NextStep },
  { title: 'NewTransaction' },
);

export const PaymentDetail = Type.Object(
  {
    paymentType: text(
      50,
      'The payment method: redirect (hosted), payshap, bankdeposit, or the type of an institution from GET /paymentmethods.',
    ),
    details: Type.Optional(Type.Object({ institutionId: Type.Optional(uuid) })),
  },
  { title: 'PaymentDetail' },
);
export type PaymentDetail = Type.Static<typeof PaymentDetail>;

export const NewTransactionBody = Type.Object(
  { paymentRequest: NewPaymentBody, paymentDetail: PaymentDetail },
  { title: 'TransactionRequest' },
);

export const stepNames = ['selectInstitution', 'authenticate', 'approve', 'decline', 'cancel'] as const;

export const StepBody = Type.Object(
  {
    step: Type.Enum([...stepNames]),
    institutionId: Type.Optional(uuid),
    data: Type.Optional(Type.Object({})),
  },
  { title: 'TransactionStep' },
);

export function transactionUrl({ oneUrl }: OneConfig, id: string): string {
  return `${oneUrl}/transactions/${id}`;
}

export function writeTransaction(
  config: OneConfig,
  account: DepositAccount | null,
  transaction: Transaction,
  siteCode: string,
): Type.Static<typeof TransactionRecord> {
  const self = transactionUrl(config, transaction.id);
  return {
    links: {
      self,
      payment: paymentUrl(config, transaction.paymentId),
      refunds: `${self}/refunds`,
      refund: `${self}/refunds`,
    },
    id: transaction.id,
    amount: writeAmount(transaction.amountCents) as Type.Static<typeof Amount>,
    merchantReference: transaction.merchantReference,
    siteCode,
    institution: transaction.bankName ?? '',
    status: statusOf(transaction),
    ...(transaction.stateReason !== null && { reason: transaction.stateReason }),
    createdDate: transaction.createdAt.toISOString(),
    ...(transaction.completedAt && { completedDate: transaction.completedAt.toISOString() }),
    ...detailsFor(account, transaction),
  };
}

function detailsFor(account: DepositAccount | null, { state, depositReference }: Transaction) {
  if (state !== 'created' || depositReference === null || !account) return {};
  const details = bankingDetailsOf(account, depositReference, true);
  return { bankingDetails: details as Type.Static<typeof BankingDetails> };
}

/** Returns the next step of a transaction's payer, and its address. */
export function nextStep(config: OneConfig, transaction: Transaction): Type.Static<typeof NextStep> {
  if (!isLive(transaction.state)) return { type: 'none', url: null };
  const isDeposit = transaction.paymentType === depositType;
  if (isHeld(transaction.state) || isDeposit) return { type: 'wait', url: null };
  if (transaction.state === 'created')
    return { type: 'redirect', url: checkoutUrl(config, transaction.paymentId) };
  return { type: 'authenticate', url: transaction.bankUrl };
}
