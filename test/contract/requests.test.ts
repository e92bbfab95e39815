import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findOperation } from './documents.ts';
import { problemOfRequest } from './requests.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };

const payment = {
  siteCode: 'KARKAR1234',
  amount: { currency: 'ZAR', value: 150.5 },
  merchantReference: 'ORDER-1',
  expireAt: '2030-01-01T00:00:00Z',
};

const caller = { authorization: 'Bearer x', apikey: 'x', sitecode: 'KARKAR1234' };

function problem(method: string, url: string, body?: unknown, headers: object = json): string | undefined {
  const operation = findOperation(method, url.split('?')[0]!)!;
  return problemOfRequest({ url, headers: { ...caller, ...headers }, body }, operation);
}

describe('an accepted request is caught', () => {
  const of = (body: unknown, headers?: object) => problem('POST', '/one/v1/payments', body, headers);
  test('not when it matches its document', () => assert.equal(of(payment), undefined));
  test('without a required member', () => assert.match(of({ ...payment, siteCode: undefined })!, /siteCode/));
  test('with a member of another type', () => assert.match(of({ ...payment, siteCode: 1 })!, /siteCode/));
  test('with a member of another form', () =>
    assert.match(of({ ...payment, expireAt: 'soon' })!, /date-time/));
  test('with null for a member that has none', () =>
    assert.match(of({ ...payment, notifyUrl: null })!, /notifyUrl/));
  test('without its body', () => assert.match(of(undefined, {})!, /no body/));
  test('with an undeclared media type', () =>
    assert.match(of(payment, { 'content-type': 'text/plain' })!, /media type text\/plain/));
  test('with a header that breaks its rule', () =>
    assert.match(of(payment, { ...json, 'idempotency-key': 'x'.repeat(256) })!, /Idempotency-Key/));
  test('without a required parameter', () =>
    assert.match(problem('GET', '/one/v1/refunds?fromDate=2026-11-20')!, /no toDate/));
  test('without the required credentials', () => {
    assert.match(of(payment, { ...json, authorization: undefined })!, /security/);
    assert.match(
      problem('POST', '/payouts/v1/getpayoutbyreference', {}, { ...json, sitecode: '' })!,
      /security/,
    );
  });
  test('with a part of its path that breaks its rule', () =>
    assert.match(problem('GET', '/one/v1/payments/17')!, /id/));
  test('with a parameter that breaks its rule', () =>
    assert.match(problem('GET', '/one/v1/webhooks?limit=501')!, /limit/));
});

describe('deliberate leniency is no violation', () => {
  const search = { PAGESIZE: 10, pageIndex: 1, searchFields: 1, searchString: 'PAY-1' };
  test('names in any letter case, where the surface reads any', () => {
    assert.equal(problem('POST', '/payouts/v1/getpayoutbyreference', search), undefined);
    assert.match(
      problem('POST', '/one/v1/payments', { ...payment, siteCode: undefined, SITECODE: 'a' })!,
      /siteCode/,
    );
  });
  test('a body of JSON by its other names, on the Merchant External API', () => {
    const body = '{"compressedData":"AA=="}';
    const url = '/external/Secure/BulkPaymentRequests/Decompress';
    assert.equal(problem('POST', url, body, { 'content-type': 'application/vnd.x+json' }), undefined);
    assert.match(problem('POST', url, body, { 'content-type': 'application/xml' })!, /media type/);
  });
});
