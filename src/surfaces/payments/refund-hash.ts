// The hash of a refund item and of a refund's notification.
import { sameText, sha512Hex } from '../../kernel/crypto.ts';
import { hashInput } from '../dialect/hash.ts';

/** Whether an item's hashCheck is that of its values under one of the site's usable private keys. isRtc is not in it. */
export function isRefundSigned(
  item: { transactionId: string; amount: string; refundReason: string; notifyUrl: string | undefined },
  hashCheck: string,
  privateKeys: readonly string[],
): boolean {
  const values = [item.transactionId, item.amount, item.refundReason, item.notifyUrl];
  const given = withoutZeros(hashCheck);
  return privateKeys.some((key) => sameText(given, withoutZeros(sha512Hex(hashInput(values, key)))));
}

// Some integrations write the digest as a number would be written.
function withoutZeros(digest: string): string {
  return digest.toLowerCase().replace(/^0+/, '');
}
