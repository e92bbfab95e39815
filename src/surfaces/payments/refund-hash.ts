// The hash of a refund item and of a refund's notification.
import { amountWritings, isHashOf } from '../dialect/hash.ts';

/**
 * Whether an item's hashCheck is that of its values under one of the site's usable private keys. isRtc is not in it.
 * `bareAmount` is the amount of JSON that has it as a number.
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
