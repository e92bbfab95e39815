// Access tokens: JWT signed with keys derived from the master keys, so that any process can check what another has
// issued. A token whose signature was checked once is remembered; whether it still stands is asked each time.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { JOSEError, JWKSNoMatchingKey } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import type { Clock } from '../clock.ts';
import { isUuid } from '../ids.ts';
import { randomBytes } from '../random.ts';
import type { Keyring } from './crypto.ts';

/** The longest that a token lives, in seconds: whatever a token says, beyond that it is none. */
export const tokenLifetimeSeconds = 3600;

/**
 * How long a process may take to hear that a key was retired, in milliseconds. What it has signed meanwhile is good.
 */
export const keyFollowedMs = 5_000;

export interface TokenRequest {
  /** The base address of the surface that issues the token and for which alone it is good. */
  audience: string;
  /** Whose token it is. */
  subject: string;
  /** For which secret it is issued, a UUID: its grant. The token ends with it. */
  grantId: string;
  /** What else the surface wants to find in it. Readable by its holder: no secrets. */
  claims: Record<string, string>;
  /** At most `tokenLifetimeSeconds`. */
  lifetimeSeconds: number;
}

/** What a good token says. */
export interface Claims {
  /** Its own, by which it is revoked. */
  id: string;
  subject: string;
  grantId: string;
  claims: Record<string, string>;
  expiresAt: Date;
}

export interface Tokens {
  /** Signs a token of at most 500 characters; throws RangeError when its claims do not fit. */
  issue(request: TokenRequest): Promise<string>;
  /** Undefined for a token that is forged, expired, revoked, meant for another audience, or no token at all. */
  verify(token: string, audience: string): Promise<Claims | undefined>;
}

/** Whether a token has been revoked neither by itself nor with the secret it was issued for. */
export type Stands = (token: Pick<Claims, 'id' | 'grantId'>) => Promise<boolean>;

const longestToken = 500;
const rememberedTokens = 10_000;
const algorithm = 'HS256';

interface Known extends Claims {
  audience: string;
  keyId: string;
  issuedAtMs: number;
}

/**
 * Tokens signed with the keyring's current key, by the clock's time. Those that a key signed before it was retired are
 * good to their end; that it signs one anew does not count.
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
      if (exp! - iat! > tokenLifetimeSeconds || !isUuid(grantId)) return undefined;
      return {
        id: jti!,
        subject: sub!,
        grantId,
        claims: claims as Record<string, string>,
        audience,
        keyId: protectedHeader.kid!,
        issuedAtMs: iat! * 1000,
        expiresAt: new Date(exp! * 1000),
      };
    } catch (error) {
      if (error instanceof JOSEError) return undefined;
      throw error;
    }
  }

  function isOfItsTime({ keyId, issuedAtMs }: Known): boolean {
    const { currentId, retiredAt } = keyring.state();
    const retired = retiredAt.get(keyId);
    return keyId === currentId || (retired !== undefined && issuedAtMs <= retired.getTime() + keyFollowedMs);
  }

  function remember(token: string, found: Known): void {
    // The oldest goes first: a map keeps the order in which its keys came.
    if (known.size >= rememberedTokens) known.delete(known.keys().next().value!);
    known.set(token, found);
  }

  async function find(token: string, audience: string): Promise<Known | undefined> {
    const remembered = known.get(token);
    if (remembered) return remembered;
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
        .sign(keys.get(currentId)!);
      if (token.length > longestToken) throw new RangeError('the claims do not fit into a token');
      return token;
    },
    verify: async (token, audience) => {
      if (token.length > longestToken) return undefined;
      const found = await find(token, audience);
      if (!found || found.audience !== audience || !isOfItsTime(found)) return undefined;
      if (found.expiresAt <= clock.now()) {
        known.delete(token);
        return undefined;
      }
      return (await stands(found)) ? found : undefined;
    },
  };
}

// A UUID in 22 characters: a token has no room to spare.
const shortId = (uuid: string): string => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');

function longId(short: string): string {
  const hex = Buffer.from(short, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
