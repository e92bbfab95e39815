// Proof 6, at two services over one database: the response time does not reveal which addresses have a login, and counts, uses
// and revocations in one service apply in the other. Other parts of proof 6 are in src/core/users and
// test/console/signing-in.test.ts, users.test.ts and company.test.ts.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '../../../src/kernel/security/passwords.ts';
import { openService } from '../../support/opening.ts';
import type { TestService } from '../../support/running.ts';
import { ask, enter, visitorOf } from '../support.ts';

// Two processes of one service share the keys that seal the secrets of apps.
const env = { TEFO_MASTER_KEYS: `k1:${randomBytes(32).toString('base64')}` };
const service = await openService({ env });
const beside = await openService({
  env,
  over: { databaseUrl: service.databaseUrl, merchant: service.merchant },
});

const password = 'a wrong one of some length';
const post = (at: TestService, path: string, fields: Record<string, string>, cookie?: string) =>
  ask(at, path, { fields, ...(cookie !== undefined && { cookie }) });

// Each sign-in waits until the place of the one before has rested.
const rounds = 60;
/** The permitted distance between the median of one kind and that of unknown addresses. */
const most = 0.1;

function middleOf(samples: readonly number[]): number {
  return samples.toSorted((one, other) => one - other)[Math.floor(samples.length / 2)]!;
}

test('the time of a refusal is the same for a login and for none, within 10 %', async (t) => {
  const made = await visitorOf(service, 'viewer');
  const chosen = await visitorOf(service, 'support');
  const gone = await visitorOf(service, 'developer');
  await service.db`update console.users set password_hash = ${await hashPassword('quite another sentence')} where id = ${chosen.userId}`;
  await service.db`update console.users set disabled_at = now() where id = ${gone.userId}`;
  const kinds = {
    'a stranger': (round: number) => `stranger-${round}@test.example`,
    'a login': () => made.email,
    'one whose owner chose the password': () => chosen.email,
    'one that is disabled': () => gone.email,
  };
  const samples = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Else they would be slowed, and the network shut out.
    await service.db`delete from console.attempts`;
    // In turns, so that the machine is equally busy for all of them; each is the first as often as the others.
    const all = Object.entries(kinds);
    for (let turn = 0; turn < all.length; turn += 1) {
      const [kind, emailOf] = all[(turn + round) % all.length]!;
      const began = performance.now();
      const { status } = await post(service, '/console/sign-in', { email: emailOf(round), password });
      samples.get(kind)!.push(performance.now() - began);
      assert.equal(status, 401);
    }
  }
  const stranger = middleOf(samples.get('a stranger')!);
  const wrong: string[] = [];
  for (const [kind, taken] of samples) {
    const by = middleOf(taken) / stranger - 1;
    const words = `${kind} ${middleOf(taken).toFixed(1)} ms (${by < 0 ? '' : '+'}${(by * 100).toFixed(1)} %)`;
    t.diagnostic(words);
    if (Math.abs(by) > most) wrong.push(words);
  }
  assert.deepEqual(wrong, []);
});

test('five wrong attempts at two services slow down both, and twenty lock both', async () => {
  const one = await visitorOf(service, 'finance');
  const { email } = one;
  const key = 'password % network %';
  await service.db`delete from console.attempts`;
  for (const at of [service, beside, service, beside, service])
    assert.equal((await post(at, '/console/sign-in', { email, password })).status, 401);
  for (const at of [service, beside]) {
    const slowed = await post(at, '/console/sign-in', { email, password: one.password });
    assert.equal(slowed.status, 429, 'the right password too');
    assert.match(slowed.headers.get('retry-after')!, /^[1-5]$/);
  }
  await service.db`update console.attempts set wrong = 19, blocked_until = null where key like ${key}`;
  assert.equal((await post(beside, '/console/sign-in', { email, password })).status, 401);
  for (const at of [service, beside]) {
    const locked = await post(at, '/console/sign-in', { email, password: one.password });
    assert.equal(locked.status, 429);
    assert.ok(Number(locked.headers.get('retry-after')) > 3_500);
  }
  // A storm at both at once gets five looked at.
  await service.db`delete from console.attempts`;
  const storm = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      post(index % 2 ? service : beside, '/console/sign-in', { email, password }),
    ),
  );
  assert.equal(storm.filter(({ status }) => status === 401).length, 5);
  await service.db`delete from console.attempts`;
  await enter(service, one);
});

test('a code of an app is accepted once, at either service', async () => {
  const one = await visitorOf(service, 'admin');
  await one.act('/console/me', '/console/me/app');
  const [, secret] = /<code>([A-Z2-7]+)<\/code>/.exec((await one.get('/console/me/app')).text)!;
  const app = new TOTP({ secret: Secret.fromBase32(secret!) });
  const codeAt = (timestamp: number) => app.generate({ timestamp });
  await one.act('/console/me/app', '/console/me/app/confirm', { code: codeAt(Date.now()) });
  const begin = async (at: TestService) => {
    const begun = await post(at, '/console/sign-in', { email: one.email, password: one.password });
    assert.equal(begun.to, '/console/sign-in/code');
    return begun.headers.get('set-cookie')!.split(';')[0]!;
  };
  const cookies = [await begin(service), await begin(beside), await begin(service), await begin(beside)];
  const code = codeAt(Date.now() + 30_000);
  const shown = await Promise.all(
    cookies.map((cookie, index) =>
      post(index % 2 ? beside : service, '/console/sign-in/code', { code }, cookie),
    ),
  );
  assert.deepEqual(shown.map(({ status }) => status).sort(), [303, 401, 401, 401]);
  // A waiting session gets another id when it is let in.
  const at = shown.findIndex(({ status }) => status === 303);
  const given = shown[at]!.headers.get('set-cookie')!.split(';')[0]!;
  assert.notEqual(given, cookies[at]);
  assert.equal((await ask(beside, '/console/payments', { cookie: cookies[at]! })).status, 303);
  assert.equal((await ask(beside, '/console/payments', { cookie: given })).status, 200);
});

test('a stolen cookie stops working when its owner signs out, at either service', async () => {
  const one = await visitorOf(service, 'operator-support');
  for (const at of [service, beside])
    assert.equal((await ask(at, '/console/payments', { cookie: one.cookie })).status, 200);
  assert.equal((await one.post('/console/sign-out', {})).status, 303);
  for (const at of [service, beside]) {
    assert.equal((await ask(at, '/console/payments', { cookie: one.cookie })).status, 303);
    assert.equal((await ask(at, '/console/payments.csv', { cookie: one.cookie })).status, 401);
    const form = { form: crypto.randomUUID() };
    assert.equal((await post(at, '/console/me/sessions', form, one.cookie)).status, 401);
  }
});
