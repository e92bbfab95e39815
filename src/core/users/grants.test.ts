import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { from, openUsers, operator } from '../../../test/support/setup/users.ts';
import { newId } from '../../kernel/ids.ts';
import { inWork } from '../unit-of-work.ts';
import { type OtherAction, record } from './audit.ts';
import { enterByCompany } from './company.ts';
import { judgePair, judgeSameness } from './grants.ts';
import { acceptInvitation, invite } from './invitations.ts';
import type { Action, Role } from './permissions.ts';
import type { UserActor } from './signed-in-user.ts';
import { changeRole, createUser, resetUser, userIdOf } from './users.ts';

const { ctx, clock, merchantId, login, entered } = await openUsers();
const chosen = 'seven herons over the vlei';
const rights = (role: Role, at: string | null) => ({ held: [{ role, merchantId: at }], isStaging: true });
interface One extends UserActor {
  email: string;
}

let count = 0;
const nextEmail = () => `user-${++count}@shop.example`;
async function made(
  role: Role = 'admin',
  at: string | null = merchantId,
  by: UserActor = operator,
): Promise<One> {
  clock.advance(1);
  const given = { email: nextEmail(), role, merchantId: at } as const;
  const { userId: id, email } = await createUser(ctx, by, given);
  return { id, email, rights: rights(role, at) };
}
async function invited(by: UserActor, role: Role = 'finance', email = nextEmail()): Promise<One> {
  clock.advance(1);
  const { token } = await invite(ctx, by, { email, role, merchantId });
  const taken = await acceptInvitation(ctx, { token, password: chosen, network: null });
  assert.equal(taken.kind, 'accepted');
  return { id: await userIdOf(ctx.db, email), email, rights: rights(role, merchantId) };
}
const give = (by: UserActor, { id: userId }: One, role: Role | null, at: string | null = merchantId) => {
  clock.advance(1);
  return changeRole(ctx, by, { userId, merchantId: at, role });
};
const reset = (by: UserActor, { id }: One) => {
  clock.advance(1);
  return resetUser(ctx, by, id);
};
const actor = ({ id }: One) => `user:${id}` as const;
/** Why an approver counts as the creator, at the merchant unless another place is named. */
const why = async (approver: One, creator: One, at: string | null = merchantId) =>
  (await judgeSameness(ctx, actor(approver), at))(actor(creator));

