// The JSON of refunds.
import Type, { type Static } from 'typebox';
import type { Refund, RefundState } from '../../core/refunds/actions.ts';
import type { OneConfig } from './deps.ts';
import { Amount, links, moment, text, uuid, webAddress, writeAmount } from './wire.ts';

export const refundStatus: Record<RefundState, string> = {
  pending: 'Pending',
  submitted: 'Submitted',
  complete: 'Complete',
  failed: 'Failed',
  payee_check: 'Pending',
  approval: 'Pending',
  approved: 'Pending',
  cancelled: 'Cancelled',
  returned: 'Returned',
  refused: 'Cancelled',
};

export const publicRefundStates = [...new Set(Object.values(refundStatus))];

export const BankAccount = Type.Object(
  {
    institutionId: uuid,
    institutionName: Type.String(),
    accountNumber: Type.String(),
    branchCode: Type.String(),
  },
  { title: 'BankAccount' },
);

export const RefundRecord = Type.Object(
  {
    links: links('self', 'cancel'),
    id: uuid,
    transactionId: uuid,
    amount: Amount,
    requested: moment,
    completed: Type.Optional(moment),
    status: Type.Enum(publicRefundStates),
    reason: Type.Optional(Type.String()),
    paidTo: BankAccount,
    realTimePayment: Type.Boolean(),
  },
  { title: 'Refund' },
);

/** Our own extension: the account to pay instead of the payer's. */
export const Beneficiary = Type.Object(
  {
    name: text(100),
    institutionId: uuid,
    accountNumber: text(20),
    branchCode: Type.Optional(text(10)),
  },
  { title: 'RefundBeneficiary' },
);

const asked = {
  amount: Amount,
  expectedRefundable: Type.Optional(
    Type.Object(Amount.properties, {
      title: 'Amount',
      description:
        'A precondition: the refundable amount of the transaction before this refund, in rand. If it differs, no refund is created.',
    }),
  ),
  reason: text(500),
  notifyUrl: Type.Optional(webAddress),
  realTimePayment: Type.Optional(Type.Boolean()),
  beneficiary: Type.Optional(Beneficiary),
};

export const RefundBody = Type.Object(asked, { title: 'RefundRequest' });
export type RefundBody = Static<typeof RefundBody>;

export const RefundsBody = Type.Array(Type.Object({ transactionId: uuid, ...asked }), {
  title: 'RefundRequests',
  minItems: 1,
  maxItems: 500,
});

export function refundUrl({ oneUrl }: OneConfig, id: string): string {
  return `${oneUrl}/refunds/${id}`;
}

export function writeRefund(config: OneConfig, refund: Refund): Static<typeof RefundRecord> {
  const self = refundUrl(config, refund.id);
  return {
    links: { self, cancel: `${self}/cancel` },
    id: refund.id,
    transactionId: refund.transactionId,
    amount: writeAmount(refund.amountCents) as Static<typeof Amount>,
    requested: refund.createdAt.toISOString(),
    ...(refund.completedAt && { completed: refund.completedAt.toISOString() }),
    status: refundStatus[refund.state],
    ...(refund.stateReason !== null && { reason: refund.stateReason }),
    paidTo: {
      institutionId: refund.bankId,
      institutionName: refund.bankName,
      accountNumber: refund.account,
      branchCode: refund.branchCode,
    },
    realTimePayment: refund.realTime,
  };
}
