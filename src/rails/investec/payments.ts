// Payments by the business API: each order is a pain.001 of its own, sent under the order's transfer id.

import {
  type AnswerMeaning,
  type AnswerReason,
  BadAnswer,
  type FileAnswer,
  type PaymentFile,
  type PaymentProfile,
} from '../../core/payment-files/format.ts';
import { BankTimeout, BankUnavailable, type TransferAnswer } from '../../core/rails.ts';
import { type InvestecClient, PaymentRefused } from './client.ts';

/** The version of pain.001 that the API takes. */
export const investecFormat = 'pain.001.001.09';

/** Returns the text of an order's file, to be stored before it is sent. Throws RangeError for another form or number of payments. */
export function writeOrder(profile: PaymentProfile, file: PaymentFile): string {
  if (profile.format !== investecFormat)
    throw new RangeError(
      `Investec takes ${investecFormat}, and the profile ${profile.name} writes ${profile.format}`,
    );
  if (file.payments.length !== 1)
    throw new RangeError(`a file for Investec pays one order, and this has ${file.payments.length}`);
  return profile.write(file);
}

export interface StoredOrder {
  /** The idempotency key: for ever the same, with the same text. */
  transferId: string;
  pain001: string;
  /** Whether an earlier sending may have reached the bank. */
  wasSent: boolean;
}

/**
 * Sends an order and returns the bank's payment id, or how it failed; after a lost answer, send the same again. Throws
 * BankUnavailable where nothing happened, and BankTimeout where this or an earlier sending may have paid.
 */
export async function sendOrder(
  client: Pick<InvestecClient, 'pay'>,
  { transferId, pain001, wasSent }: StoredOrder,
): Promise<{ paymentId: string } | { failed: TransferAnswer }> {
  try {
    return { paymentId: await client.pay(transferId, pain001) };
  } catch (error) {
    if (!(error instanceof BankUnavailable || error instanceof PaymentRefused)) throw error;
    // What is refused or unreachable now says nothing of what was sent before.
    if (wasSent) throw new BankTimeout(`${error.message}; an earlier sending may have been taken`);
    if (error instanceof BankUnavailable) throw error;
    return { failed: { outcome: 'failed', reason: error.message, failure: 'bank' } };
  }
}

/** An order that the bank has taken. */
export interface SentOrder {
  paymentId: string;
  /** Of its pain.001. */
  messageId: string;
  bankReference: string;
  /** Whether it was paid as far as was heard. */
  wasPaid: boolean;
}

export interface AnswerReading {
  profile: PaymentProfile;
  /** Throws BadAnswer. */
  readAnswer(xml: string): FileAnswer;
}

/** Asks how an order stands. Throws BankUnavailable where the bank does not answer, or in a way that cannot be read. */
export async function enquireOrder(
  client: Pick<InvestecClient, 'paymentStatus'>,
  order: SentOrder,
  { profile, readAnswer }: AnswerReading,
): Promise<TransferAnswer> {
  const xml = await client.paymentStatus(order.paymentId);
  // The bank gave the id, so it has the order: it has only nothing to say of it yet.
  if (xml === null) return pending('the bank has no status of it yet');
  try {
    return meaningOf(readAnswer(xml), order, profile);
  } catch (error) {
    if (!(error instanceof BadAnswer)) throw error;
    throw new BankUnavailable(`Investec payment status: the pain.002 cannot be read: ${error.message}`);
  }
}

/** What a pain.002 says of one order. One that is about something else, or says nothing sure, leaves it pending. */
export function meaningOf(
  answer: FileAnswer,
  order: Pick<SentOrder, 'messageId' | 'bankReference' | 'wasPaid'>,
  profile: Pick<PaymentProfile, 'meaningOf'>,
): TransferAnswer {
  if (answer.originalMessageId !== order.messageId) return pending('the answer is about another file');
  const said = answer.payments.find(({ bankReference }) => bankReference === order.bankReference);
  const status = said?.status ?? answer.groupStatus;
  const reasons = said?.reasons.length ? said.reasons : answer.groupReasons;
  if (status === null) return pending('the answer has no status of it');
  const isOwn = said !== undefined && said.status !== null;
  const meaning = profile.meaningOf(status);
  if (meaning === undefined) return pending(`the status ${wordOf(status)} is not known`);
  if (meaning === 'pending' || meaning === 'paid') return { outcome: meaning, reason: wordsOf(reasons) };
  // Refused as a repetition, the first is what counts. Taken for a failure, it would be paid again.
  if (reasons.some(isDuplicate)) return pending(wordsOf(reasons));
  return ended(meaning, reasons, order.wasPaid, isOwn);
}

function ended(
  meaning: AnswerMeaning,
  reasons: readonly AnswerReason[],
  wasPaid: boolean,
  isOwn: boolean,
): TransferAnswer {
  const reason = wordsOf(reasons);
  const isReturn =
    meaning === 'returned' || (isOwn && (wasPaid || reasons.some(({ text }) => /unpaid reason/i.test(text))));
  if (isReturn) return { outcome: 'returned', reason };
  return { outcome: 'failed', reason, failure: isOwn ? 'rejected' : 'bank' };
}

function pending(reason: string | null): TransferAnswer {
  return { outcome: 'pending', reason };
}

function isDuplicate({ code, text }: AnswerReason): boolean {
  // The ISO codes of a duplicate message, payment or transaction, and the word itself.
  return ['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DUPL'].includes(code ?? '') || /\bduplicate\b/i.test(text);
}

const longestReason = 300;

/** Returns the reasons in words; null where there are none. */
function wordsOf(reasons: readonly AnswerReason[]): string | null {
  const words = reasons.map(({ code, text }) => [code, text].filter(Boolean).join(' ')).filter(Boolean);
  return words.length === 0 ? null : words.join('; ').slice(0, longestReason);
}

function wordOf(status: string): string {
  return JSON.stringify(status.slice(0, 20));
}
