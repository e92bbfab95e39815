// Bodies of messages for documents. The service's own renderers write them of made-up events, so that what is shown is
// what is posted, down to its hash, which is that of the example merchant's keys.
import type { RenderNotification } from '../core/notifications/jobs.ts';
import { exampleSite } from './examples.ts';
import { sample } from './words.ts';

/** What an example says of its event. */
export interface ExampleEvent {
  type: string;
  /** The core's noun, such as "transaction". */
  object: string;
  objectId: string;
  data: Record<string, unknown>;
  sequence?: number;
}

/** The example merchant's. */
export const exampleSecrets = {
  apiKeys: [exampleSite.apiKey],
  privateKeys: [exampleSite.privateKey],
  webhookSecrets: [],
  payoutAccessTokens: ['example-access-token'],
};

/** Returns the body as a receiver reads it: JSON, or the fields of a form. */
export function exampleBody(render: RenderNotification, event: ExampleEvent): unknown {
  const occurredAt = new Date(sample.moment);
  const { body, headers } = render(
    {
      id: sample.message,
      merchantId: exampleSite.merchantCode,
      siteId: exampleSite.code,
      correlationId: '',
      sequence: 1,
      occurredAt,
      ...event,
    },
    exampleSecrets,
    occurredAt,
  );
  const isForm = headers['content-type']!.includes('form');
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);
}

/** A transaction that was paid, as its messages are told of it. */
export const paidTransaction = {
  siteCode: exampleSite.code,
  transactionId: sample.transaction,
  paymentId: sample.payment,
  merchantReference: sample.reference,
  amount: '150.50',
  currency: 'ZAR',
  state: 'successful',
  paymentType: 'capitec',
  reason: null,
  optional: ['winter sale', 'till 4', 'Johannesburg', 'gift', 'plugin 2.1'],
  isTest: false,
  paidLate: false,
  bankName: sample.bankName,
  payerAccount: sample.masked,
};

/** A refund that was paid, as its messages are told of it. */
export const paidRefund = {
  siteCode: exampleSite.code,
  refundId: sample.refund,
  transactionId: sample.transaction,
  amount: '50.25',
  currency: 'ZAR',
  state: 'complete',
  reason: null,
  bankName: sample.bankName,
  account: sample.masked,
  realTime: false,
};
