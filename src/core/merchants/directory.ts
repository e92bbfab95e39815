// Identifies callers: sites, API keys and clients as every request needs them, cached for a second.
import { createTtlCache } from '../../kernel/concurrency/ttl-cache.ts';
import type { Stands } from '../../kernel/security/access-tokens.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import type { Context } from '../context.ts';
import { openSiteSecrets, type SiteSecrets, usableClientSecret } from './actions.ts';
import * as secretsStore from './secrets-store.ts';
import * as store from './store.ts';

export interface Directory {
  /** Returns the site with this code, of any merchant. */
  siteByCode(code: string): Promise<store.Site | undefined>;
  siteById(id: string): Promise<store.Site | undefined>;
  /** Returns the merchant with this ApiKey; undefined when it is unknown or expired. */
  merchantByApiKey(apiKey: string): Promise<string | undefined>;
  /** Returns the grant that tokens for an ApiKey name; undefined as above. */
  grantOfApiKey(apiKey: string): Promise<string | undefined>;
  /** Returns the client, if it is enabled. */
  clientById(id: string): Promise<secretsStore.Client | undefined>;
  /** Returns the client, if it is enabled and the secret is valid, and the grant that tokens for the secret name. */
  clientBySecret(
    id: string,
    secret: string,
  ): Promise<{ client: secretsStore.Client; grantId: string } | undefined>;
  /** Whether neither the token nor the secret it was issued for has been revoked. */
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

  const keyOf = ({ grantId, id }: Parameters<Stands>[0]): string => `${grantId} ${id}`;
  const isUsable = ({ expiresAt }: { expiresAt: Date | null }): boolean =>
    expiresAt === null || expiresAt > ctx.clock.now();
  const secretByApiKey = async (apiKey: string): Promise<secretsStore.Secret | undefined> => {
    const secret = await keys.get(sha256Hex(apiKey));
    return secret && isUsable(secret) ? secret : undefined;
  };
  const clientById = async (id: string): Promise<secretsStore.Client | undefined> => {
    const client = await clients.get(id);
    return client?.disabledAt === null ? client : undefined;
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
    stands: async ({ grantId, id }) => {
      const grant = await grants.get(keyOf({ grantId, id }));
      return grant !== undefined && !grant.isRevoked && isUsable(grant);
    },
    forgetToken: (token) => grants.forget(keyOf(token)),
    secretsOf: (siteId) => secrets.get(siteId),
    forget: () => {
      for (const cache of [byCode, byId, keys, clients, secrets, grants]) cache.forget();
    },
  };
}
