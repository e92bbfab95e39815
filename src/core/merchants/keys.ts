// The keys of a site as users see them: without their values, and without their last use, which is not recorded.
import type { AnyContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { sees, type Viewer } from '../viewer.ts';
import * as secretsStore from './secrets-store.ts';
import * as store from './store.ts';

/** The kinds of key by their public names. The apiKey is the merchant's, and the same for all sites. */
export const keyKinds = {
  apiKey: 'api_key',
  privateKey: 'private_key',
  webhookSecret: 'webhook_secret',
  payoutAccessToken: 'payout_access_token',
} as const satisfies Record<string, secretsStore.SecretKind>;
export type KeyName = keyof typeof keyKinds;
export const keyNames = Object.keys(keyKinds) as KeyName[];

export interface Key {
  id: string;
  kind: secretsStore.SecretKind;
  /** Its last four characters; null of a client's, which is only compared. */
  tail: string | null;
  createdAt: Date;
  /** Null for the current one; an earlier one is valid until then. */
  endsAt: Date | null;
}

/**
 * Returns the valid keys of a site, and its merchant's ApiKeys, the current one of each kind before those that it replaced.
 * Throws SiteNotFound.
 */
export async function listKeys(ctx: AnyContext, viewer: Viewer, siteCode: string): Promise<Key[]> {
  const site = await store.findSiteByCode(ctx.db, siteCode);
  if (!site || !sees(viewer, site.merchantId))
    throw new DomainError('SiteNotFound', { field: 'siteCode', detail: `there is no site ${siteCode}` });
  const secrets = await secretsStore.listSiteSecrets(ctx.db, site.id, ctx.clock.now());
  return secrets
    .map(({ id, kind, sealed, createdAt, expiresAt }) => ({
      id,
      kind,
      tail: sealed && ctx.keyring.open(sealed).slice(-4),
      createdAt,
      endsAt: expiresAt,
    }))
    .toSorted((one, other) => one.kind.localeCompare(other.kind));
}
