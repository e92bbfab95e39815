// THE registry of what can go wrong. The core throws a DomainError with one of these codes and knows no HTTP;
// each surface says how it answers each kind of error, and overrides the few codes that it answers otherwise.

export type ErrorKind =
  /** Something the caller sent breaks a rule. */
  | 'invalid'
  | 'notFound'
  /** Allowed in general, refused in the present state. */
  | 'refused'
  | 'conflict'
  /** Something we depend on is away; trying again is safe. */
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
    'Check the identifier, and that the credentials belong to the merchant who made the payment.',
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
    'The customer is at a bank with this payment, or a bank has it and has not answered yet.',
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
    'Check the identifier, and that the credentials belong to the merchant who asked for the refund.',
  ),
  TransactionNotRefundable: entry(
    'refused',
    'The transaction cannot be refunded',
    'Only a successful transaction that moved money from a known account can be refunded: not one that is under way, nor a test payment, nor one whose bank did not name the payer’s account.',
    'Read the transaction, and refund it once it is Successful. Where the payer’s account is not known, ask the customer for one and pay it by a payout.',
  ),
  RefundExceedsTransaction: entry(
    'refused',
    'The refund is larger than what is left to refund',
    'The refunds of a transaction never pass its amount; the detail says what is left.',
    'Refund at most what is left.',
  ),
  RefundableChanged: entry(
    'conflict',
    'What can be refunded is not what was expected',
    'Another refund was made, or came back, since the amount in expectedRefundable was read; the detail says both amounts. Nothing was refunded.',
    'Look at the refunds of the transaction, decide again, and send what can be refunded now.',
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
    'Check the identifier, and that the token belongs to the merchant who made the subscription.',
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
    'The subscription limits its single charges by maxAdhocCharges or maxAdhocTotal, and this one would pass the limit. Each one asked for counts, one that failed too: its money may still come late. The detail says what is left.',
    'Charge at most what is left, or create a new subscription for the customer to authorise.',
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
    'Use the beneficiaryReference that was answered when the reference was made.',
  ),
  WebhookNotFound: entry(
    'notFound',
    'There is no such webhook',
    'No webhook of this merchant has the identifier.',
    'Check the identifier in GET /webhooks, and that the token belongs to the merchant who made the webhook.',
  ),
  WebhookLimitReached: entry(
    'conflict',
    'There are as many webhooks as there can be',
    'A merchant has at most 20 webhooks.',
    'Delete one that is no longer needed, or change one with PUT.',
  ),
  WebhookEndpointRefused: entry(
    'refused',
    'The endpoint is nowhere messages may be sent',
    'A webhook’s endpoint must be reachable from the internet: localhost, private, link-local and metadata addresses are refused.',
    'Name a public address; for a receiver on your own machine use `tefo listen`.',
  ),
  WebhookDisabled: entry(
    'conflict',
    'The webhook is disabled',
    'Its endpoint has answered 410 Gone, or nothing but failures for five days.',
    'Mend the endpoint and PUT the webhook, which enables it and sends what it has missed.',
  ),
  PaymentMethodUnavailable: entry(
    'unavailable',
    'There is no way to pay here now',
    'No bank is connected to this service, or the merchant waits for production: nothing can be paid, or asked for.',
    'Ask whoever runs the service; GET /paymentmethods says what is available.',
  ),
  BankUnavailable: entry(
    'unavailable',
    'The bank cannot be reached',
    'The bank did not take the order. No money has moved.',
    'Try again shortly, or choose another bank.',
  ),
  ChangedSinceSeen: entry(
    'conflict',
    'It is not what was shown any more',
    'It changed after it was shown, and before it was decided about; the detail says what. Nothing was done.',
    'Look at it again, and decide again.',
  ),
  DoneAlready: entry(
    'conflict',
    'It was done already',
    'Somebody else was first, or the same was sent twice; the detail says what was done. Nothing was done again.',
    'Look at it again.',
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
    'The refund is above what the role may refund',
    'Support refunds of one transaction at most what the site allows, in all; the detail says how much is left of it.',
    'Ask somebody of finance, or let an admin change consoleRefundLimit of the site.',
  ),
  MerchantNotFound: entry(
    'notFound',
    'There is no such merchant',
    'No merchant that one may see has the identifier.',
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
    'No bank account of the service that one may see has the name.',
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
    'No line of a statement that one may see has the identifier.',
    'Choose one that `tefo statement lines` shows.',
  ),
  StatementLineExplained: entry(
    'conflict',
    'The line is explained already',
    'The line of the statement is booked, or the bank has dropped it; the detail says which.',
    'Look at it again.',
  ),
  FormSentBefore: entry(
    'done',
    'The form was sent before',
    'A form does once what it says, however often it is sent. Nothing was done again.',
    'Look at the page: it shows what the form did.',
  ),
  RightsExceeded: entry(
    'forbidden',
    'That is more than one may',
    'Nobody gives, changes or ends more than they may themselves.',
    'Ask an admin of the merchant, or an operator.',
  ),
  FactorNotFresh: entry(
    'forbidden',
    'A second factor must be shown first',
    'What moves money, or changes who may, asks for a second factor that is at most five minutes old.',
    'Enter a code of the authenticator app, and do it again.',
  ),
  ViewNotFound: entry(
    'notFound',
    'There is no such view',
    'No saved view of this person, or of a team of theirs, has the identifier; or somebody else saved it.',
    'Open the list again: its views stand above it. A team’s is removed by whoever saved it, or by an admin.',
  ),
  UserNotFound: entry(
    'notFound',
    'There is no such person',
    'Nobody whom one may see has the identifier or the address.',
    'Choose one that `tefo user list` shows.',
  ),
  MessageArchived: entry(
    'refused',
    'The message is in the archive',
    'The event, or who was told of it, is older than this service keeps them (`TEFO_EVENT_DAYS`, `TEFO_DELIVERY_DAYS`). It went to a file, and cannot be sent again.',
    'Read the object itself for its state. Whoever runs the service has the files.',
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

/** What is different from what a person saw: its name, and both values in words. */
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
