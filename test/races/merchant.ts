// A merchant's program on all surfaces: over connections that stay open, and enough of them to send all requests of
// a round at once. Its calculations share no code with the service.
import { Agent, request } from 'undici';
import type { NewMerchant } from '../../src/core/merchants/actions.ts';
import type { Clock } from '../../src/kernel/clock.ts';

export interface Answer {
  status: number;
  text: string;
  /** The text as JSON; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers.
  body: any;
  /** It names a time to retry: the outcome is not known. */
  asksAgain: boolean;
}

type Headers = Record<string, string>;
type Send = (path: string, body?: unknown, headers?: Headers) => Promise<Answer>;

export type Keys = Omit<NewMerchant, 'merchant'>;

export interface Merchant {
  /** Returns the tokens, new ones where the old have expired, as the next request that needs one does. */
  signIn(): Promise<[one: string, payments: string]>;
  /** Each sends `body` as JSON by POST, and without one sends a GET. */
  one: Send;
  payments: Send;
  payouts(siteCode: string, path: string, body: unknown): Promise<Answer>;
  external(method: 'GET' | 'POST', path: string): Promise<Answer>;
  sandbox: Send;
  /** The number of responses so far. */
  requests(): number;
  apiKey: string;
  /** Transactions whose outcome was requested again: an attempt can have failed before it paid. */
  repeatedOutcomes?: ReadonlySet<string>;
  close(): Promise<void>;
}

const connections = 256;
const tokenMs = 50 * 60_000;

export function openMerchant(base: string, credentials: Keys, clock: Pick<Clock, 'now'>): Merchant {
  const agent = new Agent({ connections, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 });
  const { apiKey } = credentials;
  const apikey = { apikey: apiKey };
  let answers = 0;
  let tokens: Promise<[one: string, payments: string]> | undefined;
  let until = 0;

  async function send(
    method: 'GET' | 'POST',
    path: string,
    headers: Headers,
    sent?: string,
  ): Promise<Answer> {
    const answer = await request(base + path, { method, headers, body: sent, dispatcher: agent });
    const text = await answer.body.text();
    answers += 1;
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    const body = isJson && text !== '' ? JSON.parse(text) : undefined;
    return { status: answer.statusCode, text, body, asksAgain: 'retry-after' in answer.headers };
  }

  const sendJson = (path: string, headers: Headers, body: unknown) =>
    body === undefined
      ? send('GET', path, headers)
      : send('POST', path, { ...headers, ...jsonType }, JSON.stringify(body));

  async function tokenOf(path: string, headers: Headers, form: Headers): Promise<string> {
    const answer = await send('POST', path, { ...headers, ...formType }, `${new URLSearchParams(form)}`);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return `Bearer ${answer.body.access_token}`;
  }

  /** Returns the tokens, which requests at once share. */
  function signIn() {
    const now = clock.now().getTime();
    if (tokens && until > now) return tokens;
    until = now + tokenMs;
    const { clientId, clientSecret, siteCode } = credentials;
    const client = { client_id: clientId, client_secret: clientSecret };
    tokens = Promise.all([
      tokenOf('/one/v1/token', {}, { grant_type: 'client_credentials', ...client }),
      tokenOf('/payments/token', apikey, { grant_type: 'password', SiteCode: siteCode }),
    ]);
    tokens.catch(() => {
      tokens = undefined;
    });
    return tokens;
  }

  return {
    apiKey,
    signIn,
    one: async (path, body, headers) => {
      const [authorization] = await signIn();
      return sendJson(`/one/v1${path}`, { ...headers, authorization }, body);
    },
    payments: async (path, body, headers) => {
      const [, authorization] = await signIn();
      const all = { ...headers, ...apikey, authorization, accept: 'application/json' };
      return sendJson(`/payments${path}`, all, body);
    },
    payouts: (sitecode, path, body) => sendJson(`/payouts/v1${path}`, { ...apikey, sitecode }, body),
    external: (method, path) => send(method, `/external/Secure/FloatTopUp${path}`, apikey),
    sandbox: (path, body) => sendJson(`/sandbox${path}`, apikey, body),
    requests: () => answers,
    close: () => agent.close(),
  };
}

const jsonType = { 'content-type': 'application/json' };
const formType = { 'content-type': 'application/x-www-form-urlencoded' };

export { hashOf } from '../support/merchant.ts';

/** Cents as written on the wire: a number with at most two decimals. */
export const rand = (cents: number): number => cents / 100;

/** The same as a text with two decimals. */
export const decimal = (cents: number): string => rand(cents).toFixed(2);

export const zarOf = (cents: number) => ({ currency: 'ZAR', value: rand(cents) });

/** A number of the wire, or a text with two decimals, as cents. */
export const cents = (amount: number | string): number => Math.round(Number(amount) * 100);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
