import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { type Exchange, problemElsewhere, problemOf } from './answers.ts';
import { documents, findOperation, isOfFormat, operations } from './documents.ts';
import { problemOfMessage } from './messages.ts';

const json = 'application/json; charset=utf-8';

function judged(method: string, url: string, status: number, body: string, type: string | undefined = json) {
  const headers = {
    'x-correlation-id': 'a',
    ...(url.startsWith('/payments') && { deprecation: '@1', link: '<http://a/docs>' }),
    ...(type && { 'content-type': type }),
  };
  const exchange: Exchange = { method, url, status, headers, body };
  return problemOf(exchange, findOperation(method, url)!);
}

describe('a response is caught', () => {
  const region = { code: 'ZA', name: 'South Africa', currency: 'ZAR' };
  const regions = (one: object): string =>
    JSON.stringify({
      links: { self: 'http://a/', first: 'http://a/' },
      results: [one],
      meta: { limit: 1, offset: 0, count: 1, hasMore: false },
    });
  const of = (status: number, body: string, type?: string) =>
    judged('GET', '/one/v1/regions', status, body, type);

  test('not when it matches its document', () => assert.equal(of(200, regions(region)), undefined));
  test('with an undeclared member', () => assert.match(of(200, regions({ ...region, more: 1 }))!, /"more"/));
  test('with a member of another type', () =>
    assert.match(of(200, regions({ ...region, code: 1 }))!, /code/));
  test('without a declared member', () =>
    assert.match(of(200, regions({ code: 'ZA', name: 'a' }))!, /currency/));
  test('with an undeclared status', () => assert.match(of(202, regions(region))!, /status/));
  test('with an undeclared media type', () =>
    assert.match(of(200, regions(region), 'text/html')!, /text\/html/));
  test('when it is not JSON', () => assert.match(of(200, '{')!, /JSON/));
  test('without a correlation id', () => {
    const operation = findOperation('GET', '/one/v1/regions')!;
    const headers = { 'content-type': json };
    const exchange = { method: 'GET', url: '', status: 200, headers, body: regions(region) };
    assert.match(problemOf(exchange, operation)!, /X-Correlation-ID/);
  });
  test('with an unexpected body', () => {
    const url = '/one/v1/payments/1/cancel';
    assert.equal(judged('POST', url, 200, '', undefined), undefined);
    assert.match(judged('POST', url, 200, '{}')!, /body/);
    assert.match(judged('HEAD', '/one/v1/regions', 200, '{}')!, /body/);
  });
  test('with a code that is not the operation’s', () => {
    const error = (code: string) =>
      JSON.stringify({
        id: '0190163d-8694-739b-aea5-966c26f8ad91',
        links: null,
        code,
        title: 'a',
        detail: 'a',
        source: null,
        meta: null,
      });
    const url = '/one/v1/payments/1/cancel';
    assert.equal(judged('POST', url, 403, error('PaymentAlreadyComplete')), undefined);
    assert.match(judged('POST', url, 403, error('PaymentClosed'))!, /code/);
  });
});

describe('a response is caught by its headers', () => {
  const url = '/one/v1/payments/1';
  const reported = { 'x-correlation-id': 'a', 'content-type': json };
  const answered = (status: number, code: string, more: object) => {
    const error = { id: '0190163d-8694-739b-aea5-966c26f8ad91', code, title: 'a', detail: 'a' };
    const body = JSON.stringify({ ...error, links: null, source: null, meta: null });
    const exchange = { method: 'GET', url, status, headers: { ...reported, ...more }, body };
    return problemOf(exchange, findOperation('GET', url)!);
  };
  const limited = { 'retry-after': '30', 'ratelimit-limit': '600' };
  test('not when they are declared, and as declared', () => {
    assert.equal(answered(429, 'TooManyRequests', limited), undefined);
    assert.equal(answered(404, 'NotFound', {}), undefined);
    assert.equal(answered(404, 'NotFound', { 'ratelimit-limit': '600' }), undefined);
  });
  test('with one that is not declared there', () => {
    assert.match(answered(404, 'NotFound', { location: 'http://a/' })!, /header Location is not declared/);
    assert.match(answered(404, 'NotFound', { 'set-cookie': 'a=b' })!, /Set-Cookie is not declared/);
  });
  test('with one of another type', () =>
    assert.match(answered(429, 'TooManyRequests', { ...limited, 'retry-after': 'soon' })!, /Retry-After/));
});

