// Access tokens: JWT signed with keys derived from the master keys, so that any process can check what another has
// issued. A token that was checked once is remembered, and only its expiry is looked at again.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from './clock.ts';
import type { Keyring } from './crypto.ts';

export interface TokenRequest {
  /** The base address of the surface that issues the token and for which alone it is good. */
  audience: string;
  /** Whose token it is. */
  subject: string;
  /** What else the surface wants to find in it. Readable by its holder: no secrets. */
  claims: Record<string, string>;
  lifetimeSeconds: number;
}

/** What a good token says. */
export interface Claims {
  subject: string;
  claims: Record<string, string>;
}

export interface Tokens {
  /** Signs a token of at most 500 characters; throws RangeError when its claims do not fit. */
  issue(request: TokenRequest): Promise<string>;
  /** Undefined for a token that is forged, expired, meant for another audience, or no token at all. */
  verify(token: string, audience: string): Promise<Claims | undefined>;
}

const longestToken = 500;
const rememberedTokens = 10_000;
const algorithm = 'HS256';

interface Known extends Claims {
  audience: string;
  expiresAtMs: number;
}

/** Tokens signed with the keyring's first key and good under any of its keys, by the clock's time. */
export function createTokens(keyring: Keyring, clock: Clock): Tokens {
  const keys = keyring.derive('tokens').map(({ id, bytes }) => ({ id, key: createSecretKey(bytes) }));
  const keyById = new Map<string | undefined, KeyObject>(keys.map(({ id, key }) => [id, key]));
  const known = new Map<string, Known>();

  async function check(token: string, audience: string): Promise<Known | undefined> {
    try {
      const findKey = ({ kid }: { kid?: string }): KeyObject => {
        const key = keyById.get(kid);
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key;
      };
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: [algorithm],
        issuer: audience,
        audience,
        currentDate: clock.now(),
        requiredClaims: ['exp', 'sub'],
      });
      const { sub, exp, iss: _issuer, aud: _audience, iat: _issued, ...claims } = payload;
      return { subject: sub!, claims: claims as Record<string, string>, audience, expiresAtMs: exp! * 1000 };
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  function remember(token: string, found: Known): void {
    // The oldest goes first: a map keeps the order in which its keys came.
    if (known.size >= rememberedTokens) known.delete(known.keys().next().value!);
    known.set(token, found);
  }

  return {
    issue: async ({ audience, subject, claims, lifetimeSeconds }) => {
      const { id, key } = keys[0]!;
      const seconds = Math.floor(clock.now().getTime() / 1000);
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, kid: id })
        .setIssuer(audience)
        .setAudience(audience)
        .setSubject(subject)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + lifetimeSeconds)
        .sign(key);
      if (token.length > longestToken) throw new RangeError('the claims do not fit into a token');
      return token;
    },
    verify: async (token, audience) => {
      if (token.length > longestToken) return undefined;
      let found = known.get(token);
      if (!found) {
        found = await check(token, audience);
        if (!found) return undefined;
        remember(token, found);
      }
      if (found.audience !== audience) return undefined;
      if (found.expiresAtMs > clock.now().getTime()) return found;
      known.delete(token);
      return undefined;
    },
  };
}
