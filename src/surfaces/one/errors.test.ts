import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, openOne, type Sent } from '../../../test/support/setup/one-api.ts';
import { newId } from '../../kernel/ids.ts';
import { identifier } from '../engine.ts';
import { oneOperations } from './index.ts';

const one = await openOne();
const payment = await one.payment();
const correlated = { 'x-correlation-id': 'order-7/try-1' };

interface Case {
  what: string;
  method: string;
  path: string;
  sent?: Sent;
  status: number;
  code: string;
  source?: Parameters<typeof assertError>[1]['source'];
}

const json = { 'content-type': 'application/json' };
const cases: Case[] = [
  {
    what: 'no token',
    method: 'GET',
    path: '/payments',
    sent: { token: null },
    status: 401,
    code: 'Unauthorized',
    source: { header: 'Authorization' },
  },
  { what: 'an unknown path', method: 'GET', path: '/nothing', status: 404, code: 'NotFound' },
  {
    what: 'an unknown path with a body of any kind',
    method: 'POST',
    path: '/nothing',
    sent: { body: 'x', headers: { 'content-type': 'image/png' } },
    status: 404,
    code: 'NotFound',
  },
  { what: 'the root', method: 'GET', path: '', status: 404, code: 'NotFound' },
  { what: 'an invalid identifier', method: 'GET', path: '/payments/17', status: 404, code: 'NotFound' },
  {
    what: 'an identifier with a wrong percent sign',
    method: 'GET',
    path: '/payments/%zz',
    status: 404,
    code: 'NotFound',
  },
  {
    what: 'an identifier without end',
    method: 'GET',
    path: `/payments/${'x'.repeat(5_000)}`,
    status: 404,
    code: 'NotFound',
  },
  { what: 'an identifier with NUL', method: 'GET', path: '/transactions/%00', status: 404, code: 'NotFound' },
  {
    what: 'an unknown identifier',
    method: 'GET',
    path: `/transactions/${newId(one.clock)}`,
    status: 404,
    code: 'NotFound',
  },
  { what: 'a wrong method', method: 'DELETE', path: '/payments', status: 405, code: 'NotAllowed' },
  {
    what: 'a wrong method with a token missing',
    method: 'PUT',
    path: `/payments/${payment.id}`,
    sent: { token: null },
    status: 405,
    code: 'NotAllowed',
  },
  {
    what: 'a body too large',
    method: 'POST',
    path: '/payments',
    sent: { body: 'x'.repeat(1_100_000), headers: json },
    status: 413,
    code: 'PayloadTooLarge',
  },
  {
    what: 'a form',
    method: 'POST',
    path: '/payments',
    sent: { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    status: 415,
    code: 'UnsupportedMediaType',
  },
  {
    what: 'a body of no kind',
    method: 'POST',
    path: '/payments',
    sent: { body: '{}', headers: { 'content-type': '' } },
    status: 415,
    code: 'UnsupportedMediaType',
  },
  {
    what: 'no JSON',
    method: 'POST',
    path: '/payments',
    sent: { body: '{' },
    status: 400,
    code: 'BadRequest',
    source: { pointer: '' },
  },
  {
    what: 'a bad value',
    method: 'POST',
    path: '/payments',
    sent: { body: {} },
    status: 400,
    code: 'BadRequest',
    source: { pointer: '/siteCode' },
  },
  {
    what: 'a bad parameter',
    method: 'GET',
    path: '/payments?fromDate=x',
    status: 400,
    code: 'BadRequest',
    source: { parameter: 'toDate' },
  },
];

for (const { what, method, path, sent, status, code, source } of cases) {
  test(`${what} is a ${status} in the shape of the error object, with and without X-Correlation-ID`, async () => {
    const without = await one.call(method, path, sent);
    assertError(without, { status, code, source });
    assert.match(without.headers['x-correlation-id']!, /^[0-9a-f-]{36}$/);
    const answer = await one.call(method, path, { ...sent, headers: { ...sent?.headers, ...correlated } });
    assertError(answer, { status, code, source, sent: 'order-7/try-1' });
    assert.equal(answer.headers['x-correlation-id'], 'order-7/try-1');
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  });
}

test('an unusable X-Correlation-ID is refused, and not echoed', async () => {
  for (const bad of ['', 'x'.repeat(129), 'a\tb', 'é']) {
    const answer = await one.call('GET', '/payments/17', { headers: { 'x-correlation-id': bad } });
    assertError(answer, { status: 400, code: 'BadRequest', source: { header: 'X-Correlation-ID' } });
    assert.match(answer.headers['x-correlation-id']!, /^[0-9a-f-]{36}$/);
  }
});

test('good answers carry X-Correlation-ID, and so do the rows they made', async () => {
  const answer = await one.call('POST', '/payments', { body: one.newPayment(), headers: correlated });
  assert.equal(answer.status, 201);
  assert.equal(answer.headers['x-correlation-id'], 'order-7/try-1');
  const [row] = await one.db`select correlation_id from payments where id = ${answer.body.id}`;
  assert.equal(row!.correlationId, 'order-7/try-1');
});

const paths = [
  ...new Set(oneOperations.map(({ path }) => path)),
  '/token',
  '/.well-known/oauth-authorization-server',
];
for (const path of paths) {
  test(`${path} responds to another method with a 405 and the allowed methods`, async () => {
    const has = oneOperations
      .filter((operation) => operation.path === path)
      .map(({ method }) => method as string);
    if (path === '/token') has.push('POST');
    if (path.startsWith('/.well-known')) has.push('GET');
    if (has.includes('GET')) has.push('HEAD');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (has.includes(method)) continue;
      const answer = await one.call(method, path.replace(identifier, payment.id), { token: null });
      assertError(answer, { status: 405, code: 'NotAllowed' });
      assert.deepEqual(answer.headers.allow!.split(', ').sort(), has.toSorted());
    }
  });
}

