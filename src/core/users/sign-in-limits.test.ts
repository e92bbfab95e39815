import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import { counting } from '../../../test/support/counting.ts';
import { openUsers, operator } from '../../../test/support/setup/users.ts';
import { hourMs, minuteMs } from '../../kernel/clock.ts';
import { createKeyring } from '../../kernel/security/crypto.ts';
import { inWork } from '../unit-of-work.ts';
import { deviceMs, knownDevice, rememberDevice } from './devices.ts';
import { confirmFactor, startFactor } from './factors.ts';
import { inHashQueue } from './hash-queue.ts';
import { acceptInvitation, invite } from './invitations.ts';
import { findSession } from './sessions.ts';
import { provePassword, showCode, signIn } from './sign-in.ts';
import { type Trier, takeTry, unlockAccount } from './sign-in-limits.ts';
import { unlockUser } from './users.ts';

const { ctx, other, clock, person, entered, merchantId } = await openUsers();
const home = '203.0.113.1';
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
const at = (login: { email: string; password: string }, network: string, device?: string) =>
  signIn(ctx, { email: login.email, password: login.password, network, agent: null, device });

let networks = 0;
/** Another network on each call. */
const fresh = () => `2001:db8:0:${(networks++).toString(16)}::1`;
const taken = async (trier: Omit<Trier, 'network'>, network = fresh()) =>
  (await takeTry(networks % 2 ? ctx : other, { ...trier, network }, clock.now())) === undefined;

/** A user who has signed in at home: with the cookie of that device. */
async function owner(email: string) {
  const made = await person(email, 'admin');
  const entry = await at(made, home);
  assert.ok(entry.kind === 'in');
  return { ...made, device: entry.device };
}

/** Sets up an authenticator app. Returns its secret. */
async function withApp({ person }: Awaited<ReturnType<typeof owner>>): Promise<string> {
  const { secret } = await inWork(ctx, (work) => startFactor(work, person));
  await inWork(ctx, (work) => confirmFactor(work, person, codeOf(secret)));
  clock.advance(minuteMs);
  return secret;
}

test('200 wrong passwords of one network lock the account for that network alone', async () => {
  const own = await owner('one@shop.example');
  const network = '198.51.100.1';
  let [wrong, waitSeconds] = [0, 0];
  for (let nth = 0; nth < 200; nth += 1) {
    const wait = await takeTry(ctx, { email: own.email, network }, clock.now());
    if (wait === undefined) wrong += 1;
    else if (wait < 3_600) clock.advance(wait * 1_000);
    waitSeconds = wait ?? 0;
  }
  assert.deepEqual([wrong, waitSeconds], [20, 3_600]);
  assert.deepEqual(await at(own, network), { kind: 'slowed', retryAfterSeconds: 3_600 });
  assert.equal((await at(own, home)).kind, 'in');
  assert.equal((await at(own, network, own.device)).kind, 'in', 'a known device, even from that network');
});

test('wrong passwords of many networks slow new devices down, and never a known one', async () => {
  const own = await owner('many@shop.example');
  for (let nth = 0; nth < 100; nth += 1) assert.ok(await taken({ email: own.email }));
  const began = clock.now().getTime();
  assert.ok(!(await taken({ email: own.email })));
  assert.deepEqual(await at(own, home), { kind: 'slowed', retryAfterSeconds: 30 });
  assert.equal((await at(own, home, own.device)).kind, 'in');
  clock.advance(30_000);
  assert.equal((await at(own, home)).kind, 'in', 'a new device after the time that it was given');
  // One guess from all other networks is judged every thirty seconds.
  let guesses = 0;
  for (; clock.now().getTime() - began < hourMs; clock.advance(10_000)) {
    const all = await Promise.all([taken({ email: own.email }), taken({ email: own.email })]);
    guesses += all.filter(Boolean).length;
  }
  assert.equal(guesses, 119);
});

test('wrong attempts at a known device are counted apart, and lock that device only', async () => {
  const own = await owner('device@shop.example');
  const device = knownDevice(ctx, own.device, own.email, clock.now())!;
  const attempt = () => takeTry(ctx, { email: own.email, network: fresh(), device }, clock.now());
  let [wrong, waitSeconds] = [0, 0];
  while (waitSeconds < 3_600) {
    clock.advance(waitSeconds * 1_000);
    waitSeconds = (await attempt()) ?? 0;
    if (waitSeconds === 0) wrong += 1;
  }
  assert.equal(wrong, 20);
  assert.equal((await at(own, home, own.device)).kind, 'slowed');
  const elsewhere = await at(own, home);
  assert.equal(elsewhere.kind, 'in');
});

