// The registry of errors. The core throws a DomainError with a code; each surface maps each kind of error to a response.
import { type ErrorEntry, type ErrorKind, entry } from './error-entry.ts';
import { onboardingErrors } from './onboarding-errors.ts';

export type { ErrorKind } from './error-entry.ts';

export const errorRegistry = {
  InvalidField: entry(
    'invalid',
    'Invalid value',
    'A field or parameter violates the rule in the detail.',
    'Correct the value at source, and send the request again.',
  ),
  SiteNotFound: entry(
    'invalid',
    'Site not found',
    'The siteCode does not belong to this merchant.',
    'Use a site code of this merchant: `tefo merchant show` lists them.',
  ),
  PaymentNotFound: entry(
    'notFound',
    'Payment not found',
    'This merchant has no payment with this identifier.',
    'Check the identifier, and that the token belongs to the merchant that created the payment.',
  ),
  TransactionNotFound: entry(
    'notFound',
    'Transaction not found',
    'This merchant has no transaction with this identifier.',
    'Check the identifier, and that the credentials belong to the merchant that created the payment.',
  ),
  PaymentAlreadyComplete: entry(
    'refused',
    'The payment is complete',
    'The payment has been paid, so it cannot be cancelled or paid again.',
    'To return the money, refund its transaction.',
  ),
  PaymentClosed: entry(
    'refused',
    'The payment is closed',
    'The payment was cancelled or has expired.',
    'Create a new payment.',
  ),
  PaymentAwaitingBank: entry(
    'refused',
    'The payment is pending at a bank',
    'A bank has the payment and has not confirmed or declined it yet, so it cannot be cancelled.',
    'Wait for the outcome, and refund the payment if it succeeds.',
  ),
  PaymentInProgress: entry(
    'conflict',
    'A payment attempt is in progress',
    'The customer is paying at a bank, or the bank has not responded yet.',
    'Wait for the outcome of the attempt, or cancel it before the bank accepts it.',
  ),
  StepNotAllowed: entry(
    'conflict',
    'The step is not allowed in this state',
    'The state of the transaction does not allow this step.',
    'Read the transaction; the detail has its state.',
  ),
  DuplicateReference: entry(
    'conflict',
    'Duplicate reference',
    'The site does not allow two payments with the same reference.',
    'Use a new reference, or allow duplicates for the site.',
  ),
  InvoiceNotFound: entry(
    'notFound',
    'Invoice not found',
    'This merchant has no invoice or credit note with this number.',
    'Check the number, such as INV-000001 or CN-000001, in the list of invoices.',
  ),
  CreditNotFound: entry(
    'notFound',
    'Credit note not found',
    'This merchant has no requested credit note with this identifier.',
    'Open the invoice: its page lists the requested credit notes.',
  ),
  ReportNotFound: entry(
    'notFound',
    'Report not found',
    'This merchant has no scheduled report with this name or identifier.',
    'Check it in the list of scheduled reports, or with `tefo report list`.',
  ),
  PaymentLinkNotFound: entry(
    'notFound',
    'Payment link not found',
    'This merchant has no payment link with this identifier.',
    'Check the identifier, and that the token belongs to the merchant that created the payment link.',
  ),
  PaymentLinkClosed: entry(
    'refused',
    'The payment link is closed',
    'The payment link is paid, disabled or expired.',
    'Create a new payment link.',
  ),
  RefundNotFound: entry(
    'notFound',
    'Refund not found',
    'This merchant has no refund with this identifier.',
    'Check the identifier, and that the credentials belong to the merchant that created the refund.',
  ),
  TransactionNotRefundable: entry(
    'refused',
    'The transaction cannot be refunded',
    'Only a successful transaction from a known account can be refunded: not a transaction in progress, a test payment, or one whose bank did not report the payer’s account.',
    'Refund the transaction once it is Successful. If the payer’s account is unknown, ask the customer for an account and use a payout.',
  ),
  RefundExceedsTransaction: entry(
    'refused',
    'The amount exceeds the refundable amount',
    'The refunds of a transaction cannot exceed its amount; the detail has the refundable amount.',
    'Refund at most the refundable amount.',
  ),
  RefundableChanged: entry(
    'conflict',
    'The refundable amount changed',
    'Another refund was created or returned since you read the amount in expectedRefundable; the detail has both amounts. Nothing was refunded.',
    'Check the refunds of the transaction, and send the current refundable amount.',
  ),
  RefundAlreadySubmitted: entry(
    'conflict',
    'The refund is already submitted',
    'The refund was sent to the bank before it could be cancelled, or is final.',
    'Wait for its outcome.',
  ),
  PayoutNotFound: entry(
    'notFound',
    'Payout not found',
    'This site has no payout with this identifier.',
    'Check the identifier, and use the SiteCode of the payout’s request.',
  ),
  ...onboardingErrors,
  BeneficiaryNotFound: entry(
    'notFound',
    'Beneficiary not found',
    'This merchant has no saved beneficiary with this identifier.',
    'Open the list of beneficiaries; it may have been removed.',
  ),
  PayoutBatchNotFound: entry(
    'notFound',
    'Payout batch not found',
    'This merchant has no batch of payouts with this identifier.',
    'Find the batch at the console under Payouts › Batches.',
  ),
  MerchantSuspended: entry(
    'forbidden',
    'The merchant is suspended',
    'The operator has suspended the merchant: no new payments, refund requests or payouts are accepted.',
    'Contact the operator of the service. Results of payments in progress and notifications still arrive.',
  ),
  SettlementNotFound: entry(
    'notFound',
    'Settlement not found',
    'This merchant has no settlement with this identifier.',
    'Check the identifier, and that the credentials belong to the merchant.',
  ),
  SubscriptionNotFound: entry(
    'notFound',
    'Subscription not found',
    'This merchant has no subscription with this identifier.',
    'Check the identifier, and that the token belongs to the merchant that created the subscription.',
  ),
  SubscriptionNotActive: entry(
    'conflict',
    'The subscription is not active',
    'Only an active subscription can be charged; the detail has its state.',
    'Read the subscription, and charge it while it is Active.',
  ),
  AdhocChargesNotAuthorised: entry(
    'conflict',
    'Ad-hoc charges not authorised',
    'The subscription has no amountConstraints, the range that the customer authorises for ad-hoc charges. The customer has authorised the scheduled charges only.',
    'Create a new subscription with amountConstraints, and have the customer authorise it.',
  ),
  SubscriptionLimitReached: entry(
    'conflict',
    'The limit of ad-hoc charges is reached',
    'The charge exceeds maxAdhocCharges or maxAdhocTotal of the subscription. Failed charges count too, because their money can still arrive late. The detail has the remaining amount.',
    'Charge at most the remaining amount, or create a new subscription for the customer to authorise.',
  ),
  SubscriptionEnded: entry(
    'conflict',
    'The subscription has ended',
    'The subscription is completed, expired or failed, so it cannot be authorised or cancelled.',
    'Create a new subscription.',
  ),
  DepositNotFound: entry(
    'notFound',
    'Deposit not found',
    'There is no deposit with this identifier.',
    'Use an identifier from `tefo deposit list`.',
  ),
  DepositDecided: entry(
    'conflict',
    'The deposit is no longer unallocated',
    'The deposit was allocated or returned, or is being returned; the detail says which.',
    'Look up the deposit before you change it.',
  ),
  DepositReferenceNotFound: entry(
    'notFound',
    'Deposit reference not found',
    'No deposit reference of the site has this text; spaces, dashes and letter case are ignored.',
    'Use the beneficiaryReference from the response that created the reference.',
  ),
  WebhookNotFound: entry(
    'notFound',
    'Webhook not found',
    'This merchant has no webhook with this identifier.',
    'Check the identifier in GET /webhooks, and that the token belongs to the merchant that created the webhook.',
  ),
  WebhookLimitReached: entry(
    'conflict',
    'Webhook limit reached (20 per merchant)',
    'A merchant has at most 20 webhooks.',
    'Delete a webhook that is no longer needed, or change one with PUT.',
  ),
  WebhookEndpointRefused: entry(
    'refused',
    'The endpoint address is not allowed',
    'A webhook’s endpoint must be a public address: localhost, private, link-local and metadata addresses are rejected.',
    'Use a public address; for a receiver on your own machine use `tefo listen`.',
  ),
  WebhookDisabled: entry(
    'conflict',
    'The webhook is disabled',
    'Its endpoint returned 410 Gone, or failed for five days.',
    'Fix the endpoint and PUT the webhook, which enables it and sends the missed messages.',
  ),
  PaymentMethodUnavailable: entry(
    'unavailable',
    'No payment method is available',
    'No bank is connected to this service, or the merchant is not live in production yet.',
    'Contact the operator; GET /paymentmethods lists the available methods.',
  ),
  BankUnavailable: entry(
    'unavailable',
    'The bank is unavailable',
    'The bank did not accept the order. No money has moved.',
    'Try again shortly, or choose another bank.',
  ),
  ChangedSinceSeen: entry(
    'conflict',
    'The record changed since you opened this page',
    'Another user or process changed the record; the detail has the change. Nothing was done.',
    'Review the record, and decide again.',
  ),
  DoneAlready: entry(
    'conflict',
    'This was already done',
    'Another user was first, or the same form was sent twice; the detail has the first result. Nothing was done again.',
    'Review the record.',
  ),
  MakerMayNotDecide: entry(
    'refused',
    'The creator cannot approve it',
    'A second user approves: neither the creator, nor a user whose role or login the creator granted or reset, directly or through other users. If two approvals are required, the second approver must also be independent of the first.',
    'Ask a user whose permission does not come from the creator, or an operator, to approve. An operator can assign the role again: `tefo user role`.',
  ),
  AddressNotVerified: entry(
    'refused',
    'The email address of this login is not verified',
    'A merchant’s admin created the login by an invitation, which does not verify the owner of the address. Until it is verified, the login can only hold roles at that merchant.',
    'Let the user sign in with the company account once, or reset the login at the command line: `tefo user reset EMAIL`.',
  ),
  RefundAboveLimit: entry(
    'refused',
    'The refund exceeds the limit of your role',
    'Support users can refund one transaction up to the site’s limit in total; the detail has the remaining amount.',
    'Ask a finance user, or have an admin change consoleRefundLimit of the site.',
  ),
  MerchantNotFound: entry(
    'notFound',
    'Merchant not found',
    'There is no merchant with this identifier, or you do not have access to it.',
    'Use a merchant from `tefo merchant list`.',
  ),
  SecretNotFound: entry(
    'notFound',
    'Secret not found',
    'The merchant, site or client has no secret of this kind.',
    'Use a secret from `tefo secret list`.',
  ),
  BankAccountNotFound: entry(
    'notFound',
    'Bank account not found',
    'There is no bank account with this name, or you do not have access to it.',
    'Use an account from `tefo bank list`.',
  ),
  BankAccountInUse: entry(
    'conflict',
    'The bank account is in use',
    'Payments of the account are in progress, or statement lines are open; the detail has their number.',
    'Wait until the payments are final and categorise the open lines, which `tefo statement lines --open` lists. Then remove the account.',
  ),
  PaymentFileNotFound: entry(
    'notFound',
    'Payment file not found',
    'No payment file of the account has the message id.',
    'Use a file from `tefo payments list`.',
  ),
  PaymentFileNotWaiting: entry(
    'conflict',
    'The payment file needs no release',
    'The payment file was released or sent already; the detail has its state.',
    'Review the file.',
  ),
  StatementLineNotFound: entry(
    'notFound',
    'Statement line not found',
    'There is no statement line with this identifier, or you do not have access to it.',
    'Use a line from `tefo statement lines`.',
  ),
  StatementLineExplained: entry(
    'conflict',
    'The statement line is already posted',
    'The line is posted, or the bank has withdrawn it; the detail says which.',
    'Review the line.',
  ),
  FormSentBefore: entry(
    'done',
    'The form was already sent',
    'A form takes effect once, even if it is sent again. Nothing was done again.',
    'The page shows the result of the form.',
  ),
  RightsExceeded: entry(
    'forbidden',
    'Permission denied',
    'You can only assign, change or remove permissions that you hold yourself.',
    'Ask an admin of the merchant, or an operator.',
  ),
  FactorNotFresh: entry(
    'forbidden',
    'Confirm your second factor',
    'Moving money and changing permissions require a second factor that is at most five minutes old.',
    'Enter a code of the authenticator app, and try again.',
  ),
  ViewNotFound: entry(
    'notFound',
    'View not found',
    'You and your teams have no saved view with this identifier, or another user saved it.',
    'Open the list again: its views are above it. The user who saved a team’s view, or an admin, can remove it.',
  ),
  UserNotFound: entry(
    'notFound',
    'User not found',
    'There is no user with this identifier or address, or you do not have access to them.',
    'Use a user from `tefo user list`.',
  ),
  MessageArchived: entry(
    'refused',
    'The message is archived',
    'The event or its deliveries are older than the retention period (`TEFO_EVENT_DAYS`, `TEFO_DELIVERY_DAYS`). They were moved to a file, and cannot be sent again.',
    'Read the object itself for its state. The operator has the files.',
  ),
  IdempotencyKeyReused: entry(
    'conflict',
    'The Idempotency-Key was used for another request',
    'The same key was used with a different body.',
    'Use a new key for a new request; repeat a request with exactly the same body.',
  ),
  IdempotencyKeyInUse: entry(
    'conflict',
    'The first request with this Idempotency-Key is still running',
    'Two requests with the same key arrived at the same time.',
    'Wait for the seconds in Retry-After, and send the same request again.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorRegistry;

/** A difference from the values that a user saw: its name, and both values in words. */
export interface Change {
  name: string;
  seen: string;
  now: string;
}

export interface ErrorDetails {
  /** The event in this case, for a developer. */
  detail?: string;
  /** The field of the action's input that is to blame, as the core names it. Surfaces turn it into theirs. */
  field?: string;
  /** Of ChangedSinceSeen: what changed. */
  changes?: readonly Change[];
}

/** A refusal by the core. Throwing it inside a transaction rolls the transaction back. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.detail ?? errorRegistry[code].cause);
    this.code = code;
    this.kind = errorRegistry[code].kind;
    this.details = details;
  }
}
