// Descriptions of the One API's members, besides those that all surfaces share.
import type { Words } from '../openapi-schemas.ts';
import { sample } from '../words.ts';

const correlationId = '01a1f866-0b31-7f10-9a41-2f6b8c0d1e22';
const page = 'http://localhost:8420/one/v1/payments?limit=50&offset=';

const transactionStatus =
  'Incomplete: the payer has not finished. Pending: the bank has not decided. Successful: it was paid. Error: it was not. Refunded: all of it went back.';
const subscriptionStatus =
  'PendingAuthorization: the customer has not decided. Active: charges are made. Unknown: the bank has not said. Canceled, Completed, Expired, Failed: how it ended.';

const metaWords =
  'What helps to find the request again; null on a 401, and where the request had no X-Correlation-ID.';
const reasonOrNull = 'Why it ended as it did, in words for people; null where there is nothing to say.';
const descriptionOrNone =
  'What the subscription is for, as the customer reads it; absent where the merchant has not said.';

export const oneWords: Words = {
  'institutions.id': ['The identifier of the bank, to be sent as institutionId.', sample.bank],
  'PaymentMethod.id': ['The identifier of the payment method.'],
  'payer.id': ['The merchant’s own identifier of the customer.', 'customer-17'],
  'Error.id': ['The identifier of this error, new each time.', correlationId],
  'TokenError.id': ['The identifier of this error, new each time.', correlationId],
  'Payment.id': ['The identifier of the payment, a UUID.'],
  'Transaction.id': ['The identifier of the transaction, a UUID.'],
  'NewTransaction.id': ['The identifier of the transaction, a UUID.'],
  'Refund.id': ['The identifier of the refund, a UUID.'],
  'Settlement.id': ['The identifier of the settlement, a UUID.'],
  'SettlementLineItem.id': ['The identifier of the line item, a UUID.'],
  'SubscriptionTransactionListItem.id': ['The identifier of the charge, a UUID.'],
  'Webhook.id': ['The identifier of the webhook, a UUID.'],
  'AccountVerification.id': ['The identifier of the verification, a UUID.'],
  'WebhookMessageStatus.id': ['The identifier of the message, which is the webhook-id of every attempt.'],
  'BankAccount.accountNumber': ['The number of the account, all but its last four digits masked.'],
  'data.id': ['The identifier of the transaction, refund or subscription that the message is about.'],

  self: ['The address of this object, or of this page of a list.', `${page}50`],
  cancel: ['The address to which a POST cancels it.'],
  transactions: ['The address of the list of its transactions.'],
  'links.payment': ['The address of the payment that this attempts to pay.'],
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
  prev: ['The address of the page before; absent on the first one.', `${page}0`],
  results: ['The objects on this page.'],
  meta: ['What page this is.'],
  'meta.limit': ['How many results a page has at most.', 50],
  'meta.offset': ['How many results stand before this page.', 0],
  'meta.count': ['How many results this page has.', 1],
  'meta.hasMore': ['Whether there is another page after this one.', false],
  limit: ['How many results a page has at most; 50 where it is not given.', 50],
  offset: ['How many results are passed over before the page begins; none where it is not given.', 0],
  cursor: [
    'Where a page begins, as a link of another page has it; it is not for building.',
    'WyJhZnRlciIsMTc5NTE2ODgxMDAwMCwiMDFhMWY4NjYtMzQxMC03OTE4LThiM2EtMTA0NjViZTU5YjUzIl0',
  ],
  fromDate: [
    'The first day, whole and included, in South African time; a time part is discarded.',
    '2026-11-20',
  ],
  toDate: [
    'The last day, whole and included, in South African time; a time part is discarded.',
    '2026-11-20',
  ],
  'query.siteCode': [
    'The code of the site whose objects are wanted; those of all sites where it is not given.',
    sample.site,
  ],
  'query.status': ['The status that the objects have.'],
  'query.merchantReference': ['The merchant’s own reference that the objects have.', sample.reference],
  'query.transactionId': ['The identifier of the transaction whose refunds are wanted.', sample.transaction],
  'query.reference': ['The reference of the settlement that is wanted.', 'KARKAR1234-20261120'],

  code: ['The name of what is wrong, which a program can rely on.', 'ValidationError'],
  title: ['What is wrong in general, in one phrase.', 'The request is not valid'],
  detail: ['What is wrong with this request, in words for a developer.', 'amount.value is required'],
  source: [
    'Which part of the request is wrong; null where it is no single one.',
    { pointer: '/amount/value', parameter: null, header: null },
  ],
  'source.pointer': [
    'The JSON Pointer to the value of the body that is wrong; null where it is not in the body.',
    '/amount/value',
  ],
  'source.parameter': ['The name of the parameter that is wrong; null where it is none.', 'limit'],
  'source.header': ['The name of the header that is wrong; null where it is none.', 'Idempotency-Key'],
  'Error.meta': [metaWords],
  'TokenError.meta': [metaWords],
  correlationId: ['The identifier of the request, as X-Correlation-ID has it too.', correlationId],
  'TokenError.error': ['The error as OAuth 2.0 names it.'],
  error_description: ['What is wrong with this request, in words for a developer.', 'grant_type is required'],
  'Error.links': ['Where to read more about the error; null where there is no more.'],
  'TokenError.links': ['Where to read more about the error; null where there is no more.'],

  currency: ['The currency by its ISO 4217 code, which is always rand.', 'ZAR'],
  value: ['How many rand, with at most two decimals, in any of JSON’s notations.'],
  minimumValue: ['The least that it may be, in rand.', 100],
  maximumValue: ['The most that it may be, in rand.', 200],
  'Payment.status': [
    'Created: it waits to be paid. Complete: it was paid. Cancelled or Expired: it cannot be paid any more.',
  ],
  'Transaction.status': [transactionStatus],
  'NewTransaction.status': [transactionStatus],
  'Refund.status': [
    'Pending: it can still be cancelled. Submitted: the bank has it. Complete, Failed, Cancelled: how it ended. Returned: the money came back.',
  ],
  'Subscription.status': [subscriptionStatus],
  'NewSubscription.status': [subscriptionStatus],
  'SubscriptionTransactionListItem.status': [
    'Scheduled: it is charged on its day. Pending: it is being charged. Successful or Failed: how it ended.',
  ],
  reason: [
    'Why it ended as it did, in words for people; absent where there is nothing to say.',
    'The customer cancelled the payment',
  ],
  'Payment.reason': [reasonOrNull, 'The customer cancelled the payment'],
  'data.reason': [reasonOrNull, 'The customer cancelled the payment'],
  createdDate: ['When it was made, in UTC.', sample.moment],
  completedDate: ['When it ended, in UTC; absent until then.', sample.moment],
  returnUrl: ['The http or https address that the customer is sent back to.', 'https://shop.example/thanks'],
  redirectUrl: ['The address of the hosted page that the customer is to be sent to.'],
  institutionId: ['The identifier of a bank, as GET /paymentmethods lists it.', sample.bank],

  region: ['The country of the payment by its ISO 3166 code, which is always South Africa.', 'ZA'],
  variableAmount: [
    'The band in rand within which the payer chooses; it holds the amount. Absent: the payer pays the amount.',
  ],
  payerReference: ['The reference on the payer’s own bank statement.', 'KARKAR'],
  'PaymentRequest.beneficiaryReference': ['The reference on the merchant’s bank statement.', 'ORDER 1'],
  payer: ['Who is asked to pay, as far as the merchant knows.'],
  identity: ['The document that says who somebody is.'],
  'identity.type': [
    'Whether it is a South African identity number (said), a passport or the registration of a company.',
    'said',
  ],
  'identity.country': ['The country that issued it, by its ISO 3166 alpha-2 code.', 'ZA'],
  'identity.identifier': [
    'The number of the document; one of type said has 13 digits, the last a check digit.',
    '8001015009087',
  ],
  'payer.name': ['The name of the customer.', 'Thandi Mokoena'],
  'customer.name': ['The name of the customer.', 'Thandi Mokoena'],
  'SubscriptionRequest.customer': ['Who is asked to authorise, as far as the merchant knows.'],
  cellphone: ['The customer’s telephone number.', '+27 82 123 4567'],
  email: ['The customer’s e-mail address.', 'thandi@shop.example'],
  expireAt: ['Until when it can be paid, in UTC; it must lie in the future.', '2030-01-01T00:00:00Z'],

  institution: ['The name of the bank that pays; empty while none is chosen.'],
  bankingDetails: ['Where to pay, while the transaction waits for its deposit; absent else.'],
  nextStep: ['What the payer has to do next.'],
  'NextStep.type': [
    'Whether the payer is to be redirected, to authenticate at their bank, or to wait, or has nothing left to do.',
  ],
  'NextStep.url': ['The address at which the payer goes on; null where there is nothing to open.'],
  'PaymentDetail.details': ['What the type of payment needs besides.'],
  paymentRequest: ['The payment that is to be made.'],
  paymentDetail: ['How it is to be paid.'],
  step: ['What the payer does in this step.'],
  'TransactionStep.data': ['What the bank asks for; the simulated bank needs nothing.'],

  'PaymentMethod.description': ['What the payment method is, in words for customers.'],
  minimumAmount: ['The least that can be paid with it, in rand.'],
  maximumAmount: ['The most that can be paid with it, in rand.'],
  available: ['Whether it can be used now.'],
  institutions: ['The banks that take part in it.'],
  logoUrl: ['The address of the bank’s mark; null where there is none.', 'https://shop.example/capitec.svg'],
  'Region.code': ['The country by its ISO 3166 alpha-2 code.'],
  'Region.currency': ['The currency of the country by its ISO 4217 code.'],

  requested: ['When the refund was asked for, in UTC.'],
  completed: ['When the refund ended, in UTC; absent until then.'],
  paidTo: ['The account that the refund goes to, which is the one that paid.'],
  institutionName: ['The name of the bank.'],
  'RefundRequest.reason': ['Why it is refunded, as the customer is to read it.'],
  'RefundRequests.reason': ['Why it is refunded, as the customer is to read it.'],
  realTimePayment: [
    'Whether the money is to travel by real-time clearing; it does not where it is not given.',
    false,
  ],

  bank: ['The account that the settlement is paid to; null where the site has none.'],
  fee: ['The fee of the line item, in rand.'],
  settlementAmount: ['The amount less the fee, in rand.'],
  date: ['When the money moved, in UTC.'],
  'SettlementLineItem.type': ['What the line item is about.'],
  'SettlementLineItem.amount': ['How much moved, in rand; negative where money goes back.'],

  subscriptionId: ['The identifier of the subscription, a UUID.', sample.subscription],
  'SubscriptionRequest.description': ['What the subscription is for, as the customer reads it.'],
  'Subscription.description': [descriptionOrNone],
  'NewSubscription.description': [descriptionOrNone],
  bankReference: [
    'The reference of each payment on the merchant’s bank statement; absent where none was given.',
  ],
  'SubscriptionRequest.bankReference': ['The reference of each payment on the merchant’s bank statement.'],
  frequency: [
    'How often a scheduled charge is made. Fortnightly: every two weeks. Biannually: every six months.',
  ],
  amountConstraints: [
    'The band in rand that the customer authorises for each ad-hoc charge; it includes the amount. Absent: there are no ad-hoc charges.',
  ],
  payableNow: [
    'A once-off charge in rand, made as soon as the customer has authorised. Absent: there is none.',
  ],
  maxAdhocTotal: [
    'The most that all ad-hoc charges may total, in rand. Absent: the total is not limited. Without amountConstraints there are no ad-hoc charges, and it has no effect.',
  ],
  dueDate: ['The day on which the charge falls, in South African time.'],
  chargeDate: [
    'The day on which it is charged, in South African time: another than dueDate where the site moves charges from days on which banks rest.',
  ],
  'SubscriptionTransactionListItem.transactionId': [
    'The identifier of the last transaction that was to take the charge; absent until there is one.',
    sample.transaction,
  ],
  'data.transactionId': [
    'The identifier of the last transaction that was to take the charge; absent where there was none.',
  ],
  'SubscriptionTransactionRequest.description': ['What the charge is for, as the customer reads it.'],
  occurrences: ['How many scheduled charges there are.'],
  maxAdhocCharges: [
    'The most ad-hoc charges in all; 0: none. Absent: their number is not limited. Without amountConstraints there are no ad-hoc charges, and it has no effect.',
    12,
  ],
  authorization: [
    'What is known of the customer’s authorisation at their bank; absent until the customer has decided.',
  ],
  'authorization.status': ['How the bank calls the state of the authorisation.', 'Authorised'],
  'SubscriptionTransactionListItem.type': [
    'Whether the charge is scheduled, the first one at sign-up, or asked for in between.',
  ],
  occurrence: ['Which of the scheduled charges it is; absent for others.', 3],
  attempts: ['How many times it was attempted.'],
  'data.Amount': ['How much it is for, in rand, with two decimals.', '150.50'],
  'data.amount': ['How much was charged, in rand.'],
  'data.IsTest': ['Whether it is a test payment, with which no money moves.', 'False'],
  'data.IsRtc': ['Whether the money travels by real-time clearing.', 'False'],
  data: ['What the message is about.'],
  timestamp: ['When it happened, in UTC, by the clock of the service.', sample.moment],
  sequence: ['Which of the events of one object it is; it rises by one for each.', 2],
  type: ['What has happened, by the type of the event.'],

  endpoint: ['The address that messages are posted to.', 'https://shop.example/webhooks'],
  eventType: ['What the webhook is told of.'],
  messageType: [
    'Whether messages are thin (identifier, status and reason, nothing personal) or full (as much as there is).',
  ],
  'WebhookRequest.messageType': [
    'Whether messages are thin (identifier, status and reason, nothing personal) or full (as much as there is); thin where it is not given.',
  ],
  disabled: [
    'Since when, and why, nothing is sent: PUT the webhook to enable it and be sent what it has missed. Absent while it is enabled.',
  ],
  'disabled.at': ['When the webhook was disabled, in UTC.', sample.moment],
  'disabled.reason': ['Why the webhook was disabled.', 'it refused every message for five days'],
  secret: ['The key of the signatures: whsec_ and base64, as libraries of Standard Webhooks read it.'],
  since: ['From when on messages are sent again, in UTC; 30 days ago where it is not given.'],
  until: ['Until when messages are sent again, in UTC; now where it is not given.', '2026-11-20T12:00:00Z'],
  messageIds: [
    'Exactly the messages that are sent again, by their webhook-id, whatever became of them.',
    [sample.message],
  ],
  'WebhookMessageStatus.eventType': ['What has happened, by the type of the event.'],
  webhookId: ['The identifier of the webhook; absent where the address is that of the object itself.'],
  'WebhookMessageStatus.status': ['What became of the message.'],
  'WebhookMessageStatus.reason': [
    'Why nothing was attempted, or nothing more is; absent where there is nothing to say.',
    'the webhook is disabled',
  ],
  'WebhookMessageStatus.endpoint': ['The address that was to be told; null where nobody was.'],
  'WebhookMessageStatus.attempts': [
    'Each time the message was sent, oldest first.',
    [{ at: sample.moment, statusCode: 200, durationMs: 84, error: null }],
  ],
  'attempts.at': ['When it was sent, in UTC.', sample.moment],
  statusCode: ['The HTTP status that it was answered with; null where no answer came.', 200],
  durationMs: ['How long the answer took, in milliseconds.', 84],
  'attempts.error': [
    'Why no response was received, or `body incomplete` where its body broke off; null otherwise.',
    'no connection, or no answer in time',
  ],
  nextAttempt: ['When it is sent again, in UTC; null where it is not.', sample.moment],

  grant_type: ['The grant of OAuth 2.0 that is used.'],
  scope: [
    'Scopes with spaces between them; all that the client may have where it is not given.',
    'payments refunds',
  ],
  'Token.scope': ['The scopes that the token has, with spaces between them.'],
  expires_in: ['The lifetime of the token in seconds, as text.'],
  client_id: ['The identifier of the client, where it is not sent as HTTP Basic.'],
  client_secret: ['The secret of the client, where it is not sent as HTTP Basic.'],
  token: ['The access token that is to be valid no more.'],
  token_type_hint: ['What kind of token it is; read, and not needed.', 'access_token'],

  'AccountVerificationRequest.siteCode': [
    'The code of the site that pays the fee; the first one where it is not given.',
    sample.site,
  ],
  'AccountVerificationRequest.accountNumber': ['The number of the account that is to be verified.'],
  'AccountVerificationRequest.branchCode': [
    'The branch code of the bank; required where institutionId is absent.',
  ],
  'AccountVerificationRequest.institutionId': [
    'The identifier of the bank, as GET /paymentmethods lists it, in place of branchCode.',
    'de300b4a-0000-4000-8000-000000000001',
  ],
  accountType: ['What kind of account it is.'],
  'AccountVerificationRequest.identity': ['The document of the account’s holder.'],
  initials: ['The initials of a person.'],
  surname: ['The surname of a person; required where name is absent.'],
  'AccountVerificationRequest.name': [
    'The name of an organisation; where a surname is sent too, the surname counts.',
    'Karoo Shirts',
  ],
  'AccountVerification.status': [
    'Verified: the account exists, is open, and identity and name are its holder’s. NotVerified: one of these is not so. Unavailable: no bank could say.',
  ],
  checks: ['What the bank said of each point; null each where it did not say, or was not asked.'],
  'AccountVerification.reason': [
    'Why the account is not verified, or could not be; null where it is.',
    'the account is closed',
  ],
};
