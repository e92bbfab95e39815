// The secrets that are valid, opened: for those who sign, and those who are signed to.
import { safeEqual, sha256Hex } from '../../kernel/security/crypto.ts';
import type { AnyContext, Context } from '../context.ts';
import * as secretsStore from './secrets-store.ts';

/** The valid secrets of a site, decrypted, the current one of each kind first; ApiKeys are the merchant's. */
export interface SiteSecrets {
  apiKeys: string[];
  privateKeys: string[];
  webhookSecrets: string[];
  /** What we send to a merchant's verify address. */
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
