import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOperation } from './documents.ts';
import { problemOfRequest } from './requests.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };

const payment = {
  siteCode: 'KARKAR1234',
  amount: { currency: 'ZAR', value: 150.5 },
  merchantReference: 'ORDER-1',
  expireAt: '2030-01-01T00:00:00Z',
};

const payments = '/one/v1/payments';
const caller = { authorization: 'Bearer x', apikey: 'x', sitecode: 'KARKAR1234' };

function problem(method: string, url: string, body?: unknown, headers: object = json): string {
  const operation = findOperation(method, url.split('?')[0]!)!;
  return problemOfRequest({ url, headers: { ...caller, ...headers }, body }, operation) ?? 'none';
}

for (const [name, expected, ...request] of [
  ['a valid body', /^none$/, 'POST', payments, payment],
  ['no required member', /siteCode/, 'POST', payments, { ...payment, siteCode: undefined }],
  ['a member of another type', /siteCode/, 'POST', payments, { ...payment, siteCode: 1 }],
  ['a member of another form', /date-time/, 'POST', payments, { ...payment, expireAt: 'soon' }],
  ['null for a member that has none', /notifyUrl/, 'POST', payments, { ...payment, notifyUrl: null }],
  ['no body', /no body/, 'POST', payments, undefined, {}],
  [
    'an undeclared media type',
    /type text\/plain/,
    'POST',
    payments,
    payment,
    { 'content-type': 'text/plain' },
  ],
  [
    'a header that breaks its rule',
    /Idempotency-Key/,
    'POST',
    payments,
    payment,
    { ...json, 'idempotency-key': 'x'.repeat(256) },
  ],
  ['no required parameter', /no toDate/, 'GET', '/one/v1/refunds?fromDate=2026-11-20'],
  ['no token', /security/, 'POST', payments, payment, { ...json, authorization: undefined }],
  ['no site', /security/, 'POST', '/payouts/v1/getpayoutbyreference', {}, { ...json, sitecode: '' }],
  ['a part of its path that breaks its rule', /id/, 'GET', `${payments}/17`],
  ['a parameter that breaks its rule', /limit/, 'GET', '/one/v1/webhooks?limit=501'],
  [
    'names in any letter case, where the surface reads any,',
    /^none$/,
    'POST',
    '/payouts/v1/getpayoutbyreference',
    { PAGESIZE: 10, pageIndex: 1, searchFields: 1, searchString: 'PAY-1' },
  ],
  [
    'a name in capitals elsewhere',
    /siteCode/,
    'POST',
    payments,
    { ...payment, siteCode: undefined, SITECODE: 'a' },
  ],
  ['JSON by another name on the Merchant External API', /^none$/, ...compressed('application/vnd.x+json')],
  ['XML on the Merchant External API', /media type/, ...compressed('application/xml')],
] as [string, RegExp, string, string, unknown?, object?][])
  test(`the problem of an accepted request with ${name} is ${expected}`, () =>
    assert.match(problem(...request), expected));

function compressed(type: string) {
  const url = '/external/Secure/BulkPaymentRequests/Decompress';
  return ['POST', url, '{"compressedData":"AA=="}', { 'content-type': type }] as const;
}
