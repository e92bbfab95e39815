// Identifies users by their company's sign-in (OpenID Connect). openid-client, which the first sign-in loads, verifies the
// response: state, nonce, PKCE, issuer, audience, times and signature.
import type { Configuration } from 'openid-client';
import type { Company, CompanyAccount, CompanyAnswer, Pending } from '../core/users/company.ts';
import { readGrant } from '../core/users/company-groups.ts';
import { readEmail } from '../kernel/formats/contact.ts';
import type { Outbound } from '../kernel/http/outbound.ts';
import type { Logger } from '../kernel/process/log.ts';
import type { Config } from './config.ts';

/** How long one call to the company may take, in seconds. */
const callSeconds = 5;
/** The lifetime of the issuer's cached metadata, in milliseconds. */
const knownMs = 60 * 60 * 1000;

/** The claims for a sign-in with two factors: methods of RFC 8176 (amr), or levels of the response (acr). */
const strongMethods = ['mfa'];
const strongLevels = ['phr', 'phrh', 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'];

/** Returns the company's sign-in; undefined if the settings name no issuer. */
export function createCompany(config: Config, fetch: Outbound['fetch'], log: Logger): Company | undefined {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcGroups, oidcDomains, publicUrl, mode } = config;
  if (!oidcIssuer) return undefined;
  const answersTo = `${publicUrl}/console/sign-in/company/answer`;
  let known: { client: Promise<Client>; at: number } | undefined;

  async function discover(): Promise<Client> {
    const library = await import('openid-client');
    const { ClientSecretPost, None, allowInsecureRequests, enableNonRepudiationChecks } = library;
    const auth = oidcClientSecret === undefined ? None() : ClientSecretPost(oidcClientSecret);
    const configuration = await library.discovery(new URL(oidcIssuer), oidcClientId, undefined, auth, {
      // Only staging accepts an issuer over http.
      execute: [enableNonRepudiationChecks, ...(mode === 'staging' ? [allowInsecureRequests] : [])],
      timeout: callSeconds,
      [library.customFetch]: (url, init) => fetch(url, init as RequestInit),
    });
    return { library, configuration };
  }

  /** Caches the issuer's metadata, but not a failed discovery. */
  async function clientNow(): Promise<Client> {
    if (!known || performance.now() - known.at > knownMs) {
      const asked = { client: discover(), at: performance.now() };
      known = asked;
      asked.client.catch(() => {
        if (known === asked) known = undefined;
      });
    }
    return known.client;
  }

  return {
    grants: oidcGroups.map(readGrant),
    addressOf: async ({ state, nonce, verifier }) => {
      try {
        const { library, configuration } = await clientNow();
        const { scopes_supported: scopes = [] } = configuration.serverMetadata();
        const address = library.buildAuthorizationUrl(configuration, {
          ...{ redirect_uri: answersTo, state, nonce, response_type: 'code' },
          scope: ['openid', 'email', 'profile', ...(scopes.includes('groups') ? ['groups'] : [])].join(' '),
          code_challenge: await library.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return address.href;
      } catch (error) {
        log.warn({ reason: wordsOf(error) }, 'the company’s sign-in is unreachable');
        return undefined;
      }
    },
    judge: async (query, pending): Promise<CompanyAnswer> => {
      try {
        const client = await clientNow();
        const account = await accountOf(client, `${answersTo}?${query}`, pending, oidcDomains);
        return isPlain(account.subject) ? { kind: 'account', account } : { kind: 'refused' };
      } catch (error) {
        const kind = isRefusal(error) ? 'refused' : 'away';
        log.warn(
          { security: kind === 'refused', reason: wordsOf(error) },
          'a company’s sign-in response was rejected',
        );
        return { kind };
      }
    },
  };
}

interface Client {
  library: typeof import('openid-client');
  configuration: Configuration;
}

async function accountOf(
  { library, configuration }: Client,
  answer: string,
  { state, nonce, verifier }: Pending,
  domains: readonly string[],
): Promise<CompanyAccount> {
  const tokens = await library.authorizationCodeGrant(configuration, new URL(answer), {
    ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
  });
  const idClaims = tokens.claims()!;
  const { sub: subject, iss: issuer } = idClaims;
  // Some companies return groups and addresses only from the userinfo endpoint.
  const isWhole = idClaims.groups !== undefined && idClaims.email !== undefined;
  const asks = !isWhole && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo = asks ? await library.fetchUserInfo(configuration, tokens.access_token, subject) : {};
  const claims: Record<string, unknown> = { ...userInfo, ...idClaims };
  const { email, email_verified: isVerified, name, groups, amr, acr } = claims;
  return {
    ...{ issuer, subject },
    email: verifiedAddress(email, isVerified, domains),
    name: typeof name === 'string' ? name.replace(/\p{C}/gu, '') : null,
    groups: textsOf(groups),
    isStrong:
      textsOf(amr).some((one) => strongMethods.includes(one)) ||
      textsOf(acr).some((one) => strongLevels.includes(one)),
  };
}

/** Returns whether a subject has the standard's length and no control characters, which the database rejects. */
const isPlain = (subject: string): boolean => /^[^\p{Cc}]{1,255}$/u.test(subject);

/** Returns an address that the company has verified, or one in its domains if it does not state verification. */
function verifiedAddress(claim: unknown, isVerified: unknown, domains: readonly string[]): string | null {
  const address = addressIn(claim);
  const isOwn = isVerified === undefined && domains.some((domain) => address?.endsWith(`@${domain}`));
  return isVerified === true || isOwn ? address : null;
}

function addressIn(claim: unknown): string | null {
  try {
    return typeof claim === 'string' ? readEmail(claim.trim().toLowerCase()) : null;
  } catch {
    return null;
  }
}

const textsOf = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((one) => typeof one === 'string');

/** Returns whether the company sent an invalid response, rather than none. */
function isRefusal(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return /^OAUTH_(?:AUTHORIZATION_RESPONSE_ERROR|RESPONSE_BODY_ERROR|INVALID_RESPONSE|KEY_SELECTION_FAILED|(?:JWT|JSON)_\w+_FAILED|UNSUPPORTED_OPERATION)$/.test(
    code,
  );
}

/** Returns an error's text without any part of the response, so that no code or token is logged. */
function wordsOf(error: unknown): string {
  const { name, code, message, error: said } = error as Record<string, unknown>;
  const cause = (error as Error).cause;
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return [name, code, said, `${message}${why}`].filter((one) => typeof one === 'string').join(' ');
}
