// Access tokens: JWTs signed with keys derived from the master keys, so that any process can verify another's tokens. A
// verified signature is cached; whether the token is still valid is checked each time.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { JOSEError, JWKSNoMatchingKey } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import type { Clock } from '../clock.ts';
import { isUuid } from '../ids.ts';
import { randomBytes } from '../random.ts';
import { getOrThrow, required } from '../required.ts';
import type { Keyring } from './crypto.ts';

/** The longest lifetime of a token, in seconds: a token that claims more is invalid. */
export const tokenLifetimeSeconds = 3600;

/**
 * How long a process may take to learn that a key was retired, in milliseconds. Tokens it signs until then are valid.
 */
export const keyFollowedMs = 5_000;

export interface TokenRequest {
  /** The base address of the surface that issues the token; it is valid there only. */
  audience: string;
  /** The owner of the token. */
  subject: string;
  /** The UUID of the secret it is issued for: its grant. The token ends with the secret. */
  grantId: string;
  /** Other claims of the surface. The holder can read them: no secrets. */
  claims: Record<string, string>;
  /** At most `tokenLifetimeSeconds`. */
  lifetimeSeconds: number;
}

/** The content of a valid token. */
export interface Claims {
  /** The token's id, by which it is revoked. */
  id: string;
  subject: string;
  grantId: string;
  claims: Record<string, string>;
  expiresAt: Date;
}

export interface Tokens {
  /** Signs a token of at most 500 characters. Throws RangeError when its claims do not fit. */
  issue(request: TokenRequest): Promise<string>;
  /** Returns undefined for a token that is forged, expired, revoked, for another audience, or no token at all. */
  verify(token: string, audience: string): Promise<Claims | undefined>;
}

/** True if neither the token nor the secret it was issued for has been revoked. */
export type Stands = (token: Pick<Claims, 'id' | 'grantId'>) => Promise<boolean>;

const longestToken = 500;
const mostCachedTokens = 10_000;
const algorithm = 'HS256';

interface Known extends Claims {
  audience: string;
  keyId: string;
  issuedAtMs: number;
}

/**
 * Creates tokens signed with the keyring's current key, by the clock's time. Tokens that a key signed before it was
 * retired stay valid; tokens it signs later do not count.
 */
export function createTokens(keyring: Keyring, clock: Clock, stands: Stands = async () => true): Tokens {
  const keys = new Map<string | undefined, KeyObject>(
    keyring.derive('tokens').map(({ id, bytes }) => [id, createSecretKey(bytes)]),
  );
  const known = new Map<string, Known>();

  async function check(token: string, audience: string): Promise<Known | undefined> {
    try {
      const findKey = ({ kid }: { kid?: string }): KeyObject => {
        const key = keys.get(kid);
        if (!key) throw new JWKSNoMatchingKey();
        return key;
      };
      const { payload, protectedHeader } = await jwtVerify(token, findKey, {
        algorithms: [algorithm],
        audience,
        currentDate: clock.now(),
        requiredClaims: ['exp', 'iat', 'sub', 'jti', 'grant'],
      });
      const { sub, exp, iat, jti, grant, aud: _audience, ...claims } = payload;
      const grantId = longId(String(grant));
      const [from, to] = [required(iat, 'claim iat'), required(exp, 'claim exp')];
      if (to - from > tokenLifetimeSeconds || !isUuid(grantId)) return undefined;
      return {
        id: required(jti, 'claim jti'),
        subject: required(sub, 'claim sub'),
        grantId,
        claims: claims as Record<string, string>,
        audience,
        keyId: required(protectedHeader.kid, 'id of the key'),
        issuedAtMs: from * 1000,
        expiresAt: new Date(to * 1000),
      };
    } catch (error) {
      if (error instanceof JOSEError) return undefined;
      throw error;
    }
  }

  function isSignedInTime({ keyId, issuedAtMs }: Known): boolean {
    const { currentId, retiredAt } = keyring.state();
    const retired = retiredAt.get(keyId);
    return keyId === currentId || (retired !== undefined && issuedAtMs <= retired.getTime() + keyFollowedMs);
  }

  function remember(token: string, found: Known): void {
    // Evicts the oldest: a map keeps insertion order.
    if (known.size >= mostCachedTokens) known.delete(known.keys().next().value!);
    known.set(token, found);
  }

  async function find(token: string, audience: string): Promise<Known | undefined> {
    const cached = known.get(token);
    if (cached) return cached;
    const found = await check(token, audience);
    if (found) remember(token, found);
    return found;
  }

  return {
    issue: async ({ audience, subject, grantId, claims, lifetimeSeconds }) => {
      const { currentId } = keyring.state();
      const seconds = Math.floor(clock.now().getTime() / 1000);
      const token = await new SignJWT({ ...claims, grant: shortId(grantId) })
        .setProtectedHeader({ alg: algorithm, kid: currentId })
        .setAudience(audience)
        .setSubject(subject)
        .setJti(randomBytes(8).toString('base64url'))
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + lifetimeSeconds)
        .sign(getOrThrow(keys, currentId));
      if (token.length > longestToken) throw new RangeError('the claims do not fit into a token');
      return token;
    },
    verify: async (token, audience) => {
      if (token.length > longestToken) return undefined;
      const found = await find(token, audience);
      if (!found || found.audience !== audience || !isSignedInTime(found)) return undefined;
      if (found.expiresAt <= clock.now()) {
        known.delete(token);
        return undefined;
      }
      return (await stands(found)) ? found : undefined;
    },
  };
}

// A UUID in 22 characters, to keep tokens short.
const shortId = (uuid: string): string => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');

function longId(short: string): string {
  const hex = Buffer.from(short, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