test('the cookie of another account, a forged one and an expired one mark no device as known', async () => {
  const [one, two] = ['a@shop.example', 'b@shop.example'];
  const cookie = rememberDevice(ctx, undefined, one);
  const isKnown = (given: string, email = one) => knownDevice(ctx, given, email, clock.now()) !== undefined;
  assert.ok(isKnown(cookie) && !isKnown(cookie, two) && !isKnown(''));
  assert.ok(!cookie.includes(Buffer.from(one).toString('base64url')));
  const bytes = Buffer.from(cookie, 'base64url');
  for (let nth = 0; nth < bytes.length; nth += 1) {
    const forged = Buffer.from(bytes);
    forged[nth]! ^= 1;
    assert.ok(!isKnown(forged.toString('base64url')), `byte ${nth}`);
  }
  for (const part of [cookie.slice(1), `${cookie}AAAA`, cookie.slice(0, -8), '.'.repeat(400)])
    assert.ok(!isKnown(part), part);
  const stranger = createKeyring(`x:${Buffer.alloc(32, 5).toString('base64')}`);
  assert.ok(!isKnown(rememberDevice({ keyring: stranger, realClock: clock }, undefined, one)));
  clock.advance(deviceMs - 1_000);
  assert.ok(isKnown(cookie));
  clock.advance(2_000);
  assert.ok(!isKnown(cookie));
});

test('a browser stays a known device of five accounts, with one id for each, and through a change of the master key', () => {
  const [key1, key2] = [1, 2].map((byte) => `k${byte}:${Buffer.alloc(32, byte).toString('base64')}`);
  const before = { keyring: createKeyring(key1!), realClock: clock };
  const emails = Array.from({ length: 6 }, (_, nth) => `${nth}@shop.example`);
  let cookie: string | undefined;
  for (const email of emails) cookie = rememberDevice(before, cookie, email);
  const ids = (scope: typeof before) => emails.map((email) => knownDevice(scope, cookie, email, clock.now()));
  const [dropped, ...kept] = ids(before);
  assert.deepEqual([dropped, new Set(kept).size], [undefined, 5]);
  const after = { keyring: createKeyring(`${key2},${key1}`), realClock: clock };
  assert.deepEqual(ids(after), [undefined, ...kept]);
  cookie = rememberDevice(after, cookie, emails[3]!);
  assert.deepEqual(ids(after), [undefined, ...kept]);
  assert.ok(cookie.length < 500, 'the console reads no longer cookie');
});

test('wrong codes and wrong passwords are counted apart, and codes are bounded over all networks', async () => {
  const own = await owner('codes2@shop.example');
  const secret = await withApp(own);
  const waiting = await at(own, home);
  assert.ok(waiting.kind === 'code');
  const wrong = { ...own, password: 'wrong' };
  for (let nth = 0; nth < 5; nth += 1) assert.equal((await at(wrong, home)).kind, 'refused');
  assert.equal((await at(own, home)).kind, 'slowed');
  assert.equal((await showCode(ctx, { token: waiting.token }, codeOf(secret))).kind, 'in');
  clock.advance(minuteMs);
  // The thief of the password has a session at each network, and tries codes.
  let judged = 0;
  for (let nth = 0; nth < 30; nth += 1) {
    const half = await at(own, fresh());
    assert.ok(half.kind === 'code', 'no wrong code locks the password');
    const shown = await showCode(ctx, { token: half.token }, '000000');
    if (shown.kind === 'refused') judged += 1;
    else assert.deepEqual(shown, { kind: 'slowed', retryAfterSeconds: 300 });
  }
  assert.equal(judged, 10);
  const half = await at(own, home, own.device);
  assert.ok(half.kind === 'code' && !('device' in half), 'no device is known before the code');
  const holder = { token: half.token, device: own.device };
  assert.equal((await showCode(ctx, holder, codeOf(secret))).kind, 'in');
});

