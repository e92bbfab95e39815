// A transaction's notification: the form posted to its notifyUrl, and the query with which its customer returns. One
// function builds both from one snapshot, so that they say and sign the same.
import type { Site } from '../../core/merchants/actions.ts';
import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { Payment } from '../../core/payments/actions.ts';
import type { Transaction } from '../../core/transactions/actions.ts';
import { type Snapshot, snapshot } from '../../core/transactions/transitions.ts';
import { systemClock } from '../../kernel/clock.ts';
import { firstOf } from '../../kernel/required.ts';
import { signedTransaction } from '../dialect/notified.ts';
import { type Status, statusOf, subStatusOf } from '../dialect/status.ts';
import { signedPosts } from '../webhook-signature.ts';

/** Returns the notification as form fields. Absent values are present and empty. */
function notificationFields(of: Snapshot, privateKey: string): URLSearchParams {
  return new URLSearchParams([
    ...signedTransaction(of, privateKey),
    ['SubStatus', subStatusOf(of.state, of.paidLate) ?? ''],
    ['MaskedAccountNumber', of.payerAccount ?? ''],
    ['BankName', of.bankName ?? ''],
  ]);
}

/** Renders the post to a notifyUrl, hashed with the site's current private key. */
export const notificationRenderer = signedPosts(
  'application/x-www-form-urlencoded',
  ({ data }, { privateKeys }) => notificationFields(data as Snapshot, firstOf(privateKeys)).toString(),
);

/** The renderer of the running service. */
export const renderNotification: RenderNotification = notificationRenderer(systemClock());

const returnsTo: Record<Status, 'successUrl' | 'cancelUrl' | 'errorUrl'> = {
  Complete: 'successUrl',
  Cancelled: 'cancelUrl',
  Abandoned: 'cancelUrl',
  Error: 'errorUrl',
  PendingInvestigation: 'errorUrl',
  Pending: 'errorUrl',
};

/**
 * Returns where a customer goes after the checkout: the merchant's address for the outcome with the notification's
 * fields in its query, or the unchanged cancelUrl if no attempt was made. Returns undefined if the payment has no such
 * address.
 */
export function returnAddress(
  payment: Payment,
  transaction: Transaction | undefined,
  site: Site,
  privateKey: string,
): string | undefined {
  if (!transaction) return payment.details.cancelUrl;
  const address = payment.details[returnsTo[statusOf(transaction)]];
  if (address === undefined) return undefined;
  const url = new URL(address);
  const fields = notificationFields(snapshot(payment, transaction, site), privateKey);
  // The merchant's own query stays unchanged, letter by letter.
  url.search = url.search === '' ? `${fields}` : `${url.search}&${fields}`;
  return url.href;
}
