// The registry of errors. The core throws a DomainError with one of these codes and knows no HTTP; each surface maps
// each kind of error to a response, and overrides the few codes that it handles in another way.

export type ErrorKind =
  /** Something the caller sent breaks a rule. */
  | 'invalid'
  | 'notFound'
  /** Allowed in general, refused in the present state. */
  | 'refused'
  | 'conflict'
  /** A dependency is unavailable; trying again is safe. */
  | 'unavailable'
  /** A person's rights, or the age of their second factor, do not reach so far. */
  | 'forbidden'
  /** A form was sent before. */
  | 'done';

interface ErrorEntry<Kind extends ErrorKind = ErrorKind> {
  kind: Kind;
  /** Short summary, constant between occurrences. */
  title: string;
  cause: string;
  cure: string;
}

const entry = <Kind extends ErrorKind>(
  kind: Kind,
  title: string,
  cause: string,
  cure: string,
): ErrorEntry<Kind> => ({ kind, title, cause, cure });

export const errorRegistry = {
  InvalidField: entry(
    'invalid',
    'A value is not valid',
    'A field or parameter breaks the rule that the detail names.',
    'Correct the value that source points to, and send the request again.',
  ),
  SiteNotFound: entry(
    'invalid',
    'The site is not known',
    'The siteCode is not one of the merchant’s own.',
    'Use a site code that `tefo merchant show` lists for this merchant.',
  ),
  BankNotFound: entry(
    'invalid',
    'The bank is not known',
    'The bank or institution id is not in the list of banks.',
    'Choose an id from GET /paymentmethods.',
  ),
  PaymentNotFound: entry(
    'notFound',
    'There is no such payment',
    'No payment of this merchant has the identifier.',
    'Check the identifier, and that the token belongs to the merchant who made the payment.',
  ),
  TransactionNotFound: entry(
    'notFound',
    'There is no such transaction',
    'No transaction of this merchant has the identifier.',
    'Check the identifier, and that the credentials belong to the merchant who created the payment.',
  ),
  PaymentAlreadyComplete: entry(
    'refused',
    'The payment is complete',
    'The payment has been paid, so it can no longer be cancelled or tried again.',
    'Refund its transaction if the money should go back.',
  ),
  PaymentClosed: entry(
    'refused',
    'The payment is closed',
    'The payment was cancelled or has expired.',
    'Create a new payment.',
  ),
  PaymentAwaitingBank: entry(
    'refused',
    'A bank has the payment',
    'A bank has taken the payment and has not decided yet, so it cannot be cancelled.',
    'Wait for the outcome, and refund the payment if it succeeds.',
  ),
  PaymentInProgress: entry(
    'conflict',
    'An attempt is under way',
    'The customer is at a bank with this payment, or a bank holds it and has not responded yet.',
    'Wait for the outcome of the attempt, or cancel it while the bank has not taken it.',
  ),
  StepNotAllowed: entry(
    'conflict',
    'The step is not allowed now',
    'The transaction is in a state that does not allow this step.',
    'Read the transaction; the detail names the state it is in.',
  ),
  DuplicateReference: entry(
    'conflict',
    'The reference was used before',
    'The site forbids a second payment with the same reference.',
    'Use a new reference, or let the site allow duplicates.',
  ),
  PaymentLinkNotFound: entry(
    'notFound',
    'Payment link not found',
    'No payment link of this merchant has the identifier.',
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
    'There is no such refund',
    'No refund of this merchant has the identifier.',
    'Check the identifier, and that the credentials belong to the merchant who requested the refund.',
  ),
  TransactionNotRefundable: entry(
    'refused',
    'The transaction cannot be refunded',
    'Only a successful transaction that moved money from a known account can be refunded: not one that is under way, nor a test payment, nor one whose bank did not name the payer’s account.',
    'Read the transaction, and refund it once it is Successful. If the payer’s account is not known, ask the customer for one and pay it by a payout.',
  ),
  RefundExceedsTransaction: entry(
    'refused',
    'The refund exceeds the refundable amount',
    'The refunds of a transaction cannot exceed its amount; the detail states the refundable amount.',
    'Refund at most the refundable amount.',
  ),
  RefundableChanged: entry(
    'conflict',
    'The refundable amount has changed',
    'Another refund was created or returned since the amount in expectedRefundable was read; the detail states both amounts. Nothing was refunded.',
    'Read the refunds of the transaction, and repeat the request with the current refundable amount.',
  ),
  RefundAlreadySubmitted: entry(
    'conflict',
    'The refund is on its way',
    'The refund was picked up before it could be cancelled, or has ended.',
    'Wait for its outcome.',
  ),
  PayoutNotFound: entry(
    'notFound',
    'There is no such payout',
    'No payout of this site has the identifier.',
    'Check the identifier, and that the SiteCode is the one the payout was requested with.',
  ),
  SettlementNotFound: entry(
    'notFound',
    'There is no such settlement',
    'No settlement of this merchant has the identifier.',
    'Check the identifier, and that the credentials belong to the merchant.',
  ),
  SubscriptionNotFound: entry(
    'notFound',
    'There is no such subscription',
    'No subscription of this merchant has the identifier.',
    'Check the identifier, and that the token belongs to the merchant who created the subscription.',
  ),
  SubscriptionNotActive: entry(
    'conflict',
    'The subscription is not active',
    'Only an active subscription can be charged; the detail names the state it is in.',
    'Read the subscription; charge it while it is Active.',
  ),
  AdhocChargesNotAuthorised: entry(
    'conflict',
    'Ad-hoc charges not authorised',
    'The subscription has no amountConstraints. They are the band that the customer authorises for each ad-hoc charge; without them, the customer has authorised the scheduled charges only.',
    'Create a new subscription with amountConstraints, and have the customer authorise it.',
  ),
  SubscriptionLimitReached: entry(
    'conflict',
    'The customer has not allowed more single charges',
    'The subscription limits its single charges by maxAdhocCharges or maxAdhocTotal, and this one would exceed the limit. Every requested charge counts, also a failed one, because its money can still arrive late. The detail states the remainder.',
    'Charge at most the remainder, or create a new subscription for the customer to authorise.',
  ),
  SubscriptionEnded: entry(
    'conflict',
    'The subscription has ended',
    'The subscription is completed, expired or failed, so it can no longer be authorised or cancelled.',
    'Create a new subscription.',
  ),
  DepositNotFound: entry(
    'notFound',
    'There is no such deposit',
    'No deposit has the identifier.',
    'Choose an identifier that `tefo deposit list` shows.',
  ),
  DepositDecided: entry(
    'conflict',
    'The deposit is not waiting any more',
    'The deposit was allocated or sent back already, or is on its way back; the detail says which.',
    'Look it up before you decide about it again.',
  ),
  DepositReferenceNotFound: entry(
    'notFound',
    'There is no such deposit reference',
    'No deposit reference of the site has this text; spaces, dashes and letter case do not matter.',
    'Use the beneficiaryReference that was returned when the reference was created.',
  ),
  WebhookNotFound: entry(
    'notFound',
    'There is no such webhook',
    'No webhook of this merchant has the identifier.',
    'Check the identifier in GET /webhooks, and that the token belongs to the merchant who created the webhook.',
  ),
  WebhookLimitReached: entry(
    'conflict',
    'Webhook limit reached (20 per merchant)',
    'A merchant can have at most 20 webhooks.',
    'Delete one that is no longer needed, or change one with PUT.',
  ),
  WebhookEndpointRefused: entry(
    'refused',
    'The endpoint address is not allowed',
    'A webhook’s endpoint must be reachable from the internet: localhost, private, link-local and metadata addresses are refused.',
    'Name a public address; for a receiver on your own machine use `tefo listen`.',
  ),
  WebhookDisabled: entry(
    'conflict',
    'The webhook is disabled',
    'Its endpoint returned 410 Gone, or every delivery failed for five days.',
    'Fix the endpoint and PUT the webhook, which enables it and sends the missed messages.',
  ),
  PaymentMethodUnavailable: entry(
    'unavailable',
    'No payment method is available',
    'No bank is connected to this service, or the merchant waits for production: no payment can be made or requested.',
    'Ask the operator of the service; GET /paymentmethods lists the available methods.',
  ),
  BankUnavailable: entry(
    'unavailable',
    'The bank cannot be reached',
    'The bank did not take the order. No money has moved.',
    'Try again shortly, or choose another bank.',
  ),
  ChangedSinceSeen: entry(
    'conflict',
    'The record changed since it was shown',
    'The record changed between display and decision; the detail lists the changes. Nothing was done.',
    'Open the record again, and repeat the decision if it still applies.',
  ),
  DoneAlready: entry(
    'conflict',
    'The action was done already',
    'Another user was first, or the same request was sent twice; the detail states the earlier action. Nothing was done again.',
    'Open the record again.',
  ),
  MakerMayNotDecide: entry(
    'refused',
    'The creator cannot approve it',
    'A second person approves: neither the creator, nor a user whose role or login the creator granted or reset, directly or through other users. Where it takes two approvals, the same holds between the two.',
    'Ask a user whose permission does not come from the creator, or an operator, to approve. An operator can assign the role again: `tefo user role`.',
  ),
  AddressNotVerified: entry(
    'refused',
    'The email address of this login is not verified',
    'A merchant’s admin created the login by an invitation, which does not prove whose address it is. Until it is proven, the login can only hold roles at that merchant.',
    'Let the user sign in with the company account once, or reset the login at the command line: `tefo user reset EMAIL`.',
  ),
  RefundAboveLimit: entry(
    'refused',
    'The refund exceeds the limit of the role',
    'The refunds of one transaction by the support role are limited by the site; the detail states the remainder.',
    'Ask a user with the finance role, or let an admin change consoleRefundLimit of the site.',
  ),
  MerchantNotFound: entry(
    'notFound',
    'There is no such merchant',
    'No merchant in your scope has the identifier.',
    'Choose one that `tefo merchant list` shows.',
  ),
  SecretNotFound: entry(
    'notFound',
    'There is no such secret',
    'The merchant, site or client has no secret of the kind.',
    'Choose one that `tefo secret list` shows.',
  ),
  BankAccountNotFound: entry(
    'notFound',
    'There is no such bank account',
    'No bank account in your scope has the name.',
    'Choose one that `tefo bank list` shows.',
  ),
  BankAccountInUse: entry(
    'conflict',
    'The bank account is in use',
    'Payments of the account are under way, or lines of its statements are open; the detail says which and how many.',
    'Wait until they have ended and explain the open lines, which `tefo statement lines --open` lists. Then remove the account.',
  ),
  PaymentFileNotFound: entry(
    'notFound',
    'There is no such payment file',
    'No payment file of the account has the message id.',
    'Choose one that `tefo payments list` shows.',
  ),
  PaymentFileNotWaiting: entry(
    'conflict',
    'The payment file needs no release',
    'The payment file was released or has left already; the detail states its state.',
    'Look at the file again.',
  ),
  StatementLineNotFound: entry(
    'notFound',
    'There is no such line',
    'No statement line in your scope has the identifier.',
    'Choose one that `tefo statement lines` shows.',
  ),
  StatementLineExplained: entry(
    'conflict',
    'The line is explained already',
    'The line of the statement is booked, or the bank has dropped it; the detail says which.',
    'Open the record again.',
  ),
  FormSentBefore: entry(
    'done',
    'The form was sent before',
    'A form is carried out once, however often it is sent. Nothing was done again.',
    'Open the page: it shows the result of the form.',
  ),
  RightsExceeded: entry(
    'forbidden',
    'Permission denied',
    'You can only assign, change or remove rights that you hold yourself.',
    'Ask an admin of the merchant, or an operator.',
  ),
  FactorNotFresh: entry(
    'forbidden',
    'Confirm your second factor',
    'Moving money and changing permissions require a second factor that was confirmed in the last five minutes.',
    'Enter a code of your authenticator app, then repeat the action.',
  ),
  ViewNotFound: entry(
    'notFound',
    'There is no such view',
    'No saved view of this user, or of their teams, has the identifier; or another user saved it.',
    'Open the list again: its views are shown above it. A team’s view can be removed by the user who saved it, or by an admin.',
  ),
  UserNotFound: entry(
    'notFound',
    'There is no such user',
    'No user in your scope has the identifier or the address.',
    'Choose one that `tefo user list` shows.',
  ),
  MessageArchived: entry(
    'refused',
    'The message is in the archive',
    'The event or its deliveries are older than this service keeps them (`TEFO_EVENT_DAYS`, `TEFO_DELIVERY_DAYS`). They were archived to a file, and cannot be sent again.',
    'Read the object itself for its state. The operator of the service has the files.',
  ),
  IdempotencyKeyReused: entry(
    'conflict',
    'The Idempotency-Key was used for another request',
    'The same key came before with a different body.',
    'Use a new key for a new request; repeat a request with exactly the same body.',
  ),
  IdempotencyKeyInUse: entry(
    'conflict',
    'The first request with this Idempotency-Key is still running',
    'Two requests with one key arrived at the same time.',
    'Wait for the seconds that Retry-After names, and send the same request again.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorRegistry;
export type KindOf<Code extends ErrorCode> = (typeof errorRegistry)[Code]['kind'];

/** A difference from the values that a user saw: its name, and both values in words. */
export interface Change {
  name: string;
  seen: string;
  now: string;
}

export interface ErrorDetails {
  /** What happened this time, for a developer. */
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
