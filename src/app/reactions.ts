// The consequences of a noun's change: each event with its reactions, in the order in which they run; and the reports of banks.
import type { Context, Work } from '../core/context.ts';
import { onDepositTransfer, receiveDeposit } from '../core/deposits/actions.ts';
import { onLinksPaid, onLinksReversed } from '../core/links/actions.ts';
import { onPayoutTransfer } from '../core/payouts/actions.ts';
import type { RailDeps } from '../core/rail-modules.ts';
import type { Reactions } from '../core/reactions.ts';
import { onRefundTransfer } from '../core/refunds/transitions.ts';
import { onSettlementTransfer } from '../core/settlements/actions.ts';
import { onChargesEnded } from '../core/subscriptions/actions.ts';
import { recordCallback } from '../core/transactions/transitions.ts';
import { recordTransferAnswer } from '../core/transfers/answers.ts';

/** The registry. A reaction runs in the transaction of its event: both are written, or neither is. */
export const reactions: Reactions<Work> = {
  'charge.ended': [onChargesEnded],
  'link.paid': [onLinksPaid],
  'link.reversed': [onLinksReversed],
  'refund.transferred': [onRefundTransfer],
  'payout.transferred': [onPayoutTransfer],
  'settlement.transferred': [onSettlementTransfer],
  'deposit.transferred': [onDepositTransfer],
};

/** Records the reports of banks; no transaction spans two reports. `ctx` acts as the bank. */
export const reportsOf = (ctx: Context): Pick<RailDeps, 'onAnswer' | 'onTransferAnswer' | 'onDeposit'> => ({
  onAnswer: (id, answer) => recordCallback(ctx, id, answer),
  onTransferAnswer: (id, answer) => recordTransferAnswer(ctx, id, answer),
  onDeposit: (deposit) => receiveDeposit(ctx, deposit),
});
