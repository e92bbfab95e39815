// The formats of payment files and of their status reports, for the core.
import type { PaymentProfiles } from '../core/payment-files/actions.ts';
import type { AnswerFormats } from '../core/payment-files/answers.ts';
import { profiles } from '../rails/pain/profiles.ts';
import { readAnswer } from '../rails/pain/read.ts';
import { isDuplicateRefusal, refusesWholeFile } from '../rails/pain/refusals.ts';
import { isUnpaidReason } from '../rails/pain/unpaid.ts';

export const paymentProfiles: PaymentProfiles = new Map(profiles.map((profile) => [profile.name, profile]));

export const answerFormats: AnswerFormats = {
  profiles: paymentProfiles,
  read: readAnswer,
  isDuplicateRefusal,
  refusesWholeFile,
  isUnpaidReason,
};
