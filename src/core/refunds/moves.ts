// Every step of a refund, with what hangs on it: the ledger and the merchant's notification. Callers hold the locks
// of the payment and of the refund, in this order.
import type { Tx } from '../../kernel/db/db.ts';
import { formatDecimal } from '../../kernel/money.ts';
import type { Context } from '../context.ts';
import type { EventType } from '../events.ts';
import * as ledger from '../ledger/actions.ts';
import { advance } from '../lifecycle.ts';
import { findSite } from '../merchants/actions.ts';
import { publish } from '../notifications/actions.ts';
import { type Both, lockBoth } from '../transactions/moves.ts';
import { recordRepaid, releaseRefund, undoRepaid } from '../transactions/refunding.ts';
import type { TransferHandlers } from '../transfers/actions.ts';
import { type RefundState, type RefundVerb, refundMachine } from './state.ts';
import * as store from './store.ts';

/** Takes a step; false when the refund's state does not allow it, which changes nothing. */
export async function moveRefund(
  ctx: Context,
  tx: Tx,
  { transaction }: Both,
  refund: store.Refund,
  verb: RefundVerb,
  reason: string | null,
): Promise<boolean> {
  const owner = {
    merchantId: refund.merchantId,
    siteId: refund.siteId,
    object: refundMachine.object,
    objectId: refund.id,
  };
  const edge = await advance(ctx, tx, refundMachine, refund, verb, reason, {
    post: (posting) => ledger.post(ctx, tx, posting, { ...owner, amounts: { amount: refund.amountCents } }),
    publish: async (type: EventType) => {
      const site = (await findSite(tx, refund.siteId))!;
      await publish(ctx, tx, {
        ...owner,
        type,
        data: snapshot(refund, site.code, transaction.id, reason),
        correlationId: refund.correlationId,
        receivers: refund.notifyUrl ? [{ url: refund.notifyUrl, format: formats[refund.contract] }] : [],
        isInsteadOfWebhooks: refund.notifyUrl !== null,
      });
    },
  });
  return edge !== undefined;
}

const formats = { one: 'one', payments: 'paymentsRefund' } as const;

/** What bodies may be written from. Amount as an exact decimal; account masked. */
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

/** What a transfer's outcome means for the refund it pays. */
export const onRefundTransfer: TransferHandlers['refund'] = async (ctx, tx, transfer, outcome, reason) => {
  const both = await lockBoth(tx, transfer.refundOf!);
  const refund = await store.lockRefund(tx, transfer.objectId);
  if (!both || !refund) return;
  const { amountCents } = refund;
  if (outcome === 'paid') {
    if (await moveRefund(ctx, tx, both, refund, 'complete', null))
      await recordRepaid(ctx, tx, both, amountCents);
    return;
  }
  const wasComplete = refund.state === 'complete';
  const verb = outcome === 'failed' ? 'fail' : 'return';
  if (!(await moveRefund(ctx, tx, both, refund, verb, reason))) return;
  if (wasComplete) await undoRepaid(ctx, tx, both, amountCents);
  else await releaseRefund(tx, both, amountCents);
};
