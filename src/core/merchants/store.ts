// All SQL of merchants and sites.

import { batchedRead } from '../../kernel/db/batched-read.ts';
import type { Db, Tx } from '../../kernel/db/db.ts';
import { jsonOf } from '../../kernel/db/json.ts';
import type { Logo } from './logos.ts';

export interface Merchant {
  id: string;
  code: string;
  name: string;
  createdAt: Date;
}

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

export interface Site {
  id: string;
  merchantId: string;
  merchantCode: string;
  code: string;
  name: string;
  /** The service's fee on a payment: basis points of the amount, plus cents. */
  feeBps: number;
  feeCents: bigint;
  allowDuplicateReferences: boolean;
  addresses: SiteAddresses;
  settlementAccount: SettlementAccount | null;
  /** Where we ask whether a payout is the merchant's, and for the key of its account number. */
  verifyUrl: string | null;
  /** Whether payouts may name their account in plain digits. */
  allowPlainAccountNumbers: boolean;
  /** Payouts above this need a second person; null: none do. */
  approvalAboveCents: bigint | null;
  /** The fee for a verification of a bank account. */
  verificationFeeCents: bigint;
  /** How many people release a payment file that has an order of the site. */
  releases: number;
  /** What people of support may refund of one transaction, in cents. */
  consoleRefundLimitCents: bigint;
  /** Whether the operator's finance may decide about payouts that wait for a second person. */
  operatorMayApprovePayouts: boolean;
  /** Where a charge moves when its day is not a business day: it stays, or moves before or after. */
  holidayRule: HolidayRule;
  /** Whether payers may bring test payments to /pay; null: yes in staging, no in production. */
  allowTest: boolean | null;
  /** A regular expression that a transactionReference brought to /pay must match completely; null: any. */
  referencePattern: string | null;
  /** Contacts for its customers. */
  phone: string | null;
  email: string | null;
  /** The colour of its customers' pages, like "#0a6b4a", under white text. */
  colour: string | null;
  logo: Logo | null;
  createdAt: Date;
}

/** Adds a merchant; returns false when the code is taken. */
export async function insertMerchant(tx: Tx, merchant: Merchant & { isLive: boolean }): Promise<boolean> {
  const added = await tx`
    insert into merchants (id, code, name, created_at, is_live)
    values (${merchant.id}, ${merchant.code}, ${merchant.name}, ${merchant.createdAt}, ${merchant.isLive})
    on conflict (code) do nothing
    returning 1`;
  return added.length > 0;
}

/** Adds a site; returns false when the code is taken. */
export async function insertSite(
  tx: Tx,
  site: { id: string; merchantId: string; code: string; name: string; createdAt: Date },
): Promise<boolean> {
  const added = await tx`
    insert into sites (id, merchant_id, code, name, created_at)
    values (${site.id}, ${site.merchantId}, ${site.code}, ${site.name}, ${site.createdAt})
    on conflict (code) do nothing
    returning 1`;
  return added.length > 0;
}

const siteColumns = (db: Db) => db`
  sites.id, sites.merchant_id, merchants.code as merchant_code, sites.code, sites.name, sites.fee_bps, sites.fee_cents,
  sites.allow_duplicate_references, sites.addresses, sites.settlement_account, sites.verify_url,
  sites.allow_plain_account_numbers, sites.approval_above_cents, sites.verification_fee_cents,
  sites.console_refund_limit_cents, sites.releases, sites.operator_may_approve_payouts, sites.holiday_rule,
  sites.allow_test, sites.reference_pattern, sites.phone, sites.email, sites.colour, sites.logo, sites.created_at`;

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
  return db<Merchant[]>`select id, code, name, created_at from merchants order by created_at, id`;
}

/** Whether there is no other merchant. all merchants: it counts them. */
export async function isOnlyMerchant(db: Db, id: string): Promise<boolean> {
  const others = await db`select from merchants where id <> ${id} limit 1`;
  return others.count === 0;
}

/** all merchants: the operator looks one up by code. */
export async function findMerchantByCode(db: Db, code: string): Promise<Merchant | undefined> {
  const [merchant] = await db<
    Merchant[]
  >`select id, code, name, created_at from merchants where code = ${code}`;
  return merchant;
}

/** all merchants: operators' lists name owners. */
export async function findMerchantById(db: Db, id: string): Promise<Merchant | undefined> {
  const [merchant] = await db<Merchant[]>`select id, code, name, created_at from merchants where id = ${id}`;
  return merchant;
}

export async function updateSite(tx: Tx, site: Site): Promise<void> {
  await tx`
    update sites
    set name = ${site.name}, fee_bps = ${site.feeBps}, fee_cents = ${site.feeCents},
      allow_duplicate_references = ${site.allowDuplicateReferences},
      addresses = ${jsonOf(tx, site.addresses)},
      settlement_account = ${site.settlementAccount ? jsonOf(tx, site.settlementAccount) : null},
      verify_url = ${site.verifyUrl}, allow_plain_account_numbers = ${site.allowPlainAccountNumbers},
      approval_above_cents = ${site.approvalAboveCents}, verification_fee_cents = ${site.verificationFeeCents},
      console_refund_limit_cents = ${site.consoleRefundLimitCents}, releases = ${site.releases},
      operator_may_approve_payouts = ${site.operatorMayApprovePayouts},
      holiday_rule = ${site.holidayRule}, allow_test = ${site.allowTest}, reference_pattern = ${site.referencePattern},
      phone = ${site.phone}, email = ${site.email}, colour = ${site.colour},
      logo = ${site.logo ? jsonOf(tx, site.logo) : null}
    where id = ${site.id} and merchant_id = ${site.merchantId}`;
}

/** Returns how many people release payments of those sites that want any. all merchants: the caller holds their payments. */
export async function findReleases(db: Db, siteIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db<{ id: string; releases: number }[]>`
    select id, releases from sites where id = any (${[...siteIds]}::uuid[]) and releases > 0`;
  return new Map(rows.map(({ id, releases }) => [id, releases]));
}
