import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TOTP } from 'otpauth';
import { from, openUsers, operator } from '../../../test/support/setup/users.ts';
import { inWork } from '../unit-of-work.ts';
import { type CompanyAccount, enterByCompany } from './company.ts';
import type { Grant } from './company-groups.ts';
import { confirmFactor, startFactor } from './factors.ts';
import { acceptInvitation, invite, listInvitations } from './invitations.ts';
import { openMerchant } from './merchant-opening.ts';
import { findSession } from './sessions.ts';
import { changePassword, provePassword, showCode, signIn } from './sign-in.ts';
import { changeRole, createUser, resetUser, userIdOf } from './users.ts';

const people = await openUsers();
const { clock, merchantId, login, entered, person } = people;
const domains = { operatorDomains: ['operator.example'] };
const ctx = { ...people.ctx, policy: { ...people.ctx.policy, ...domains } };
const other = await openMerchant(ctx, { name: 'Other Shop' });
const admin = (await entered(login.email, login.password)).person;
const otherAdmin = (await entered(other.console.email, other.console.password)).person;
const chosen = 'seven herons over the vlei';
const notVerified = { code: 'AddressNotVerified' };
const grants: Grant[] = [{ group: 'finance-team', role: 'operator-finance', code: null }];

const account = (email: string, more: Partial<CompanyAccount> = {}): CompanyAccount => ({
  ...{ issuer: 'https://accounts.operator.example', subject: `sub-${email}`, email, name: null },
  ...{ groups: ['finance-team'], isStrong: false },
  ...more,
});
const link = (email: string, more?: Partial<CompanyAccount>) =>
  enterByCompany(ctx, account(email, more), grants, from);
const accept = (token: string, password = chosen) =>
  acceptInvitation(ctx, { token, password, network: null });
const kindOf = async (email: string, password = chosen) =>
  (await signIn(ctx, { email, password, ...from })).kind;
const isIn = async (token: string) => (await findSession(ctx, token, true)) !== undefined;
const invited = (email: string, by = admin, at: string | null = merchantId) =>
  invite(ctx, by, { email, role: at === null ? 'operator-support' : 'admin', merchantId: at });
/** A login that a merchant's admin created for himself under another user's address. */
async function occupied(email: string) {
  assert.equal((await accept((await invited(email)).token)).kind, 'accepted');
  return { userId: await userIdOf(ctx.db, email), email, ...(await entered(email, chosen)) };
}
const userOf = async (email: string) =>
  (
    await ctx.db`
      select email_verified_by, origin_merchant_id, (
          select array_agg(role order by role) from console.held where user_id = id
        ) as roles, (select count(*)::integer from console.factors where user_id = id) as factors
      from console.users where email = ${email}`
  )[0]!;

describe('the company account takes over a login that a merchant created', () => {
  test('its password, sessions, second factor, half sign-ins and invitations end, and the new role inherits none of them', async () => {
    const email = 'finance@partner.example';
    const thief = await occupied(email);
    const secret = await inWork(ctx, async (work) => (await startFactor(work, thief.person)).secret);
    const code = () => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
    const recovery = await inWork(ctx, (work) => confirmFactor(work, thief.person, code()));
    const half = (await signIn(ctx, { email, password: chosen, ...from })) as { token: string };
    const sent = await invite(ctx, thief.person, { email: 'friend@x.example', role: 'admin', merchantId });
    const again = await invited(email);
    const answer = await link(email);
    assert.equal(answer.kind, 'in', 'the second factor of the thief is gone');
    assert.equal(await kindOf(email), 'refused');
    assert.ok(!(await isIn(thief.token)));
    for (const given of [code(), ...recovery.slice(0, 2)])
      assert.equal((await showCode(ctx, { token: half.token }, given)).kind, 'refused');
    for (const token of [sent.token, again.token]) assert.equal((await accept(token)).kind, 'gone');
    assert.ok((await listInvitations(ctx, { merchants: 'all' })).every((one) => one.email !== email));
    assert.deepEqual(await userOf(email), {
      ...{ emailVerifiedBy: 'company', originMerchantId: null, factors: 0 },
      roles: ['admin', 'operator-finance'],
    });
    const [entry] = await ctx.db`
      select before, after from console.audit where action = 'user.link' and subject = ${email} order by position desc`;
    assert.deepEqual(entry!.before, { isVerified: false, sessions: 2, hadFactor: true });
  });

  test('an invitation that is accepted afterwards needs a password that no user has', async () => {
    const email = 'early@partner.example';
    const { token } = await invited(email);
    assert.equal((await link(email)).kind, 'in');
    assert.equal((await accept(token)).kind, 'refused');
    assert.deepEqual((await userOf(email)).roles, ['operator-finance']);
  });

  test('the thief’s open session sets no factor and no password afterwards', async () => {
    const email = 'begun@partner.example';
    const thief = await occupied(email);
    const { secret } = await inWork(ctx, (work) => startFactor(work, thief.person));
    const given = { current: chosen, password: 'eight herons over the vlei' };
    const proven = await provePassword(ctx, thief.person, given);
    assert.ok(proven.kind === 'right');
    await link(email);
    const code = new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
    const over = { code: 'RightsExceeded', message: 'your session has ended; sign in again' };
    await assert.rejects(
      inWork(ctx, (work) => startFactor(work, thief.person)),
      over,
    );
    await assert.rejects(
      inWork(ctx, (work) => confirmFactor(work, thief.person, code)),
      over,
    );
    await assert.rejects(changePassword(ctx, thief.person, proven.change), { code: 'InvalidField' });
    assert.deepEqual(await provePassword(ctx, thief.person, given), { kind: 'refused' });
    assert.deepEqual([(await userOf(email)).factors, await kindOf(email, given.password)], [0, 'refused']);
  });

  test('at the same time as the thief signs in and sets a factor, the account is the only way in afterwards', async () => {
    for (let round = 0; round < 8; round += 1) {
      const email = `race-${round}@partner.example`;
      const thief = await occupied(email);
      const { token } = await invited(email);
      const set = async () => {
        const { secret } = await inWork(ctx, (work) => startFactor(work, thief.person));
        const code = new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
        await inWork(ctx, (work) => confirmFactor(work, thief.person, code));
      };
      const all = await Promise.allSettled([
        link(email),
        set(),
        kindOf(email),
        accept(token),
        set(),
        kindOf(email),
      ]);
      const failed = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
      assert.ok(
        failed.every((code) => ['RightsExceeded', 'InvalidField'].includes(code)),
        failed.join('\n'),
      );
      assert.deepEqual([await kindOf(email), (await userOf(email)).factors], ['refused', 0]);
      const { count } = await ctx.db`
        select from console.sessions where user_id = ${thief.userId} and ended_at is null`;
      assert.ok(count <= 1);
    }
  });

  test('one that the operator created keeps its password', async () => {
    const one = await person('made@operator.example', 'viewer');
    assert.equal((await link(one.email)).kind, 'in');
    assert.equal(await kindOf(one.email, one.password), 'in');
  });
});

