// The places of each error of the registry, and the detail of one occurrence. The pages of the documentation show a response
// generated from it (error-examples.ts); test/error-pages.test.ts compares them with real responses.
import type { ErrorCode } from '../core/errors.ts';

/** A form in which an error is reported. The Payments API has three: a text, a payment request, and a refund of a list. */
export type Place = 'one' | 'text' | 'request' | 'refund' | 'payouts' | 'console' | 'cli';

export interface Occurrence {
  places: readonly Place[];
  /** Absent: the cause. */
  detail?: string;
  /** The field to blame, as the core names it. */
  field?: string;
  /** The same on the One API, as a JSON Pointer. */
  pointer?: string;
}

const at = (places: string, detail?: string, field?: string, pointer?: string): Occurrence => ({
  places: places.split(' ') as Place[],
  ...(detail !== undefined && { detail }),
  ...(field !== undefined && { field }),
  ...(pointer !== undefined && { pointer }),
});

export const occurrences: Record<ErrorCode, Occurrence> = {
  InvalidField: at(
    'one request refund console cli',
    'the amount must be more than zero',
    'amount',
    '/amount/value',
  ),
  SiteNotFound: at('cli', 'there is no site with the code KARKAR9999'),
  PaymentNotFound: at('one console cli'),
  TransactionNotFound: at('one text refund'),
  PaymentAlreadyComplete: at('one console cli'),
  PaymentClosed: at('one console'),
  PaymentAwaitingBank: at('one console'),
  PaymentInProgress: at('one console cli'),
  StepNotAllowed: at('one', 'confirm is not allowed while the transaction is created'),
  DuplicateReference: at(
    'one request console',
    'the site already has a payment with the reference ORDER-1',
    'merchantReference',
    '/merchantReference',
  ),
  InvoiceNotFound: at('console cli'),
  PaymentLinkNotFound: at('one console'),
  PaymentLinkClosed: at('console', 'the payment link is expired'),
  RefundNotFound: at('one text console cli'),
  TransactionNotRefundable: at('one refund console', 'the transaction is not successful'),
  RefundExceedsTransaction: at(
    'one refund console',
    '120.00 is more than the 105.00 that can still be refunded',
    'amount',
    '/amount/value',
  ),
  RefundableChanged: at(
    'one console',
    '80.00 can still be refunded, not 105.00',
    'expectedRefundable',
    '/expectedRefundable/value',
  ),
  RefundAlreadySubmitted: at('one console'),
  PayoutNotFound: at('payouts console cli'),
  DocumentNotFound: at('console'),
  BeneficiaryNotFound: at('console'),
  PayoutBatchNotFound: at('console'),
  CreditNotFound: at('console'),
  MerchantSuspended: at('console'),
  SettlementNotFound: at('one console'),
  SubscriptionNotFound: at('one console'),
  SubscriptionNotActive: at('one console', 'the subscription is cancelled'),
  AdhocChargesNotAuthorised: at('one console'),
  SubscriptionLimitReached: at(
    'one console',
    'the customer has authorised 12 ad-hoc charges, and 12 were requested',
  ),
  SubscriptionEnded: at('one console', 'the subscription is completed'),
  DepositNotFound: at('console cli'),
  DepositDecided: at('console cli', 'the deposit is already returned'),
  DepositReferenceNotFound: at('text console cli'),
  WebhookNotFound: at('one console'),
  WebhookLimitReached: at('one console'),
  WebhookEndpointRefused: at(
    'one console',
    'endpoint must be reachable from the internet: 127.0.0.1 is this machine',
    'endpoint',
    '/endpoint',
  ),
  WebhookDisabled: at('one console'),
  PaymentMethodUnavailable: at('one request text'),
  BankUnavailable: at('one'),
  ChangedSinceSeen: at('console', 'the state was successful when you opened the page, and is refunded now'),
  DoneAlready: at('one console cli', 'the payment is already cancelled'),
  MakerMayNotDecide: at('console cli', 'the creator of a payout cannot approve it; another user must'),
  AddressNotVerified: at('console cli'),
  RefundAboveLimit: at(
    'console',
    'R 600,00 is more than the R 500,00 that support can still refund of this payment',
    'amount',
  ),
  MerchantNotFound: at('console cli', 'there is no merchant with the code KAR999999'),
  SecretNotFound: at('console cli'),
  BankAccountNotFound: at('console cli', 'there is no account cheque'),
  BankAccountInUse: at('cli'),
  PaymentFileNotFound: at('console cli', 'there is no payment file TEFO-20261120-1'),
  PaymentFileNotWaiting: at('console cli', 'the payment file TEFO-20261120-1 is already sent'),
  StatementLineNotFound: at('console cli', 'there is no line 17'),
  StatementLineExplained: at('console cli'),
  FormSentBefore: at('console'),
  RightsExceeded: at('console'),
  FactorNotFresh: at('console'),
  ViewNotFound: at('console'),
  ReportNotFound: at('console'),
  UserNotFound: at('console cli', 'no user has the address naledi@shop.example'),
  MessageArchived: at('one console cli'),
  IdempotencyKeyReused: at('one text'),
  IdempotencyKeyInUse: at('one text'),
};
