// How a body is written. The composition root has a renderer for each format, and does not compile without one.

export const messageTypes = ['thin', 'full'] as const;
export type MessageType = (typeof messageTypes)[number];

/** What an object may ask for its own address. */
export type ReceiverFormat = 'one' | 'payments' | 'paymentsRefund' | 'payout' | 'subscription' | 'bulk';

/** As a delivery keeps it. What a webhook is sent is decided when it is sent, by what the webhook then says. */
export type DeliveryFormat = ReceiverFormat | 'webhook';

/** As a body is written. */
export type Format = ReceiverFormat | `webhook.${MessageType}`;
