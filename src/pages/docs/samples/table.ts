// The parts of samples that the documents do not have: the values of names, and the prerequisites of operations.
// `{paymentId}` is a value from the response to an earlier request of the sample, see `makers`.
import type { Keeps } from './steps.ts';

/** A placeholder in a sample, for a value from an earlier response or for a time of the sandbox's clock. */
export const reference = /\{([a-z]\w*)\}/gi;

/** Values of members and parameters, by name or by operation and name. Others have the value of the document's example. */
export const values: Readonly<Record<string, unknown>> = {
  siteCode: 'YOUR_SITE_CODE',
  SiteCode: 'YOUR_SITE_CODE',
  client_id: 'YOUR_CLIENT_ID',
  client_secret: 'YOUR_CLIENT_SECRET',
  token: '{token}',
  expireAt: '{nextYear}-12-31T00:00:00Z',
  firstPaymentDate: '{nextYear}-01-31',
  expiryDateUtc: '{nextYear}-01-31 16:30',
  fromDate: '{today}',
  toDate: '{today}',
  startDate: '{today}',
  endDate: '{today}',
  refundDate: '{today}',
  transactionDate: '{today}',
  since: '{today}T00:00:00Z',
  transactionReference: 'ORDER-1',
  transactionId: '{transactionId}',
  refundId: '{refundId}',
  payoutId: '{payoutId}',
  requestId: '{paymentRequestId}',
  bankReference: 'ORDER 1',
  jobReference: '{jobReference}',
  reference: '{jobReference}',
  compressedData: '{compressedData}',
  hashCheck: '{hashCheck}',
  'getBankingDetails.bankReference': '{beneficiaryReference}',
  'requestPayout.merchantReference': '{payoutReference}',
  'getPayoutByReference.searchString': '{payoutReference}',
};

/** The identifier in a path, by the segment before it. */
export const pathValues: Readonly<Record<string, string>> = {
  payments: '{paymentId}',
  transactions: '{transactionId}',
  refunds: '{refundId}',
  settlements: '{settlementId}',
  webhooks: '{webhookId}',
  reports: '{reportId}',
  paymentlinks: '{linkId}',
  subscriptions: '{subscriptionId}',
  // The demo merchant pays no fees, so a sample cannot create an invoice.
  invoices: 'INV-000001',
  'processTransactionStep transactions': '{attemptId}',
};

/** Query parameters that a sample shows although they may be left out. */
export const shownParameters: Readonly<Record<string, readonly string[]>> = {
  getRefunds: ['refundDate'],
  createFloatTopUpReferenceRequest: ['amount'],
};

/** Optional members of a body that a sample shows: the operations after it need them. */
export const shownMembers: Readonly<Record<string, readonly string[]>> = {
  // Ad-hoc charges require a band.
  createSubscription: ['amountConstraints'],
  // A link has an amount or limits.
  createPaymentLink: ['amount'],
};

/** Headers that a sample shows although they may be left out. */
export const shownHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // A merchant has at most twenty webhooks. With the key it is one, however often the sample runs.
  createWebhook: { 'Idempotency-Key': 'refunds-of-shop.example' },
};

