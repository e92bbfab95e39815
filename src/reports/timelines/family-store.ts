// SQL that reads the parts of a timeline by kind, without hidden data: no account number beyond its last four digits,
// and nothing about a payer except the bank.
import type { Cents } from '../../kernel/money.ts';
import { mostShown } from './limits.ts';
import { actorFor, isOperator, ofDeposits, ofMerchants, type ReadScope } from './scope.ts';

type Ids = readonly string[];

interface Row {
  id: string;
  siteId: string | null;
  state: string;
  stateReason: string | null;
  amountCents: Cents;
  createdAt: Date;
}
interface Asked {
  correlationId: string;
  createdBy: string | null;
}

export interface PaymentRow extends Row, Asked {
  contract: string;
  minimumCents: Cents | null;
  maximumCents: Cents | null;
  merchantReference: string;
  bankReference: string | null;
  ambiguousEnds: string[] | null;
  isTest: boolean;
  notifyUrl: string | null;
  expiresAt: Date;
  jobId: string | null;
  linkId: string | null;
}

export const readPayments = (scope: ReadScope, ids: Ids) => scope.db<PaymentRow[]>`
  select id, site_id, state, state_reason, amount_cents, created_at, correlation_id, ${actorFor(scope, 'created_by')} as created_by, contract, minimum_cents,
    maximum_cents, payment.merchant_reference, bank_reference, ambiguous_ends, is_test, notify_url, expires_at, link_id,
    (select item.job_id from bulk_items item where item.payment_id = payment.id) as job_id
  from payments payment where id = any (${ids as string[]}::uuid[]) and ${ofMerchants(scope)}`;

export interface TransactionRow extends Row {
  correlationId: string;
  paymentId: string;
  paymentType: string;
  bankName: string | null;
  /** Masked. */
  payerAccount: string | null;
  paidLate: boolean;
  depositReference: string | null;
  enquireAt: Date | null;
  enquiries: number;
}

/** Reads the newest, the newest first, and before them those that have moved money: late money can pay an old one. */
export const readTransactions = (scope: ReadScope, paymentIds: Ids) => scope.db<TransactionRow[]>`
  select id, site_id, state, state_reason, amount_cents, created_at, correlation_id, payment_id, payment_type, bank_name,
    payer_account, paid_late, deposit_reference, enquire_at, enquiries
  from transactions where payment_id = any (${paymentIds as string[]}::uuid[]) and ${ofMerchants(scope)}
  order by state in ('successful', 'refunded', 'reversed') desc, created_at desc, id desc limit ${mostShown + 1}`;

export interface RefundRow extends Row, Asked {
  transactionId: string;
  contract: string;
  reason: string;
  notifyUrl: string | null;
  realTime: boolean;
  bankName: string;
  /** Masked. */
  account: string;
  batchId: string | null;
  dueAt: Date;
  /** It goes to an account other than the payer's. */
  isElsewhere: boolean;
}

/** Reads the newest, the newest first. */
export const readRefunds = (scope: ReadScope, transactionIds: Ids) => scope.db<RefundRow[]>`
  select id, site_id, state, state_reason, amount_cents, created_at, correlation_id, ${actorFor(scope, 'created_by')} as created_by, transaction_id, contract,
    reason, notify_url, real_time, bank_name, account, batch_id, due_at,
    account_sealed is not null as is_elsewhere
  from refunds where transaction_id = any (${transactionIds as string[]}::uuid[]) and ${ofMerchants(scope)}
  order by created_at desc, id desc limit ${mostShown + 1}`;

export interface PayoutRow extends Row, Asked {
  merchantReference: string;
  isRtc: boolean;
  notifyUrl: string | null;
  bankId: string;
  /** Masked; null until it is known. */
  account: string | null;
  approvedBy: string | null;
  subStatus: number;
  dueAt: Date | null;
  tries: number;
}

