// All SQL of subscriptions; that of their charges is in charge-store.ts.
import type { Db, Query, Sql, Tx } from '../../kernel/db/db.ts';
import { jsonOf } from '../../kernel/db/json.ts';
import { type Page, type PageRequest, pageClause, toPage } from '../../kernel/http/paging.ts';
import type { Cents } from '../../kernel/money.ts';
import type { SubscriptionState } from './state.ts';

export const frequencies = ['Daily', 'Weekly', 'Fortnightly', 'Monthly', 'Biannually', 'Annually'] as const;
/** How often it charges. Biannually is every six months. */
export type Frequency = (typeof frequencies)[number];

/** The customer's consent to be charged: which text, in which language, from where and when. */
export interface MandateConsent {
  textVersion: string;
  language: string;
  address: string;
  userAgent: string | null;
  givenAt: string;
}

export interface Subscription {
  id: string;
  merchantId: string;
  siteId: string;
  state: SubscriptionState;
  stateReason: string | null;
  /** The amount of each scheduled charge. */
  amountCents: Cents;
  currency: string;
  /** The range of each ad-hoc charge; null where the customer authorises none. */
  minimumCents: Cents | null;
  maximumCents: Cents | null;
  /** The most ad-hoc charges and their largest total; null when unlimited. */
  maxAdhocCharges: number | null;
  maxAdhocTotalCents: Cents | null;
  /** Charged once, as soon as the customer has authorised. */
  payableNowCents: Cents | null;
  description: string | null;
  merchantReference: string;
  bankReference: string | null;
  frequency: Frequency;
  /** "2026-12-01": the anchor of all due dates. */
  firstPaymentDate: string;
  /** The total number of scheduled charges. */
  occurrences: number;
  returnUrl: string | null;
  notifyUrl: string | null;
  customer: { name?: string; email?: string; cellphone?: string } | null;
  /** Our bank account that the charges are paid to; null until the customer has chosen a bank. */
  bankAccount: string | null;
  bankId: string | null;
  bankName: string | null;
  bankUrl: string | null;
  /** The bank's name for the state of the mandate; null until known. */
  authorizationStatus: string | null;
  /** Masked to its last four digits. */
  payerAccount: string | null;
  consent: MandateConsent | null;
  correlationId: string;
  createdAt: Date;
  /** The end of the time to authorise. */
  lapsesAt: Date;
  authorizedAt: Date | null;
  completedAt: Date | null;
  dueAt: Date | null;
  tries: number;
}

const columns = (db: Db) => db`
  id, merchant_id, site_id, state, state_reason, amount_cents, currency, minimum_cents, maximum_cents,
  max_adhoc_charges, max_adhoc_total_cents, payable_now_cents, description, merchant_reference, bank_reference,
  frequency, first_payment_date::text as first_payment_date, occurrences, return_url, notify_url, customer, bank_account,
  bank_id, bank_name, bank_url, authorization_status, payer_account, consent, correlation_id, created_at, lapses_at, authorized_at,
  completed_at, due_at, tries`;

export async function insertSubscription(db: Db, row: Subscription, createdBy: string): Promise<void> {
  await db`
    insert into subscriptions (id, merchant_id, site_id, amount_cents, currency, minimum_cents, maximum_cents,
      max_adhoc_charges, max_adhoc_total_cents, payable_now_cents, description, merchant_reference, bank_reference,
      frequency, first_payment_date, occurrences, return_url, notify_url, customer, created_by, correlation_id, created_at, lapses_at, due_at)
    values (${row.id}, ${row.merchantId}, ${row.siteId}, ${row.amountCents}, ${row.currency}, ${row.minimumCents},
      ${row.maximumCents}, ${row.maxAdhocCharges}, ${row.maxAdhocTotalCents}, ${row.payableNowCents},
      ${row.description}, ${row.merchantReference}, ${row.bankReference}, ${row.frequency}, ${row.firstPaymentDate}::text::date, ${row.occurrences},
      ${row.returnUrl}, ${row.notifyUrl}, ${row.customer && jsonOf(db, row.customer)}, ${createdBy},
      ${row.correlationId}, ${row.createdAt}, ${row.lapsesAt}, ${row.dueAt})`;
}

export async function findSubscription(
  db: Db,
  merchantId: string,
  id: string,
): Promise<Subscription | undefined> {
  const [row] = await db<Subscription[]>`
    select ${columns(db)} from subscriptions where id = ${id} and merchant_id = ${merchantId}`;
  return row;
}

/** Returns the site's subscriptions with one of the references: the first of each amount. */
export async function findByReferences(
  db: Db,
  { merchantId, siteId }: { merchantId: string; siteId: string },
  references: readonly string[],
): Promise<Subscription[]> {
  return db<Subscription[]>`
    select distinct on (merchant_reference, amount_cents) ${columns(db)} from subscriptions
    where merchant_id = ${merchantId} and site_id = ${siteId} and merchant_reference = any (${[...references]}::text[])
    order by merchant_reference, amount_cents, created_at, id`;
}

