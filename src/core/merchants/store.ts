// All SQL of merchants and sites.

import { batchedRead } from '../../kernel/db/batched-read.ts';
import type { Db, Tx } from '../../kernel/db/db.ts';
import { allValues, anyRow, execute, firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type NewRowOf, type RowOf, setOf, t, table } from '../../kernel/db/table.ts';
import { required } from '../../kernel/required.ts';
import type { Work } from '../context.ts';
import { readOnce } from '../unit-of-work.ts';
import type { Logo } from './logos.ts';

export const merchants = table('merchants', {
  id: t.uuid(),
  code: t.code(),
  name: t.text('keep'),
  createdAt: t.timestamptz(),
  /** True if its payments are real in production. */
  isLive: t.boolean().unread(),
  /** Null if it is not suspended. */
  suspendedAt: t.timestamptz().nullable().later().unread(),
  suspendedBy: t.code().nullable().later().unread(),
  suspendedWhy: t.text('keep').nullable().later().unread(),
});

export type Merchant = RowOf<typeof merchants>;

const merchantColumns = columnsOf(merchants);

export const setLive = (tx: Tx, merchantId: string) =>
  execute(tx`update merchants set is_live = true where id = ${merchantId}`);

/** all merchants: the ids of those that wait for production. There are few. */
export const findWaitingMerchants = (db: Db) =>
  allValues(db<{ id: string }[]>`select id from merchants where not is_live`);

/** A site's addresses for payment requests that name none. */
export type SiteAddresses = Partial<
  Record<'notifyUrl' | 'successUrl' | 'cancelUrl' | 'errorUrl' | 'returnUrl', string>
>;

export interface SettlementAccount {
  bankId: string;
  accountNumber: string;
  branchCode: string;
  holder: string;
}

export const verifyPayees = ['off', 'warn', 'refuse'] as const;
export type VerifyPayees = (typeof verifyPayees)[number];

export const holidayRules = ['none', 'before', 'after'] as const;
export type HolidayRule = (typeof holidayRules)[number];

export const sites = table('sites', {
  id: t.uuid(),
  merchantId: t.uuid(),
  code: t.code(),
  name: t.text('keep').changes(),
  /** The service's fee on a payment: basis points of the amount, plus cents. */
  feeBps: t.integer().later().changes(),
  feeCents: t.bigint().later().changes(),
  allowDuplicateReferences: t.boolean().later().changes(),
  addresses: t.jsonb<SiteAddresses>('keep').later().changes(),
  settlementAccount: t.jsonb<SettlementAccount>('keep').nullable().later().changes(),
  /** The address for queries whether a payout is the merchant's, and for the key of its account number. */
  verifyUrl: t.text('keep').nullable().later().changes(),
  /** True if payouts may name their account in plain digits. */
  allowPlainAccountNumbers: t.boolean().later().changes(),
  /** Payouts above this need a second person; null: none do. */
  approvalAboveCents: t.bigint().nullable().later().changes(),
  /** The fee for a verification of a bank account. */
  verificationFeeCents: t.bigint().later().changes(),
  /** The number of users who must release a payment file with an order of the site. */
  releases: t.smallint().later().changes(),
  /** The most that the support role can refund of one transaction, in cents. */
  consoleRefundLimitCents: t.bigint().later().changes(),
  /** True if the operator's finance may decide about payouts that wait for a second person. */
  operatorMayApprovePayouts: t.boolean().later().changes(),
  /** Where a charge moves when its day is not a business day: it stays, or moves before or after. */
  holidayRule: t.code<HolidayRule>().later().changes(),
  /** True if payers may bring test payments to /pay; null: yes in staging, no in production. */
  allowTest: t.boolean().nullable().later().changes(),
  /** A regular expression that a transactionReference brought to /pay must match completely; null: any. */
  referencePattern: t.code().nullable().later().changes(),
  /** Contacts for its customers. */
  phone: t.text('keep').nullable().later().changes(),
  email: t.text('keep').nullable().later().changes(),
  /** The colour of its customers' pages, like "#0a6b4a", under white text. */
  colour: t.code().nullable().later().changes(),
  logo: t.jsonb<Logo>().nullable().later().changes(),
  /** True if payers with an e-mail address receive a receipt. */
  emailReceipts: t.boolean().later().changes(),
  /** Customers of subscriptions are reminded so many days before a charge; null: they are not. */
  emailReminderDays: t.smallint().nullable().later().changes(),
  /** True if customers of subscriptions receive an e-mail about each failed charge. */
  emailFailedCharges: t.boolean().later().changes(),
  /** Attempts at a charge after the first one, each on the next business day. */
  chargeRetries: t.smallint().later().changes(),
  /** Whether the bank must verify an account before its first payout: a payout that it does not verify goes on, or is cancelled. */
  verifyPayees: t.code<VerifyPayees>().later().changes(),
  createdAt: t.timestamptz(),
});

