// The hash of a refund item and of a refund's notification.
import { isHashOf } from '../dialect/hash.ts';

/** Whether an item's hashCheck is that of its values under one of the site's usable private keys. isRtc is not in it. */
export function isRefundSigned(
  item: { transactionId: string; amount: string; refundReason: string; notifyUrl: string | undefined },
  hashCheck: string,
  privateKeys: readonly string[],
): boolean {
  const values = [item.transactionId, item.amount, item.refundReason, item.notifyUrl];
  return isHashOf(values, hashCheck, privateKeys);
}
