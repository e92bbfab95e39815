// The keys of a site as people may see them: their last characters, since when each is there and when it ends.
import type { AnyContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { sees, type Viewer } from '../viewer.ts';
import * as store from './store.ts';

/** The keys of a site by their public names. The apiKey is the merchant's, and the same for all sites. */
export const keyKinds = {
  apiKey: 'api_key',
  privateKey: 'private_key',
  webhookSecret: 'webhook_secret',
  payoutAccessToken: 'payout_access_token',
} as const satisfies Record<string, store.SecretKind>;
export type KeyName = keyof typeof keyKinds;
export const keyNames = Object.keys(keyKinds) as KeyName[];

/** A key without its text. */
export interface Key {
  id: string;
  name: KeyName;
  /** Its last four characters. */
  tail: string;
  createdAt: Date;
  /** Null for the current one. */
  expiresAt: Date | null;
}

/** Returns the last four characters of a key. */
export const tailOf = (text: string): string => text.slice(-4);

/** Returns the keys of a site that are valid now, of each name the current one first. Throws SiteNotFound. */
export async function listKeys(
  { db, clock, keyring }: AnyContext,
  viewer: Viewer,
  siteCode: string,
): Promise<Key[]> {
  const site = await store.findSiteByCode(db, siteCode);
  if (!site || !sees(viewer, site.merchantId))
    throw new DomainError('SiteNotFound', { field: 'siteCode', detail: `there is no site ${siteCode}` });
  const secrets = await store.listSiteSecrets(db, site.id, clock.now());
  return keyNames.flatMap((name) =>
    secrets
      .filter(({ kind }) => kind === keyKinds[name])
      .map(({ id, sealed, createdAt, expiresAt }) => {
        return { id, name, tail: tailOf(keyring.open(sealed!)), createdAt, expiresAt };
      }),
  );
}
