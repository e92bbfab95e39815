// Every step of a refund with its side effects: the ledger and the merchant's notification. Callers hold the locks of
// the payment and of the refund, in this order.
import { formatDecimal } from '../../kernel/money.ts';
import type { Work } from '../context.ts';
import { queueEmail } from '../emails/actions.ts';
import * as ledger from '../ledger/actions.ts';
import { siteIn } from '../merchants/actions.ts';
import { publish } from '../notifications/actions.ts';
import type { EndedTransfer, Reaction } from '../reactions.ts';
import { type Both, lockTransactions } from '../transactions/decisions.ts';
import { recordRepaid, releaseRefund, undoRepaid } from '../transactions/refunded-amounts.ts';
import { advance } from '../transitions.ts';
import { type RefundState, type RefundVerb, refundMachine } from './state.ts';
import * as store from './store.ts';

/** Takes a step; returns false when the refund's state does not allow it, and changes nothing. */
export async function moveRefund(
  work: Work,
  { transaction }: Both,
  refund: store.Refund,
  verb: RefundVerb,
  reason: string | null,
  /** The bank account of this service that paid it, or got the money returned. */
  bankAccount: string | null = null,
): Promise<boolean> {
  const owner = {
    merchantId: refund.merchantId,
    siteId: refund.siteId,
    object: refundMachine.object,
    objectId: refund.id,
  };
  const edge = advance(work, refundMachine, refund, verb, reason);
  if (edge) refund.stateReason = reason;
  if (edge?.posting)
    ledger.post(work, edge.posting, { ...owner, bankAccount, amounts: { amount: refund.amountCents } });
  if (edge?.event) {
    const site = await siteIn(work, refund.siteId);
    publish(work, {
      ...owner,
      type: edge.event,
      data: snapshot(refund, site.code, transaction.id, reason),
      correlationId: refund.correlationId,
      receivers: refund.notifyUrl ? [{ url: refund.notifyUrl, format: formats[refund.contract] }] : [],
      isInsteadOfWebhooks: refund.notifyUrl !== null,
    });
  }
  return edge !== undefined;
}

const formats = { one: 'one', payments: 'paymentsRefund' } as const;

/** The event data of a refund. Amount as an exact decimal; account masked. */
export type RefundSnapshot = {
  siteCode: string;
  refundId: string;
  transactionId: string;
  amount: string;
  currency: string;
  state: RefundState;
  reason: string | null;
  bankName: string;
  account: string;
  realTime: boolean;
};

function snapshot(
  refund: store.Refund,
  siteCode: string,
  transactionId: string,
  reason: string | null,
): RefundSnapshot {
  return {
    siteCode,
    refundId: refund.id,
    transactionId,
    amount: formatDecimal(refund.amountCents),
    currency: refund.currency,
    state: refund.state,
    reason,
    bankName: refund.bankName,
    account: refund.account,
    realTime: refund.realTime,
  };
}

/** Applies the outcomes of transfers to the refunds they pay. */
export const onRefundTransfer: Reaction<Work, 'refund.transferred'> = async (work, ends) => {
  const found = await lockTransactions(
    work.tx,
    ends.flatMap(({ refundOf }) => refundOf ?? []),
  );
  const refunds = await store.lockRefunds(
    work.tx,
    ends.map(({ objectId }) => objectId),
  );
  for (const end of ends) {
    const { refundOf, objectId, actor, correlationId } = end;
    const both = refundOf === null ? undefined : found.get(refundOf);
    const refund = refunds.get(objectId);
    if (both && refund) await endRefund({ ...work, actor, correlationId }, end, both, refund);
  }
};

async function endRefund(
  work: Work,
  { bankAccount, outcome, reason }: EndedTransfer,
  both: Both,
  refund: store.Refund,
): Promise<void> {
  const { amountCents } = refund;
  if (outcome === 'paid') {
    if (await moveRefund(work, both, refund, 'complete', null, bankAccount))
      await completed(work, both, refund);
    return;
  }
  const wasComplete = refund.state === 'complete';
  const verb = outcome === 'failed' ? 'fail' : 'return';
  if (!(await moveRefund(work, both, refund, verb, reason, bankAccount))) return;
  if (wasComplete) await undoRepaid(work, both, amountCents);
  else releaseRefund(work, both, amountCents);
}

async function completed(work: Work, both: Both, refund: store.Refund): Promise<void> {
  await recordRepaid(work, both, refund.amountCents);
  const { payment } = both;
  const { email } = (payment.details.payer ?? {}) as { email?: unknown };
  if (refund.accountSealed === null || typeof email !== 'string') return;
  // The payer learns of money that went to an account other than theirs.
  const { merchantId, siteId, id: objectId } = refund;
  await queueEmail(work, { kind: 'refund', merchantId, siteId, recipient: email, objectId });
}