const range = 'fromDate=2026-11-20&toDate=2026-11-20';
const lists = [
  `/payments?${range}`,
  `/transactions?${range}`,
  `/payments/${payment.id}/transactions?${range}`,
];
const badPages = [
  ['limit=0', 'limit'],
  ['limit=501', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=x', 'offset'],
  ['offset=99999999999', 'offset'],
  ['limit=1e1', 'limit'],
];
const badRanges = [
  ['fromDate=2026-11-20', 'toDate'],
  ['toDate=2026-11-20', 'fromDate'],
  ['', 'fromDate'],
  ['fromDate=&toDate=2026-11-20', 'fromDate'],
  ['fromDate=20-11-2026&toDate=2026-11-20', 'fromDate'],
  ['fromDate=2026-11-20&toDate=2026-11-31', 'toDate'],
  ['fromDate=2026-11-20&toDate=2026-11-19', 'toDate'],
  ['fromDate=2026-11-20&toDate=tomorrow', 'toDate'],
  [`${range}&fromDate=2026-11-20`, 'fromDate'],
  ['fromDate=%00&toDate=2026-11-20', 'fromDate'],
];
for (const list of [...lists, `/paymentmethods?siteCode=${one.merchant.siteCode}`, '/regions?']) {
  test(`GET ${list.split('?')[0]!.replace(payment.id, '{id}')} names the parameter that is wrong`, async () => {
    const bad = badPages.map(([query, parameter]) => [`${list}&${query}`, parameter]);
    if (lists.includes(list)) {
      bad.push(...badRanges.map(([query, parameter]) => [`${list.split('?')[0]}?${query}`, parameter]));
      bad.push(
        [`${list}&cursor=x`, 'cursor'],
        [`${list}&cursor=`, 'cursor'],
        [`${list}&cursor=${'x'.repeat(300)}`, 'cursor'],
      );
      const far = Buffer.from(JSON.stringify(['after', 8.64e15, payment.id])).toString('base64url');
      bad.push([`${list}&cursor=${far}`, 'cursor']);
    }
    if (lists.indexOf(list) === 0 || lists.indexOf(list) === 1) {
      bad.push(
        [`${list}&status=Paid`, 'status'],
        [`${list}&siteCode=NOBODY`, 'siteCode'],
        [`${list}&siteCode=a%00`, 'siteCode'],
      );
      bad.push(
        [`${list}&merchantReference=`, 'merchantReference'],
        [`${list}&merchantReference=a%00`, 'merchantReference'],
      );
      bad.push([`${list}&merchantReference=${'x'.repeat(51)}`, 'merchantReference']);
    }
    if (list.startsWith('/paymentmethods')) {
      bad.push(
        ['/paymentmethods', 'siteCode'],
        ['/paymentmethods?siteCode=NOBODY', 'siteCode'],
        [`${list}&region=ZAF`, 'region'],
      );
    }
    for (const [path, parameter] of bad) {
      assertError(await one.get(path!), {
        status: 400,
        code: 'BadRequest',
        source: { parameter: parameter! },
      });
    }
  });
}

test('a bank that is away is a 502, which blames no part of the request', async () => {
  const { id } = await one.payment();
  one.simulator.setFaults({ down: true });
  const answer = await one.call('POST', `/payments/${id}/transactions`, {
    body: { paymentType: 'fnb' },
    headers: correlated,
  });
  one.simulator.setFaults({});
  assertError(answer, { status: 502, code: 'BadGateway', source: null, sent: 'order-7/try-1' });
  assert.equal(
    (await one.get(`/payments/${id}`)).body.status,
    'Created',
    'the payer may choose another bank',
  );
  assert.equal((await one.post(`/payments/${id}/transactions`, { paymentType: 'absa' })).status, 201);
});

// This test and the next break the service on purpose.
test('an internal error is a 500 without internal details', async () => {
  await one.db`alter table transactions rename to elsewhere`;
  const answer = await one.call('GET', `/transactions/${newId(one.clock)}`, { headers: correlated });
  await one.db`alter table elsewhere rename to transactions`;
  assertError(answer, { status: 500, code: 'InternalServerError', sent: 'order-7/try-1' });
  assert.doesNotMatch(answer.text, / relation |transactions|select/);
});

test('without a database the answer is a 503 that says when to come back', async () => {
  await one.db.end({ timeout: 0 });
  for (const answer of [
    await one.call('POST', '/payments', { body: one.newPayment(), headers: correlated }),
    await one.call('GET', `/payments/${payment.id}`, { headers: correlated }),
    await one.call('POST', `/payments/${payment.id}/cancel`, {
      headers: { ...correlated, 'idempotency-key': 'k' },
    }),
  ]) {
    assertError(answer, { status: 503, code: 'ServiceUnavailable', sent: 'order-7/try-1' });
    assert.equal(answer.headers['retry-after'], '1');
  }
});
