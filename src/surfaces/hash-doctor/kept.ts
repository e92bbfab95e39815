// Diagnosing what was kept of a request: with the keys that would be right for its surface, and those that are not.
import type { Context } from '../../core/context.ts';
import { openSigningKeys, type SigningKey } from '../../core/merchants/actions.ts';
import type { HashSurface, StoredFinding } from '../../core/mismatches/actions.ts';
import { diagnose, type KeptEvidence, type NamedKey } from './doctor.ts';

/** What a kept request got wrong; empty where its hash is right, undefined where no known mistake leads to it. */
export async function diagnoseKept(
  ctx: Context,
  siteId: string,
  surface: HashSurface,
  kept: KeptEvidence,
): Promise<StoredFinding[] | undefined> {
  const keys = await openSigningKeys(ctx, siteId);
  const isRight = (key: SigningKey): boolean => key.isUsable && isKeyOf(surface, siteId, key);
  return diagnose({
    ...kept,
    rightKeys: keys.filter(isRight).map(({ text }) => text),
    otherKeys: keys.filter((key) => !isRight(key)).map((key) => nameOf(key, siteId)),
  });
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