describe('the creator of a payout counts as the approver', () => {
  test('the creator invited the approver or assigned the role, directly or through others; the other direction does not count', async () => {
    const a = await made();
    const b = await invited(a, 'admin');
    const c = await invited(b, 'admin');
    const d = await invited(c);
    for (const approver of [b, c, d]) {
      assert.equal(await why(approver, a), 'granter');
      assert.equal(await why(a, approver), undefined);
    }
    assert.deepEqual([await why(d, b), await why(b, d), await why(a, a)], ['granter', undefined, 'creator']);
  });

  test('two users with one granter, or with none, do not count', async () => {
    const a = await made();
    const [b, c] = [await invited(a), await invited(a)];
    assert.deepEqual([await why(b, c), await why(c, b)], [undefined, undefined]);
    const [d, e] = [await made(), await made()];
    assert.deepEqual([await why(d, e), await why(e, d), await why(b, d)], [undefined, undefined, undefined]);
  });

  test('it ends when the operator has assigned the role and reset the login, and with one of the two it does not', async () => {
    const a = await made();
    const b = await invited(a);
    await give(operator, b, 'finance');
    assert.equal(await why(b, a), 'granter', 'a still knows the password');
    await reset(operator, b);
    assert.equal(await why(b, a), undefined);
    const c = await invited(a);
    await reset(operator, c);
    assert.equal(await why(c, a), 'granter', 'a has assigned the role');
    await give(operator, c, 'finance');
    assert.equal(await why(c, a), undefined);
  });

  test('a reset of the approver’s login counts, and another admin’s reset does not end it', async () => {
    const [a, b, c] = [await made(), await made('finance'), await made()];
    await reset(a, b);
    assert.deepEqual([await why(b, a), await why(b, c)], ['granter', undefined]);
    await reset(c, b);
    assert.deepEqual([await why(b, a), await why(b, c)], ['granter', 'granter']);
  });

  test('a role that another admin assigns again comes from that admin only', async () => {
    const [a, other] = [await made(), await made()];
    const b = await made('viewer');
    await give(a, b, 'finance');
    assert.equal(await why(b, a), 'granter');
    await give(a, b, null);
    await give(operator, b, 'viewer');
    await give(other, b, 'finance');
    assert.deepEqual([await why(b, a), await why(b, other)], [undefined, 'granter']);
  });

  test('a granter counts after losing their right, and after the user between them was granted theirs again', async () => {
    const root = await made();
    const between = await invited(root, 'admin');
    const b = await invited(between);
    await reset(operator, between);
    await give(operator, between, 'admin');
    assert.deepEqual([await why(between, root), await why(b, root)], [undefined, 'granter']);
    // Whom the one between lets in from now on comes from the operator.
    const later = await invited(between);
    assert.deepEqual([await why(later, root), await why(later, between)], [undefined, 'granter']);
  });

  test('users who grant each other count both ways, and assigning one’s own role hides no granter', async () => {
    const a = await made();
    const b = await invited(a, 'admin');
    await give(b, b, 'finance');
    await give({ ...b, rights: rights('admin', merchantId) }, b, 'admin');
    assert.equal(await why(b, a), 'granter');
    await give(b, a, 'admin');
    await give(a, b, 'admin');
    await give(b, a, 'admin');
    assert.deepEqual([await why(a, b), await why(b, a)], ['granter', 'granter']);
  });

  test('roles at other merchants do not count', async () => {
    const boss = await made('operator-admin', null);
    const [a, b] = [await made(), await made('viewer')];
    const elsewhere = newId(clock);
    await give(boss, b, 'finance', elsewhere);
    assert.deepEqual([await why(b, boss), await why(b, boss, elsewhere)], [undefined, 'granter']);
    const finance = await made('operator-finance', null, boss);
    assert.deepEqual([await why(finance, boss), await why(finance, boss, null)], ['granter', 'granter']);
    assert.deepEqual([await why(finance, a), await why(boss, finance)], [undefined, undefined]);
    assert.equal(
      await judgePair(ctx, actor(boss), actor(finance), null),
      'granter',
      'as equals either way counts',
    );
  });

  test('roles of company groups come from no user, and neither does a login that the company account took over', async () => {
    const a = await made();
    const b = await invited(a);
    const account = {
      issuer: 'https://i.example',
      subject: b.id,
      email: b.email,
      name: null,
      isStrong: false,
    };
    const grants = [{ group: 'finance', role: 'operator-finance', code: null } as const];
    await enterByCompany(ctx, { ...account, groups: ['finance'] }, grants, from);
    assert.deepEqual([await why(b, a, null), await why(b, a)], [undefined, 'granter']);
    await give(operator, b, null);
    assert.equal(await why(b, a), undefined);
  });

  test('a user named at the command line is that user, and a name without a login counts as itself alone', async () => {
    const [a, stranger] = [await made(), await made()];
    const b = await invited(a);
    const judge = await judgeSameness(ctx, actor(b), merchantId);
    assert.deepEqual(
      [`cli:${actor(a)}`, `cli:${actor(b)}`, 'cli:naledi', 'site:KAR1', null, actor(stranger)].map(judge),
      ['granter', 'creator', undefined, undefined, undefined, undefined],
    );
    const atTerminal = await judgeSameness(ctx, 'cli:naledi', merchantId);
    assert.deepEqual(['cli:naledi', 'naledi', actor(a)].map(atTerminal), ['creator', 'creator', undefined]);
  });

  test('the search ends after a thousand granters, and then refuses every creator', async () => {
    const [a, b] = [await made(), await made()];
    await ctx.db`
      insert into console.grants (id, user_id, kind, merchant_id, granted_by, granted_at, ended_at)
      select gen_random_uuid(), case when n % 2 = 0 then ${a.id}::uuid else ${b.id}::uuid end, 'role', ${merchantId},
        case when n % 2 = 0 then ${b.id}::uuid else ${a.id}::uuid end, '2020-01-01'::timestamptz + n * interval '1 s',
        case when n < 2999 then '2020-01-01'::timestamptz + (n + 2) * interval '1 s' end
      from generate_series(1, 3000) n`;
    assert.equal(await why(a, await made()), 'granter');
  });
});

