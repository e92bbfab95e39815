// Descriptions of the One API's members, besides those that all surfaces share.
import type { Words } from '../openapi-schemas.ts';
import { sample } from '../words.ts';

const correlationId = '01a1f866-0b31-7f10-9a41-2f6b8c0d1e22';
const page = 'http://localhost:8420/one/v1/payments?limit=50&offset=';

const transactionStatus =
  'Incomplete: the payer has not finished. Pending: the bank has not decided. Successful: it was paid. Error: it was not paid. Refunded: it was refunded in full.';
const subscriptionStatus =
  'PendingAuthorization: the customer has not decided. Active: charges are collected. Unknown: the bank has not confirmed. Canceled, Completed, Expired, Failed: the subscription has ended.';

const metaWords = 'Identifies the request; null on a 401, and if the request had no X-Correlation-ID.';
const reasonOrNull = 'The reason for the outcome, as text for people; null without a reason.';
const descriptionOrNone =
  'The purpose of the subscription, as shown to the customer; absent if the merchant gave none.';

export const oneWords: Words = {
  'institutions.id': ['The identifier of the bank, used as institutionId.', sample.bank],
  'PaymentMethod.id': ['The identifier of the payment method.'],
  'payer.id': ['The merchant’s identifier of the customer.', 'customer-17'],
  'Error.id': ['The identifier of this occurrence of the error.', correlationId],
  'TokenError.id': ['The identifier of this occurrence of the error.', correlationId],
  'Payment.id': ['The identifier of the payment, a UUID.'],
  'Transaction.id': ['The identifier of the transaction, a UUID.'],
  'NewTransaction.id': ['The identifier of the transaction, a UUID.'],
  'Refund.id': ['The identifier of the refund, a UUID.'],
  'Settlement.id': ['The identifier of the settlement, a UUID.'],
  'SettlementLineItem.id': ['The identifier of the line item, a UUID.'],
  'SubscriptionTransactionListItem.id': ['The identifier of the charge, a UUID.'],
  'Webhook.id': ['The identifier of the webhook, a UUID.'],
  'AccountVerification.id': ['The identifier of the verification, a UUID.'],
  'WebhookMessageStatus.id': ['The identifier of the message: the webhook-id of every attempt.'],
  'BankAccount.accountNumber': ['The account number, masked except for its last four digits.'],
  'data.id': ['The identifier of the transaction, refund or subscription that the message is about.'],

  self: ['The address of this object, or of this page of a list.', `${page}50`],
  cancel: ['The address to which a POST cancels it.'],
  transactions: ['The address of the list of its transactions.'],
  'links.payment': ['The address of the payment of this transaction.'],
  'links.refunds': ['The address of the list of its refunds.'],
  'links.refund': ['The address to which a POST refunds it.'],
  lineItems: ['The address of the list of its line items.'],
  about: [
    'The address of a page that explains the code.',
    'http://localhost:8420/docs/errors#ValidationError',
  ],
  'links.type': [
    'The address of a page that explains the code.',
    'http://localhost:8420/docs/errors#ValidationError',
  ],
  first: ['The address of the first page.', `${page}0`],
  next: ['The address of the next page; absent on the last one.', `${page}100`],
  prev: ['The address of the previous page; absent on the first one.', `${page}0`],
  results: ['The objects on this page.'],
  meta: ['The position of this page in the list.'],
  'meta.limit': ['The maximum number of results on a page.', 50],
  'meta.offset': ['The number of results before this page.', 0],
  'meta.count': ['The number of results on this page.', 1],
  'meta.hasMore': ['Whether there is another page.', false],
  limit: ['The maximum number of results on a page; default 50.', 50],
  offset: ['The number of results to skip; default 0.', 0],
  cursor: [
    'The start of the page, taken from a link of another page. Do not build it.',
    'WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0',
  ],
  fromDate: ['The first day, inclusive, in South African time; a time part is discarded.', '2026-11-20'],
  toDate: ['The last day, inclusive, in South African time; a time part is discarded.', '2026-11-20'],
  'query.siteCode': ['Only objects of the site with this code; default all sites.', sample.site],
  'query.status': ['Only objects with this status.'],
  'query.merchantReference': ['Only objects with this reference of the merchant.', sample.reference],
  'query.transactionId': ['Only refunds of this transaction.', sample.transaction],
  'query.reference': ['Only the settlement with this reference.', 'KARKAR1234-20261120'],

  code: ['The code of the error. Clients key on it.', 'ValidationError'],
  title: ['A short summary of the error.', 'The request is not valid'],
  detail: ['An explanation of this occurrence, for developers.', 'amount.value is required'],
  source: [
    'The part of the request that caused the error; null if it is not a single part.',
    { pointer: '/amount/value', parameter: null, header: null },
  ],
  'source.pointer': [
    'The JSON Pointer to the invalid value in the body; null if it is not in the body.',
    '/amount/value',
  ],
  'source.parameter': ['The name of the invalid parameter; null if it is not a parameter.', 'limit'],
  'source.header': ['The name of the invalid header; null if it is not a header.', 'Idempotency-Key'],
  'Error.meta': [metaWords],
  'TokenError.meta': [metaWords],
  correlationId: ['The identifier of the request, the same as X-Correlation-ID.', correlationId],
  'TokenError.error': ['The error code of OAuth 2.0.'],
  error_description: ['An explanation of this occurrence, for developers.', 'grant_type is required'],
  'Error.links': ['Links to more information about the error, or null.'],
  'TokenError.links': ['Links to more information about the error, or null.'],

  currency: ['The ISO 4217 currency code, always ZAR.', 'ZAR'],
  value: ['The amount in rand, with at most two decimals, in any JSON notation.'],
  minimumValue: ['The minimum amount, in rand.', 100],
  maximumValue: ['The maximum amount, in rand.', 200],
  'Payment.status': [
    'Created: it can be paid. Complete: it was paid. Cancelled or Expired: it can no longer be paid.',
  ],
  'Transaction.status': [transactionStatus],
  'NewTransaction.status': [transactionStatus],
  'PaymentLink.id': ['The identifier of the payment link, a UUID.'],
  'PaymentLink.url': [
    'The customer’s address. Send it to the customer.',
    'http://localhost:8420/link/3k9x0m2w7q5t8v1z4y6b0n2c5',
  ],
  'PaymentLink.status': [
    'Active: it can be paid. Paid: the payment of a single link is complete. Disabled: the merchant closed it. Expired: its time ran out.',
  ],
  uses: [
    'Single: the link is paid once. Many: each visit creates a payment, with -1, -2 and so on behind the reference.',
    'single',
  ],
  payments: ['The number of its payments that are complete, at most 10 001.', 1],
  disable: ['The address to which a POST disables it.'],
  'PaymentLink.amount': ['The amount in rand; absent where the customer types it.'],
  'PaymentLinkRequest.amount': ['The amount in rand; absent where the customer types it.'],
  'PaymentLink.variableAmount': [
    'The range in rand within which the customer types the amount; absent with an amount.',
  ],
  'PaymentLinkRequest.variableAmount': [
    'The range in rand within which the customer types the amount; absent with an amount.',
  ],
  'PaymentLink.description': ['The purpose of the payment, as shown to the customer; absent if not given.'],
  'PaymentLinkRequest.description': ['The purpose of the payment, as shown to the customer.'],
  'PaymentLink.customer': ['The customer, as far as known; absent if not given.'],
  'PaymentLink.returnUrl': [
    'The http or https address to which the customer returns; absent without one.',
    'https://shop.example/thanks',
  ],
  'PaymentLink.notifyUrl': [
    'The http or https address that receives the outcome; absent without one.',
    'https://shop.example/notify',
  ],
  'PaymentLinkRequest.customer': ['The customer, as far as known.'],
  'PaymentLinkRequest.merchantReference': [
    'The merchant’s reference; at most 40 characters with many uses. Absent: generated.',
    'INV-1042',
  ],
  'PaymentLink.expireAt': ['The expiry, in UTC; absent without one.', '2030-01-01T00:00:00Z'],
  'Refund.status': [
    'Pending: it can still be cancelled. Submitted: it is at the bank. Complete, Failed, Cancelled: it has ended. Returned: the bank returned the money.',
  ],
  'Subscription.status': [subscriptionStatus],
  'NewSubscription.status': [subscriptionStatus],
  'SubscriptionTransactionListItem.status': [
    'Scheduled: it is collected on its day. Pending: it is being collected. Successful or Failed: it has ended.',
  ],
  reason: [
    'The reason for the outcome, as text for people; absent without a reason.',
    'The customer cancelled the payment',
  ],
  'Payment.reason': [reasonOrNull, 'The customer cancelled the payment'],
  'data.reason': [reasonOrNull, 'The customer cancelled the payment'],
  createdDate: ['The time of creation, in UTC.', sample.moment],
  completedDate: ['The time of completion, in UTC; absent until then.', sample.moment],
  returnUrl: ['The http or https address to which the customer returns.', 'https://shop.example/thanks'],
  redirectUrl: ['The address of the hosted page. Redirect the customer to it.'],
  institutionId: ['The identifier of a bank, from GET /paymentmethods.', sample.bank],

  region: ['The ISO 3166 country code of the payment, always ZA.', 'ZA'],
  variableAmount: [
    'The range in rand from which the payer chooses; it includes the amount. Absent: the payer pays the amount.',
  ],
  payerReference: ['The reference on the payer’s own bank statement.', 'KARKAR'],
  'PaymentRequest.beneficiaryReference': ['The reference on the merchant’s bank statement.', 'ORDER 1'],
  payer: ['The customer, as far as known.'],
  identity: ['The customer’s identity document.'],
  'identity.type': ['A South African identity number (said), a passport, or a company registration.', 'said'],
  'identity.country': ['The ISO 3166 alpha-2 code of the issuing country.', 'ZA'],
  'identity.identifier': [
    'The number of the document. A number of type said has 13 digits, the last a check digit.',
    '8001015009087',
  ],
  'payer.name': ['The name of the customer.', 'Thandi Mokoena'],
  'customer.name': ['The name of the customer; absent if not given.', 'Thandi Mokoena'],
  'customer.email': ['The customer’s e-mail address; absent if not given.', 'thandi@shop.example'],
  'customer.cellphone': ['The customer’s phone number; absent if not given.', '+27 82 123 4567'],
  'SubscriptionRequest.customer': ['The customer who authorises it, as far as known.'],
  cellphone: ['The customer’s phone number.', '+27 82 123 4567'],
  email: ['The customer’s e-mail address.', 'thandi@shop.example'],
  expireAt: ['The expiry, in UTC; it must be in the future.', '2030-01-01T00:00:00Z'],

  institution: ['The name of the payer’s bank; empty until one is chosen.'],
  bankingDetails: [
    'The account to pay into, while the transaction is waiting for a deposit; otherwise absent.',
  ],
  nextStep: ['The payer’s next step.'],
  'NextStep.type': ['Whether to redirect the payer, to authenticate at the bank, to wait, or nothing.'],
  'NextStep.url': ['The address of the next step; null without one.'],
  'PaymentDetail.details': ['Further details for this type of payment.'],
  paymentRequest: ['The payment to create.'],
  paymentDetail: ['The payment method and its details.'],
  step: ['The payer’s action in this step.'],
  'TransactionStep.data': ['The data that the bank requires; the simulated bank requires none.'],

  'PaymentMethod.description': ['The description of the payment method for customers.'],
  minimumAmount: ['The minimum amount for this method, in rand.'],
  maximumAmount: ['The maximum amount for this method, in rand.'],
  available: ['Whether it is available now.'],
  institutions: ['The banks that take part.'],
  logoUrl: ['The address of the bank’s logo, or null.', 'https://shop.example/capitec.svg'],
  'Region.code': ['The ISO 3166 alpha-2 country code.'],
  'Region.currency': ['The ISO 4217 currency code of the country.'],

  requested: ['The time of the refund request, in UTC.'],
  completed: ['The time of completion, in UTC; absent until then.'],
  paidTo: ['The account to which the refund is paid: the payer’s account.'],
  institutionName: ['The name of the bank.'],
  'RefundRequest.reason': ['The reason for the refund, as shown to the customer.'],
  'RefundRequests.reason': ['The reason for the refund, as shown to the customer.'],
  realTimePayment: ['Whether the refund is paid by real-time clearing; default false.', false],

  bank: ['The account to which the settlement is paid; null if the site has none.'],
  fee: ['The fee of the line item, in rand.'],
  settlementAmount: ['The amount less the fee, in rand.'],
  date: ['The time of the movement, in UTC.'],
  'SettlementLineItem.type': ['The type of the line item.'],
  'SettlementLineItem.amount': ['The amount in rand; negative for refunds and payouts.'],

  subscriptionId: ['The identifier of the subscription, a UUID.', sample.subscription],
  'SubscriptionRequest.description': ['The purpose of the subscription, as shown to the customer.'],
  'Subscription.description': [descriptionOrNone],
  'NewSubscription.description': [descriptionOrNone],
  bankReference: ['The reference of each payment on the merchant’s bank statement; absent if not given.'],
  'SubscriptionRequest.bankReference': ['The reference of each payment on the merchant’s bank statement.'],
  frequency: [
    'The interval between scheduled charges. Fortnightly: every two weeks. Biannually: every six months.',
  ],
  amountConstraints: [
    'The range in rand that the customer authorises for each ad-hoc charge; it includes the amount. Absent: ad-hoc charges are not possible.',
  ],
  payableNow: [
    'A once-off charge in rand, collected as soon as the customer has authorised. Absent: no such charge.',
  ],
  maxAdhocTotal: [
    'The maximum total of all ad-hoc charges, in rand. Absent: no limit. Without amountConstraints ad-hoc charges are not possible, and it has no effect.',
  ],
  dueDate: ['The due date of the charge, in South African time.'],
  chargeDate: [
    'The date on which it is collected, in South African time. It differs from dueDate if the site moves charges away from weekends and holidays.',
  ],
  'SubscriptionTransactionListItem.transactionId': [
    'The identifier of the latest transaction for the charge; absent until there is one.',
    sample.transaction,
  ],
  'data.transactionId': ['The identifier of the latest transaction for the charge; absent without one.'],
  'SubscriptionTransactionRequest.description': ['The purpose of the charge, as shown to the customer.'],
  occurrences: ['The number of scheduled charges.'],
  maxAdhocCharges: [
    'The maximum number of ad-hoc charges; 0: none. Absent: no limit. Without amountConstraints ad-hoc charges are not possible, and it has no effect.',
    12,
  ],
  authorization: ['The customer’s authorisation at the bank; absent until the customer has decided.'],
  'authorization.status': ['The bank’s status of the authorisation.', 'Authorised'],
  'SubscriptionTransactionListItem.type': [
    'Whether the charge is scheduled, the first one at sign-up, or ad-hoc.',
  ],
  occurrence: ['The number of the scheduled charge; absent for other charges.', 3],
  attempts: ['The number of attempts.'],
  'data.Amount': ['The amount in rand, with two decimals.', '150.50'],
  'data.amount': ['The amount charged, in rand.'],
  'data.IsTest': ['Whether it is a test payment, which moves no money.', 'False'],
  'data.IsRtc': ['Whether it is paid by real-time clearing.', 'False'],
  data: ['The subject of the message.'],
  timestamp: ['The time of the event, in UTC, by the clock of the service.', sample.moment],
  sequence: ['The number of the event among those of the object; it increases by one.', 2],
  type: ['The type of the event.'],

  endpoint: ['The address that receives messages.', 'https://shop.example/webhooks'],
  eventType: ['The events that the webhook receives.'],
  messageType: [
    '`thin`: identifier, status and reason, without personal data. `full`: all available details.',
  ],
  'WebhookRequest.messageType': [
    '`thin`: identifier, status and reason, without personal data. `full`: all available details. Default thin.',
  ],
  disabled: [
    'Present while the webhook is disabled. PUT the webhook to enable it: missed events are then sent.',
  ],
  'disabled.at': ['The time at which the webhook was disabled, in UTC.', sample.moment],
  'disabled.reason': ['The reason why the webhook was disabled.', 'it refused every message for five days'],
  secret: ['The signing secret: whsec_ and base64, as libraries of Standard Webhooks expect it.'],
  since: ['The start of the replayed time span, in UTC; default 30 days ago.'],
  until: ['The end of the replayed time span, in UTC; default now.', '2026-11-20T12:00:00Z'],
  messageIds: ['Only messages with these webhook-ids, whatever their status.', [sample.message]],
  'WebhookMessageStatus.eventType': ['The type of the event.'],
  webhookId: ['The identifier of the webhook; absent for the notifyUrl of an object.'],
  'WebhookMessageStatus.status': ['The status of the delivery.'],
  'WebhookMessageStatus.reason': [
    'Why there was no attempt, or no further one; absent without a reason.',
    'the webhook is disabled',
  ],
  'WebhookMessageStatus.endpoint': ['The address of the receiver; null without a receiver.'],
  'WebhookMessageStatus.attempts': [
    'The delivery attempts, oldest first.',
    [{ at: sample.moment, statusCode: 200, durationMs: 84, error: null }],
  ],
  'attempts.at': ['The time of the attempt, in UTC.', sample.moment],
  statusCode: ['The HTTP status of the response; null without a response.', 200],
  durationMs: ['The response time, in milliseconds.', 84],
  'attempts.error': [
    'Why no response was received, or `body incomplete` if its body broke off; otherwise null.',
    'no connection, or no answer in time',
  ],
  nextAttempt: ['The time of the next attempt, in UTC; null without one.', sample.moment],

  grant_type: ['The grant type of OAuth 2.0.'],
  scope: ['The scopes, separated by spaces; default all scopes of the client.', 'payments refunds'],
  'Token.scope': ['The scopes of the token, separated by spaces.'],
  expires_in: ['The lifetime of the token in seconds, as text.'],
  client_id: ['The identifier of the client, unless it is sent as HTTP Basic.'],
  client_secret: ['The secret of the client, unless it is sent as HTTP Basic.'],
  token: ['The access token to revoke.'],
  token_type_hint: ['The kind of token; optional, has no effect.', 'access_token'],

  'AccountVerificationRequest.siteCode': [
    'The code of the site that pays the fee; default the merchant’s first site.',
    sample.site,
  ],
  'AccountVerificationRequest.accountNumber': ['The account number to verify.'],
  'AccountVerificationRequest.branchCode': ['The branch code of the bank; required without institutionId.'],
  'AccountVerificationRequest.institutionId': [
    'The identifier of the bank, from GET /paymentmethods, instead of branchCode.',
    'de300b4a-0000-4000-8000-000000000001',
  ],
  accountType: ['The type of account.'],
  'AccountVerificationRequest.identity': ['The identity document of the account holder.'],
  initials: ['The initials of a person.'],
  surname: ['The surname of a person; required without name.'],
  'AccountVerificationRequest.name': [
    'The name of an organisation. If a surname is sent too, the surname is used.',
    'Karoo Shirts',
  ],
  'AccountVerification.status': [
    'Verified: the account exists and is open, and the identity and name match its holder. NotVerified: one of these is not true. Unavailable: no bank could confirm it.',
  ],
  checks: ['The bank’s result for each check; null if the bank gave none, or was not queried.'],
  'AccountVerification.reason': [
    'Why the account is not verified, or could not be; null if it is verified.',
    'the account is closed',
  ],
};
