// The formats of payment files and of their status reports, for the core, and uploaded bank files for the console.
import type { PaymentProfiles } from '../core/payment-files/actions.ts';
import type { AnswerFormats } from '../core/payment-files/answers.ts';
import type { BankFiles } from '../pages/console/visit.ts';
import type { BankFileReader } from '../rails/files/reading.ts';
import { sortOf } from '../rails/files/statements/index.ts';
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

/** Returns what opens the files that users upload at the console. */
export const createBankFiles = (reader: BankFileReader): BankFiles => ({
  open: (ctx, account, file) =>
    sortOf(file.bytes.subarray(0, headBytes)) === 'answer'
      ? { answer: file.bytes.toString('utf8') }
      : { statement: reader.openUpload(ctx, file, account) },
  formats: { ...answerFormats, read: (text) => reader.readAnswer(text) },
});

/** Enough to detect a file's format. */
const headBytes = 64 * 1024;
