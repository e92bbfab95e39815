import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SignJWT } from 'jose';
import { manualClock } from '../clock.ts';
import { createTokens } from './access-tokens.ts';
import { createKeyring } from './crypto.ts';

const one = `a:${Buffer.alloc(32, 'one').toString('base64')}`;
const two = `b:${Buffer.alloc(32, 'two').toString('base64')}`;
const audience = 'http://localhost:8420/one/v1';
const grantId = '0199aa00-0000-7000-8000-000000000001';
const request = {
  audience,
  subject: 'client',
  grantId,
  claims: { scope: 'payments' },
  lifetimeSeconds: 3600,
};

const clockAtStart = () => manualClock('2026-11-21T10:00:00.500Z');

describe('a token', () => {
  test('gives its subject and claims back', async () => {
    const tokens = createTokens(createKeyring(one), clockAtStart());
    const token = await tokens.issue(request);
    for (const _ of ['checked', 'remembered']) {
      const { subject, claims } = (await tokens.verify(token, audience))!;
      assert.deepEqual({ subject, claims }, { subject: 'client', claims: { scope: 'payments' } });
    }
  });

  test('is good in another process with the same keys, and to its end after the signing key was retired', async () => {
    const clock = clockAtStart();
    const token = await createTokens(createKeyring(one), clock).issue(request);
    assert.ok(await createTokens(createKeyring(one), clock).verify(token, audience));
    clock.advance(10_000);
    const rotated = createKeyring(`${two},${one}`);
    rotated.follow({ currentId: 'b', retiredAt: new Map([['a', clock.now()]]) });
    clock.advance(3_580_000);
    assert.ok(await createTokens(rotated, clock).verify(token, audience));
    assert.equal(await createTokens(createKeyring(two), clock).verify(token, audience), undefined);
  });

  test('that a retired key has signed since, or a key that never was current, is refused', async () => {
    const clock = clockAtStart();
    const rotated = createKeyring(`${two},${one}`);
    const tokens = createTokens(rotated, clock);
    const forging = createTokens(createKeyring(one), clock);
    assert.equal(await tokens.verify(await forging.issue(request), audience), undefined);
    rotated.follow({ currentId: 'b', retiredAt: new Map([['a', clock.now()]]) });
    // Processes that have not learnt of it may go on for five seconds.
    clock.advance(5_000);
    assert.ok(await tokens.verify(await forging.issue(request), audience));
    clock.advance(1_000);
    assert.equal(await tokens.verify(await forging.issue(request), audience), undefined);
  });

  test('that lives longer than any that is issued is refused, whichever key signed it', async () => {
    const tokens = createTokens(createKeyring(one), clockAtStart());
    assert.ok(await tokens.verify(await tokens.issue(request), audience));
    const long = await tokens.issue({ ...request, lifetimeSeconds: 3601 });
    assert.equal(await tokens.verify(long, audience), undefined);
  });

  test('that was checked before is checked again for revocation', async () => {
    let isStanding = true;
    const asked: string[] = [];
    const tokens = createTokens(createKeyring(one), clockAtStart(), async (token) => {
      asked.push(token.grantId);
      return isStanding;
    });
    const token = await tokens.issue(request);
    assert.ok(await tokens.verify(token, audience));
    isStanding = false;
    assert.equal(await tokens.verify(token, audience), undefined);
    assert.deepEqual(asked, [grantId, grantId]);
  });

  test('differs from another of the same second', async () => {
    const tokens = createTokens(createKeyring(one), clockAtStart());
    const [first, second] = [await tokens.issue(request), await tokens.issue(request)];
    assert.notEqual((await tokens.verify(first, audience))!.id, (await tokens.verify(second, audience))!.id);
  });

  test('is good for its audience alone', async () => {
    const tokens = createTokens(createKeyring(one), clockAtStart());
    const token = await tokens.issue(request);
    assert.equal(await tokens.verify(token, 'http://localhost:8420/payments'), undefined);
    assert.ok(await tokens.verify(token, audience));
    assert.equal(await tokens.verify(token, 'http://localhost:8420/payments'), undefined);
  });

  test('ends by the injected clock, remembered or not', async () => {
    const clock = clockAtStart();
    const tokens = createTokens(createKeyring(one), clock);
    const token = await tokens.issue(request);
    assert.ok(await tokens.verify(token, audience));
    clock.advance(3_599_000);
    assert.ok(await tokens.verify(token, audience));
    clock.advance(1_000);
    assert.equal(await tokens.verify(token, audience), undefined);
    assert.equal(await createTokens(createKeyring(one), clock).verify(token, audience), undefined);
  });

  test('that was changed, unsigned, or signed with another algorithm is no token', async () => {
    const tokens = createTokens(createKeyring(one), clockAtStart());
    const token = await tokens.issue(request);
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid: 'a' })).toString('base64url');
    const key = createKeyring(one).derive('tokens')[0]!.bytes;
    const stronger = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS512', kid: 'a' })
      .setIssuer(audience)
      .setAudience(audience)
      .setSubject('client')
      .setExpirationTime('1h')
      .sign(key);
    const forged = Buffer.from(payload, 'base64url').toString().replace('payments', 'paymentz');
    const bad = [
      '',
      'x',
      'a.b.c',
      `${header}.${payload}.`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      stronger,
      `${header}.${Buffer.from(forged).toString('base64url')}.${signature}`,
      `${token}x`,
      'é'.repeat(600),
    ];
    for (const text of bad) assert.equal(await tokens.verify(text, audience), undefined, text);
  });

  test('has at most 500 characters', async () => {
    const tokens = createTokens(createKeyring(one), clockAtStart());
    const claims = {
      merchantId: '0199aa00-0000-7000-8000-000000000000',
      scope: 'payments payouts refunds settlements subscriptions webhooks',
    };
    assert.ok(
      (await tokens.issue({ ...request, subject: 'tefo_0123456789abcdefghij', claims })).length <= 500,
    );
    await assert.rejects(tokens.issue({ ...request, claims: { scope: 'x'.repeat(400) } }), RangeError);
  });
});
