import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { TOTP } from 'otpauth';
import { from, openUsers, operator } from '../../../test/support/setup/users.ts';
import { hourMs, minuteMs } from '../../kernel/clock.ts';
import { inWork } from '../unit-of-work.ts';
import { confirmFactor, removeFactor, startFactor } from './factors.ts';
import {
  endOwnSession,
  findSession,
  isWaitingForCode,
  listSessions,
  say,
  signOut,
  takeSaid,
} from './sessions.ts';
import { changePassword, provePassword, showCode, signIn } from './sign-in.ts';
import { takeTry } from './sign-in-limits.ts';
import { isFresh, needsFactor, type SignedInUser } from './signed-in-user.ts';
import { disableUser } from './users.ts';

const { ctx, other, clock, login, merchantId, entered, person } = await openUsers();
const refused = { kind: 'refused' };
const isIn = async (token: string) => (await findSession(ctx, token, true)) !== undefined;
const as = (email: string, password: string) => signIn(ctx, { email, password, ...from });
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });

/** Sets up an authenticator app. Returns its secret and the recovery codes. */
async function withFactor(who: SignedInUser) {
  const { secret } = await inWork(ctx, (work) => startFactor(work, who));
  const codes = await inWork(ctx, (work) => confirmFactor(work, who, codeOf(secret)));
  clock.advance(minuteMs);
  return { secret, codes };
}

describe('signing in', () => {
  test('with the login of a merchant makes its user an admin of it, whatever the case of the address', async () => {
    const { person } = await entered(` ${login.email.toUpperCase()} `, login.password);
    assert.equal(person.email, login.email);
    assert.deepEqual(person.rights, { held: [{ role: 'admin', merchantId }], isStaging: true });
    assert.deepEqual([person.hasFactor, person.factorAt, person.said], [false, null, null]);
    assert.deepEqual([needsFactor(person, true), needsFactor(person, false)], [false, true]);
    assert.ok(isFresh(person, clock.now()));
    assert.ok(!isFresh({ ...person, rights: { ...person.rights, isStaging: false } }, clock.now()));
  });

  test('is refused alike for a wrong password, an unknown address and a disabled user', async () => {
    const gone = await person('gone@shop.example', 'viewer');
    await disableUser(ctx, operator, gone.userId);
    assert.ok(!(await isIn(gone.token)));
    assert.deepEqual(
      [
        await as(login.email, 'not the password'),
        await as('nobody@shop.example', login.password),
        await as('gone@shop.example', gone.password),
      ],
      [refused, refused, refused],
    );
  });

  test('with a password of an earlier version hashes it again', async () => {
    const { userId, email } = await person('early@shop.example', 'viewer');
    const salt = Buffer.alloc(16, 7);
    const digest = scryptSync('of an earlier version', salt, 32, { N: 16 });
    const old = `scrypt.4.${salt.toString('base64url')}.${digest.toString('base64url')}`;
    await ctx.db`update console.users set password_hash = ${old} where id = ${userId}`;
    assert.deepEqual(await as(email, 'of an earlier versio'), refused);
    assert.equal((await as(email, 'of an earlier version')).kind, 'in');
    const [row] = await ctx.db`select password_hash from console.users where id = ${userId}`;
    assert.match(row!.passwordHash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal((await as(email, 'of an earlier version')).kind, 'in');
  });

  test('is slowed after five wrong attempts, also of an unknown address, whichever process they went to', async () => {
    const { email, password } = await person('slow@shop.example', 'viewer');
    for (const address of [email, 'stranger@shop.example']) {
      const given = { email: address, password: 'wrong', ...from };
      for (const one of [ctx, other, ctx, other, ctx]) assert.deepEqual(await signIn(one, given), refused);
      for (const one of [ctx, other])
        assert.deepEqual(await signIn(one, { ...given, password }), {
          kind: 'slowed',
          retryAfterSeconds: 5,
        });
    }
    clock.advance(5_000);
    assert.equal((await as(email, password)).kind, 'in');
    // A signed-in user starts again.
    assert.deepEqual(await as(email, 'wrong'), refused);
    assert.equal((await as(email, password)).kind, 'in');
  });

  test('is locked for an hour after twenty wrong attempts', async () => {
    const trier = { email: 'locked@shop.example', network: '192.0.2.20' };
    let [wrong, waitSeconds] = [0, 0];
    while (waitSeconds < 3_600) {
      clock.advance(waitSeconds * 1_000);
      waitSeconds = (await takeTry(ctx, trier, clock.now())) ?? 0;
      if (waitSeconds === 0) wrong += 1;
    }
    assert.deepEqual([wrong, waitSeconds], [20, 3_600]);
    clock.advance(hourMs);
    assert.equal(await takeTry(ctx, trier, clock.now()), undefined);
  });

  test('takes 300 wrong attempts from a network in an hour, also at one time, and then no more for any account', async () => {
    const network = '192.0.2.30';
    const tries = await Promise.all(
      Array.from({ length: 310 }, (_, n) =>
        takeTry(n % 2 ? ctx : other, { email: `${n}@x.example`, network }, clock.now()),
      ),
    );
    assert.equal(tries.filter((one) => one === undefined).length, 300);
    assert.equal(await takeTry(ctx, { email: login.email, network }, clock.now()), 3_600);
    assert.equal(await takeTry(ctx, { email: login.email, network: '192.0.2.31' }, clock.now()), undefined);
  });

  test('from one network waits in a short queue: requests beyond it are slowed, and another network is served', async () => {
    const flood = Array.from({ length: 60 }, (_, nth) =>
      signIn(ctx, {
        email: `f${nth}@x.example`,
        password: 'wrong',
        network: `2001:db8::${nth}`,
        agent: null,
      }),
    );
    const honest = await signIn(ctx, { email: login.email, password: login.password, ...from });
    const all = await Promise.all(flood);
    assert.equal(honest.kind, 'in');
    assert.equal(all.filter(({ kind }) => kind === 'refused').length, 16);
    assert.equal(all.filter(({ kind }) => kind === 'slowed').length, 44);
  });

  test('lets no more than five concurrent attempts of an account pass', async () => {
    const trier = { email: 'storm@shop.example', network: '192.0.2.40' };
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, n) => takeTry(n % 2 ? ctx : other, trier, clock.now())),
    );
    assert.equal(tries.filter((one) => one === undefined).length, 5);
  });
});