export type Site = RowOf<typeof sites> & { merchantCode: string; isSuspended: boolean };

const ownColumns = columnsOf(sites, 'sites');
const siteColumns = (db: Db) => db`${ownColumns(db)}, merchants.code as merchant_code,
  merchants.suspended_at is not null as is_suspended`;

/** Adds a merchant; returns false when the code is taken. */
export const insertMerchant = (tx: Tx, merchant: NewRowOf<typeof merchants>) =>
  anyRow(insertRows(tx, merchants, [merchant], tx`on conflict (code) do nothing`));

/** Adds a site; returns false when the code is taken. */
export const insertSite = (tx: Tx, site: NewRowOf<typeof sites>) =>
  anyRow(insertRows(tx, sites, [site], tx`on conflict (code) do nothing`));

/** all merchants: a site code is unique in the service, and the caller compares its merchant. */
export const findSiteByCode = (db: Db, code: string) =>
  firstRow(db<Site[]>`
    select ${siteColumns(db)} from sites join merchants on merchants.id = sites.merchant_id
    where sites.code = ${code}`);

/** The same site, locked against other changes until the transaction ends; payments may still be made for it. */
export const lockSiteByCode = (tx: Tx, code: string) =>
  firstRow(tx<Site[]>`
    select ${siteColumns(tx)} from sites join merchants on merchants.id = sites.merchant_id
    where sites.code = ${code}
    for no key update of sites`);

/** all merchants: for jobs and pages, which start from a payment that names its site. */
export const findSite = batchedRead(
  (db, ids) => db<Site[]>`
    select ${siteColumns(db)} from sites join merchants on merchants.id = sites.merchant_id
    where sites.id = any (${ids}::uuid[])`,
  ({ id }) => id,
);

/** Returns an existing site as it was when the transaction first read it, for any number of its rows. */
export const siteIn = (work: Work, id: string): Promise<Site> =>
  readOnce(work, `site ${id}`, async (tx) => required(await findSite(tx, id), 'site'));

/** Returns the sites whose customers are reminded of charges. all merchants: the sweep of reminders. */
export const listReminding = (db: Db) => db<{ siteId: string; days: number }[]>`
    select sites.id as site_id, sites.email_reminder_days as days
    from sites join merchants on merchants.id = sites.merchant_id
    where sites.email_reminder_days is not null and merchants.suspended_at is null`;

export const listSites = (db: Db, merchantId: string) => db<Site[]>`
    select ${siteColumns(db)} from sites join merchants on merchants.id = sites.merchant_id
    where sites.merchant_id = ${merchantId}
    order by sites.created_at, sites.id`;

/** all merchants: the operator's list. */
export const listMerchants = (db: Db) =>
  db<Merchant[]>`select ${merchantColumns(db)} from merchants order by created_at, id`;

/** True if there is no other merchant. all merchants: it counts them. */
export async function isOnlyMerchant(db: Db, id: string): Promise<boolean> {
  const others = await db`select from merchants where id <> ${id} limit 1`;
  return others.count === 0;
}

/** all merchants: the operator looks one up by code. */
export const findMerchantByCode = (db: Db, code: string) =>
  firstRow(db<Merchant[]>`select ${merchantColumns(db)} from merchants where code = ${code}`);

/** all merchants: an operator names one. Returns at most two with the name. */
export const findMerchantsNamed = (db: Db, name: string) =>
  db<Merchant[]>`select ${merchantColumns(db)} from merchants where lower(name) = lower(${name}) limit 2`;

/** all merchants: operators' lists name owners. */
export const findMerchantById = (db: Db, id: string) =>
  firstRow(db<Merchant[]>`select ${merchantColumns(db)} from merchants where id = ${id}`);

export const updateSite = (tx: Tx, site: Site) =>
  execute(tx`
    update sites set ${setOf(tx, sites, site)} where id = ${site.id} and merchant_id = ${site.merchantId}`);

/**
 * Returns the number of users who must release payments of each site, for sites that require any. all merchants: the
 * caller holds their payments.
 */
export async function findReleases(db: Db, siteIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db<{ id: string; releases: number }[]>`
    select id, releases from sites where id = any (${[...siteIds]}::uuid[]) and releases > 0`;
  return new Map(rows.map(({ id, releases }) => [id, releases]));
}
