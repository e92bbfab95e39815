import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { assertError, openOne, scopes } from '../../../test/support/setup/one-api.ts';
import { createClient, presentGrant } from '../../core/merchants/actions.ts';
import { manualClock } from '../../kernel/clock.ts';
import { createTokens } from '../../kernel/security/access-tokens.ts';
import { identifier } from '../engine.ts';
import { oneOperations } from './index.ts';

const one = await openOne();
const payment = await one.payment();
const transaction = await one.transaction(payment.id);

/** Returns an operation's path with an identifier that exists. */
function pathOf({ path }: { path: string }): string {
  return path.replace(identifier, path.startsWith('/payments') ? payment.id : transaction.id);
}

for (const operation of oneOperations) {
  const { method, path, access: scope } = operation;

  test(`${method} ${path} is for tokens with the scope ${scope}, and no other`, async () => {
    for (const held of scopes) {
      const token = await one.tokenFor(one.merchant, held);
      const answer = await one.call(method, pathOf(operation), {
        token,
        headers: { 'x-correlation-id': 'c-1' },
      });
      if (held === scope || scope === 'any') {
        assert.notEqual(answer.status, 403);
        assert.notEqual(answer.status, 401);
      } else {
        assertError(answer, {
          status: 403,
          code: 'Forbidden',
          source: { header: 'Authorization' },
          sent: 'c-1',
        });
        assert.equal(
          answer.headers['www-authenticate'],
          `Bearer error="insufficient_scope", scope="${scope}"`,
        );
      }
    }
    if (scope === 'any') return;
    const all = await one.tokenFor(one.merchant, scopes.filter((held) => held !== scope).join(' '));
    assert.equal((await one.call(method, pathOf(operation), { token: all })).status, 403);
  });

  test(`${method} ${path} is a 401 without a usable token`, async () => {
    const token = await one.tokenFor(one.merchant);
    const elsewhere = createTokens(one.ctx.keyring, one.clock);
    const grantId = (await presentGrant(one.ctx, one.merchant.clientId))!;
    const request = {
      subject: one.merchant.clientId,
      grantId,
      claims: { scope: 'payments' },
      lifetimeSeconds: 60,
    };
    const headers = [
      '',
      'Bearer',
      'Bearer ',
      'Basic abc',
      token,
      `Token ${token}`,
      `Bearer ${token}x`,
      'Bearer a.b.c',
      `Bearer ${token} ${token}`,
      `Bearer ${await elsewhere.issue({ ...request, audience: 'http://localhost:8420/payments' })}`,
      `Bearer ${await createTokens(one.ctx.keyring, manualClock('2026-11-20T08:00:00Z')).issue({ ...request, audience: one.config.oneUrl })}`,
      `Bearer ${await elsewhere.issue({ ...request, subject: 'tefo_nobody', audience: one.config.oneUrl })}`,
    ];
    for (const authorization of headers) {
      const answer = await one.call(method, pathOf(operation), {
        token: null,
        headers: { authorization, 'x-correlation-id': 'c-1' },
      });
      assertError(answer, {
        status: 401,
        code: 'Unauthorized',
        source: { header: 'Authorization' },
        sent: 'c-1',
      });
      assert.equal(answer.headers['x-correlation-id'], 'c-1');
    }
    const missing = await one.call(method, pathOf(operation), { token: null });
    assertError(missing, { status: 401, code: 'Unauthorized', source: { header: 'Authorization' } });
    assert.equal(missing.headers['www-authenticate'], 'Bearer');
  });
}

test('an unauthenticated client must send a token before the body is read', async () => {
  const body = 'x'.repeat(2_000_000);
  const answer = await one.call('POST', '/payments', {
    token: null,
    body,
    headers: { 'content-type': 'text/plain' },
  });
  assert.equal(answer.status, 401);
});

