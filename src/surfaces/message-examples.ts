// Bodies of messages for documents. The service's own renderers write them from example events, so that the documents show
// exactly what is posted, including its hash, which uses the example merchant's keys.
import type { RenderNotification } from '../core/notifications/jobs.ts';
import { exampleSite } from './examples.ts';
import { sample } from './words.ts';

/** The event of an example. */
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

/** The snapshot of a paid transaction, as its messages use it. */
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

/** The snapshot of a paid refund, as its messages use it. */
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