/** all merchants: the authorisation page, whose unguessable address grants access, and jobs. */
export async function findAnySubscription(db: Db, id: string): Promise<Subscription | undefined> {
  const [row] = await db<Subscription[]>`select ${columns(db)} from subscriptions where id = ${id}`;
  return row;
}

/** Locks a subscription and everything about its charges. all merchants: the caller has found it before. */
export async function lockSubscription(tx: Tx, id: string): Promise<Subscription | undefined> {
  const [row] = await tx<Subscription[]>`
    select ${columns(tx)} from subscriptions where id = ${id} for no key update`;
  return row;
}

/** The same for several, in the order of their ids. all merchants: the caller has found them before. */
export function lockSubscriptions(tx: Tx, ids: readonly string[]): Query<Subscription> {
  return tx<Subscription[]>`
    select ${columns(tx)} from subscriptions where id = any (${[...ids]}::uuid[]) order by id for no key update`;
}

/** The same for subscriptions that payments were made for. all merchants: the caller holds the payments. */
export function lockOfPayments(tx: Tx, paymentIds: readonly string[]): Query<Subscription> {
  return tx<Subscription[]>`
    select ${columns(tx)} from subscriptions
    where id in (select subscription_id from subscription_charges where payment_id = any (${[...paymentIds]}::uuid[]))
    order by id for no key update`;
}

export interface SubscriptionFilter {
  merchantId: string;
  /** Created in [from, to). */
  from?: Date;
  to?: Date;
  siteId?: string;
  state?: SubscriptionState;
  merchantReference?: string;
}

/** Returns a page of a merchant's subscriptions, newest first. */
export async function pageSubscriptions(
  db: Db,
  filter: SubscriptionFilter,
  page: PageRequest,
): Promise<Page<Subscription>> {
  const found = await db<Subscription[]>`
    select ${columns(db)} from subscriptions
    where merchant_id = ${filter.merchantId}
      ${filter.from ? db`and created_at >= ${filter.from}` : db``}
      ${filter.to ? db`and created_at < ${filter.to}` : db``}
      ${filter.siteId ? db`and site_id = ${filter.siteId}` : db``}
      ${filter.state ? db`and state = ${filter.state}` : db``}
      ${filter.merchantReference ? db`and merchant_reference = ${filter.merchantReference}` : db``}
      ${pageClause(db, page)}`;
  return toPage(found, page);
}

/**
 * Stores the bank that the customer goes to, its address for them, and their consent. all merchants: the caller holds
 * the subscription.
 */
export async function setBank(
  tx: Tx,
  id: string,
  bank: { account: string; id: string; name: string; url: string },
  consent: MandateConsent,
): Promise<void> {
  await tx`
    update subscriptions
    set bank_account = ${bank.account}, bank_id = ${bank.id}, bank_name = ${bank.name}, bank_url = ${bank.url},
      consent = ${jsonOf(tx, consent)}
    where id = ${id}`;
}

/** Stores the bank's facts about the mandate. all merchants: the caller holds the subscription. */
export async function setMandate(
  tx: Tx,
  row: Pick<
    Subscription,
    'id' | 'authorizationStatus' | 'payerAccount' | 'bankId' | 'bankName' | 'authorizedAt'
  >,
): Promise<void> {
  await tx`
    update subscriptions
    set authorization_status = ${row.authorizationStatus}, payer_account = ${row.payerAccount},
      bank_id = ${row.bankId}, bank_name = ${row.bankName}, authorized_at = ${row.authorizedAt}
    where id = ${row.id}`;
}

/**
 * Sets the due time after a claim's work. Changes nothing if the due time was changed meanwhile, such as for a mandate
 * that reached the bank just after it was revoked. all merchants: the sweep has claimed the subscription.
 */
export async function settleClaim(
  db: Db,
  claimed: Pick<Subscription, 'id' | 'state' | 'dueAt'>,
  at: Date | null,
  tries: number,
): Promise<void> {
  await db`
    update subscriptions set due_at = ${at}, tries = ${tries}
    where id = ${claimed.id} and state = ${claimed.state} and due_at = ${claimed.dueAt}`;
}

/**
 * Claims subscriptions whose bank must be asked or informed: sets due_at to `leaseUntil`, so that those of a killed
 * process come due again. all merchants: the sweep serves everybody.
 */
export async function claimSubscriptions(
  db: Sql,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<Subscription[]> {
  return db<Subscription[]>`
    update subscriptions set due_at = ${leaseUntil}, tries = tries + 1
    where id = any (array(
      select id from subscriptions where due_at <= ${now} order by due_at limit ${limit} for update skip locked))
    returning ${columns(db)}`;
}
