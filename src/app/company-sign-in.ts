// Asks a company's own sign-in (OpenID Connect) who somebody is. openid-client checks the answer: state, nonce, PKCE, issuer,
// audience, times and signature. It is loaded with the first sign-in.
import type { Configuration } from 'openid-client';
import type { Company, CompanyAccount, CompanyAnswer, Pending } from '../core/people/company.ts';
import { readGrant } from '../core/people/company-groups.ts';
import { readEmail } from '../kernel/formats/contact.ts';
import type { Outbound } from '../kernel/http/outbound.ts';
import type { Logger } from '../kernel/process/log.ts';
import type { Config } from './config.ts';

/** How long one call to the company may take, in seconds. */
const callSeconds = 5;
/** How long what the company says about itself is believed, in milliseconds. */
const knownMs = 60 * 60 * 1000;

/** How a company says that it has asked for two factors: by a method of RFC 8176, or by a level of the answer. */
const strongMethods = ['mfa'];
const strongLevels = ['phr', 'phrh', 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'];

/** Returns the company's sign-in; undefined where the settings name none. */
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
      // Staging alone takes an issuer over http.
      execute: [enableNonRepudiationChecks, ...(mode === 'staging' ? [allowInsecureRequests] : [])],
      timeout: callSeconds,
      [library.customFetch]: (url, init) => fetch(url, init as RequestInit),
    });
    return { library, configuration };
  }

  /** What a failed discovery says is not kept. */
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
        log.warn({ reason: wordsOf(error) }, 'the company’s sign-in could not be reached');
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
          'a company’s answer was not taken',
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
  const sworn = tokens.claims()!;
  const { sub: subject, iss: issuer } = sworn;
  // Some companies tell groups and addresses only when they are asked.
  const isWhole = sworn.groups !== undefined && sworn.email !== undefined;
  const asks = !isWhole && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const told = asks ? await library.fetchUserInfo(configuration, tokens.access_token, subject) : {};
  const claims: Record<string, unknown> = { ...told, ...sworn };
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

/** What the standard lets a subject be, without what no database keeps. */
const isPlain = (subject: string): boolean => /^[^\p{Cc}]{1,255}$/u.test(subject);

/** Returns an address that the company has verified, or gives out itself and says nothing about. */
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

/** Whether the company has answered and the answer is not good, rather than none has come. */
function isRefusal(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return /^OAUTH_(?:AUTHORIZATION_RESPONSE_ERROR|RESPONSE_BODY_ERROR|INVALID_RESPONSE|KEY_SELECTION_FAILED|(?:JWT|JSON)_\w+_FAILED|UNSUPPORTED_OPERATION)$/.test(
    code,
  );
}

/** Without any part of the answer: a code or a token must not stand in the log. */
function wordsOf(error: unknown): string {
  const { name, code, message, error: said } = error as Record<string, unknown>;
  const cause = (error as Error).cause;
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return [name, code, said, `${message}${why}`].filter((one) => typeof one === 'string').join(' ');
}