test('a grant is written with the change that grants, or not at all', async () => {
  const a = (await entered(login.email, login.password)).person;
  const email = nextEmail();
  const { count: before } = await ctx.db`select from console.grants`;
  const undone = inWork(ctx, async (work) => {
    await createUser(work, a, { email, role: 'finance', merchantId });
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/);
  assert.equal((await ctx.db`select from console.grants`).count, before);
});

test('the migrations find in the audit log every grant and its actor, and the verified addresses', async () => {
  const at = (n: number) => new Date(Date.UTC(2026, 9, 1) + n * 60_000);
  const [boss, a, b, c, d, e] = [
    await made('operator-admin', null),
    await made('admin'),
    await made('finance'),
    await made('finance'),
    await made('support'),
    await made('viewer'),
  ];
  const all = [boss, a, b, c, d, e].map(({ id }) => id);
  const note = (
    n: number,
    who: string,
    action: Action | OtherAction,
    subject: string,
    after: object,
    own = merchantId,
  ) =>
    inWork(ctx, (work) =>
      record(
        { ...work, realClock: { ...clock, now: () => at(n) } },
        { who, merchantId: own, action, subject, after },
      ),
    );
  const invitation = (n: number, who: string, { email }: One, role: Role) =>
    note(n, who, 'user.invite', `invitation ${n}`, { email, role });
  await note(1, 'cli:root', 'user.create', a.email, { email: a.email, role: 'admin' });
  await invitation(2, a.id, b, 'viewer');
  await note(3, a.id, 'user.role', `user ${b.id}`, { role: 'finance' });
  await invitation(4, boss.id, c, 'finance');
  await invitation(5, a.id, d, 'support');
  await note(6, b.id, 'user.reset', d.email, { isReset: true });
  await invitation(7, a.id, e, 'viewer');
  await ctx.db`insert into console.identities values ('https://i.example', ${`sub-${e.id}`}, ${e.id}, ${at(9)})`;
  await ctx.db`delete from console.grants where user_id = any (${all}::uuid[])`;
  await ctx.db`
    update console.users set created_at = ${at(8)}, email_verified_at = null, email_verified_by = null
    where id = any (${all}::uuid[])`;
  await ctx.db`update console.users set created_at = ${at(5)} where id = ${d.id}`;
  for (const [file, from] of [
    ['0070_verified_addresses', '\nupdate console.users'],
    ['0071_granted_rights', '\nwith deeds'],
  ] as const) {
    const text = await readFile(new URL(`../../../migrations/${file}.sql`, import.meta.url), 'utf8');
    await ctx.db.unsafe(text.slice(text.indexOf(from))).simple();
  }
  const names = new Map(['boss', 'a', 'b', 'c', 'd', 'e'].map((name, index) => [all[index]!, name]));
  const found = await ctx.db`
    select user_id, kind, granted_by from console.grants where user_id = any (${all}::uuid[]) order by granted_at, kind`;
  assert.deepEqual(
    found.map((one) => `${one.kind} of ${names.get(one.userId)} by ${names.get(one.grantedBy)}`).toSorted(),
    [
      'login of b by a',
      'login of c by boss',
      'reset of d by b',
      'role of b by a',
      'role of c by boss',
      'role of d by a',
      'role of e by a',
    ],
  );
  const users = await ctx.db`
    select id, coalesce(email_verified_by, 'of ' || origin_merchant_id) as by from console.users where id = any (${all}::uuid[])`;
  assert.deepEqual(Object.fromEntries(users.map(({ id, by }) => [names.get(id), by])), {
    ...{ boss: 'operator', a: 'operator', b: `of ${merchantId}`, c: 'operator', d: 'operator', e: 'company' },
  });
});
