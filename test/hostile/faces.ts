// The four surfaces of a running service, for an attacker: one operation of each, a valid body, and the shape of its
// refusal.
import assert from 'node:assert/strict';
import { type Answer, ask, postForm, signedFields } from '../support/merchant.ts';
import { clientOf, openService } from '../support/opening.ts';

export const service = await openService();
export const { base, merchant } = service;
const shop = clientOf(service);
const token = (await shop.token()).body.access_token as string;
const secureToken = (
  await postForm(
    `${base}/payments/token`,
    { grant_type: 'password', SiteCode: merchant.siteCode },
    { apikey: merchant.apiKey },
  )
).body.access_token as string;

const json = 'application/json';
const apiKey = { apikey: merchant.apiKey };

export interface Face {
  path: string;
  method?: 'GET';
  headers: Record<string, string>;
  /** A valid body. */
  body?: () => Record<string, unknown>;
  /** Compares a refusal with the surface's own format. */
  shape(answer: Answer): void;
  /** The response to an invalid value: on these surfaces a 200 that reports the error. */
  saysSo?: true;
}

const plainText = (answer: Answer) => {
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.doesNotMatch(answer.text, /^["{[]|^\s*$/);
};
const errorObject = (answer: Answer) => {
  const names = ['id', 'links', 'code', 'title', 'detail', 'source', 'meta'];
  assert.deepEqual(Object.keys(answer.body).sort(), names.sort(), answer.text);
};
const message = (answer: Answer) => {
  assert.deepEqual(Object.keys(answer.body), ['message'], answer.text);
  assert.equal(typeof answer.body.message, 'string');
};

const paymentRequest = () => signedFields(merchant, {});
export const faces: Record<string, Face> = {
  'One API': {
    path: '/one/v1/payments',
    headers: { authorization: `Bearer ${token}` },
    body: () => ({
      siteCode: merchant.siteCode,
      amount: { currency: 'ZAR', value: 150.5 },
      merchantReference: 'ORDER-1',
      expireAt: '2026-11-21T10:00:00Z',
    }),
    shape: errorObject,
  },
  'Payments API': {
    path: '/payments/postpaymentrequest',
    headers: apiKey,
    body: paymentRequest,
    shape: plainText,
    saysSo: true,
  },
  'Payouts API': {
    path: '/payouts/v1/getpayoutbyreference',
    headers: { ...apiKey, sitecode: merchant.siteCode },
    body: () => ({ pageSize: 10, pageIndex: 0, searchFields: [1], searchString: 'PAY-1' }),
    shape: message,
  },
  'Merchant External API': {
    path: '/external/api/MerchantApiV1/PostPaymentRequest',
    headers: apiKey,
    body: paymentRequest,
    shape: plainText,
    saysSo: true,
  },
};
export const secure: Face = {
  path: '/payments/secure/refunds/submit',
  headers: { authorization: `Bearer ${secureToken}` },
  shape: plainText,
};

export function send(
  face: Face,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask(base + face.path, {
    method: 'POST',
    headers: { 'content-type': json, ...face.headers, ...headers },
    body: body as string,
  });
}

/**
 * The refusal is a 4xx in the surface's format, or a 200 with the error where the surface does that; and it came
 * quickly.
 */
export function assertRefused(face: Face, answer: Answer, ...statuses: number[]): void {
  const what = `${face.path}: ${answer.status} ${answer.text.slice(0, 200)}`;
  assert.ok(answer.headers.get('x-correlation-id'), what);
  assert.ok(answer.ms < 2_000, `${what} after ${answer.ms} ms`);
  assert.ok(answer.text.length < 2_000, 'a refusal does not say back all that was sent');
  if (face.saysSo && answer.status === 200 && statuses.length === 0) {
    assert.equal(answer.body.paymentRequestId, null, what);
    assert.match(answer.body.errorMessage, /\S/, what);
    return;
  }
  if (statuses.length === 0) assert.ok(answer.status >= 400 && answer.status < 500, what);
  else assert.ok(statuses.includes(answer.status), what);
  face.shape(answer);
}

export async function assertServing(): Promise<void> {
  for (const [name, face] of Object.entries(faces)) {
    const answer = await send(face, JSON.stringify(face.body!()));
    assert.ok(answer.status === 200 || answer.status === 201, `${name}: ${answer.text}`);
    if (face.saysSo) assert.equal(answer.body.errorMessage, null);
  }
}
