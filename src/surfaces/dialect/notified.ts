// The signed fields of notifications. Forms posted to a notifyUrl and full webhook messages have the same fields.
import type { RefundSnapshot } from '../../core/refunds/transitions.ts';
import type { Snapshot } from '../../core/transactions/transitions.ts';
import { sha512Hex } from '../../kernel/security/crypto.ts';
import { hashInput } from './hash.ts';
import { refundStatusName } from './refund-status.ts';
import { statusMessageOf, statusOf } from './status.ts';

type Fields = [name: string, value: string][];
type Given = [name: string, value: string | null | undefined];

/** Null and absent values become empty: a form would write "null", and its hash would not. */
function written(given: readonly Given[]): Fields {
  return given.map(([name, value]) => [name, value ?? '']);
}

/**
 * Returns a transaction's fields in the order of their hash, and the hash. The contract fixes the list. `words` are set
 * by a surface that writes Status and IsTest in its own way.
 */
export function signedTransaction(
  of: Snapshot,
  privateKey: string,
  words: { status: string; isTest: string } = { status: statusOf(of), isTest: String(of.isTest) },
): Fields {
  const optional = [0, 1, 2, 3, 4].map((index): Given => [`Optional${index + 1}`, of.optional[index]]);
  const hashed = written([
    ['SiteCode', of.siteCode],
    ['TransactionId', of.transactionId],
    ['TransactionReference', of.merchantReference],
    ['Amount', of.amount],
    ['Status', words.status],
    ...optional,
    ['CurrencyCode', of.currency],
    ['IsTest', words.isTest],
    ['StatusMessage', statusMessageOf(of.state, of.reason)],
  ]);
  return [...hashed, hashOf(hashed, privateKey)];
}

/**
 * Returns a refund's hashed fields in their order, then IsRtc, which is not hashed, and the hash. `isRtc` is in the
 * surface's own word.
 */
export function signedRefund(
  of: RefundSnapshot,
  privateKey: string,
  isRtc: string = String(of.realTime),
): Fields {
  const hashed = written([
    ['RefundId', of.refundId],
    ['TransactionId', of.transactionId],
    ['CurrencyCode', of.currency],
    ['Amount', of.amount],
    ['Status', refundStatusName[of.state]],
    ['BankName', of.bankName],
    ['AccountNumber', of.account],
    ['StatusMessage', of.state === 'complete' ? '' : of.reason],
  ]);
  return [...hashed, ['IsRtc', isRtc], hashOf(hashed, privateKey)];
}

/** Returns the fields about a bulk job that has ended, and their hash. */
export function signedBulk(
  { jobId, jobReference, status, compressedData, error }: BulkResult,
  privateKey: string,
): BulkResult & { hash: string } {
  const hash = sha512Hex(hashInput([jobId, jobReference, status, compressedData, error], privateKey));
  return { jobId, jobReference, status, compressedData, error, hash };
}

interface BulkResult {
  jobId: string;
  jobReference: string;
  status: string;
  compressedData: string;
  error: string | null;
}

function hashOf(hashed: Fields, privateKey: string): [string, string] {
  const values = hashed.map(([, value]) => value);
  return ['Hash', sha512Hex(hashInput(values, privateKey))];
}
