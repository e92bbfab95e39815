import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { from, openUsers, operator } from '../../../test/support/setup/users.ts';
import { hourMs } from '../../kernel/clock.ts';
import { restoreSnapshot, saveSnapshot } from '../../sandbox/snapshots/snapshot-store.ts';
import { inWork } from '../unit-of-work.ts';
import { everything } from '../viewer.ts';
import { confirmFactor, startFactor } from './factors.ts';
import { acceptInvitation, findInvitation, invite, listInvitations } from './invitations.ts';
import { openMerchant } from './merchant-opening.ts';
import { merchantRoles, operatorRoles } from './permissions.ts';
import { findSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { viewerOf } from './signed-in-user.ts';
import {
  changeRole,
  createUser,
  disableUser,
  endSessionsOf,
  listUsers,
  requireUser,
  resetUser,
  userIdOf,
} from './users.ts';

const { ctx, clock, merchantId, login, entered, person } = await openUsers();
const foreign = await openMerchant(ctx, { name: 'Naledi' });
const elsewhere = foreign.merchant.id;
const admin = (await entered(login.email, login.password)).person;
const chosen = 'seven herons over the vlei';
const isIn = async (token: string) => (await findSession(ctx, token, true)) !== undefined;
const kindOf = async (email: string, password: string) =>
  (await signIn(ctx, { email, password, ...from })).kind;
const rightsExceeded = { code: 'RightsExceeded' };
const notFound = { code: 'UserNotFound' };

describe('the assigner of a role', () => {
  test('assigns no more than their rights: roles at their own merchant, and none of an operator’s', async () => {
    for (const role of merchantRoles) {
      const made = await invite(ctx, admin, { email: 'new@shop.example', role, merchantId });
      assert.deepEqual(made.after, { email: 'new@shop.example', role });
      const abroad = { email: 'new@shop.example', role, merchantId: elsewhere };
      await assert.rejects(invite(ctx, admin, abroad), rightsExceeded);
      await assert.rejects(createUser(ctx, admin, abroad), rightsExceeded);
    }
    for (const role of operatorRoles)
      for (const [at, wrong] of [
        [null, rightsExceeded],
        [merchantId, { code: 'InvalidField' }],
      ] as const)
        await assert.rejects(invite(ctx, admin, { email: 'x@shop.example', role, merchantId: at }), wrong);
    const viewer = await person('viewer@shop.example', 'viewer');
    await assert.rejects(
      invite(ctx, viewer.person, { email: 'x@shop.example', role: 'viewer', merchantId }),
      rightsExceeded,
    );
  });

  test('ends the sessions of the changed user, and records the earlier role', async () => {
    const one = await person('role@shop.example', 'support');
    const wanted = { userId: one.userId, merchantId, role: 'finance' } as const;
    await assert.rejects(changeRole(ctx, admin, { ...wanted, seen: 'viewer' }), {
      code: 'ChangedSinceSeen',
      message: 'the role was viewer when you opened the page, and is support now',
    });
    assert.ok(await isIn(one.token));
    const { before, after } = await changeRole(ctx, admin, { ...wanted, seen: 'support' });
    assert.deepEqual([before, after], [{ role: 'support' }, { role: 'finance' }]);
    assert.ok(!(await isIn(one.token)));
    assert.deepEqual((await entered(one.email, one.password)).person.rights.held, [
      { role: 'finance', merchantId },
    ]);
  });

  test('reaches no user of another merchant, and of a user at both only their role here', async () => {
    const stranger = await person('stranger@shop.example', 'viewer', elsewhere);
    for (const attempt of [
      () => changeRole(ctx, admin, { userId: stranger.userId, merchantId, role: 'viewer' }),
      () => disableUser(ctx, admin, stranger.userId),
      () => endSessionsOf(ctx, admin, stranger.userId),
      () => resetUser(ctx, admin, stranger.userId),
      () => requireUser(ctx.db, viewerOf(admin, 'user.see'), stranger.userId),
      () => disableUser(ctx, admin, 'no id'),
    ])
      await assert.rejects(attempt, notFound);
    await changeRole(ctx, operator, { userId: stranger.userId, merchantId, role: 'support' });
    const seen = await requireUser(ctx.db, viewerOf(admin, 'user.see'), stranger.userId);
    assert.deepEqual(seen.held, [{ role: 'support', merchantId }]);
    await assert.rejects(disableUser(ctx, admin, stranger.userId), rightsExceeded);
    await assert.rejects(
      changeRole(ctx, admin, { userId: stranger.userId, merchantId: elsewhere, role: null }),
      rightsExceeded,
    );
    await changeRole(ctx, admin, { userId: stranger.userId, merchantId, role: null });
    const { person: now } = await entered(stranger.email, stranger.password);
    assert.deepEqual(now.rights.held, [{ role: 'viewer', merchantId: elsewhere }]);
  });

  test('sees the users with a role in their scope', async () => {
    const mine = await listUsers(ctx.db, viewerOf(admin, 'user.see'));
    assert.ok(mine.some(({ email }) => email === login.email));
    assert.ok(
      mine.every(({ held }) => held.length > 0 && held.every((one) => one.merchantId === merchantId)),
    );
    assert.ok((await listUsers(ctx.db, everything)).some(({ email }) => email === foreign.console.email));
    const viewer = await person('blind@shop.example', 'viewer');
    assert.deepEqual(await listUsers(ctx.db, viewerOf(viewer.person, 'user.see')), []);
  });
});

describe('an invitation', () => {
  const invited = (email: string) => invite(ctx, admin, { email, role: 'support', merchantId });
  const accept = (token: string, password: string) =>
    acceptInvitation(ctx, { token, password, network: null });

  test('gives a login with a password that keeps the rules, once, also if it is used twice at one time', async () => {
    const { token } = await invited('Guest@Shop.example');
    await assert.rejects(accept(token, 'short'), { code: 'InvalidField' });
    const all = await Promise.all([1, 2, 3].map(() => accept(token, chosen)));
    assert.deepEqual(all.map(({ kind }) => kind).sort(), ['accepted', 'gone', 'gone']);
    assert.deepEqual(await accept(token, chosen), { kind: 'gone' });
    const { person } = await entered('guest@shop.example', chosen);
    assert.deepEqual(person.rights.held, [{ role: 'support', merchantId }]);
  });

  test('is over after a day, and is stored as a hash', async () => {
    const { token } = await invited('late@shop.example');
    assert.equal((await findInvitation(ctx, token))!.email, 'late@shop.example');
    const [row] = await ctx.db`select string_agg(to_jsonb(i)::text, ' ') as text from console.invitations i`;
    assert.ok(!row!.text.includes(token));
    assert.ok((await listInvitations(ctx, viewerOf(admin, 'user.see'))).length > 0);
    assert.deepEqual(await listInvitations(ctx, { merchants: [elsewhere] }), []);
    clock.advance(24 * hourMs);
    assert.deepEqual(await accept(token, chosen), { kind: 'gone' });
  });

  test('requires the password of an existing login, so that the sender does not get into it', async () => {
    const known = await person('known@shop.example', 'viewer', elsewhere);
    const { token } = await invited(known.email);
    assert.deepEqual(await accept(token, chosen), { kind: 'refused' });
    assert.equal(await kindOf(known.email, chosen), 'refused');
    assert.equal((await accept(token, known.password)).kind, 'accepted');
    assert.ok(!(await isIn(known.token)));
    const { held } = (await entered(known.email, known.password)).person.rights;
    assert.deepEqual(
      new Set(held.map(({ role, merchantId }) => `${role} ${merchantId}`)),
      new Set([`viewer ${elsewhere}`, `support ${merchantId}`]),
    );
  });

  test('ends with the rights of its sender', async () => {
    const leaving = await person('leaving@shop.example', 'admin');
    const wanted = { email: 'friend@shop.example', role: 'admin', merchantId } as const;
    const { token } = await invite(ctx, leaving.person, wanted);
    await disableUser(ctx, operator, leaving.userId);
    assert.deepEqual(await accept(token, chosen), { kind: 'gone' });
  });
});

describe('a user', () => {
  test('has one login for an address, in whatever case it is written', async () => {
    const wanted = { email: 'Once@shop.example', role: 'viewer', merchantId } as const;
    const { userId } = await createUser(ctx, operator, wanted);
    await assert.rejects(createUser(ctx, operator, { ...wanted, email: 'once@SHOP.example' }), {
      code: 'InvalidField',
    });
    await assert.rejects(createUser(ctx, operator, { ...wanted, email: 'no address' }), {
      code: 'InvalidField',
    });
    assert.equal(await userIdOf(ctx.db, ' ONCE@shop.example'), userId);
  });

  test('is in again after a reset, with a new password and without a second factor', async () => {
    const one = await person('reset@shop.example', 'viewer');
    const { TOTP } = await import('otpauth');
    await inWork(ctx, async (work) => {
      const { secret } = await startFactor(work, one.person);
      const code = new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
      await confirmFactor(work, one.person, code);
    });
    await disableUser(ctx, operator, one.userId);
    assert.ok(!(await isIn(one.token)));
    const { password } = await resetUser(ctx, operator, one.userId);
    assert.equal(await kindOf(one.email, one.password), 'refused');
    assert.equal(await kindOf(one.email, password), 'in');
  });

  test('that was removed stays so when an earlier snapshot is restored, and signs in again with no role', async () => {
    const one = await person('removed@shop.example', 'admin');
    await saveSnapshot(ctx.db, 'before', clock.now());
    await disableUser(ctx, operator, one.userId);
    const later = await openMerchant(ctx, { name: 'Later' });
    await restoreSnapshot(ctx.db, 'before');
    assert.ok(!(await isIn(one.token)));
    assert.equal(await kindOf(one.email, one.password), 'refused');
    assert.equal(
      (await requireUser(ctx.db, everything, one.userId)).disabledAt?.getTime(),
      clock.now().getTime(),
    );
    // Its merchant is gone: nothing is left for the login to see.
    assert.equal(await kindOf(later.console.email, later.console.password), 'in');
  });
});