test('wrong present passwords are counted by session, and delay no sign-in', async () => {
  const own = await owner('present@shop.example');
  const again = await entered(own.email, own.password);
  const prove = (who: typeof own.person, current: string) =>
    provePassword(ctx, who, { current, password: 'nine herons over the vlei' });
  for (let nth = 0; nth < 5; nth += 1) assert.equal((await prove(own.person, 'no')).kind, 'refused');
  assert.deepEqual(await prove(own.person, own.password), { kind: 'slowed', retryAfterSeconds: 5 });
  assert.equal((await prove(again.person, own.password)).kind, 'right');
  assert.equal((await at(own, home)).kind, 'in');
});

test('an unlock lets every device in again, and leaves the password, the sessions and the networks as they were', async () => {
  const own = await owner('unlock@shop.example');
  const { email } = own;
  const device = knownDevice(ctx, own.device, email, clock.now())!;
  const session = own.person.sessionId;
  const kinds = [{}, { device }, { what: 'code' }, { what: 'present password', session }] as const;
  for (const kind of kinds)
    for (let nth = 0; nth < 5; nth += 1) assert.ok(await taken({ ...kind, email }, '198.51.100.9'));
  for (const kind of kinds) assert.ok(!(await taken({ ...kind, email }, '198.51.100.9')));
  const support = await person('support9@shop.example', 'support');
  await assert.rejects(unlockUser(ctx, support.person, own.userId), { code: 'UserNotFound' });
  const { userId } = own;
  assert.deepEqual(await unlockUser(ctx, operator, userId), {
    ...{ userId, email, merchantId, before: { wrongAttempts: 20 }, after: { wrongAttempts: 0 } },
  });
  for (const kind of kinds) assert.ok(await taken({ ...kind, email }, '198.51.100.9'));
  assert.equal((await at(own, '198.51.100.9')).kind, 'in');
  assert.ok(await findSession(ctx, own.token, true));
  const [network] = await ctx.db`select wrong from console.attempts where key = 'network 198.51.100.9'`;
  assert.equal(network!.wrong, 12);
});

test('an unlock and attempts at the same time wait for each other, and never fail', async () => {
  const email = 'rush@shop.example';
  const unlocks = Array.from({ length: 30 }, () => inWork(other, (work) => unlockAccount(work, email)));
  const tries = Array.from({ length: 60 }, (_, nth) =>
    takeTry(ctx, { email, network: `198.51.100.${nth % 3}` }, clock.now()),
  );
  await Promise.all([...tries, ...unlocks]);
});

test('invitations and changes of a password wait for their hash in the same short queue as sign-ins', async () => {
  const network = '198.51.100.50';
  const invitee = { email: 'new@shop.example', role: 'viewer', merchantId } as const;
  const { token } = await invite(ctx, operator, invitee);
  const own = await owner('busy@shop.example');
  const password = 'ten herons over the vlei';
  const kinds = async () =>
    (
      await Promise.all([
        acceptInvitation(ctx, { token, password, network }),
        at(own, network),
        provePassword(ctx, own.person, { current: own.password, password }),
        at(own, network, own.device),
        at(own, home),
      ])
    ).map(({ kind }) => kind);
  const free = Promise.withResolvers<void>();
  const fill = (places: number, key: string, line: 'known' | 'unknown') =>
    Array.from({ length: places }, () => inHashQueue({ key, line }, () => free.promise));
  const ofNetwork = fill(16, network, 'unknown');
  assert.deepEqual(await kinds(), ['slowed', 'slowed', 'right', 'in', 'in']);
  const ofAccount = fill(4, own.email, 'known');
  assert.deepEqual(await kinds(), ['slowed', 'slowed', 'slowed', 'slowed', 'in']);
  free.resolve();
  await Promise.all([...ofNetwork, ...ofAccount]);
  assert.deepEqual(await kinds(), ['accepted', 'in', 'right', 'in', 'in']);
});

test('a network that is blocked costs no statement, until its hour is over', async () => {
  const network = fresh();
  const { db, count } = counting(ctx.db);
  const counted = { ...ctx, db };
  const next = (nth: number) => takeTry(counted, { email: `guess${nth}@shop.example`, network }, clock.now());
  for (let nth = 0; nth < 300; nth += 1) assert.equal(await next(nth), undefined);
  assert.ok(((await next(300)) ?? 0) > 3_000);
  const before = count();
  assert.ok(((await next(301)) ?? 0) > 3_000);
  assert.equal(count(), before);
  clock.advance(hourMs);
  assert.equal(await next(302), undefined);
});
