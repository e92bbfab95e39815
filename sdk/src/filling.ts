// The values that the client fills in if they are missing.
import type { AnyInput } from './calls.ts';
import { type ClientCredentials, needed } from './credentials.ts';
import { type HashedPayout, paymentHash, payoutHash, referenceHash, refundHash } from './hashes.ts';
import type { Operation } from './operation.ts';

type Members = Record<string, unknown>;

/** Returns the query and the body with siteCode and hashCheck; those that were given stay. */
export async function filled(
  operation: Operation,
  credentials: ClientCredentials,
  { query, body }: AnyInput,
): Promise<Pick<AnyInput, 'query' | 'body'>> {
  const withQuery = operation.siteIn === 'query' ? withSite(query ?? {}, 'siteCode', credentials) : query;
  if (Array.isArray(body)) {
    return {
      query: withQuery,
      body: await Promise.all(body.map((one) => fillBody(operation, credentials, one))),
    };
  }
  return { query: withQuery, body: await fillBody(operation, credentials, body) };
}

async function fillBody(
  operation: Operation,
  credentials: ClientCredentials,
  body: unknown,
): Promise<unknown> {
  const { siteIn, isForm } = operation;
  if (typeof body !== 'object' || body === null) return body;
  if (siteIn === 'paymentRequest') {
    const { paymentRequest } = body as { paymentRequest?: Members };
    return { ...body, paymentRequest: withSite(paymentRequest ?? {}, 'siteCode', credentials) };
  }
  const placed = siteIn === 'body' ? withSite(body, isForm ? 'SiteCode' : 'siteCode', credentials) : body;
  return withHash(operation, credentials, placed);
}

function withSite(given: object, name: string, credentials: ClientCredentials): Members {
  const hasOne = Object.keys(given).some((key) => key.toLowerCase() === 'sitecode');
  return hasOne ? { ...given } : { [name]: needed(credentials, 'siteCode'), ...given };
}

/** For an amount that cannot be hashed, the hash of another is sent: the service reports the error of the amount. */
async function withHash({ hash }: Operation, credentials: ClientCredentials, body: object): Promise<object> {
  if (!hash || 'hashCheck' in body) return body;
  const key = needed(credentials, hash === 'payout' ? 'apiKey' : 'privateKey');
  for (const hashed of [body, { ...body, amount: 0 }]) {
    const hashCheck = await hashOf(hash, key, hashed).catch(() => undefined);
    if (hashCheck) return { ...body, hashCheck };
  }
  return body;
}

function hashOf(hash: NonNullable<Operation['hash']>, key: string, body: object): Promise<string> {
  switch (hash) {
    case 'payout':
      return payoutHash(body as HashedPayout, key);
    case 'refund':
      return refundHash(body as Parameters<typeof refundHash>[0], key);
    case 'reference':
      return referenceHash(body, key);
    case 'payment':
      return paymentHash(body, key);
  }
}
