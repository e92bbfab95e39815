// What the documents cannot say of a sample: which value stands for a name, and what has to be there before an operation.
// `{paymentId}` is a value that an earlier request of the sample answered, see `makers`.

/** Stands in a sample for what an earlier request answered, or for a time by the sandbox's clock. */
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

/** The identifier in a path, by what stands before it. */
export const pathValues: Readonly<Record<string, string>> = {
  payments: '{paymentId}',
  transactions: '{transactionId}',
  refunds: '{refundId}',
  settlements: '{settlementId}',
  webhooks: '{webhookId}',
  subscriptions: '{subscriptionId}',
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
  says: 'The sandbox approves it in place of the customer.',
  method: 'POST',
  path: '/subscriptions/{subscriptionId}/authorize',
  body: { outcome: 'approved' },
};
const payIn: Control = {
  says: 'Money for the float arrives with that reference.',
  method: 'POST',
  path: '/deposits',
  body: { reference: '{floatReference}', amount: '5000.00' },
};
const letAWeekGo: Control = {
  says: 'A settlement is made when its business day is over: let the sandbox’s clock run for a week.',
  method: 'POST',
  path: '/clock',
  body: { advance: 'P7D' },
};
const pay = (id: string): Control => ({
  says: 'The sandbox pays it in place of the customer and the bank.',
  method: 'POST',
  path: `/transactions/${id}/outcome`,
  body: { outcome: 'success' },
});

/** What has to happen before an operation beside what its request names: values that are made, or controls. */
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

/** Where a value comes from: a request of the merchant, whose answer has it. */
export interface Made {
  says: string;
  operation: string;
  /** Another one than the sample's own. */
  surface?: string;
  member: string;
  /** Not only an object to try an operation on: a sample has it in production too. */
  isPart?: boolean;
  query?: Record<string, string>;
  /** What has to be known, and to happen, before. */
  needs?: readonly string[];
  after?: Control;
}

/** Or a request to the sandbox; or it is a reference that was not there before. */
export type Maker =
  | Made
  | { control: Control; member: string; isPart?: never }
  | { prefix: string; isPart?: never };

const clock: Control = { says: 'The sandbox has a clock of its own.', method: 'GET', path: '/clock' };

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
    says: 'An attempt to pay it at a bank.',
    operation: 'createPaymentTransaction',
    member: 'id',
  },
  'one refundId': {
    says: 'A refund of part of it.',
    operation: 'createTransactionRefund',
    member: 'id',
  },
  refundId: { says: 'A refund of part of it.', operation: 'submitRefunds', member: 'refundId' },
  subscriptionId: { says: 'A subscription.', operation: 'createSubscription', member: 'subscriptionId' },
  webhookId: { says: 'A webhook.', operation: 'createWebhook', member: 'id' },
  settlementId: {
    says: 'The settlements since that day.',
    operation: 'listSettlements',
    query: { fromDate: '{today}', toDate: '{nextYear}-12-31' },
    member: 'id',
    needs: ['now', 'transactionId'],
    after: letAWeekGo,
  },
  floatReference: {
    says: 'Payouts are paid out of a float.',
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
    says: 'Requests are sent as JSON, packed by gzip, in base64. This packs them.',
    isPart: true,
    surface: 'external',
    operation: 'compressPaymentRequests',
    member: 'compressedData',
  },
  jobId: { says: 'A bulk job.', operation: 'createBulkPaymentRequests', member: 'jobId' },
  payoutReference: { prefix: 'PAY-' },
  jobReference: { prefix: 'RUN-' },
};

/** What takes away what a sample has made, where there must not be many of it. */
export const tidying: Readonly<Record<string, string>> = { webhookId: 'deleteWebhook' };

/** Who signs with the API key, and not with the private key; their amounts are hashed in cents. */
export const signedWithApiKey: readonly string[] = ['requestPayout'];

/** The operations whose samples are in every language. */
export const main: Readonly<Record<string, readonly string[]>> = {
  one: ['createToken', 'createPayment', 'getPayment', 'createTransactionRefund', 'createSubscription'],
  payments: [
    'postToken',
    'postPaymentRequest',
    'getTransactionByReference',
    'submitRefunds',
    'createBulkPaymentRequests',
  ],
  payouts: ['requestPayout', 'getPayout'],
  external: ['postPaymentRequest', 'getTransactionByReference', 'createFloatTopUpReferenceRequest'],
};
