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

type Fields = Record<string, string>;

/** Posts a value as JSON. */
export const postJson = (url: string, body: unknown, headers: Fields = {}): Promise<Answer> =>
  ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Posts the fields of a form. */
export const postForm = (
  url: string,
  fields: ConstructorParameters<typeof URLSearchParams>[0] = {},
  headers: Fields = {},
): Promise<Answer> => ask(url, { method: 'POST', headers, body: new URLSearchParams(fields) });

/** A thread builds the documentation for the first reader: measurements exclude it. */
export async function untilDocsAreMade(base: string): Promise<void> {
  await until(async () => (await ask(`${base}/docs`)).status === 200);
}

/** SHA-512 of the joined values in lower case: how both older surfaces sign. */
export function hashOf(...values: (string | number | boolean)[]): string {
  return createHash('sha512').update(values.join('').toLowerCase()).digest('hex');
}

export type Merchant = ReturnType<typeof createMerchantOf>;

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

/** Returns a payout request with its hash, to an account at TymeBank. */
export function payoutRequest(
  { siteCode, apiKey }: Pick<Credentials, 'siteCode' | 'apiKey'>,
  cents: number,
  { merchantReference, notifyUrl, reference = 'KAROO' }: Record<string, string | undefined>,
) {
  const bankingDetails = {
    bankGroupId: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80',
    accountNumber: '51000000001',
    branchCode: '678910',
  };
  const order = [siteCode, cents, merchantReference, reference, false, notifyUrl ?? ''];
  const signed = [...order, ...Object.values(bankingDetails), apiKey].join('').toLowerCase();
  return {
    ...{ siteCode, amount: cents / 100, merchantReference, customerBankReference: reference, isRtc: false },
    ...(notifyUrl !== undefined && { notifyUrl }),
    bankingDetails,
    hashCheck: createHash('sha512').update(signed).digest('hex'),
  };
}

export function createMerchantOf(base: string, credentials: Credentials) {
  const { apiKey: apikey } = credentials;
  return {
    credentials,
    token: (secret = credentials.clientSecret) =>
      postForm(`${base}/one/v1/token`, {
        grant_type: 'client_credentials',
        client_id: credentials.clientId,
        client_secret: secret,
      }),
    /** Creates a payment on the One API; `more` adds fields to the usual ones. */
    createOne: (token: string, more: Record<string, unknown> = {}, headers: Fields = {}) => {
      const usual = { siteCode: credentials.siteCode, amount: { currency: 'ZAR', value: 150.5 } };
      const expireAt = new Date(Date.now() + 3_600_000).toISOString();
      const body = { ...usual, merchantReference: 'ORDER-1', expireAt, ...more };
      return postJson(`${base}/one/v1/payments`, body, { authorization: `Bearer ${token}`, ...headers });
    },
    /** Creates a payment on the Payments API. */
    createPayments: (more?: Fields, keys: { apiKey?: string; privateKey?: string } = {}) => {
      const { apiKey, privateKey } = { ...credentials, ...keys };
      const headers = { accept: 'application/json', apikey: apiKey };
      const fields = signedFields({ ...credentials, privateKey }, more);
      return postJson(`${base}/payments/postpaymentrequest`, fields, headers);
    },
    /** Decides in place of the customer and the bank. */
    decide: (id: string, outcome: string, headers: Fields = {}) =>
      postJson(`${base}/sandbox/transactions/${id}/outcome`, { outcome }, { apikey, ...headers }),
  };
}
