// The contents of a payment file and of a bank's response to one, in any format.
import type { Cents } from '../../kernel/money.ts';

export interface FilePayment {
  /** "PAY" and twelve digits: the reference at the bank, and on the account's own statement. */
  bankReference: string;
  /** More than zero. */
  amount: Cents;
  holder: string;
  accountNumber: string;
  /** Six digits. */
  branchCode: string;
  accountType: 'cheque' | 'savings' | null;
  /** The text on the receiver's statement. */
  text: string;
}

export interface PaymentFile {
  /** At most 35 letters, digits and dashes; never used twice. */
  messageId: string;
  createdAt: Date;
  /** The day on which the bank is to pay, "2026-12-01". */
  executionDate: string;
  /** The account that pays. */
  account: {
    holder: string;
    accountNumber: string;
    branchCode: string;
    /** The user that the bank knows us by; null if it needs none. */
    customer: string | null;
  };
  /** At least one. */
  payments: readonly FilePayment[];
}

/** A way of writing payment files that a bank takes. */
export interface PaymentProfile {
  name: string;
  /** "pain.001.001.03", "csv". */
  format: string;
  extension: 'xml' | 'csv';
  /** The same file always gives the same text. */
  write(file: PaymentFile): string;
  /** Returns the meaning of a status; undefined for one that the profile does not know. */
  meaningOf(status: string): AnswerMeaning | undefined;
}

/** "returned" is a failure of a payment that was paid, or one whose reason is an unpaid one. */
export type AnswerMeaning = 'pending' | 'paid' | 'failed' | 'returned';

export interface AnswerReason {
  /** The bank's code; null without one. */
  code: string | null;
  /** In words; "" without any. */
  text: string;
}

/** A bank's response to a payment file: a pain.002. */
export interface FileAnswer {
  /** The response's own id. */
  messageId: string;
  /** The file that it responds to. */
  originalMessageId: string;
  /** Null if the response is about single payments only. */
  groupStatus: string | null;
  groupReasons: readonly AnswerReason[];
  payments: readonly {
    bankReference: string;
    /** Null if the bank reports none. */
    status: string | null;
    reasons: readonly AnswerReason[];
  }[];
}

/** A response that cannot be read, with the reason. */
export class BadAnswer extends Error {}
