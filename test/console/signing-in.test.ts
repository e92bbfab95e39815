import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openService } from '../support/opening.ts';
import { ask, enter, visitorOf } from './support.ts';

const service = await openService();
const viewer = await visitorOf(service, 'viewer');

test('a page leads to the sign-in and back; an export and a form are refused', async () => {
  const page = await ask(service, '/console/payments?state=complete');
  assert.equal(page.status, 303);
  assert.equal(page.to, '/console/sign-in?back=%2Fconsole%2Fpayments%3Fstate%3Dcomplete');
  assert.equal((await ask(service, '/console/payments.csv')).status, 401);
  const form = await ask(service, '/console/payments/x/refund', { fields: { amount: '1' } });
  assert.equal(form.status, 401);
});

test('an unreadable form returns a page with the reason', async () => {
  const cases = [
    [413, 'application/x-www-form-urlencoded', `email=${'x'.repeat(300_000)}`, /larger than/],
    [415, 'application/json', '{}', /content type/],
    [400, 'application/x-www-form-urlencoded', 'email=%FF', /UTF-8|encod/],
  ] as const;
  for (const [status, type, body, words] of cases) {
    const answer = await fetch(new URL('/console/sign-in', service.base), {
      method: 'POST',
      headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
      body,
    });
    const text = await answer.text();
    assert.equal(answer.status, status, text);
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(text, /<h1>The request was not accepted<\/h1>/);
    assert.match(text, words);
  }
});

test('a sign-in leads back into the console, and nowhere else', async () => {
  const { email, password } = viewer;
  const at = async (back: string) =>
    (await ask(service, '/console/sign-in', { fields: { email, password, back } })).to;
  assert.equal(await at('/console/payments?state=complete'), '/console/payments?state=complete');
  for (const back of ['https://evil.example', '//evil.example', '/pay/1', '/consolex', '/console/../pay'])
    assert.equal(await at(back), '/console', back);
  const strange = [
    '/\\evil.example',
    '/console\r\nx-injected: 1',
    'javascript:alert(1)',
    '/console@evil.example',
  ];
  for (const back of [...strange, '/console/sign-out', '/console//evil.example', '/console?x=1#y']) {
    const { origin, pathname } = new URL((await at(back))!, service.base);
    assert.equal(origin, service.base, back);
    assert.match(pathname, /^\/console(?:\/|$)/, back);
  }
});

test('a wrong password, an unknown address and a wrong form of either get the same response', async () => {
  const wrong = async (email: string) => {
    const { status, text } = await ask(service, '/console/sign-in', {
      fields: { email, password: 'no such password' },
    });
    return [status, text.replace(/value="[^"]*"/g, '')];
  };
  const known = await wrong(viewer.email);
  assert.equal(known[0], 401);
  for (const email of ['nobody@test.example', 'not an address', ''])
    assert.deepEqual(await wrong(email), known, email);
});

test('the cookie is for this host alone, and another one at each sign-in', async () => {
  const again = await enter(service, viewer);
  assert.match(again.cookie, /^__Host-/);
  assert.notEqual(again.cookie, viewer.cookie);
  const { headers } = await ask(service, '/console/sign-in', {
    fields: { email: viewer.email, password: viewer.password },
  });
  const cookie = headers.get('set-cookie')!;
  for (const part of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax']) assert.ok(cookie.includes(part), part);
});

test('a change from another origin’s page is refused', async () => {
  const to = '/console/sign-out';
  const from = (headers: Record<string, string>) =>
    ask(service, to, { cookie: viewer.cookie, fields: {}, headers: { 'sec-fetch-site': '', ...headers } });
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])
    assert.equal((await from(headers)).status, 403, JSON.stringify(headers));
  assert.equal((await viewer.get('/console/payments')).status, 200);
});

test('signing out ends the session, and its cookie no longer works', async () => {
  const gone = await enter(service, viewer);
  assert.equal((await gone.get('/console/sign-in')).to, '/console');
  assert.equal((await gone.post('/console/sign-out', {})).status, 303);
  assert.equal((await gone.get('/console/payments')).status, 303);
});

test('a session id from before the sign-in does not work after it', async () => {
  const planted = `__Host-tefo-session=${'a'.repeat(43)}`;
  const { email, password } = viewer;
  const before = await enter(service, viewer);
  for (const cookie of [planted, before.cookie]) {
    const entered = await ask(service, '/console/sign-in', { cookie, fields: { email, password } });
    const given = entered.headers.get('set-cookie')!.split(';')[0]!;
    assert.notEqual(given, cookie);
    assert.equal((await ask(service, '/console/payments', { cookie: given })).status, 200);
  }
  assert.equal((await ask(service, '/console/payments', { cookie: planted })).status, 303);
});

test('a forty-day jump of a sandbox’s clock signs no user out', async () => {
  service.clock.advance(40 * 86_400_000);
  assert.equal((await viewer.get('/console/payments')).status, 200);
  assert.equal((await enter(service, viewer).then((again) => again.get('/console/me'))).status, 200);
});
