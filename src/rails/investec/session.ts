// Authorised requests to the bank's API. No error contains a secret, an address or a part of a response.
import { BankTimeout, BankUnavailable } from '../../core/rails.ts';
import { type Clock, plus } from '../../kernel/clock.ts';
import { type BankRequest, type BankResponse, type Call, CallFailed } from './http.ts';
import { countOf, type Members, readObject, textIn } from './reading.ts';
import { createTokens, type Token } from './tokens.ts';

export interface InvestecCredentials {
  clientId: string;
  clientSecret: string;
  apiKey: string;
}

export interface Access extends InvestecCredentials {
  baseUrl: string;
  clock: Clock;
  call: Call;
}

export interface Session {
  /** Reads. Throws BankUnavailable if no response comes. */
  get(what: string, path: string): Promise<BankResponse>;
  /**
   * Sends a request that must not be lost. Throws BankUnavailable if nothing was sent, and BankTimeout if no response
   * came.
   */
  post(what: string, path: string, headers: Record<string, string>, body: string): Promise<BankResponse>;
}

/** Throws TypeError for a base or credentials that cannot be. */
export function createSession({ baseUrl, clock, call, ...credentials }: Access): Session {
  const base = originOf(baseUrl);
  if (base === undefined) throw new TypeError('baseUrl must be an https address without a user');
  for (const [name, value] of Object.entries(credentials)) assertCredential(name, value);
  const tokens = createTokens(clock, () => fetchToken(base, credentials, clock, call));

  /** A token can end before its stated time: a 401 leads to one new token. */
  async function send(request: BankRequest, failure: (error: CallFailed) => Error): Promise<BankResponse> {
    const token = await tokens.current();
    const answer = await reach(call, withToken(request, token), failure);
    if (answer.status !== 401) return answer;
    tokens.drop(token);
    return reach(call, withToken(request, await tokens.current()), failure);
  }

  return {
    get: (what, path) =>
      send({ method: 'GET', url: base + path, headers: { accept: 'application/json' } }, unavailable(what)),
    post: (what, path, headers, body) =>
      send(
        {
          method: 'POST',
          url: base + path,
          headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
          body,
        },
        (error) =>
          error.maybeSent ? new BankTimeout(`Investec ${what}: ${error.message}`) : unavailable(what)(error),
      ),
  };
}

function withToken(request: BankRequest, token: string): BankRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

function unavailable(what: string): (error: CallFailed) => Error {
  return ({ message }) => new BankUnavailable(`Investec ${what}: ${message}`);
}

async function reach(
  call: Call,
  request: BankRequest,
  failure: (error: CallFailed) => Error,
): Promise<BankResponse> {
  try {
    return await call(request);
  } catch (error) {
    throw error instanceof CallFailed ? failure(error) : error;
  }
}

/** Throws TypeError, without the value, for a text that a header cannot contain. */
export function assertCredential(name: string, value: string): void {
  if (!/^[\x21-\x7e]{1,500}$/.test(value))
    throw new TypeError(`${name} must have 1 to 500 visible ASCII characters and no space`);
}

/** Returns the origin of an address; undefined for anything but https, or http on this machine. */
export function originOf(baseUrl: string): string | undefined {
  const url = URL.parse(baseUrl);
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (!url || !(url.protocol === 'https:' || isLocal) || url.username || url.password) return undefined;
  return url.origin;
}

/** Whatever fails here, no payment has been sent: BankUnavailable. */
async function fetchToken(
  base: string,
  { clientId, clientSecret, apiKey }: InvestecCredentials,
  clock: Clock,
  call: Call,
): Promise<Token> {
  const request: BankRequest = {
    method: 'POST',
    url: `${base}/identity/v2/oauth2/token`,
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'x-api-key': apiKey,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: 'grant_type=client_credentials',
  };
  const answer = await reach(call, request, unavailable('token'));
  if ([400, 401, 403].includes(answer.status))
    throw new BankUnavailable(
      `Investec token: client id, secret or API key is not accepted (${answer.status})`,
    );
  return readToken(objectOf('token', answer), clock);
}

/** In seconds: whatever lifetime the bank states, a token is not trusted for longer. */
const longestToken = 3_600;

function readToken({ access_token, expires_in }: Members, clock: Clock): Token {
  const what = 'Investec token';
  const text = textIn(what, 'access_token', access_token, 5_000);
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new BankUnavailable(`${what}: access_token has unusable characters`);
  const seconds = countOf(expires_in);
  if (!seconds) throw new BankUnavailable(`${what}: expires_in must be a number of seconds above 0`);
  return { text, endsAt: plus(clock.now(), Math.min(seconds, longestToken) * 1_000) };
}

const statusWords: Record<number, string> = {
  401: 'does not accept its own token',
  403: 'does not permit it: look at the permissions of the API key',
  404: 'does not know it',
  429: 'asks to call less often',
};

/** Describes an unexpected response, in words. */
export function refusal(what: string, status: number): string {
  return `Investec ${what}: the bank ${statusWords[status] ?? 'answered an error'} (${status})`;
}

/** Returns the object of a 200. Throws BankUnavailable for every other response. */
export function objectOf(what: string, { status, body }: BankResponse): Members {
  if (status !== 200) throw new BankUnavailable(refusal(what, status));
  return readObject(`Investec ${what}`, body);
}
