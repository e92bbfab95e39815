// Payments by the business API: each order is a separate pain.001, sent under the order's transfer id.

import {
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
      `Investec accepts ${investecFormat}, but the profile ${profile.name} writes ${profile.format}`,
    );
  if (file.payments.length !== 1)
    throw new RangeError(`a file for Investec pays one order, and this has ${file.payments.length}`);
  return profile.write(file);
}

export interface StoredOrder {
  /** The idempotency key: for ever the same, with the same text. */
  transferId: string;
  pain001: string;
  /** True if an earlier sending may have reached the bank. */
  wasSent: boolean;
}

/**
 * Sends an order and returns the bank's payment id, or how it failed; after a lost response, send the same again.
 * Throws BankUnavailable if nothing happened, and BankTimeout if this or an earlier sending may have paid.
 */
export async function sendOrder(
  client: Pick<InvestecClient, 'pay'>,
  { transferId, pain001, wasSent }: StoredOrder,
): Promise<{ paymentId: string } | { failed: TransferAnswer }> {
  try {
    return { paymentId: await client.pay(transferId, pain001) };
  } catch (error) {
    if (!(error instanceof BankUnavailable || error instanceof PaymentRefused)) throw error;
    // A refused or failed request proves nothing about an earlier sending.
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
  /** True if it was paid according to the recorded reports. */
  wasPaid: boolean;
}

/** How responses are read, by the rules that hold for every bank. */
export interface AnswerRules {
  profile: Pick<PaymentProfile, 'meaningOf'>;
  /** Throws BadAnswer. */
  readAnswer(xml: string): FileAnswer;
  /** True if money was refused because it had come back. */
  isUnpaidReason(reasons: readonly AnswerReason[]): boolean;
  /** True if something was refused because it was there before. */
  isDuplicateReason(reasons: readonly AnswerReason[]): boolean;
}

/**
 * Queries the status of an order. Throws BankUnavailable if the bank does not respond, or in a way that cannot be read.
 */
export async function enquireOrder(
  client: Pick<InvestecClient, 'paymentStatus'>,
  order: SentOrder,
  rules: AnswerRules,
): Promise<TransferAnswer> {
  const xml = await client.paymentStatus(order.paymentId);
  // The bank gave the id, so it has the order, without a status yet.
  if (xml === null) return pending('the bank has no status of it yet');
  try {
    return meaningOf(rules.readAnswer(xml), order, rules);
  } catch (error) {
    if (!(error instanceof BadAnswer)) throw error;
    throw new BankUnavailable(`Investec payment status: the pain.002 cannot be read: ${error.message}`);
  }
}

/**
 * Returns the meaning of a pain.002 for one order. One about another subject, or without a certain status, leaves it
 * pending.
 */
export function meaningOf(
  answer: FileAnswer,
  order: Pick<SentOrder, 'messageId' | 'bankReference' | 'wasPaid'>,
  rules: Omit<AnswerRules, 'readAnswer'>,
): TransferAnswer {
  const said = saidOf(answer, order);
  if (typeof said === 'string') return pending(said);
  const { status, reasons, isOwn } = said;
  const meaning = rules.profile.meaningOf(status);
  if (meaning === undefined) return pending(`the status ${JSON.stringify(status.slice(0, 20))} is not known`);
  const reason = wordsOf(reasons);
  if (meaning === 'pending' || meaning === 'paid') return { outcome: meaning, reason };
  // Refused as a repetition, the first is what counts. Taken for a failure, it would be paid again.
  if (rules.isDuplicateReason(reasons)) return pending(reason);
  const isReturn = meaning === 'returned' || (isOwn && (order.wasPaid || rules.isUnpaidReason(reasons)));
  return isReturn
    ? { outcome: 'returned', reason }
    : { outcome: 'failed', reason, failure: isOwn ? 'rejected' : 'bank' };
}

interface Said {
  status: string;
  reasons: readonly AnswerReason[];
  /** True if the status is the payment's own, and not that of all. */
  isOwn: boolean;
}

/** Returns the report about the order, by itself or as one of all; or why there is no report. */
function saidOf(
  { originalMessageId, payments, groupStatus, groupReasons }: FileAnswer,
  order: Pick<SentOrder, 'messageId' | 'bankReference'>,
): Said | string {
  if (originalMessageId !== order.messageId) return 'the answer is about another file';
  const own = payments.find(({ bankReference }) => bankReference === order.bankReference);
  if (!own && payments.length > 0) return 'the answer is about other payments';
  const status = own?.status ?? groupStatus;
  if (status === null) return 'the answer has no status of it';
  const isOwn = own !== undefined && own.status !== null;
  return { status, reasons: own?.reasons.length ? own.reasons : groupReasons, isOwn };
}

function pending(reason: string | null): TransferAnswer {
  return { outcome: 'pending', reason };
}

const longestReason = 300;

/** Returns the reasons in words; null without any. */
function wordsOf(reasons: readonly AnswerReason[]): string | null {
  const words = reasons.map(({ code, text }) => [code, text].filter(Boolean).join(' ')).filter(Boolean);
  return words.length === 0 ? null : words.join('; ').slice(0, longestReason);
}
