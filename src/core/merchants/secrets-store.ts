// All SQL of clients and of secrets.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { allRows, execute, firstRow, onlyValue, rowCount } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type NewRowOf, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Actor } from '../context.ts';
import { seenBy, type Viewer } from '../viewer.ts';

export const clients = table('clients', {
  id: t.code(),
  merchantId: t.uuid(),
  name: t.text('keep'),
  scopes: t.codes(),
  /** The networks from which it may call, such as "10.1.0.0/16"; empty: any. */
  networks: t.codes(),
  createdAt: t.timestamptz(),
  /** The user who created it; null for the client of a new merchant, and for old ones. */
  createdBy: t.code<Actor>().nullable(),
  /** Null if it does not expire. */
  expiresAt: t.timestamptz().nullable(),
  /** To the minute; null before the first use. */
  lastUsedAt: t.timestamptz().nullable().later(),
  disabledAt: t.timestamptz().nullable().later(),
});

export type Client = RowOf<typeof clients>;

const clientColumns = columnsOf(clients);

export type SecretKind =
  | 'api_key'
  | 'private_key'
  | 'webhook_secret'
  | 'payout_access_token'
  | 'client_secret';

export const credentials = table('credentials', {
  id: t.uuid(),
  merchantId: t.uuid(),
  siteId: t.uuid().nullable(),
  clientId: t.code().nullable(),
  kind: t.code<SecretKind>(),
  sealed: t.code().nullable(),
  lookupHash: t.code().nullable(),
  /** The grant that its tokens name. */
  grantId: t.uuid(),
  createdAt: t.timestamptz(),
  expiresAt: t.timestamptz().nullable().later(),
});

export type Secret = RowOf<typeof credentials>;

const secretColumns = columnsOf(credentials);
const ownColumns = columnsOf(credentials, 'credentials');

export const insertClient = (tx: Tx, client: NewRowOf<typeof clients>) =>
  execute(insertRows(tx, clients, [client]));

export const insertSecret = (tx: Tx, secret: NewRowOf<typeof credentials>) =>
  execute(insertRows(tx, credentials, [secret]));

/**
 * Ends the current secret of an owner at `expiresAt`, so that a new one can exist alongside it, and earlier ones by
 * then at the latest. Returns how many were current.
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

/** all merchants: the operator names one by its own id. */
export const lockSecret = (tx: Tx, id: string) =>
  firstRow(tx<Secret[]>`
    select ${secretColumns(tx)} from credentials where id = ${id} for no key update`);

export const endSecret = (tx: Tx, { id, merchantId }: Secret, at: Date) =>
  execute(tx`update credentials set expires_at = ${at} where id = ${id} and merchant_id = ${merchantId}`);

/** Returns every secret of a merchant without its text; for a site, those of the site and of its merchant. */
export const listSecrets = (db: Db, { merchantId, siteId }: { merchantId: string; siteId?: string }) =>
  allRows(db<ListedSecret[]>`
    select credentials.id, kind, sites.code as site_code, client_id, credentials.created_at, expires_at
    from credentials left join sites on sites.id = credentials.site_id
    where credentials.merchant_id = ${merchantId}
      and (${siteId ?? null}::uuid is null or site_id is null or site_id = ${siteId ?? null})
    order by kind, sites.code, client_id, credentials.created_at`);

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

export const insertRevokedToken = (db: Db, token: { id: string; merchantId: string; expiresAt: Date }) =>
  execute(db`
    insert into revoked_tokens (id, merchant_id, expires_at)
    values (${token.id}, ${token.merchantId}, ${token.expiresAt})
    on conflict do nothing`);

/** all merchants: expired tokens. */
export const forgetRevokedTokens = (db: Db, before: Date, most: number) =>
  rowCount(db`
    delete from revoked_tokens
    where id in (select id from revoked_tokens where expires_at < ${before} limit ${most})`);

/** Locks a client. all merchants: a client id is unique in the service. */
export const lockClient = (tx: Tx, id: string) =>
  firstRow(tx<Client[]>`
    select ${clientColumns(tx)} from clients where id = ${id}
    for no key update`);

export const setDisabled = (tx: Tx, { id, merchantId }: Client, at: Date | null) =>
  execute(tx`update clients set disabled_at = ${at} where id = ${id} and merchant_id = ${merchantId}`);

export const updateClient = (
  tx: Tx,
  { id, merchantId, name, scopes, networks, expiresAt }: Omit<Client, 'createdAt' | 'createdBy'>,
) =>
  execute(tx`
    update clients set name = ${name}, scopes = ${scopes}, networks = ${networks}, expires_at = ${expiresAt}
    where id = ${id} and merchant_id = ${merchantId}`);

/** Notes that a client was used. all merchants: the caller has shown its secret or token. */
export const noteClientUse = (db: Db, id: string, at: Date) =>
  execute(
    db`update clients set last_used_at = ${at} where id = ${id} and last_used_at is distinct from ${at}`,
  );

/** Returns the newest clients of the merchants that a viewer sees, those that are disabled last. */
export const listSeenClients = (db: Db, viewer: Viewer, limit: number) => db<Client[]>`
    select ${clientColumns(db)} from clients where ${seenBy(db, viewer)}
    order by disabled_at is not null, created_at desc, id limit ${limit}`;

/** Returns how many clients of a merchant are enabled. */
export const countClients = (tx: Tx, merchantId: string) =>
  onlyValue(tx<{ count: number }[]>`
    select count(*)::integer as count from clients where merchant_id = ${merchantId} and disabled_at is null`);

export const listClients = (db: Db, merchantId: string) => db<Client[]>`
    select ${clientColumns(db)} from clients where merchant_id = ${merchantId}
    order by created_at, id`;

/** all merchants: a client id is unique in the service and names its merchant. */
export const findClient = (db: Db, id: string) =>
  firstRow(db<Client[]>`
    select ${clientColumns(db)} from clients where id = ${id}`);

/** all merchants: the hash of an ApiKey identifies its merchant. */
export const findSecretByHash = (db: Db, kind: SecretKind, lookupHash: string) =>
  firstRow(db<Secret[]>`
    select ${secretColumns(db)}
    from credentials where kind = ${kind} and lookup_hash = ${lookupHash}`);

/**
 * Returns the secrets of a site that are valid at `at`, and its merchant's ApiKeys, newest first. all merchants: by the
 * site's own id.
 */
export const listSiteSecrets = (db: Db, siteId: string, at: Date) => db<Secret[]>`
    select ${secretColumns(db)}
    from credentials
    where (site_id = ${siteId}
        or (kind = 'api_key' and merchant_id = (select merchant_id from sites where id = ${siteId})))
      and (expires_at is null or expires_at > ${at})
    order by expires_at desc nulls first, created_at desc`;

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
    select ${ownColumns(db)}, sites.code as site_code
    from credentials left join sites on sites.id = credentials.site_id
    where credentials.merchant_id = (select merchant_id from sites where id = ${siteId})
      and kind in ('api_key', 'private_key', 'webhook_secret') and sealed is not null
    order by coalesce(site_id = ${siteId}, true) desc, expires_at desc nulls first, credentials.created_at desc
    limit ${limit}`;
}

/** all merchants: by the client's own id. The current one first. */
export const listClientSecrets = (db: Db, clientId: string, at: Date) => db<Secret[]>`
    select ${secretColumns(db)}
    from credentials
    where client_id = ${clientId} and (expires_at is null or expires_at > ${at})
    order by expires_at desc nulls first, created_at desc`;