describe('a right of another party', () => {
  test('is attached to no login that a merchant created: not by the operator, and not by another merchant', async () => {
    const { userId, email } = await occupied('shared@partner.example');
    const as = (role: 'operator-admin' | 'finance', at: string | null) =>
      changeRole(ctx, operator, { userId, merchantId: at, role });
    await assert.rejects(as('operator-admin', null), notVerified);
    await assert.rejects(as('finance', other.merchant.id), notVerified);
    assert.equal(
      (await accept((await invited(email, otherAdmin, other.merchant.id)).token)).kind,
      'unverified',
    );
    const operatorAdmin = await person('boss@operator.example', 'operator-admin', null);
    assert.equal((await accept((await invited(email, operatorAdmin.person, null)).token)).kind, 'unverified');
    // Its own merchant can assign roles, and a login without any role is as unverified as before.
    await as('finance', merchantId);
    await changeRole(ctx, admin, { userId, merchantId, role: null });
    await assert.rejects(as('operator-admin', null), notVerified);
    assert.deepEqual(await userOf(email), {
      ...{ emailVerifiedBy: null, originMerchantId: merchantId, roles: null, factors: 0 },
    });
  });

  test('is attached once the operator has reset the login: the password of before is gone', async () => {
    const { userId, email } = await occupied('known@partner.example');
    const { password } = await resetUser(ctx, operator, userId);
    assert.deepEqual([await kindOf(email), await kindOf(email, password)], ['refused', 'in']);
    await changeRole(ctx, operator, { userId, merchantId: null, role: 'operator-support' });
    assert.deepEqual((await userOf(email)).roles, ['admin', 'operator-support']);
  });

  test('is not attached after a merchant’s admin has reset the login, which the account then takes over', async () => {
    const email = 'reset@partner.example';
    const { userId } = await person(email, 'viewer');
    const { password } = await resetUser(ctx, admin, userId);
    await assert.rejects(
      changeRole(ctx, operator, { userId, merchantId: null, role: 'operator-admin' }),
      notVerified,
    );
    await link(email);
    await resetUser(ctx, operator, userId);
    assert.equal((await userOf(email)).emailVerifiedBy, 'company');
    assert.equal(await kindOf(email, password), 'refused');
  });

  test('is attached to whom the operator invited, at the console too', async () => {
    const operatorAdmin = await person('second@operator.example', 'operator-admin', null);
    const email = 'staff@operator.example';
    assert.equal((await accept((await invited(email, operatorAdmin.person, null)).token)).kind, 'accepted');
    assert.deepEqual(await userOf(email), {
      ...{ emailVerifiedBy: 'operator', originMerchantId: null, roles: ['operator-support'], factors: 0 },
    });
  });
});

describe('an address of the operator’s domains', () => {
  test('is not invited or created by a merchant, however it is written', async () => {
    for (const email of [
      'finance@operator.example',
      ' Finance@OPERATOR.example ',
      'finance+shop@operator.example',
      'finance@Operator.Example',
      '\u212aaren@operator.example',
    ]) {
      const refused = { code: 'InvalidField', message: /belong to the operator; only an operator/ };
      await assert.rejects(invited(email), refused, email);
      const given = { email, role: 'viewer', merchantId } as const;
      await assert.rejects(createUser(ctx, admin, given), refused, email);
    }
    for (const email of [
      'finance@operator.example.',
      'finance@оperator.example',
      'finance@operator.example\u0000',
    ])
      await assert.rejects(invited(email), { code: 'InvalidField' }, email);
    const { after } = await invited('finance@operator.example.shop.example');
    assert.deepEqual(after, { email: 'finance@operator.example.shop.example', role: 'admin' });
  });

  test('is not taken by an invitation from before the domain was set', async () => {
    const without = { ...ctx, policy: people.ctx.policy };
    const email = 'late@operator.example';
    const { token } = await invite(without, admin, { email, role: 'viewer', merchantId });
    assert.equal((await accept(token)).kind, 'gone');
    await assert.rejects(userIdOf(ctx.db, email), { code: 'UserNotFound' });
  });
});