export const readPayouts = (scope: ReadScope, ids: Ids) => scope.db<PayoutRow[]>`
  select id, site_id, state, state_reason, amount_cents, created_at, correlation_id, ${actorFor(scope, 'created_by')} as created_by, merchant_reference, is_rtc,
    notify_url, bank_group_id as bank_id, account, approved_by, sub_status, due_at, tries
  from payouts where id = any (${ids as string[]}::uuid[]) and ${ofMerchants(scope)}`;

export interface TransferRow extends Row {
  correlationId: string;
  purpose: 'refund' | 'payout' | 'settlement' | 'deposit';
  objectId: string;
  bankId: string;
  reference: string;
  realTime: boolean;
  dueAt: Date | null;
  tries: number;
}

export const readTransfers = (scope: ReadScope, objectIds: Ids) => scope.db<TransferRow[]>`
  select id, site_id, state, state_reason, amount_cents, created_at, correlation_id, purpose, object_id, bank_id, reference,
    real_time, due_at, tries
  from transfers where object_id = any (${objectIds as string[]}::uuid[]) and ${ofMerchants(scope)} order by created_at, id`;

export interface SettlementRow extends Row {
  reference: string;
  businessDay: string;
  feesCents: Cents;
  lineCount: number;
  /** Masked; null while the site has no settlement account. */
  account: string | null;
  bankName: string | null;
  dueAt: Date | null;
}

export const readSettlements = (scope: ReadScope, ids: Ids) => scope.db<SettlementRow[]>`
  select id, site_id, state, state_reason, total_cents as amount_cents, created_at, reference,
    business_day::text as business_day, fees_cents, (counts->>'total')::integer as line_count,
    bank_account->>'account' as account, bank_account->>'bankName' as bank_name, due_at
  from settlements where id = any (${ids as string[]}::uuid[]) and ${ofMerchants(scope)}`;

export interface SubscriptionRow extends Row, Asked {
  merchantReference: string;
  frequency: string;
  firstPaymentDate: string;
  occurrences: number;
  notifyUrl: string | null;
  bankName: string | null;
  /** Masked. */
  payerAccount: string | null;
  textVersion: string | null;
  consentAt: string | null;
  dueAt: Date | null;
}

export const readSubscriptions = (scope: ReadScope, ids: Ids) => scope.db<SubscriptionRow[]>`
  select id, site_id, state, state_reason, amount_cents, created_at, correlation_id, ${actorFor(scope, 'created_by')} as created_by, merchant_reference,
    frequency, first_payment_date::text as first_payment_date, occurrences, notify_url, bank_name, payer_account,
    consent->>'textVersion' as text_version, consent->>'givenAt' as consent_at, due_at
  from subscriptions where id = any (${ids as string[]}::uuid[]) and ${ofMerchants(scope)}`;

export interface ChargeRow extends Row {
  correlationId: string;
  subscriptionId: string;
  type: 'scheduled' | 'adhoc' | 'signup';
  occurrence: number | null;
  merchantReference: string;
  dueDate: string;
  chargeDate: string;
  paymentId: string | null;
  dueAt: Date | null;
}

/** Reads the newest, the newest first. */
export const readCharges = (
  scope: ReadScope,
  of: { ids?: Ids; paymentIds?: Ids; subscriptionIds?: Ids },
) => scope.db<ChargeRow[]>`
  select id, site_id, state, state_reason, amount_cents, created_at, correlation_id, subscription_id, type, occurrence,
    merchant_reference, due_date::text as due_date, charge_date::text as charge_date, payment_id, due_at
  from subscription_charges
  where (id = any (${(of.ids ?? []) as string[]}::uuid[])
    or payment_id = any (${(of.paymentIds ?? []) as string[]}::uuid[])
    or subscription_id = any (${(of.subscriptionIds ?? []) as string[]}::uuid[]))
    and ${ofMerchants(scope)}
  order by created_at desc, id desc limit ${mostShown + 1}`;

export interface DepositRow extends Row {
  reference: string;
  /** Masked; null if the bank does not report it. */
  account: string | null;
  transactionId: string | null;
}

/** all merchants: limited to the viewer's merchants, or to their bank accounts. */
export const readDeposits = (scope: ReadScope, of: { ids?: Ids; transactionIds?: Ids }) => scope.db<
  DepositRow[]
