// How a body is written. The composition root has a renderer for each format, and does not compile without one.

export const messageTypes = ['thin', 'full'] as const;
export type MessageType = (typeof messageTypes)[number];

/** The formats that an object can choose for its own address. */
export type ReceiverFormat =
  | 'one'
  | 'payments'
  | 'paymentsRefund'
  | 'payout'
  | 'subscription'
  | 'bulk'
  | 'report';

/** As a delivery stores it. A webhook's format is decided when the message is sent. */
export type DeliveryFormat = ReceiverFormat | 'webhook';

/** As a renderer writes it. */
export type Format = ReceiverFormat | `webhook.${MessageType}`;
