// What bank files need of every part: the consequences of transfers, and the formats of payment files and their answers.
import { onDepositTransfer } from '../core/deposits/actions.ts';
import type { PaymentProfiles } from '../core/payment-files/actions.ts';
import type { AnswerFormats } from '../core/payment-files/answers.ts';
import { onPayoutTransfer } from '../core/payouts/actions.ts';
import { onRefundTransfer } from '../core/refunds/moves.ts';
import { onSettlementTransfer } from '../core/settlements/actions.ts';
import type { TransferHandlers } from '../core/transfers/actions.ts';
import { profiles } from '../rails/pain/profiles.ts';
import { readAnswer } from '../rails/pain/read.ts';
import { isDuplicateRefusal, refusesWholeFile } from '../rails/pain/refusals.ts';
import { isUnpaidReason } from '../rails/pain/unpaid.ts';

/** Apply a transfer's outcome to the refund, payout, settlement or deposit it pays. */
export const transferHandlers: TransferHandlers = {
  refund: onRefundTransfer,
  payout: onPayoutTransfer,
  settlement: onSettlementTransfer,
  deposit: onDepositTransfer,
};

export const paymentProfiles: PaymentProfiles = new Map(profiles.map((profile) => [profile.name, profile]));

export const answerFormats: AnswerFormats = {
  profiles: paymentProfiles,
  read: readAnswer,
  isDuplicateRefusal,
  refusesWholeFile,
  isUnpaidReason,
};
