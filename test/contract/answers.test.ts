import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { type Exchange, problemElsewhere, problemOf } from './answers.ts';
import { documents, findOperation, isOfFormat, operations } from './documents.ts';
import { problemOfMessage } from './messages.ts';

const json = 'application/json; charset=utf-8';
const uuid = '0190163d-8694-739b-aea5-966c26f8ad91';
const regions = '/one/v1/regions';
const payment = '/one/v1/payments/1';

function judged(method: string, url: string, status: number, body: string, more: object = {}) {
  const deprecated = url.startsWith('/payments') && { deprecation: '@1', link: '<http://a/docs>' };
  const headers = { 'x-correlation-id': 'a', 'content-type': json, ...deprecated, ...more };
  const exchange: Exchange = { method, url, status, headers, body };
  return problemOf(exchange, findOperation(method, url)!) ?? 'none';
}

const untyped = { 'content-type': undefined };
const region = { code: 'ZA', name: 'South Africa', currency: 'ZAR' };

function listed(more: object): string {
  return JSON.stringify({
    links: { self: 'http://a/', first: 'http://a/' },
    results: [{ ...region, ...more }],
    meta: { limit: 1, offset: 0, count: 1, hasMore: false },
  });
}

function refused(code: string): string {
  return JSON.stringify({ id: uuid, code, title: 'a', detail: 'a', links: null, source: null, meta: null });
}

const limited = { 'retry-after': '30', 'ratelimit-limit': '600' };

for (const [name, problem, ...exchange] of [
  ['none', /^none$/, 'GET', regions, 200, listed({})],
  ['an undeclared member', /"more"/, 'GET', regions, 200, listed({ more: 1 })],
  ['a member of another type', /code/, 'GET', regions, 200, listed({ code: 1 })],
  ['no declared member', /currency/, 'GET', regions, 200, listed({ currency: undefined })],
  ['an undeclared status', /status/, 'GET', regions, 202, listed({})],
  [
    'an undeclared media type',
    /text\/html/,
    'GET',
    regions,
    200,
    listed({}),
    { 'content-type': 'text/html' },
  ],
  ['a body that is not JSON', /JSON/, 'GET', regions, 200, '{'],
  [
    'no correlation id',
    /X-Correlation-ID/,
    'GET',
    regions,
    200,
    listed({}),
    { 'x-correlation-id': undefined },
  ],
  ['no body, as declared', /^none$/, 'POST', `${payment}/cancel`, 200, '', untyped],
  ['an undeclared body', /body/, 'POST', `${payment}/cancel`, 200, '{}'],
  ['a body for HEAD', /body/, 'HEAD', regions, 200, '{}'],
  ['a code of the operation', /^none$/, 'POST', `${payment}/cancel`, 403, refused('PaymentAlreadyComplete')],
  ['a code of another operation', /code/, 'POST', `${payment}/cancel`, 403, refused('PaymentClosed')],
] as [string, RegExp, string, string, number, string, object?][])
  test(`the problem of a response with ${name} is ${problem}`, () =>
    assert.match(judged(...exchange), problem));

for (const [problem, status, code, headers] of [
  [/^none$/, 429, 'TooManyRequests', limited],
  [/^none$/, 404, 'NotFound', {}],
  [/^none$/, 404, 'NotFound', { 'ratelimit-limit': '600' }],
  [/header Location is not declared/, 404, 'NotFound', { location: 'http://a/' }],
  [/Set-Cookie is not declared/, 404, 'NotFound', { 'set-cookie': 'a=b' }],
  [/Retry-After/, 429, 'TooManyRequests', { ...limited, 'retry-after': 'soon' }],
] as const)
  test(`the problem of ${code} with the headers ${JSON.stringify(headers)} is ${problem}`, () =>
    assert.match(judged('GET', payment, status, refused(code), headers), problem));

describe('a response is caught by its formats', () => {
  const link = `http://a${payment}`;
  const valid = {
    links: { self: link, cancel: link, transactions: link },
    id: uuid,
    status: 'Created',
    reason: null,
    redirectUrl: link,
    siteCode: 'KARKAR1234',
    amount: { currency: 'ZAR', value: 1.5 },
    merchantReference: 'a',
    createdDate: '2026-11-20T10:00:00.000Z',
    expireAt: '2026-11-20T10:00:00.000Z',
  };
  const of = (more: object) => judged('GET', payment, 200, JSON.stringify({ ...valid, ...more }));
  test('not when they are valid', () => assert.equal(of({}), 'none'));
  for (const [name, value] of Object.entries({
    id: 'one',
    redirectUrl: 'not an address',
    createdDate: '20 November 2026',
    status: 'Paid',
    reason: 0,
    links: { self: link },
    amount: { currency: 'ZAR', value: 1.5, more: 1 },
  }))
    test(`as ${JSON.stringify(value)} is no ${name}`, () =>
      assert.match(of({ [name]: value }), new RegExp(name)));
});

