export type SurfaceName = 'one' | 'payments' | 'payouts' | 'external';

/** The base address of each surface. */
export type Urls = { [Name in SurfaceName | 'console' | 'docs']?: string | undefined };

/**
 * The output of `tefo credentials --json`. Credentials of APIs that are not used can be missing: the One API takes
 * `clientId` and `clientSecret`, the others `apiKey`, hashes of payments and refunds `privateKey`.
 */
export interface ClientCredentials {
  urls: Urls;
  siteCode?: string | undefined;
  apiKey?: string | undefined;
  privateKey?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
}

/** Returns a credential that a call needs. Throws TypeError where it is missing. */
export function needed<Name extends keyof ClientCredentials>(
  credentials: ClientCredentials,
  name: Name,
): NonNullable<ClientCredentials[Name]> {
  const value = credentials[name];
  if (value === undefined || value === null || value === '')
    throw new TypeError(`credentials.${name} is missing`);
  return value;
}

/** Returns a surface's base address without a slash at its end. Throws TypeError where it is missing. */
export function urlOf(credentials: ClientCredentials, surface: SurfaceName): string {
  const url = credentials.urls?.[surface];
  if (!url) throw new TypeError(`credentials.urls.${surface} is missing`);
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
