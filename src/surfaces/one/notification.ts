// What the One API tells merchants by itself: the body posted to a notifyUrl, signed as Standard Webhooks, and the
// address at which their customer comes back.
import { createHmac } from 'node:crypto';
import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { Payment } from '../../core/payments/actions.ts';
import type { RefundState } from '../../core/refunds/actions.ts';
import type { Transaction, TransactionState } from '../../core/transactions/actions.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { paymentStatus } from './payment-wire.ts';
import { refundStatus } from './refund-wire.ts';
import { transactionStatus } from './transaction-wire.ts';

/**
 * Writes thin bodies. `realClock` times the signature: receivers hold it against their own clocks, which know nothing
 * of the sandbox's.
 */
export function notificationRenderer(realClock: Clock): RenderNotification {
  return (event, secrets) => {
    const { state, reason } = event.data as { state: string; reason: string | null };
    const body = JSON.stringify({
      type: event.type,
      timestamp: event.occurredAt.toISOString(),
      sequence: event.sequence,
      data: { id: event.objectId, status: statusOf(event.object, state), reason },
    });
    const seconds = String(Math.floor(realClock.now().getTime() / 1000));
    const signature = secrets.webhookSecrets
      .map((secret) => sign(secret, `${event.id}.${seconds}.${body}`))
      .join(' ');
    return {
      body,
      headers: { 'content-type': 'application/json', ...signedHeaders(event.id, seconds, signature) },
    };
  };
}

function statusOf(object: string, state: string): string {
  return object === 'refund'
    ? refundStatus[state as RefundState]
    : transactionStatus[state as TransactionState];
}

/** The renderer of the running service. */
export const renderNotification: RenderNotification = notificationRenderer(systemClock());

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function signedHeaders(id: string, timestamp: string, signature: string): Record<string, string> {
  const values = { id, timestamp, signature };
  const named = Object.entries(values).flatMap(([name, value]) => [
    [`webhook-${name}`, value],
    [`svix-${name}`, value],
  ]);
  return Object.fromEntries(named);
}

/**
 * Where a customer comes back to the merchant, with what there is to show (never to trust) added to the query.
 * Undefined when the merchant named no address.
 */
export function returnAddress(payment: Payment, transaction: Transaction | undefined): string | undefined {
  const { returnUrl } = payment.details;
  if (returnUrl === undefined) return undefined;
  const url = new URL(returnUrl);
  const shown = {
    paymentId: payment.id,
    transactionId: transaction?.id,
    status: transaction ? transactionStatus[transaction.state] : paymentStatus[payment.state],
    reference: payment.merchantReference,
  };
  for (const [name, value] of Object.entries(shown))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