>`
  select id, site_id, state, ${isOperator(scope) ? scope.db`state_reason` : scope.db`null as state_reason`},
    amount_cents, received_at as created_at, reference, account, transaction_id
  from deposits
  where (id = any (${(of.ids ?? []) as string[]}::uuid[])
    or transaction_id = any (${(of.transactionIds ?? []) as string[]}::uuid[])
    or id = any (array(select deposit_id from deposit_parts
      where transaction_id = any (${(of.transactionIds ?? []) as string[]}::uuid[]))))
    and ${ofDeposits(scope, 'deposits')}
  order by received_at, id`;

export interface PartRow {
  id: string;
  /** The part's own id where its deposit is not the viewer's to see. */
  depositId: string;
  purpose: 'payment' | 'float' | 'return';
  amountCents: Cents;
  siteCode: string | null;
  transactionId: string | null;
  paymentId: string | null;
  fromSuspense: boolean;
  createdAt: Date;
  undoneAt: Date | null;
}

/**
 * Reads the parts of deposits. A payment's own parts are shown to its merchant even if the deposit also has other
 * parts.
 */
export const readParts = (scope: ReadScope, of: { depositIds: Ids; transactionIds: Ids }) => scope.db<
  PartRow[]
>`
  select part.id, coalesce(deposit.id, part.id) as deposit_id, part.purpose, part.amount_cents, site.code as site_code, part.transaction_id,
    transaction.payment_id, part.from_suspense, part.created_at, part.undone_at
  from deposit_parts part
  left join deposits deposit on deposit.id = part.deposit_id and ${ofDeposits(scope, 'deposit')}
  left join sites site on site.id = part.site_id
  left join transactions transaction on transaction.id = part.transaction_id
  where (part.deposit_id = any (${of.depositIds as string[]}::uuid[])
    or part.transaction_id = any (${of.transactionIds as string[]}::uuid[]))
    and ${ofMerchants(scope, 'part.merchant_id')}
  order by part.created_at, part.id`;

export interface LinkRow extends Row, Asked {
  uses: string;
  expiresAt: Date | null;
  dueAt: Date | null;
}

export const readLinks = (scope: ReadScope, ids: Ids) => scope.db<LinkRow[]>`
  select id, site_id, state, state_reason, coalesce(amount_cents, 0)::bigint as amount_cents, created_at, correlation_id,
    ${actorFor(scope, 'created_by')} as created_by, uses, expires_at, due_at
  from payment_links link where id = any (${ids as string[]}::uuid[]) and ${ofMerchants(scope)}`;

export interface JobRow extends Omit<Row, 'amountCents'>, Asked {
  reference: string;
  itemCount: number;
  nextIndex: number;
  linked: number;
  refused: number;
  notifyUrl: string;
  dueAt: Date | null;
}

export const readJobs = (scope: ReadScope, ids: Ids) => scope.db<JobRow[]>`
  select id, site_id, state, state_reason, created_at, correlation_id, ${actorFor(scope, 'created_by')} as created_by, reference, item_count, next_index,
    (select count(*)::integer from bulk_items where job_id = job.id and payment_id is not null) as linked,
    (select count(*)::integer from bulk_items where job_id = job.id and error is not null) as refused,
    notify_url, due_at
  from bulk_jobs job where id = any (${ids as string[]}::uuid[]) and ${ofMerchants(scope)}`;

export interface VerificationRow extends Asked {
  id: string;
  siteId: string;
  outcome: string;
  reason: string | null;
  bankId: string;
  /** Masked. */
  account: string;
  checkDigit: string;
  feeCents: Cents;
  createdAt: Date;
}

export const readVerifications = (scope: ReadScope, ids: Ids) => scope.db<VerificationRow[]>`
  select id, site_id, outcome, reason, bank_id, account, check_digit, fee_cents, correlation_id, ${actorFor(scope, 'created_by')} as created_by, created_at
  from verifications where id = any (${ids as string[]}::uuid[]) and ${ofMerchants(scope)}`;