test('"bearer" is read in any letter case', async () => {
  const token = await one.tokenFor(one.merchant);
  for (const scheme of ['bearer', 'BEARER']) {
    const answer = await one.call('GET', `/payments/${payment.id}`, {
      token: null,
      headers: { authorization: `${scheme} ${token}` },
    });
    assert.equal(answer.status, 200);
  }
});

test('a token ends after an hour', async () => {
  const token = await one.tokenFor(one.merchant);
  const before = one.clock.now();
  one.clock.advance(3_599_000);
  assert.equal((await one.call('GET', `/payments/${payment.id}`, { token })).status, 200);
  one.clock.advance(1_000);
  assert.equal((await one.call('GET', `/payments/${payment.id}`, { token })).status, 401);
  assert.ok(before < one.clock.now());
});

test('another merchant finds nothing: identifiers are 404, lists are empty, site codes are 400', async () => {
  const { token, siteCode } = await one.stranger();
  const day = 'fromDate=2026-11-20&toDate=2026-11-20';
  const call = (method: string, path: string, body?: unknown) => one.call(method, path, { token, body });
  const own = one.merchant.siteCode;
  const detail = { paymentType: 'redirect' };
  for (const answer of [
    await call('GET', `/payments/${payment.id}`),
    await call('POST', `/payments/${payment.id}/cancel`),
    await call('POST', `/payments/${payment.id}/transactions`, detail),
    await call('GET', `/transactions/${transaction.id}`),
    await call('POST', `/transactions/${transaction.id}`, { step: 'cancel' }),
    await call('GET', `/transactions/${transaction.id}/notifications`),
    await call('POST', `/transactions/${transaction.id}/notifications/resend`),
  ]) {
    assertError(answer, { status: 404, code: 'NotFound' });
  }
  for (const path of [
    `/payments?${day}`,
    `/transactions?${day}`,
    `/payments/${payment.id}/transactions?${day}`,
  ]) {
    const answer = await call('GET', path);
    assert.deepEqual([answer.status, answer.body.results], [200, []]);
  }
  for (const path of [`/payments?${day}&`, `/transactions?${day}&`, '/paymentmethods?']) {
    const answer = await call('GET', `${path}siteCode=${own}`);
    assertError(answer, { status: 400, code: 'BadRequest', source: { parameter: 'siteCode' } });
    assert.equal((await call('GET', `${path}siteCode=${siteCode}`)).status, 200);
  }
  const made = await call('POST', '/payments', one.newPayment());
  assertError(made, { status: 400, code: 'BadRequest', source: { pointer: '/siteCode' } });
  const begun = await call('POST', '/transactions', {
    paymentRequest: one.newPayment(),
    paymentDetail: detail,
  });
  assertError(begun, { status: 400, code: 'BadRequest', source: { pointer: '/paymentRequest/siteCode' } });
});

test('a client without a scope gets no token for it, and loses it with the client', async () => {
  const client = await createClient(one.ctx, one.merchant.merchant.id, {
    name: 'shop',
    scopes: ['payments', 'refunds'],
  });
  const token = await one.tokenFor(client, 'payments');
  assert.equal((await one.call('GET', `/payments/${payment.id}`, { token })).status, 200);
  await one.db`update clients set scopes = '{refunds}' where id = ${client.clientId}`;
  one.directory.forget();
  assert.equal((await one.call('GET', `/payments/${payment.id}`, { token })).status, 403);
});

test('the token of a client that was disabled stops within a second', async () => {
  const client = await createClient(one.ctx, one.merchant.merchant.id, {
    name: 'stolen',
    scopes: ['payments'],
  });
  const token = await one.tokenFor(client);
  assert.equal((await one.call('GET', `/payments/${payment.id}`, { token })).status, 200);
  await one.db`update clients set disabled_at = ${one.clock.now()} where id = ${client.clientId}`;
  await pause(1_050);
  const answer = await one.call('GET', `/payments/${payment.id}`, { token });
  assertError(answer, { status: 401, code: 'Unauthorized', source: { header: 'Authorization' } });
});
