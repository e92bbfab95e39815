// Notifications of the One API: the body posted to a notifyUrl, signed by Standard Webhooks, and the address to
// which their customer returns.
import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { Payment } from '../../core/payments/actions.ts';
import type { RefundState } from '../../core/refunds/actions.ts';
import type { Transaction, TransactionState } from '../../core/transactions/actions.ts';
import { systemClock } from '../../kernel/clock.ts';
import { signedPosts } from '../webhook-signature.ts';
import { paymentStatus } from './payment-wire.ts';
import { refundStatus } from './refund-wire.ts';
import { statusOf, transactionStatus } from './transaction-wire.ts';

type DataOf = (...of: [Parameters<RenderNotification>[0], Parameters<RenderNotification>[1]]) => object;

/** Returns a maker of renderers of signed JSON bodies. `dataOf` writes their data. */
export const jsonRenderer = (dataOf: DataOf) =>
  signedPosts('application/json', (event, secrets) => {
    const { type, occurredAt, sequence } = event;
    const timestamp = occurredAt.toISOString();
    return JSON.stringify({ type, timestamp, sequence, data: dataOf(event, secrets) });
  });

/** Renders thin bodies. */
export const notificationRenderer = jsonRenderer(({ type, object, objectId, data }) => {
  const { state, reason } = data as { state: string; reason: string | null };
  const status = type === 'transaction.pending' ? 'Pending' : statusOfState(object, state);
  return { id: objectId, status, reason };
});

function statusOfState(object: string, state: string): string {
  return object === 'refund'
    ? refundStatus[state as RefundState]
    : transactionStatus[state as TransactionState];
}

/** The renderer of the running service. */
export const renderNotification: RenderNotification = notificationRenderer(systemClock());

/** Renders the test event of a webhook, thin and full alike. */
export const renderTestEvent: RenderNotification = jsonRenderer(({ objectId }) => ({ id: objectId }))(
  systemClock(),
);

/**
 * Returns the address to which a customer returns, with values to show (never to trust) in its query. Returns undefined
 * when the merchant gave no address.
 */
export function returnAddress(payment: Payment, transaction: Transaction | undefined): string | undefined {
  const { returnUrl } = payment.details;
  if (returnUrl === undefined) return undefined;
  return withShown(returnUrl, {
    paymentId: payment.id,
    transactionId: transaction?.id,
    status: transaction ? statusOf(transaction) : paymentStatus[payment.state],
    reference: payment.merchantReference,
  });
}

/** Returns a merchant's address with values to show in its query. */
export function withShown(returnUrl: string, shown: Record<string, string | undefined>): string {
  const url = new URL(returnUrl);
  const given = Object.entries(shown).filter((pair): pair is [string, string] => pair[1] !== undefined);
  // Appended as text: the merchant's own query stays as it was written.
  url.search += `${url.search === '' ? '' : '&'}${new URLSearchParams(given)}`;
  return url.href;
}
