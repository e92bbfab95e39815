// The receipt of a payment: an e-mail to its payer, if the site sends receipts.
import type { Work } from '../context.ts';
import { isMailOn, queueEmail } from '../emails/actions.ts';
import { siteIn } from '../merchants/actions.ts';
import type { Payment } from '../payments/actions.ts';

/** Adds the receipt of a payment that was paid. Most payments have no address, and cost no query. */
export async function queuePayersReceipt(work: Work, payment: Payment): Promise<void> {
  const { email } = (payment.details.payer ?? {}) as { email?: unknown };
  if (typeof email === 'string') await queueReceipt(work, payment, email);
}

/** Adds the receipt of a payment to an address, if its site sends receipts. */
export async function queueReceipt(
  work: Work,
  { id, merchantId, siteId }: Pick<Payment, 'id' | 'merchantId' | 'siteId'>,
  recipient: string,
): Promise<void> {
  if (!isMailOn(work)) return;
  const site = await siteIn(work, siteId);
  if (!site.emailReceipts) return;
  await queueEmail(work, { kind: 'receipt', merchantId, siteId, recipient, objectId: id });
}