test('a response of an undocumented operation is caught, and a refusal there is accepted', () => {
  assert.match(problemElsewhere('/one/v1/secrets', 200)!, /no document/);
  assert.equal(problemElsewhere('/one/v1/secrets', 404), undefined);
  assert.equal(problemElsewhere('/health', 200), undefined);
});

test('every format in the documents is checked', () => {
  const named = JSON.stringify(documents).matchAll(/"format":"([^"]+)"/g);
  const bad: Record<string, string> = { uri: 'a b', email: 'a', uuid: 'a', date: 'a', 'date-time': 'a' };
  for (const format of new Set([...named].map(([, name]) => name!)))
    assert.equal(isOfFormat(format, bad[format]!), false, format);
});

test('a Payments API response marks the surface as deprecated', () => {
  const said = (more: object) =>
    judged('GET', '/payments/GetTransaction', 401, 'no', {
      'content-type': 'text/plain; charset=utf-8',
      ...more,
    });
  assert.equal(said({}), 'none');
  assert.match(said({ deprecation: undefined, link: undefined }), /Deprecation/);
});

test('a test file with a response that its document does not allow fails, and names it', async () => {
  const program = `
    import { holdAnswer } from './test/contract/answers.ts';
    holdAnswer({ method: 'GET', url: '/one/v1/regions?limit=1', status: 299, headers: {}, body: 'oops' });`;
  const { TEFO_TEST_ANSWERS: _, ...env } = process.env;
  const child = execFile(process.execPath, ['--input-type=module-typescript', '--eval', program], { env });
  let said = '';
  child.stderr!.on('data', (text) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 1);
  assert.match(said, /one GET \/regions 299: the status is not declared\n {2}oops/);
});

test('a message is caught unless it matches its document', () => {
  const form = 'application/x-www-form-urlencoded';
  const data = { id: uuid, status: 'Complete', reason: null };
  const thin = { type: 'refund.complete', timestamp: '2026-11-21T10:00:00.000Z', sequence: 1, data };
  const of = (message: object) => problemOfMessage('application/json', JSON.stringify(message));
  assert.equal(of(thin), undefined);
  assert.match(of({ ...thin, more: 1 })!, /refund.complete/);
  assert.match(of({ ...thin, type: 'refund.begun' })!, /not declared/);
  assert.match(of({})!, /unknown/);
  assert.match(problemOfMessage(form, 'TransactionId=1&More=2')!, /transactionNotification/);
});

test('an XML form is checked by its schema too, member by member and item by item', () => {
  const xml = { 'content-type': 'application/xml; charset=utf-8' };
  const response = (inner: string, root = 'PaymentResponse') =>
    judged('POST', '/payments/PostPaymentRequest', 200, `<${root}>${inner}</${root}>`, xml);
  assert.equal(response('<ErrorMessage>no</ErrorMessage>'), 'none');
  assert.match(response('<More>no</More>'), /More/);
  assert.match(response('<url>no</url>'), /element url is not declared/);
  assert.match(response('<Url>no</Url>'), /url .*uri/);
  assert.match(response('', 'Other'), /\broot\b/);
  const list = (inner: string) =>
    judged('GET', '/payments/secure/refunds/getrefunds', 200, `<Refunds>${inner}</Refunds>`, {
      'content-type': 'text/xml',
    });
  assert.equal(list(''), 'none');
  assert.match(list('<Refund><Amount>ten</Amount></Refund>'), /^\/0 /);
  assert.match(list('<Other></Other>'), /Other/);
});

test('a request finds its operation, in any letter case where the surface ignores case', () => {
  const names = (method: string, path: string) => findOperation(method, path)?.operation.operationId;
  assert.equal(names('GET', '/one/v1/payments/1'), 'getPayment');
  assert.equal(names('HEAD', '/one/v1/payments'), 'listPayments');
  assert.equal(names('GET', '/one/v1/payments/'), undefined);
  assert.equal(names('GET', '/payments/gettransaction/'), 'getTransaction');
  assert.equal(names('GET', '/one/v1/Payments'), undefined);
  assert.equal(names('GET', '/payments/GETTRANSACTION'), 'getTransaction');
  assert.equal(names('GET', '/other'), undefined);
  assert.equal(new Set(operations.map(({ pattern, method }) => method + pattern)).size, operations.length);
});
