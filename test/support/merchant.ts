// A merchant's HTTP client, for tests of the running service: it shares no code with it.
import { createHash } from 'node:crypto';
import type { Credentials } from '../../src/app/credentials.ts';
import { holdAnswer } from '../contract/answers.ts';
import { until } from './until.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers.
  body: any;
  /** How long it took, in milliseconds. */
  ms: number;
}

/** Sends a request and reads the whole answer; does not follow redirects. Throws after `patienceMs` without one. */
export async function ask(url: string, init: RequestInit = {}, patienceMs = 120_000): Promise<Answer> {
  const began = performance.now();
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(url, { redirect: 'manual', signal, ...init });
  const text = await answer.text();
  const headers = Object.fromEntries(answer.headers);
  holdAnswer({
    method: init.method ?? 'GET',
    url: new URL(url).pathname,
    status: answer.status,
    headers,
    body: text,
  });
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const body = isJson && text !== '' ? JSON.parse(text) : undefined;
  return { status: answer.status, headers: answer.headers, text, body, ms: performance.now() - began };
}

/** A thread builds the documentation for the first reader: measurements exclude it. */
export async function untilDocsAreMade(base: string): Promise<void> {
  await until(async () => (await ask(`${base}/docs`)).status === 200);
}

/** SHA-512 of the joined values in lower case: how both older surfaces sign. */
export function hashOf(...values: (string | number | boolean)[]): string {
  return createHash('sha512').update(values.join('').toLowerCase()).digest('hex');
}

export interface Merchant {
  credentials: Credentials;
  token(secret?: string): Promise<Answer>;
  /** Creates a payment on the One API; `more` adds fields to the usual ones. */
  createOne(token: string, more?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  /** Creates a payment on the Payments API. */
  createPayments(
    more?: Record<string, string>,
    keys?: { apiKey?: string; privateKey?: string },
  ): Promise<Answer>;
  /** Decides in place of the customer and the bank. */
  decide(id: string, outcome: string, headers?: Record<string, string>): Promise<Answer>;
}

/** Returns the fields of a payment request in the order of its hash. */
export function signedFields(
  base: Pick<Credentials, 'siteCode' | 'privateKey'>,
  more: Record<string, string> = {},
): Record<string, string> {
  const { notifyUrl = 'http://127.0.0.1:9/notify', optional1, customer, ...rest } = more;
  const fields: Record<string, string> = {
    siteCode: base.siteCode,
    countryCode: 'ZA',
    currencyCode: 'ZAR',
    amount: '25.00',
    transactionReference: 'ORDER-2',
    bankReference: 'ORDER 2',
    ...(optional1 !== undefined && { optional1 }),
    ...(customer !== undefined && { customer }),
    cancelUrl: 'http://127.0.0.1:9/cancel',
    errorUrl: 'http://127.0.0.1:9/error',
    successUrl: 'http://127.0.0.1:9/success',
    notifyUrl,
    isTest: 'false',
    ...rest,
  };
  return { ...fields, hashCheck: hashOf(...Object.values(fields), base.privateKey) };
}

export function createMerchantOf(base: string, credentials: Credentials): Merchant {
  const json = { 'content-type': 'application/json' };
  return {
    credentials,
    token: (secret = credentials.clientSecret) =>
      ask(`${base}/one/v1/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: credentials.clientId,
          client_secret: secret,
        }),
      }),
    createOne: (token, more = {}, headers = {}) =>
      ask(`${base}/one/v1/payments`, {
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${token}`, ...headers },
        body: JSON.stringify({
          siteCode: credentials.siteCode,
          amount: { currency: 'ZAR', value: 150.5 },
          merchantReference: 'ORDER-1',
          expireAt: new Date(Date.now() + 3_600_000).toISOString(),
          ...more,
        }),
      }),
    createPayments: (more, { apiKey = credentials.apiKey, privateKey = credentials.privateKey } = {}) =>
      ask(`${base}/payments/postpaymentrequest`, {
        method: 'POST',
        headers: { ...json, accept: 'application/json', apikey: apiKey },
        body: JSON.stringify(signedFields({ ...credentials, privateKey }, more)),
      }),
    decide: (id, outcome, headers = {}) =>
      ask(`${base}/sandbox/transactions/${id}/outcome`, {
        method: 'POST',
        headers: { ...json, apikey: credentials.apiKey, ...headers },
        body: JSON.stringify({ outcome }),
      }),
  };
}