/** A request to the sandbox. */
export interface Control {
  says: string;
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

const authorise: Control = {
  says: 'Approve it in the sandbox, as the customer would.',
  method: 'POST',
  path: '/subscriptions/{subscriptionId}/authorize',
  body: { outcome: 'approved' },
};
const payIn: Control = {
  says: 'Top up the float with this reference.',
  method: 'POST',
  path: '/deposits',
  body: { reference: '{floatReference}', amount: '5000.00' },
};
const letAWeekGo: Control = {
  says: 'Settlements are created after each business day. Advance the sandbox clock by a week.',
  method: 'POST',
  path: '/clock',
  body: { advance: 'P7D' },
};
const pay = (id: string): Control => ({
  says: 'Pay it in the sandbox, as the customer and the bank would.',
  method: 'POST',
  path: `/transactions/${id}/outcome`,
  body: { outcome: 'success' },
});

/** The prerequisites of an operation besides those that its request names: values to create, or controls. */
export const before: Readonly<Record<string, readonly (string | Control)[]>> = {
  createSubscriptionTransaction: ['subscriptionId', authorise],
  requestPayout: [payIn],
  getPayoutByReference: ['payoutId'],
  getTransactionByReference: ['transactionId'],
  getTransactionByReferenceDate: ['transactionId'],
  getTransactionByRequestId: ['transactionId'],
  getRefundsByTransactionId: ['refundId'],
  getBulkJobByReference: ['jobId'],
  listPaymentTransactions: ['transactionId'],
  listTransactionRefunds: ['refundId'],
};

/** The origin of a value: a request of the merchant whose response has it. */
export interface Made {
  says: string;
  operation: string;
  /** The surface, if it is not the sample's. */
  surface?: string;
  member: string;
  list?: Keeps['list'];
  /** Part of the sample in production too, not only an object to try the operation on. */
  isPart?: boolean;
  query?: Record<string, string>;
  /** The values that are needed first. */
  needs?: readonly string[];
  after?: Control;
}

/** A merchant's request, a request to the sandbox, or a new unique reference. */
export type Maker =
  | Made
  | { control: Control; member: string; isPart?: never }
  | { prefix: string; isPart?: never };

const clock: Control = { says: 'Read the sandbox clock.', method: 'GET', path: '/clock' };

export const makers: Readonly<Record<string, Maker>> = {
  token: { says: '', isPart: true, surface: 'one', operation: 'createToken', member: 'access_token' },
  bearer: { says: '', isPart: true, surface: 'payments', operation: 'postToken', member: 'access_token' },
  now: { control: clock, member: 'now' },
  paymentId: { says: 'A payment.', operation: 'createPayment', member: 'id' },
  paymentRequestId: {
    says: 'A payment request.',
    operation: 'postPaymentRequest',
    member: 'paymentRequestId',
  },
  'one transactionId': { control: pay('{paymentId}'), member: 'transactionId' },
  transactionId: { control: pay('{paymentRequestId}'), member: 'transactionId' },
  attemptId: {
    says: 'A payment attempt at a bank.',
    operation: 'createPaymentTransaction',
    member: 'id',
  },
  'one refundId': {
    says: 'A partial refund.',
    operation: 'createTransactionRefund',
    member: 'id',
  },
  refundId: {
    says: 'A partial refund.',
    operation: 'submitRefunds',
    member: 'refundId',
    list: 'response',
  },
  subscriptionId: { says: 'A subscription.', operation: 'createSubscription', member: 'subscriptionId' },
  linkId: { says: 'A payment link.', operation: 'createPaymentLink', member: 'id' },
  webhookId: { says: 'A webhook.', operation: 'createWebhook', member: 'id' },
  settlementId: {
    says: 'The settlements since that day.',
    operation: 'listSettlements',
    query: { fromDate: '{today}', toDate: '{nextYear}-12-31' },
    member: 'id',
    list: 'results',
    needs: ['now', 'transactionId'],
    after: letAWeekGo,
  },
  reportId: { says: 'The newest report.', operation: 'listReports', member: 'id', list: 'results' },
  floatReference: {
    says: 'Payouts are paid from a float.',
    surface: 'external',
    operation: 'createFloatTopUpReferenceRequest',
    member: 'beneficiaryReference',
  },
  payoutId: { says: 'A payout.', operation: 'requestPayout', member: 'payoutId' },
  beneficiaryReference: {
    says: 'A reference for a deposit.',
    operation: 'createUniqueReference',
    member: 'beneficiaryReference',
  },
  compressedData: {
    says: 'Compress the requests: JSON, gzip, base64.',
    isPart: true,
    surface: 'external',
    operation: 'compressPaymentRequests',
    member: 'compressedData',
  },
  jobId: { says: 'A bulk job.', operation: 'createBulkPaymentRequests', member: 'jobId' },
  payoutReference: { prefix: 'PAY-' },
  jobReference: { prefix: 'RUN-' },
};

/** The operation that deletes an object of a sample, if their number is limited. */
export const tidying: Readonly<Record<string, string>> = { webhookId: 'deleteWebhook' };

/** Operations signed with the API key, not the private key; their amounts are hashed in cents. */
export const signedWithApiKey: readonly string[] = ['requestPayout'];
