// A client that guesses passwords locks no other client out: over HTTP, from the addresses that a proxy names.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { openService } from '../support/opening.ts';
import { ask, enter, type Visitor, visitorsOf } from './support.ts';

const service = await openService({ env: { TEFO_TRUSTED_PROXIES: '127.0.0.0/8' } });
const [owner, admin] = await visitorsOf(service, 'finance', 'admin');
beforeEach(() => service.db`delete from console.attempts`);

const [home, stranger] = ['203.0.113.7', '198.51.100.7'];
const signInFrom = (address: string, { email, password }: { email: string; password: string }, cookie = '') =>
  ask(service, '/console/sign-in', {
    fields: { email, password },
    headers: { 'x-forwarded-for': address },
    ...(cookie && { cookie }),
  });
const wrong = (email: string) => ({ email, password: 'a wrong one of some length' });
const deviceOf = ({ headers }: Awaited<ReturnType<typeof ask>>) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-tefo-device='));
const knownAt = async (login: Visitor) => deviceOf(await signInFrom(home, login))!.split(';')[0]!;

/** Locks an address for the network of the attacker, known or not. */
async function lock(email: string): Promise<void> {
  await signInFrom(stranger, wrong(email));
  await service.db`
    update console.attempts set wrong = 20, blocked_until = now() + interval '1 hour' where key like ${`% network ${stranger}`}`;
}

test('200 wrong passwords at one time from one address are counted exactly, and its owner signs in meanwhile', async () => {
  const device = await knownAt(owner);
  const flood = Array.from({ length: 200 }, () => signInFrom(stranger, wrong(owner.email)));
  const honest = [signInFrom(stranger, owner, device), signInFrom(home, owner)];
  for (const { status } of await Promise.all(honest)) assert.equal(status, 303);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  const judged = statuses.filter((status) => status === 401).length;
  assert.ok(judged >= 5);
  assert.equal(statuses.filter((status) => status === 429).length, 200 - judged);
  const counts = await service.db`select wrong from console.attempts where wrong > 0`;
  assert.deepEqual(
    counts.map((count) => count.wrong),
    [judged, judged, judged],
    'of the network, of the account, and of both',
  );
});

test('a sign-in makes the browser a known device, by a cookie that no script and no other site reads', async () => {
  const cookie = deviceOf(await signInFrom(home, owner))!;
  for (const part of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax', `Max-Age=${90 * 86_400}`])
    assert.ok(cookie.includes(part), part);
  assert.equal(deviceOf(await signInFrom(home, wrong(owner.email))), undefined);
  await lock(owner.email);
  const locked = await signInFrom(stranger, owner);
  assert.equal(locked.status, 429);
  assert.ok(Number(locked.headers.get('retry-after')) > 3_500);
  assert.equal((await signInFrom(stranger, owner, cookie.split(';')[0])).status, 303);
  assert.equal((await signInFrom(home, owner)).status, 303);
});

test('a locked account, an unknown one and the cookie of another account get the same response', async () => {
  const others = await knownAt(admin);
  const shown = async (email: string, cookie: string) => {
    await service.db`delete from console.attempts`;
    await lock(email);
    const { status, text } = await signInFrom(stranger, { email, password: owner.password }, cookie);
    return [status, text.replace(/value="[^"]*"/g, '')];
  };
  const known = await shown(owner.email, '');
  assert.equal(known[0], 429);
  for (const cookie of ['', others, '__Host-tefo-device=forged-in-some-length', others.slice(0, -1)])
    for (const email of [owner.email, 'nobody@shop.example'])
      assert.deepEqual(await shown(email, cookie), known, `${email} ${cookie}`);
});

test('an admin unlocks a sign-in on the user’s page: the password and the sessions stay, and the audit log records it', async () => {
  const session = await enter(service, owner);
  const page = `/console/users/${owner.userId}`;
  await lock(owner.email);
  const unlock = (who: Visitor) => who.post(page, { form: crypto.randomUUID(), do: 'unlock' });
  assert.equal((await unlock(session)).status, 403);
  assert.equal((await signInFrom(stranger, owner)).status, 429);
  const shown = await admin.get(page);
  assert.match(shown.text, /name="do" value="unlock"/);
  assert.match(shown.text, />Unlock</);
  assert.equal((await unlock(admin)).to, page);
  assert.match((await admin.get(page)).text, /Sign-in unlocked for /);
  assert.equal((await signInFrom(stranger, owner)).status, 303);
  assert.equal((await session.get('/console/payments')).status, 200);
  const [entry] = await service.db`
    select who, action, subject, before, after from console.audit order by position desc limit 1`;
  assert.deepEqual(entry, {
    ...{ who: admin.userId, action: 'user.unlock', subject: `user ${owner.userId}` },
    ...{ before: { wrongAttempts: 20 }, after: { wrongAttempts: 0 } },
  });
});