describe('a session', () => {
  test('has a new token each time, of which only the hash is stored', async () => {
    const [one, two] = [
      await entered(login.email, login.password),
      await entered(login.email, login.password),
    ];
    assert.notEqual(one.token, two.token);
    const [row] = await ctx.db`select string_agg(to_jsonb(s)::text, ' ') as text from console.sessions s`;
    assert.ok(!row!.text.includes(one.token) && !row!.text.includes(two.token));
    assert.equal(await findSession(ctx, one.person.sessionId, true), undefined);
  });

  test('ends after half an hour without use, and after twelve hours in any case', async () => {
    const { token } = await entered(login.email, login.password);
    clock.advance(29 * minuteMs);
    assert.ok(await isIn(token));
    clock.advance(29 * minuteMs);
    assert.ok(await isIn(token));
    clock.advance(30 * minuteMs);
    assert.ok(!(await isIn(token)));
    const long = await entered(login.email, login.password);
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      assert.ok(await isIn(long.token), `after ${minutes} minutes`);
      clock.advance(20 * minuteMs);
    }
    clock.advance(20 * minuteMs);
    assert.ok(!(await isIn(long.token)));
  });

  test('is written to at most once a minute', async () => {
    const { token, person } = await entered(login.email, login.password);
    const seen = async () =>
      (await listSessions(ctx, person.id)).find(({ id }) => id === person.sessionId)!.seenAt;
    const began = await seen();
    clock.advance(59_000);
    await isIn(token);
    assert.deepEqual(await seen(), began);
    clock.advance(1_000);
    await isIn(token);
    assert.deepEqual(await seen(), clock.now());
  });

  test('ends when its owner signs out, there or elsewhere, and no other user can end it', async () => {
    const one = await entered(login.email, login.password);
    const two = await entered(login.email, login.password);
    const stranger = await person('stranger2@shop.example', 'admin');
    assert.equal(await endOwnSession(ctx, stranger.person, one.person.sessionId), false);
    assert.equal(await endOwnSession(ctx, two.person, one.person.sessionId), true);
    assert.deepEqual([await isIn(one.token), await isIn(two.token)], [false, true]);
    await signOut(ctx, two.token);
    assert.equal(await isIn(two.token), false);
  });

  test('shows a message once', async () => {
    const { token, person } = await entered(login.email, login.password);
    await say(ctx, person.sessionId, 'R 10,00 will be refunded.');
    const next = (await findSession(ctx, token, true))!;
    assert.equal(next.said, 'R 10,00 will be refunded.');
    await takeSaid(ctx, next);
    assert.equal((await findSession(ctx, token, true))!.said, null);
  });

  test('is the only one that stays when its owner changes the password', async () => {
    const own = await person('changing@shop.example', 'viewer');
    const elsewhere = await entered(own.email, own.password);
    const prove = (current: string, password: string) =>
      provePassword(ctx, own.person, { current, password });
    assert.deepEqual(await prove('not it', 'seven herons over the vlei'), refused);
    await assert.rejects(prove(own.password, 'too short'), { code: 'InvalidField' });
    await assert.rejects(prove(own.password, 'changing-password-1234567890'), { code: 'InvalidField' });
    const proven = await prove(own.password, 'seven herons over the vlei');
    assert.ok(proven.kind === 'right' && (await isIn(elsewhere.token)));
    await changePassword(ctx, own.person, proven.change);
    await assert.rejects(changePassword(ctx, own.person, proven.change), { code: 'InvalidField' });
    assert.deepEqual([await isIn(elsewhere.token), await isIn(own.token)], [false, true]);
    assert.deepEqual(await as(own.email, own.password), refused);
    assert.equal((await as(own.email, 'seven herons over the vlei')).kind, 'in');
  });
});

