// Identifies callers: sites, API keys and clients as every request needs them, cached for a second; and opens the secrets
// that are valid, for those who sign, and those who are signed to.
import { minuteMs } from '../../kernel/clock.ts';
import { createTtlCache } from '../../kernel/concurrency/ttl-cache.ts';
import type { Stands } from '../../kernel/security/access-tokens.ts';
import { safeEqual, sha256Hex } from '../../kernel/security/crypto.ts';
import type { AnyContext, Context } from '../context.ts';
import * as secretsStore from './secrets-store.ts';
import * as store from './store.ts';
import { isSuspended } from './suspension-store.ts';

export interface Directory {
  /** Returns the site with this code, of any merchant. */
  siteByCode(code: string): Promise<store.Site | undefined>;
  siteById(id: string): Promise<store.Site | undefined>;
  /** Returns the merchant with this ApiKey; undefined when it is unknown or expired. */
  merchantByApiKey(apiKey: string): Promise<string | undefined>;
  /** Returns the grant that tokens for an ApiKey name; undefined as above. */
  grantOfApiKey(apiKey: string): Promise<string | undefined>;
  /** Returns the client, if it is enabled and has not expired. */
  clientById(id: string): Promise<secretsStore.Client | undefined>;
  /** Returns the client, if it is enabled and the secret is valid, and the grant that tokens for the secret name. */
  clientBySecret(
    id: string,
    secret: string,
  ): Promise<{ client: secretsStore.Client; grantId: string } | undefined>;
  /** True if the operator has suspended a merchant. */
  isSuspended(merchantId: string): Promise<boolean>;
  /** Notes that a client was used, at most once a minute in each process. */
  noteUse(clientId: string): Promise<void>;
  /** True if neither the token nor the secret it was issued for has been revoked. */
  stands: Stands;
  /** Forgets the cached state of a token after this process revoked it. */
  forgetToken(token: Parameters<Stands>[0]): void;
  /** Returns the site's valid secrets, decrypted, the current one of each kind first. */
  secretsOf(siteId: string): Promise<SiteSecrets>;
  /** Clears the caches after a change in this process. */
  forget(): void;
}

const cachedMs = 1_000;
const longestCode = 50;

export function createDirectory(ctx: Context): Directory {
  const byCode = createTtlCache((code) => store.findSiteByCode(ctx.db, code), cachedMs);
  const byId = createTtlCache((id) => store.findSite(ctx.db, id), cachedMs);
  const keys = createTtlCache((hash) => secretsStore.findSecretByHash(ctx.db, 'api_key', hash), cachedMs);
  const clients = createTtlCache((id) => secretsStore.findClient(ctx.db, id), cachedMs);
  const secrets = createTtlCache((siteId) => openSiteSecrets(ctx, siteId), cachedMs);

  const grants = createTtlCache((key) => {
    const [grantId, tokenId] = key.split(' ');
    return secretsStore.findGrant(ctx.db, grantId!, tokenId!);
  }, cachedMs);

  const suspended = createTtlCache((id) => isSuspended(ctx.db, id), cachedMs);
  const uses = createTtlCache((id) => secretsStore.noteClientUse(ctx.db, id, ctx.clock.now()), minuteMs);

  const keyOf = ({ grantId, id }: Parameters<Stands>[0]): string => `${grantId} ${id}`;
  const isUsable = ({ expiresAt }: { expiresAt: Date | null }): boolean =>
    expiresAt === null || expiresAt > ctx.clock.now();
  const secretByApiKey = async (apiKey: string): Promise<secretsStore.Secret | undefined> => {
    const secret = await keys.get(sha256Hex(apiKey));
    return secret && isUsable(secret) ? secret : undefined;
  };
  const clientById = async (id: string): Promise<secretsStore.Client | undefined> => {
    const client = await clients.get(id);
    return client?.disabledAt === null && isUsable(client) ? client : undefined;
  };

  return {
    // Texts too long for a code are neither looked up nor cached.
    siteByCode: async (code) => (code.length > longestCode ? undefined : byCode.get(code)),
    siteById: (id) => byId.get(id),
    merchantByApiKey: async (apiKey) => (await secretByApiKey(apiKey))?.merchantId,
    grantOfApiKey: async (apiKey) => (await secretByApiKey(apiKey))?.grantId,
    clientById,
    clientBySecret: async (id, given) => {
      const usable = await usableClientSecret(ctx, id, [given]);
      const client = usable && (await clientById(id));
      return client && { client, grantId: usable.grantId };
    },
    isSuspended: (merchantId) => suspended.get(merchantId),
    noteUse: (clientId) => uses.get(clientId),
    stands: async ({ grantId, id }) => {
      const grant = await grants.get(keyOf({ grantId, id }));
      return grant !== undefined && !grant.isRevoked && isUsable(grant);
    },
    forgetToken: (token) => grants.forget(keyOf(token)),
    secretsOf: (siteId) => secrets.get(siteId),
    forget: () => {
      for (const cache of [byCode, byId, keys, clients, secrets, grants, suspended]) cache.forget();
    },
  };
}

