// All SQL of merchants, sites, clients and their secrets.

import { type Db, findTogether, type Tx } from '../../kernel/db/db.ts';
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

export interface Client {
  id: string;
  merchantId: string;
  name: string;
  scopes: string[];
  createdAt: Date;
  disabledAt: Date | null;
}

export type SecretKind =
  | 'api_key'
  | 'private_key'
  | 'webhook_secret'
  | 'payout_access_token'
  | 'client_secret';

export interface Secret {
  id: string;
  merchantId: string;
  siteId: string | null;
  clientId: string | null;
  kind: SecretKind;
  sealed: string | null;
  lookupHash: string | null;
  /** The grant that its tokens name. */
  grantId: string;
  createdAt: Date;
  expiresAt: Date | null;
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

export async function insertClient(tx: Tx, client: Omit<Client, 'disabledAt'>): Promise<void> {
  await tx`
    insert into clients (id, merchant_id, name, scopes, created_at)
    values (${client.id}, ${client.merchantId}, ${client.name}, ${client.scopes}, ${client.createdAt})`;
}

export async function insertSecret(tx: Tx, secret: Omit<Secret, 'expiresAt'>): Promise<void> {
  await tx`
    insert into credentials (id, merchant_id, site_id, client_id, kind, sealed, lookup_hash, grant_id, created_at)
    values (${secret.id}, ${secret.merchantId}, ${secret.siteId}, ${secret.clientId}, ${secret.kind},
      ${secret.sealed}, ${secret.lookupHash}, ${secret.grantId}, ${secret.createdAt})`;
}

/**
 * Ends the current secret of an owner at `expiresAt`, so that a new one can exist beside it, and earlier ones by then
 * at the latest. Returns how many were current.
 */
export async function expireSecrets(
  tx: Tx,
  owner: { merchantId: string; siteId: string | null; clientId: string | null; kind: SecretKind },
  expiresAt: Date,
): Promise<number> {
  await tx`
    update credentials
    set expires_at = ${expiresAt}
    where merchant_id = ${owner.merchantId} and kind = ${owner.kind} and expires_at > ${expiresAt}
      and site_id is not distinct from ${owner.siteId} and client_id is not distinct from ${owner.clientId}`;
  const ended = await tx`
    update credentials
    set expires_at = ${expiresAt}
    where merchant_id = ${owner.merchantId} and kind = ${owner.kind} and expires_at is null
      and site_id is not distinct from ${owner.siteId} and client_id is not distinct from ${owner.clientId}`;
  return ended.count;
}

const secretColumns = (db: Db) => db`
  id, merchant_id, site_id, client_id, kind, sealed, lookup_hash, grant_id, created_at, expires_at`;

/** all merchants: the operator names one by its own id. */
export async function lockSecret(tx: Tx, id: string): Promise<Secret | undefined> {
  const [secret] = await tx<Secret[]>`
    select ${secretColumns(tx)} from credentials where id = ${id} for no key update`;
  return secret;
}

/** Ends one secret. */
export async function endSecret(tx: Tx, { id, merchantId }: Secret, at: Date): Promise<void> {
  await tx`update credentials set expires_at = ${at} where id = ${id} and merchant_id = ${merchantId}`;
}

/** Returns every secret of a merchant without its text; for a site, those of the site and of its merchant. */
export async function listSecrets(
  db: Db,
  { merchantId, siteId }: { merchantId: string; siteId?: string },
): Promise<ListedSecret[]> {
  return [
    ...(await db<ListedSecret[]>`
      select credentials.id, kind, sites.code as site_code, client_id, credentials.created_at, expires_at
      from credentials left join sites on sites.id = credentials.site_id
      where credentials.merchant_id = ${merchantId}
        and (${siteId ?? null}::uuid is null or site_id is null or site_id = ${siteId ?? null})
      order by kind, sites.code, client_id, credentials.created_at`),
  ];
}

export type ListedSecret = Pick<Secret, 'id' | 'kind' | 'clientId' | 'createdAt' | 'expiresAt'> & {
  siteCode: string | null;
};

/**
 * Gives each secret of a client a new grant, which invalidates its tokens. all merchants: the caller holds the client.
 */
export async function renewGrants(tx: Tx, clientId: string, nextId: () => string): Promise<void> {
  const secrets = await tx<{ id: string }[]>`
    select id from credentials where client_id = ${clientId} for no key update`;
  for (const { id } of secrets) {
    await tx`update credentials set grant_id = ${nextId()} where id = ${id} and client_id = ${clientId}`;
  }
}

/** Returns when a grant's secret ends and whether this token of it was revoked; undefined for an unknown grant. */
export async function findGrant(
  db: Db,
  grantId: string,
  tokenId: string,
): Promise<{ expiresAt: Date | null; isRevoked: boolean } | undefined> {
  // all merchants: a grant is drawn at random, and the token that names it is signed.
  const [grant] = await db<{ expiresAt: Date | null; isRevoked: boolean }[]>`
    select expires_at, exists (select from revoked_tokens where id = ${tokenId}) as is_revoked
    from credentials where grant_id = ${grantId}`;
  return grant;
}

export async function insertRevokedToken(
  db: Db,
  token: { id: string; merchantId: string; expiresAt: Date },
): Promise<void> {
  await db`
    insert into revoked_tokens (id, merchant_id, expires_at)
    values (${token.id}, ${token.merchantId}, ${token.expiresAt})
    on conflict do nothing`;
}

/** all merchants: expired tokens. */
export async function forgetRevokedTokens(db: Db, before: Date, most: number): Promise<number> {
  const { count } = await db`
    delete from revoked_tokens
    where id in (select id from revoked_tokens where expires_at < ${before} limit ${most})`;
  return count;
}

/** Locks a client. all merchants: a client id is unique in the service. */
export async function lockClient(tx: Tx, id: string): Promise<Client | undefined> {
  const [client] = await tx<Client[]>`
    select id, merchant_id, name, scopes, created_at, disabled_at from clients where id = ${id}
    for no key update`;
  return client;
}

export async function setDisabled(tx: Tx, { id, merchantId }: Client, at: Date | null): Promise<void> {
  await tx`update clients set disabled_at = ${at} where id = ${id} and merchant_id = ${merchantId}`;
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
export const findSite = findTogether(
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

export async function listClients(db: Db, merchantId: string): Promise<Client[]> {
  return db<Client[]>`
    select id, merchant_id, name, scopes, created_at, disabled_at
    from clients where merchant_id = ${merchantId}
    order by created_at, id`;
}

/** all merchants: a client id is unique in the service and names its merchant. */
export async function findClient(db: Db, id: string): Promise<Client | undefined> {
  const [client] = await db<Client[]>`
    select id, merchant_id, name, scopes, created_at, disabled_at from clients where id = ${id}`;
  return client;
}

/** all merchants: the hash of an ApiKey tells whose it is. */
export async function findSecretByHash(
  db: Db,
  kind: SecretKind,
  lookupHash: string,
): Promise<Secret | undefined> {
  const [secret] = await db<Secret[]>`
    select ${secretColumns(db)}
    from credentials where kind = ${kind} and lookup_hash = ${lookupHash}`;
  return secret;
}

/**
 * Returns the secrets of a site that are valid at `at`, and its merchant's ApiKeys, newest first. all merchants: by the
 * site's own id.
 */
export async function listSiteSecrets(db: Db, siteId: string, at: Date): Promise<Secret[]> {
  return db<Secret[]>`
    select ${secretColumns(db)}
    from credentials
    where (site_id = ${siteId}
        or (kind = 'api_key' and merchant_id = (select merchant_id from sites where id = ${siteId})))
      and (expires_at is null or expires_at > ${at})
    order by expires_at desc nulls first, created_at desc`;
}

/**
 * Returns the secrets that sign hashes, of all sites of a site's merchant, expired ones too: the site's own and the
 * shared ones first, then the newest. all merchants: by the site's id.
 */
export async function listSigningSecrets(
  db: Db,
  siteId: string,
  limit: number,
): Promise<(Secret & { siteCode: string | null })[]> {
  return db<(Secret & { siteCode: string | null })[]>`
    select credentials.id, credentials.merchant_id, site_id, client_id, kind, sealed, lookup_hash, grant_id,
      credentials.created_at, expires_at, sites.code as site_code
    from credentials left join sites on sites.id = credentials.site_id
    where credentials.merchant_id = (select merchant_id from sites where id = ${siteId})
      and kind in ('api_key', 'private_key', 'webhook_secret') and sealed is not null
    order by coalesce(site_id = ${siteId}, true) desc, expires_at desc nulls first, credentials.created_at desc
    limit ${limit}`;
}

/** all merchants: by the client's own id. The current one first. */
export async function listClientSecrets(db: Db, clientId: string, at: Date): Promise<Secret[]> {
  return db<Secret[]>`
    select ${secretColumns(db)}
    from credentials
    where client_id = ${clientId} and (expires_at is null or expires_at > ${at})
    order by expires_at desc nulls first, created_at desc`;
}

export async function updateSite(tx: Tx, site: Site): Promise<void> {
  await tx`
    update sites
    set name = ${site.name}, fee_bps = ${site.feeBps}, fee_cents = ${site.feeCents},
      allow_duplicate_references = ${site.allowDuplicateReferences},
      addresses = ${tx.json(site.addresses)},
      settlement_account = ${site.settlementAccount ? tx.json(site.settlementAccount as never) : null},
      verify_url = ${site.verifyUrl}, allow_plain_account_numbers = ${site.allowPlainAccountNumbers},
      approval_above_cents = ${site.approvalAboveCents}, verification_fee_cents = ${site.verificationFeeCents},
      console_refund_limit_cents = ${site.consoleRefundLimitCents}, releases = ${site.releases},
      operator_may_approve_payouts = ${site.operatorMayApprovePayouts},
      holiday_rule = ${site.holidayRule}, allow_test = ${site.allowTest}, reference_pattern = ${site.referencePattern},
      phone = ${site.phone}, email = ${site.email}, colour = ${site.colour},
      logo = ${site.logo ? tx.json(site.logo as never) : null}
    where id = ${site.id} and merchant_id = ${site.merchantId}`;
}
