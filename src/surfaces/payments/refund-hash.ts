// The hashes of a refund item and of a refund's notification.
import { amountWritings, isHashOf } from '../dialect/hash.ts';

/**
 * Returns whether an item's hashCheck matches its values under one of the site's usable private keys. isRtc is not
 * hashed. `bareAmount` is the amount as a JSON number.
 */
export function isRefundSigned(
  item: { transactionId: string; amount: string; refundReason: string; notifyUrl: string | undefined },
  hashCheck: string,
  privateKeys: readonly string[],
  bareAmount?: string,
): boolean {
  const values = [item.transactionId, item.amount, item.refundReason, item.notifyUrl];
  return amountWritings(values, 1, bareAmount).some((written) => isHashOf(written, hashCheck, privateKeys));
}
