// Descriptions of the members of the Payments API and the Merchant External API, besides those that all surfaces share.
import type { Words } from '../openapi-schemas.ts';
import { sample } from '../words.ts';

const status =
  'Complete: it was paid. Cancelled, Error, Abandoned: it was not. Pending: it is not decided. PendingInvestigation: somebody has to look at it.';

const siteAccount =
  'The account that the site is paid out to, all but its last four digits masked; null where none is set.';

export const dialectWords: Words = {
  'RefundRecord.id': ['The identifier of the refund, a UUID.'],
  'ReportRow.id': ['The identifier of the transaction, a UUID.'],
  countryCode: ['The country of the payment by its ISO 3166 code, which is always South Africa.', 'ZA'],
  customer: ['The merchant’s own name or reference for the customer.', 'Thandi Mokoena'],
  bankAccountNumber: ['The number of the account that the payer is expected to pay from.', '9000000001'],
  branchCode: ['The branch code of the bank that the payer is expected to pay from.', sample.branch],
  bankAccountName: ['The name of the account that the payer is expected to pay from.', 'T Mokoena'],
  url: ['The address of the hosted checkout, to redirect the customer to; null where no payment was made.'],
  paymentRequestId: ['The identifier of the payment; null where none was made.'],
  errorMessage: ['Why no payment was made; null where one was.', 'amount is required'],

  createdDate: ['When it was made, in South African time with its offset.'],
  'TransactionRecord.createdDate': ['When it was made, in UTC.'],
  createdDateUtc: ['When it was made, in UTC.'],
  paymentDate: ['When the money came, in UTC; null where none did.'],
  'RefundRecord.paymentDate': ['When the refund is, or was, handed to the bank, in UTC.'],
  refundCompletedDate: ['When the refund ended, in UTC; absent until then.', sample.moment],
  bankFromName: ['The name of the bank that was paid from; null while none is chosen.'],
  bankToName: ['The name of the bank that was paid to.'],
  'ReportRow.bankToName': ['The name of the bank that the site is paid out to; null where none is set.'],
  'ReportRow.customer': [
    'The merchant’s own name or reference for the customer; null where there is none.',
    'Thandi Mokoena',
  ],
  'RefundRecord.customer': [
    'The merchant’s own name or reference for the customer; absent where there is none.',
    'Thandi Mokoena',
  ],
  'TransactionRecord.bankName': ['The name of the bank that was paid from; null while none is chosen.'],
  maskedAccountNumber: [
    'The payer’s account, all but its last four digits masked; null where the bank has not named it.',
  ],
  toBankName: ['The name of the bank that the site is paid out to; null where none is set.'],
  toAccount: ['The account that was paid to, all but its last four digits masked.'],
  'ReportRow.toAccount': [siteAccount],
  toAccountNumber: [siteAccount],
  fromReference: ['The reference on the payer’s bank statement.'],
  toReference: ['The reference on the merchant’s bank statement.'],
  lastEvent: ['The last thing that happened, in words for people.'],

  'TransactionNotification.Amount': ['How much it is for, in rand, with two decimals.', '150.50'],
  'RefundNotification.Amount': ['How much was refunded, in rand, with two decimals.', '50.25'],
  'TransactionRecord.status': [status],
  'ReportRow.status': [status],
  'TransactionNotification.Status': [status],
  'TransactionNotification.IsTest': ['Whether it is a test payment, with which no money moves.', 'false'],
  'RefundNotification.IsRtc': ['Whether the money travels by real-time clearing.', 'false'],
  refundReason: ['Why it is refunded, as the customer is to read it.'],
  refundAmount: ['How much is refunded, in rand; null where there is no refund.'],
  'RefundSubmission.refundId': ['The identifier of the refund; null where there is none.'],
  'RefundSubmission.transactionId': [
    'The identifier of the transaction as it was sent; null where none was.',
  ],
  'RefundSubmission.errors': ['Why there is no refund; null where there is one.', ['amount is required']],
  'RefundNotification.BankName': ['The name of the bank that the refund goes to.', sample.bankName],
  'RefundNotification.AccountNumber': ['The account that the refund goes to, masked.', sample.masked],
  'RefundNotification.Status': ['How the refund ended.'],
  statementReference: ['The reference on the customer’s bank statement.'],
  createdBy: ['Who asked for the refund.'],
  startDate: ['The first day, whole and included, in South African time.'],
  endDate: ['The last day, whole and included, in South African time.'],
  fromDate: ['The first day, whole and included, in South African time.'],
  toDate: ['The last day, whole and included, in South African time.'],
  refundDate: ['The day the refunds were asked for, whole, in South African time.', '2026-11-20'],

  settlementId: ['The identifier of the settlement.'],
  'SettlementRecord.reference': ['The reference on the statement of the account that is paid.'],
  'SettlementRecord.date': ['The business day that the settlement covers, in South African time.'],
  'SettlementRecord.bankName': ['The name of the bank that is paid; null where the site has no account.'],
  'SettlementRecord.accountNumber': ['The account that is paid, masked; null where the site has none.'],

  'BankingDetails.publicRecipientName': [
    'The name under which the account is found among a bank’s public recipients; absent where the reference was made without a bankId.',
    'Tefo',
  ],
  'BulkPaymentRequest.jobReference': [
    'The merchant’s own reference for the job; a site uses each only once, for ever.',
  ],
  'BulkPaymentResponse.jobId': ['The identifier of the job; absent where it was not taken on.'],
  'RefundItem.isRtc': [
    'Whether the money is to travel by real-time clearing; must be false in staging. It is not in the hash.',
    false,
  ],
  'BulkPaymentJob.NotifyUrl': ['The http or https address that the result is posted to.'],
  'query.reference': ['The merchant’s own reference for the job.'],
  'query.requestId': ['The identifier of the payment request.'],
  'query.isTest': [
    'Whether test payments are meant, in place of real ones; they are not where it is not given.',
    false,
  ],
  'query.siteCode': ['The code of one of the merchant’s sites.', sample.site],
  grant_type: ['The grant of OAuth 2.0 that is used, in any letter case.'],
  expires_in: ['The lifetime of the token in seconds, as text.'],

  'query.amount': ['How much is to be paid in, in rand; it binds nobody.', 5000],
  available: ['What of the float no pending payout takes, in rand.'],
  'FloatBalance.balance': ['What is in the float, in rand.'],
  pendingPayouts: ['What payouts that are under way will take out of the float, in rand.'],
  isAvailable: ['Whether payers can use the bank now.'],
  'Presence.status': ['That the service is there.'],
  version: ['The version of the surface.'],
};