/** The valid secrets of a site, decrypted, the current one of each kind first; ApiKeys are the merchant's. */
export interface SiteSecrets {
  apiKeys: string[];
  privateKeys: string[];
  webhookSecrets: string[];
  /** The tokens that the service sends to a merchant's verify address. */
  payoutAccessTokens: string[];
}

export async function openSiteSecrets(ctx: AnyContext, siteId: string): Promise<SiteSecrets> {
  const secrets = await secretsStore.listSiteSecrets(ctx.db, siteId, ctx.clock.now());
  const open = (kind: secretsStore.SecretKind): string[] =>
    secrets.filter((secret) => secret.kind === kind).map((secret) => ctx.keyring.open(secret.sealed!));
  return {
    apiKeys: open('api_key'),
    privateKeys: open('private_key'),
    webhookSecrets: open('webhook_secret'),
    payoutAccessTokens: open('payout_access_token'),
  };
}

/** Returns the latest of `given` that is a valid secret of a client, or undefined. */
export async function usableClientSecret(
  ctx: AnyContext,
  clientId: string,
  given: readonly string[],
): Promise<{ text: string; grantId: string } | undefined> {
  const usable = await secretsStore.listClientSecrets(ctx.db, clientId, ctx.clock.now());
  const hashed = given.map((text) => ({ text, hash: sha256Hex(text) }));
  for (const { lookupHash, grantId } of usable) {
    const found = hashed.find(({ hash }) => safeEqual(lookupHash!, hash));
    if (found) return { text: found.text, grantId };
  }
  return undefined;
}

/** Returns the grant of a client's current secret, for tokens that a holder of the master keys issues in its place. */
export async function presentGrant(ctx: Context, clientId: string): Promise<string | undefined> {
  return (await secretsStore.listClientSecrets(ctx.db, clientId, ctx.clock.now()))[0]?.grantId;
}

/** A merchant's key that may have made a hash. */
export interface SigningKey {
  kind: 'api_key' | 'private_key' | 'webhook_secret';
  /** Null for a key that all sites share. */
  siteId: string | null;
  siteCode: string | null;
  isUsable: boolean;
  text: string;
}

/** Each takes a moment to try, and some merchants have thousands of sites. */
const mostSigningKeys = 250;

/**
 * Returns the keys of a site's merchant, to find out which of them made a hash: the site's own and the shared ones
 * first, each kind newest first; with many sites, some are left out.
 */
export async function openSigningKeys(ctx: Context, siteId: string): Promise<SigningKey[]> {
  const now = ctx.clock.now();
  return (await secretsStore.listSigningSecrets(ctx.db, siteId, mostSigningKeys)).map((secret) => ({
    kind: secret.kind as SigningKey['kind'],
    siteId: secret.siteId,
    siteCode: secret.siteCode,
    isUsable: secret.expiresAt === null || secret.expiresAt > now,
    text: ctx.keyring.open(secret.sealed!),
  }));
}
