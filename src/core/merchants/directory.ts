// Who is calling: sites, API keys and clients as every request needs them, remembered for a second.
import { createTtlCache } from '../../kernel/concurrency/ttl-cache.ts';
import type { Stands } from '../../kernel/security/access-tokens.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import type { Context } from '../context.ts';
import { openSiteSecrets, type SiteSecrets, usableClientSecret } from './actions.ts';
import * as store from './store.ts';

export interface Directory {
  /** The site with this code, whoever's it is. */
  siteByCode(code: string): Promise<store.Site | undefined>;
  siteById(id: string): Promise<store.Site | undefined>;
  /** The merchant whose ApiKey this is; undefined when nobody's or expired. */
  merchantByApiKey(apiKey: string): Promise<string | undefined>;
  /** What a token names that is issued for an ApiKey; undefined as above. */
  grantOfApiKey(apiKey: string): Promise<string | undefined>;
  /** The client, if it is enabled. */
  clientById(id: string): Promise<store.Client | undefined>;
  /** The client, if it is enabled and this is one of its usable secrets, and what a token names that is issued for it. */
  clientBySecret(id: string, secret: string): Promise<{ client: store.Client; grantId: string } | undefined>;
  /** Whether a token has been revoked neither by itself nor with the secret it was issued for. */
  stands: Stands;
  /** Forgets whether a token stands: after it was revoked in this process. */
  forgetToken(token: Parameters<Stands>[0]): void;
  /** The site's usable secrets, opened, the current one of each kind first. */
  secretsOf(siteId: string): Promise<SiteSecrets>;
  /** Forgets what is remembered: after a change in this process. */
  forget(): void;
}

const rememberedMs = 1_000;
const longestCode = 50;

export function createDirectory(ctx: Context): Directory {
  const byCode = createTtlCache((code) => store.findSiteByCode(ctx.db, code), rememberedMs);
  const byId = createTtlCache((id) => store.findSite(ctx.db, id), rememberedMs);
  const keys = createTtlCache((hash) => store.findSecretByHash(ctx.db, 'api_key', hash), rememberedMs);
  const clients = createTtlCache((id) => store.findClient(ctx.db, id), rememberedMs);
  const secrets = createTtlCache((siteId) => openSiteSecrets(ctx, siteId), rememberedMs);

  const grants = createTtlCache((key) => {
    const [grantId, tokenId] = key.split(' ');
    return store.findGrant(ctx.db, grantId!, tokenId!);
  }, rememberedMs);

  const keyOf = ({ grantId, id }: Parameters<Stands>[0]): string => `${grantId} ${id}`;
  const isUsable = ({ expiresAt }: { expiresAt: Date | null }): boolean =>
    expiresAt === null || expiresAt > ctx.clock.now();
  const secretByApiKey = async (apiKey: string): Promise<store.Secret | undefined> => {
    const secret = await keys.get(sha256Hex(apiKey));
    return secret && isUsable(secret) ? secret : undefined;
  };
  const clientById = async (id: string): Promise<store.Client | undefined> => {
    const client = await clients.get(id);
    return client?.disabledAt === null ? client : undefined;
  };

  return {
    // What is no code is not looked for, and not remembered either.
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