describe('a response is caught by its formats', () => {
  const link = 'http://a/one/v1/payments/1';
  const payment = {
    links: { self: link, cancel: link, transactions: link },
    id: '0190163d-8694-739b-aea5-966c26f8ad91',
    status: 'Created',
    reason: null,
    redirectUrl: link,
    siteCode: 'KARKAR1234',
    amount: { currency: 'ZAR', value: 1.5 },
    merchantReference: 'a',
    createdDate: '2026-11-20T10:00:00.000Z',
    expireAt: '2026-11-20T10:00:00.000Z',
  };
  const of = (more: object) =>
    judged('GET', '/one/v1/payments/1', 200, JSON.stringify({ ...payment, ...more }));
  test('not when they are valid', () => assert.equal(of({}), undefined));
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
      assert.match(of({ [name]: value })!, new RegExp(name)));
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
  const operation = findOperation('GET', '/payments/GetTransaction')!;
  const headers = { 'x-correlation-id': 'a', 'content-type': 'text/plain; charset=utf-8' };
  const exchange = { method: 'GET', url: '', status: 401, headers, body: 'no' };
  assert.match(problemOf(exchange, operation)!, /Deprecation/);
  const link = { deprecation: '@1', link: '<http://a/docs>; rel="deprecation"' };
  assert.equal(problemOf({ ...exchange, headers: { ...headers, ...link } }, operation), undefined);
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

describe('a message is caught', () => {
  const thin = (more: object) =>
    JSON.stringify({
      type: 'refund.complete',
      timestamp: '2026-11-21T10:00:00.000Z',
      sequence: 1,
      data: { id: '0190163d-8694-739b-aea5-966c26f8ad91', status: 'Complete', reason: null },
      ...more,
    });
  const of = (body: string, type = 'application/json') => problemOfMessage(type, body);

  test('not when it matches its document', () => assert.equal(of(thin({})), undefined));
  test('with an undeclared member', () => assert.match(of(thin({ more: 1 }))!, /refund.complete/));
  test('with an undeclared type', () => assert.match(of(thin({ type: 'refund.begun' }))!, /not declared/));
  test('when no document has it', () => assert.match(of('{}')!, /unknown/));
  test('as a form too', () => {
    assert.match(
      of('TransactionId=1&More=2', 'application/x-www-form-urlencoded')!,
      /transactionNotification/,
    );
  });
});

describe('an XML form is checked by its schema too', () => {
  const url = '/payments/PostPaymentRequest';
  const response = (inner: string, root = 'PaymentResponse') =>
    judged('POST', url, 200, `<${root}>${inner}</${root}>`, 'application/xml; charset=utf-8');
  test('member by member', () => {
    assert.equal(response('<ErrorMessage>no</ErrorMessage>'), undefined);
    assert.match(response('<More>no</More>')!, /More/);
    assert.match(response('<url>no</url>')!, /element url is not declared/);
    assert.match(response('<Url>no</Url>')!, /url .*uri/);
    assert.match(response('', 'Other')!, /\broot\b/);
  });
  test('and lists item by item', () => {
    const list = (inner: string) =>
      judged('GET', '/payments/secure/refunds/getrefunds', 200, `<Refunds>${inner}</Refunds>`, 'text/xml');
    assert.equal(list(''), undefined);
    assert.match(list('<Refund><Amount>ten</Amount></Refund>')!, /^\/0 /);
    assert.match(list('<Other></Other>')!, /Other/);
  });
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
