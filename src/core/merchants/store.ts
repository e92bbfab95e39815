// All SQL of merchants and sites.

import { batchedRead } from '../../kernel/db/batched-read.ts';
import type { Db, Tx } from '../../kernel/db/db.ts';
import {
  bigint,
  boolean,
  code,
  columnsOf,
  insertRows,
  integer,
  jsonb,
  type NewRowOf,
  type RowOf,
  setOf,
  smallint,
  table,
  text,
  timestamptz,
  uuid,
} from '../../kernel/db/table.ts';
import type { Logo } from './logos.ts';

export const merchants = table('merchants', {
  id: uuid(),
  code: code(),
  name: text('keep'),
  createdAt: timestamptz(),
  /** Whether its payments are real in production. */
  isLive: boolean().unread(),
});

export type Merchant = RowOf<typeof merchants>;

const merchantColumns = columnsOf(merchants);

/** Switches production on for a merchant. */
export async function setLive(tx: Tx, merchantId: string): Promise<void> {
  await tx`update merchants set is_live = true where id = ${merchantId}`;
}

/** all merchants: the ids of those that wait for production. There are few. */
export async function findWaitingMerchants(db: Db): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select id from merchants where not is_live`;
  return rows.map(({ id }) => id);
}

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

export const holidayRules = ['none', 'before', 'after'] as const;
export type HolidayRule = (typeof holidayRules)[number];

export const sites = table('sites', {
  id: uuid(),
  merchantId: uuid(),
  code: code(),
  name: text('keep').changes(),
  /** The service's fee on a payment: basis points of the amount, plus cents. */
  feeBps: integer().later().changes(),
  feeCents: bigint().later().changes(),
  allowDuplicateReferences: boolean().later().changes(),
  addresses: jsonb<SiteAddresses>('keep').later().changes(),
  settlementAccount: jsonb<SettlementAccount>('keep').nullable().later().changes(),
  /** Where we ask whether a payout is the merchant's, and for the key of its account number. */
  verifyUrl: text('keep').nullable().later().changes(),
  /** Whether payouts may name their account in plain digits. */
  allowPlainAccountNumbers: boolean().later().changes(),
  /** Payouts above this need a second person; null: none do. */
  approvalAboveCents: bigint().nullable().later().changes(),
  /** The fee for a verification of a bank account. */
  verificationFeeCents: bigint().later().changes(),
  /** How many people release a payment file that has an order of the site. */
  releases: smallint().later().changes(),
  /** The most that people of support may refund of one transaction, in cents. */
  consoleRefundLimitCents: bigint().later().changes(),
  /** Whether the operator's finance may decide about payouts that wait for a second person. */
  operatorMayApprovePayouts: boolean().later().changes(),
  /** Where a charge moves when its day is not a business day: it stays, or moves before or after. */
  holidayRule: code<HolidayRule>().later().changes(),
  /** Whether payers may bring test payments to /pay; null: yes in staging, no in production. */
  allowTest: boolean().nullable().later().changes(),
  /** A regular expression that a transactionReference brought to /pay must match completely; null: any. */
  referencePattern: code().nullable().later().changes(),
  /** Contacts for its customers. */
  phone: text('keep').nullable().later().changes(),
  email: text('keep').nullable().later().changes(),
  /** The colour of its customers' pages, like "#0a6b4a", under white text. */
  colour: code().nullable().later().changes(),
  logo: jsonb<Logo>().nullable().later().changes(),
  createdAt: timestamptz(),
});

export type Site = RowOf<typeof sites> & { merchantCode: string };

const ownColumns = columnsOf(sites, 'sites');
const siteColumns = (db: Db) => db`${ownColumns(db)}, merchants.code as merchant_code`;

/** Adds a merchant; returns false when the code is taken. */
export async function insertMerchant(tx: Tx, merchant: NewRowOf<typeof merchants>): Promise<boolean> {
  return (await insertRows(tx, merchants, [merchant], tx`on conflict (code) do nothing`)).count > 0;
}

/** Adds a site; returns false when the code is taken. */
export async function insertSite(tx: Tx, site: NewRowOf<typeof sites>): Promise<boolean> {
  return (await insertRows(tx, sites, [site], tx`on conflict (code) do nothing`)).count > 0;
}

/** all merchants: a site code is unique in the service, and the caller compares its merchant. */
export async function findSiteByCode(db: Db, code: string): Promise<Site | undefined> {
  const [site] = await db<Site[]>`
    select ${siteColumns(db)} from sites join merchants on merchants.id = sites.merchant_id
    where sites.code = ${code}`;
  return site;
}

/** The same site, locked against other changes until the transaction ends; payments may still be made for it. */
export async function lockSiteByCode(tx: Tx, code: string): Promise<Site | undefined> {
  const [site] = await tx<Site[]>`
    select ${siteColumns(tx)} from sites join merchants on merchants.id = sites.merchant_id
    where sites.code = ${code}
    for no key update of sites`;
  return site;
}

/** all merchants: for jobs and pages, which start from a payment that names its site. */
export const findSite = batchedRead(
  (db, ids) => db<Site[]>`
    select ${siteColumns(db)} from sites join merchants on merchants.id = sites.merchant_id
    where sites.id = any (${ids}::uuid[])`,
  ({ id }) => id,
);

export async function listSites(db: Db, merchantId: string): Promise<Site[]> {
  return db<Site[]>`
    select ${siteColumns(db)} from sites join merchants on merchants.id = sites.merchant_id
    where sites.merchant_id = ${merchantId}
    order by sites.created_at, sites.id`;
}

/** all merchants: the operator's list. */
export async function listMerchants(db: Db): Promise<Merchant[]> {
  return db<Merchant[]>`select ${merchantColumns(db)} from merchants order by created_at, id`;
}

/** Whether there is no other merchant. all merchants: it counts them. */
export async function isOnlyMerchant(db: Db, id: string): Promise<boolean> {
  const others = await db`select from merchants where id <> ${id} limit 1`;
  return others.count === 0;
}

/** all merchants: the operator looks one up by code. */
export async function findMerchantByCode(db: Db, code: string): Promise<Merchant | undefined> {
  const [merchant] = await db<Merchant[]>`select ${merchantColumns(db)} from merchants where code = ${code}`;
  return merchant;
}

/** all merchants: operators' lists name owners. */
export async function findMerchantById(db: Db, id: string): Promise<Merchant | undefined> {
  const [merchant] = await db<Merchant[]>`select ${merchantColumns(db)} from merchants where id = ${id}`;
  return merchant;
}

export async function updateSite(tx: Tx, site: Site): Promise<void> {
  await tx`
    update sites set ${setOf(tx, sites, site)} where id = ${site.id} and merchant_id = ${site.merchantId}`;
}

/** Returns how many people release payments of those sites that want any. all merchants: the caller holds their payments. */
export async function findReleases(db: Db, siteIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db<{ id: string; releases: number }[]>`
    select id, releases from sites where id = any (${[...siteIds]}::uuid[]) and releases > 0`;
  return new Map(rows.map(({ id, releases }) => [id, releases]));
}
