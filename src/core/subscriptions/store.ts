// All SQL of subscriptions; that of their charges is in charge-store.ts.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { jsonOf } from '../../kernel/db/json.ts';
import { execute, firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import { type Page, type PageRequest, pageClause, toPage } from '../../kernel/http/paging.ts';
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

export const subscriptions = table('subscriptions', {
  id: t.uuid(),
  merchantId: t.uuid(),
  siteId: t.uuid(),
  state: t.code<SubscriptionState>().later(),
  stateReason: t.text('redact').nullable().later(),
  /** The amount of each scheduled charge. */
  amountCents: t.bigint(),
  currency: t.code(),
  /** The range of each ad-hoc charge; null if the customer authorises none. */
  minimumCents: t.bigint().nullable(),
  maximumCents: t.bigint().nullable(),
  /** The most ad-hoc charges and their largest total; null when unlimited. */
  maxAdhocCharges: t.integer().nullable(),
  maxAdhocTotalCents: t.bigint().nullable(),
  /** Charged once, as soon as the customer has authorised. */
  payableNowCents: t.bigint().nullable(),
  description: t.text('redact').nullable(),
  merchantReference: t.text('keep'),
  bankReference: t.text('keep').nullable(),
  frequency: t.code<Frequency>(),
  /** "2026-12-01": the anchor of all due dates. */
  firstPaymentDate: t.date(),
  /** The total number of scheduled charges. */
  occurrences: t.integer(),
  returnUrl: t.text('redact').nullable(),
  notifyUrl: t.text('redact').nullable(),
  customer: t.jsonb<{ name?: string; email?: string; cellphone?: string }>('clear').nullable(),
  /** The bank account of this service to which the charges are paid; null until the customer has chosen a bank. */
  bankAccount: t.code().nullable().later(),
  bankId: t.uuid().nullable().later(),
  bankName: t.code().nullable().later(),
  bankUrl: t.text('redact').nullable().later(),
  /** The bank's name for the state of the mandate; null until known. */
  authorizationStatus: t.code().nullable().later(),
  /** Masked to its last four digits. */
  payerAccount: t.text('mask').nullable().later(),
  consent: t.jsonb<MandateConsent>('redact').nullable().later(),
  createdBy: t.code().nullable().unread(),
  correlationId: t.code(),
  createdAt: t.timestamptz(),
  /** The end of the time to authorise. */
  lapsesAt: t.timestamptz(),
  authorizedAt: t.timestamptz().nullable().later(),
  completedAt: t.timestamptz().nullable().later(),
  dueAt: t.timestamptz().nullable().changes(),
  tries: t.integer().later().changes(),
  /** When the customer stopped e-mails about charges. */
  remindersStoppedAt: t.timestamptz().nullable().later().changes(),
  /** Whose subscription it is; null if nothing is known of its customer. */
  customerId: t.uuid('clear').nullable(),
});

export type Subscription = RowOf<typeof subscriptions>;

const columns = columnsOf(subscriptions);

export const insertSubscription = (db: Db, row: Subscription, createdBy: string) =>
  execute(insertRows(db, subscriptions, [{ ...row, createdBy }]));

export const findSubscription = (db: Db, merchantId: string, id: string) =>
  firstRow(db<Subscription[]>`
    select ${columns(db)} from subscriptions where id = ${id} and merchant_id = ${merchantId}`);

/** Returns the site's subscriptions with one of the references: the first of each amount. */
export const findSubscriptionsByReference = (
  db: Db,
  { id: siteId, merchantId }: { id: string; merchantId: string },
  references: readonly string[],
) => db<Subscription[]>`
    select distinct on (merchant_reference, amount_cents) ${columns(db)} from subscriptions
    where merchant_id = ${merchantId} and site_id = ${siteId} and merchant_reference = any (${[...references]}::text[])
    order by merchant_reference, amount_cents, created_at, id`;

/** all merchants: the authorisation page, whose unguessable address grants access, and jobs. */
export const findAnySubscription = (db: Db, id: string) =>
  firstRow(db<Subscription[]>`select ${columns(db)} from subscriptions where id = ${id}`);

/** all merchants: the sweep of reminders serves every merchant. */
export const findSubscriptions = (db: Db, ids: readonly string[]) => db<Subscription[]>`
    select ${columns(db)} from subscriptions where id = any (${[...ids]}::uuid[])`;

/** Locks a subscription and everything about its charges. all merchants: the caller has found it before. */
export const lockSubscription = (tx: Tx, id: string) =>
  firstRow(tx<Subscription[]>`
    select ${columns(tx)} from subscriptions where id = ${id} for no key update`);

/** The same for several, in the order of their ids. all merchants: the caller has found them before. */
export const lockSubscriptions = (tx: Tx, ids: readonly string[]) => tx<Subscription[]>`
    select ${columns(tx)} from subscriptions where id = any (${[...ids]}::uuid[]) order by id for no key update`;

/** The same for subscriptions that payments were made for. all merchants: the caller holds the payments. */
export const lockOfPayments = (tx: Tx, paymentIds: readonly string[]) => tx<Subscription[]>`
    select ${columns(tx)} from subscriptions
    where id in (select subscription_id from subscription_charges where payment_id = any (${[...paymentIds]}::uuid[]))
    order by id for no key update`;

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
export async function listSubscriptions(
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
export const setBank = (
  tx: Tx,
  id: string,
  bank: { account: string; id: string; name: string; url: string },
  consent: MandateConsent,
) =>
  execute(tx`
    update subscriptions
    set bank_account = ${bank.account}, bank_id = ${bank.id}, bank_name = ${bank.name}, bank_url = ${bank.url},
      consent = ${jsonOf(tx, consent)}
    where id = ${id}`);

/** Stores the bank's facts about the mandate. all merchants: the caller holds the subscription. */
export const setMandate = (
  tx: Tx,
  row: Pick<
    Subscription,
    'id' | 'authorizationStatus' | 'payerAccount' | 'bankId' | 'bankName' | 'authorizedAt'
  >,
) =>
  execute(tx`
    update subscriptions
    set authorization_status = ${row.authorizationStatus}, payer_account = ${row.payerAccount},
      bank_id = ${row.bankId}, bank_name = ${row.bankName}, authorized_at = ${row.authorizedAt}
    where id = ${row.id}`);

/**
 * Sets the due time after a claim's work. Changes nothing if the due time was changed in the meantime, such as for a mandate
 * that reached the bank just after it was revoked. all merchants: the sweep has claimed the subscription.
 */
export const settleClaim = (
  db: Db,
  claimed: Pick<Subscription, 'id' | 'state' | 'dueAt'>,
  at: Date | null,
  tries: number,
) =>
  execute(db`
    update subscriptions set due_at = ${at}, tries = ${tries}
    where id = ${claimed.id} and state = ${claimed.state} and due_at = ${claimed.dueAt}`);

/**
 * Claims subscriptions with a due enquiry or update to their bank: sets due_at to `leaseUntil`, so that those of a
 * killed process come due again. all merchants: the sweep serves every merchant.
 */
export const claimSubscriptions = (db: Sql, now: Date, leaseUntil: Date, limit: number) => db<Subscription[]>`
    update subscriptions set due_at = ${leaseUntil}, tries = tries + 1
    where id = any (array(
      select id from subscriptions where due_at <= ${now} order by due_at limit ${limit} for update skip locked))
    returning ${columns(db)}`;