describe('an authenticator app', () => {
  test('is required from then on: the session before the code belongs to no user, and the one after it has another token', async () => {
    const own = await person('factor@shop.example', 'admin');
    const elsewhere = await entered(own.email, own.password);
    const { secret } = await withFactor(own.person);
    assert.deepEqual([await isIn(elsewhere.token), await isIn(own.token)], [false, true]);
    const first = await as(own.email, own.password);
    assert.ok(first.kind === 'code');
    assert.deepEqual([await isIn(first.token), await isWaitingForCode(ctx, first.token)], [false, true]);
    assert.deepEqual(await showCode(ctx, { token: first.token }, '000000'), refused);
    const second = await showCode(ctx, { token: first.token }, ` ${codeOf(secret).replace(/^.../, '$& ')}`);
    assert.ok(second.kind === 'in' && second.token !== first.token);
    const present = (await findSession(ctx, second.token, true))!;
    assert.ok(present.hasFactor && isFresh(present, clock.now()));
    assert.equal(await isWaitingForCode(ctx, first.token), false);
    clock.advance(5 * minuteMs + 1);
    assert.ok(!isFresh(present, clock.now()));
    const again = await showCode(ctx, { token: second.token }, codeOf(secret));
    assert.deepEqual(again, { kind: 'in', token: second.token });
    assert.ok(isFresh((await findSession(ctx, second.token, true))!, clock.now()));
  });

  test('gives no code that is taken twice, nor an earlier one after a later one, in any process', async () => {
    const own = await person('twice@shop.example', 'admin');
    const { secret } = await withFactor(own.person);
    const earlier = codeOf(secret);
    clock.advance(30_000);
    const code = codeOf(secret);
    const at = await Promise.all(
      [ctx, other, ctx, other].map((one) => showCode(one, { token: own.token }, code)),
    );
    assert.equal(at.filter(({ kind }) => kind === 'in').length, 1);
    assert.deepEqual(await showCode(ctx, { token: own.token }, code), refused);
    assert.deepEqual(await showCode(ctx, { token: own.token }, earlier), refused);
  });

  test('is replaced by each recovery code once, of which only the hashes are stored', async () => {
    const own = await person('lost@shop.example', 'admin');
    const { codes } = await withFactor(own.person);
    assert.equal(new Set(codes).size, 10);
    const [row] = await ctx.db`select string_agg(to_jsonb(f)::text, ' ') as text from console.factors f`;
    assert.ok(!row!.text.includes(codes[0]!) && !row!.text.includes(codes[0]!.replaceAll('-', '')));
    assert.equal((await showCode(ctx, { token: own.token }, codes[3]!.toUpperCase())).kind, 'in');
    assert.deepEqual(await showCode(ctx, { token: own.token }, codes[3]!), refused);
    assert.equal((await showCode(ctx, { token: own.token }, codes[4]!.replaceAll('-', ' '))).kind, 'in');
  });

  test('is neither replaced nor removed by a user who has not shown it just now', async () => {
    const own = await person('stolen@shop.example', 'admin');
    await withFactor(own.person);
    clock.advance(5 * minuteMs);
    const stale = (await findSession(ctx, own.token, true))!;
    await assert.rejects(
      inWork(ctx, (work) => startFactor(work, stale)),
      { code: 'FactorNotFresh' },
    );
    await assert.rejects(
      inWork(ctx, (work) => removeFactor(work, stale)),
      { code: 'FactorNotFresh' },
    );
    const fresh = { ...stale, factorAt: clock.now() };
    await inWork(ctx, (work) => removeFactor(work, fresh));
    assert.equal((await as(own.email, own.password)).kind, 'in');
  });

  test('does not let a user with the password try codes for ever', async () => {
    const own = await person('codes@shop.example', 'admin');
    await withFactor(own.person);
    let tries = 0;
    for (;;) {
      const first = await as(own.email, own.password);
      if (first.kind !== 'code') break;
      if ((await showCode(ctx, { token: first.token }, '000000')).kind === 'slowed') break;
      tries += 1;
    }
    assert.equal(tries, 5);
  });
});
