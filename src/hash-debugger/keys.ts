// The candidate keys for a request's hash.
import type { Context } from '../core/context.ts';
import type { HashSurface } from '../core/hash-mismatches/actions.ts';
import type { Evidence, NamedKey } from '../core/hash-mismatches/evidence.ts';
import { openSigningKeys, type SigningKey } from '../core/merchants/actions.ts';

/** Returns the right keys for a surface of a site, and the other keys of its merchant. */
export async function keysFor(
  ctx: Context,
  { siteId, surface }: { siteId: string; surface: HashSurface },
): Promise<Pick<Evidence, 'rightKeys' | 'otherKeys'>> {
  const keys = await openSigningKeys(ctx, siteId);
  const isRight = (key: SigningKey): boolean => key.isUsable && isKeyOf(surface, siteId, key);
  return {
    rightKeys: keys.filter(isRight).map(({ text }) => text),
    otherKeys: keys.filter((key) => !isRight(key)).map((key) => nameOf(key, siteId)),
  };
}

function isKeyOf(surface: HashSurface, siteId: string, key: SigningKey): boolean {
  return surface === 'payouts' ? key.kind === 'api_key' : key.kind === 'private_key' && key.siteId === siteId;
}

const kinds = { api_key: 'ApiKey', private_key: 'private key', webhook_secret: 'webhook secret' };

function nameOf({ kind, siteId, siteCode, isUsable, text }: SigningKey, ownSiteId: string): NamedKey {
  const whose = siteId === null || siteId === ownSiteId ? '' : ` of the site ${siteCode}`;
  const article = isUsable ? 'the' : 'a retired';
  return { name: `${article} ${kinds[kind]}${whose}`, text };
}
