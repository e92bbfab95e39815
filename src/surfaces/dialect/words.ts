// Descriptions of the members of the Payments API and the Merchant External API, besides those that all surfaces share.
import type { Words } from '../openapi-schemas.ts';
import { sample } from '../words.ts';

const status =
  'Complete: it was paid. Cancelled, Error, Abandoned: it was not paid. Pending: not decided yet. PendingInvestigation: an operator must check it.';

const siteAccount =
  'The account to which the site is paid out, masked except for its last four digits; null if none is set.';

export const dialectWords: Words = {
  'RefundRecord.id': ['The identifier of the refund, a UUID.'],
  'ReportRow.id': ['The identifier of the transaction, a UUID.'],
  countryCode: ['The ISO 3166 country code of the payment, always ZA.', 'ZA'],
  customer: ['The merchant’s name or reference for the customer.', 'Thandi Mokoena'],
  bankAccountNumber: ['The account number from which the payer is expected to pay.', '9000000001'],
  branchCode: ['The branch code of the bank from which the payer is expected to pay.', sample.branch],
  bankAccountName: ['The name of the account from which the payer is expected to pay.', 'T Mokoena'],
  url: [
    'The address of the hosted checkout. Redirect the customer to it. It is null if no payment was created.',
  ],
  paymentRequestId: ['The identifier of the payment; null if none was created.'],
  errorMessage: ['Why no payment was created; null on success.', 'amount is required'],

  createdDate: ['The time of creation, in South African time with its offset.'],
  'TransactionRecord.createdDate': ['The time of creation, in UTC.'],
  createdDateUtc: ['The time of creation, in UTC.'],
  paymentDate: ['The time at which the money arrived, in UTC; null if it did not.'],
  'RefundRecord.paymentDate': ['The time at which the refund is sent to the bank, in UTC.'],
  refundCompletedDate: ['The time at which the refund ended, in UTC; absent until then.', sample.moment],
  bankFromName: ['The name of the payer’s bank; null until one is chosen.'],
  bankToName: ['The name of the receiving bank.'],
  'ReportRow.bankToName': ['The name of the bank to which the site is paid out; null if none is set.'],
  'ReportRow.customer': ['The merchant’s name or reference for the customer, or null.', 'Thandi Mokoena'],
  'RefundRecord.customer': [
    'The merchant’s name or reference for the customer; absent if not given.',
    'Thandi Mokoena',
  ],
  'TransactionRecord.bankName': ['The name of the payer’s bank; null until one is chosen.'],
  maskedAccountNumber: [
    'The payer’s account, masked except for its last four digits; null if the bank has not reported it.',
  ],
  toBankName: ['The name of the bank to which the site is paid out; null if none is set.'],
  toAccount: ['The receiving account, masked except for its last four digits.'],
  'ReportRow.toAccount': [siteAccount],
  toAccountNumber: [siteAccount],
  fromReference: ['The reference on the payer’s bank statement.'],
  toReference: ['The reference on the merchant’s bank statement.'],
  lastEvent: ['The latest event, as text for people.'],

  'TransactionNotification.Amount': ['The amount in rand, with two decimals.', '150.50'],
  'RefundNotification.Amount': ['The amount of the refund in rand, with two decimals.', '50.25'],
  'TransactionRecord.status': [status],
  'ReportRow.status': [status],
  'TransactionNotification.Status': [status],
  'TransactionNotification.IsTest': ['Whether it is a test payment, which moves no money.', 'false'],
  'RefundNotification.IsRtc': ['Whether it is paid by real-time clearing.', 'false'],
  refundReason: ['The reason for the refund, as shown to the customer.'],
  refundAmount: ['The amount of the refund in rand; null if no refund was created.'],
  'RefundSubmission.refundId': ['The identifier of the refund; null if none was created.'],
  'RefundSubmission.transactionId': [
    'The identifier of the transaction as it was sent; null if none was sent.',
  ],
  'RefundSubmission.errors': ['Why no refund was created; null on success.', ['amount is required']],
  'RefundNotification.BankName': ['The name of the bank to which the refund is paid.', sample.bankName],
  'RefundNotification.AccountNumber': ['The account to which the refund is paid, masked.', sample.masked],
  'RefundNotification.Status': ['The outcome of the refund.'],
  statementReference: ['The reference on the customer’s bank statement.'],
  createdBy: ['The user who created the refund.'],
  startDate: ['The first day, inclusive, in South African time.'],
  endDate: ['The last day, inclusive, in South African time.'],
  fromDate: ['The first day, inclusive, in South African time.'],
  toDate: ['The last day, inclusive, in South African time.'],
  refundDate: ['The day on which the refunds were requested, in South African time.', '2026-11-20'],

  settlementId: ['The identifier of the settlement.'],
  'SettlementRecord.reference': ['The reference on the bank statement of the receiving account.'],
  'SettlementRecord.date': ['The business day that the settlement covers, in South African time.'],
  'SettlementRecord.bankName': ['The name of the receiving bank; null if the site has no account.'],
  'SettlementRecord.accountNumber': ['The receiving account, masked; null if the site has none.'],

  'BankingDetails.publicRecipientName': [
    'The name of the account among a bank’s public recipients; absent if the reference was created without a bankId.',
    'Tefo',
  ],
  'BulkPaymentRequest.jobReference': ['The merchant’s reference for the job; unique for the site.'],
  'BulkPaymentResponse.jobId': ['The identifier of the job; absent if it was not accepted.'],
  'RefundItem.isRtc': [
    'Whether the refund is paid by real-time clearing; must be false in staging. It is not part of the hash.',
    false,
  ],
  'BulkPaymentJob.NotifyUrl': ['The http or https address that receives the result.'],
  'query.reference': ['The merchant’s reference for the job.'],
  'query.requestId': ['The identifier of the payment request.'],
  'query.isTest': ['Whether to return test payments instead of real ones; default false.', false],
  'query.siteCode': ['The code of one of the merchant’s sites.', sample.site],
  grant_type: ['The grant type of OAuth 2.0, in any letter case.'],
  expires_in: ['The lifetime of the token in seconds, as text.'],

  'query.amount': ['The intended amount in rand; any amount can be deposited.', 5000],
  available: ['The float available for new payouts, in rand.'],
  'FloatBalance.balance': ['The balance of the float, in rand.'],
  pendingPayouts: ['The total of pending payouts, in rand.'],
  isAvailable: ['Whether payers can use the bank now.'],
  'Presence.status': ['The status of the service.'],
  version: ['The version of the surface.'],
};
