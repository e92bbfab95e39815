import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { tefoOn } from '../../test/support/cli.ts';
import { startService } from '../../test/support/running.ts';
import { signIn } from '../core/users/sign-in.ts';

const service = await startService();
after(() => service.end());
const { ctx, db, merchant } = service;
const tefo = tefoOn(service);
const code = merchant.merchant.code;
await db`insert into installation (mode) values ('staging') on conflict do nothing`;

/** Runs a command under --json; returns its output. */
async function done(...args: string[]) {
  const { code, out, err } = await tefo(...args, '--json');
  assert.equal(code, 0, err);
  return JSON.parse(out);
}
const kindOf = async ({ email, password }: { email: string; password: string }) =>
  (await signIn(ctx, { email, password, network: '192.0.2.9', agent: null })).kind;

test('tefo user makes, lists, changes, unlocks, disables and resets people, and each leaves one entry in the log', async () => {
  const made = await done(
    'user',
    'create',
    '--email',
    'Thandi@Shop.example',
    '--role',
    'finance',
    '--merchant',
    code,
    '--by',
    'naledi',
  );
  assert.deepEqual(Object.keys(made), ['email', 'password']);
  assert.equal(made.email, 'thandi@shop.example');
  assert.equal(await kindOf(made), 'in');
  const boss = await done(
    'user',
    'create',
    '--email',
    'boss@bank.example',
    '--role',
    'operator-admin',
    '--by',
    'naledi',
  );
  assert.deepEqual(
    await done('user', 'list'),
    [
      {
        email: 'boss@bank.example',
        disabled: false,
        verified: true,
        roles: [{ role: 'operator-admin', merchant: null }],
      },
      {
        email: merchant.console.email,
        disabled: false,
        verified: true,
        roles: [{ role: 'admin', merchant: code }],
      },
      { email: made.email, disabled: false, verified: true, roles: [{ role: 'finance', merchant: code }] },
    ].sort((one, two) => (one.email < two.email ? -1 : 1)),
  );

  const role = await done(
    'user',
    'role',
    made.email,
    'support',
    '--merchant',
    merchant.siteCode,
    '--by',
    'naledi',
  );
  assert.deepEqual(role, { email: made.email, role: 'support', merchant: merchant.siteCode });
  const guess = { email: made.email, password: 'a wrong one' };
  for (const kind of ['refused', 'refused', 'refused', 'refused', 'refused', 'slowed'])
    assert.equal(await kindOf(guess), kind);
  const unlocked = await done('user', 'unlock', made.email, '--by', 'naledi');
  assert.deepEqual(unlocked, { email: made.email, wrongAttempts: 5 });
  assert.equal(await kindOf(made), 'in');
  await done('user', 'disable', made.email, '--by', 'naledi');
  assert.equal(await kindOf(made), 'refused');
  const again = await done('user', 'reset', made.email, '--by', 'naledi');
  assert.deepEqual([await kindOf(made), await kindOf(again), await kindOf(boss)], ['refused', 'in', 'in']);

  const entries =
    await db`select who, action, subject, merchant_id, before, after from console.audit order by position`;
  assert.ok(entries.every(({ who }) => who === 'cli:naledi'));
  assert.deepEqual(
    entries.map(({ action, subject }) => `${action} ${subject}`),
    [
      ...[`user.create ${made.email}`, 'user.create boss@bank.example', `user.role ${made.email}`],
      ...[`user.unlock ${made.email}`, `user.disable ${made.email}`, `user.reset ${made.email}`],
    ],
  );
  assert.deepEqual([entries[2]!.before, entries[2]!.after], [{ role: 'finance' }, { role: 'support' }]);
  assert.deepEqual([entries[1]!.merchantId, entries[2]!.merchantId], [null, merchant.merchant.id]);
  assert.ok(
    !JSON.stringify(entries).includes(made.password) && !JSON.stringify(entries).includes(again.password),
  );
});

test('tefo user reports an error, and changes nothing then', async () => {
  const before = await done('user', 'list');
  for (const [args, exit, said] of [
    [['create', '--email', 'x@y.example', '--role', 'boss'], 2, /the role must be one of viewer, /],
    [['create', '--email', 'x@y.example', '--role', 'viewer'], 2, /--merchant CODE is missing/],
    [
      ['create', '--email', 'x@y.example', '--role', 'operator-admin', '--merchant', code],
      2,
      /omit --merchant/,
    ],
    [
      ['create', '--email', 'x@y.example', '--role', 'viewer', '--merchant', 'NONE'],
      1,
      /no merchant or site with the code NONE/,
    ],
    [['create', '--email', 'nobody', '--role', 'operator-admin'], 1, /address like/],
    [['create', '--email', merchant.console.email, '--role', 'operator-admin'], 1, /already has a login/],
    [['role', 'nobody@y.example', 'operator-admin'], 1, /no user has the address nobody@y\.example/],
  ] as const) {
    const { code, err } = await tefo('user', ...args);
    assert.equal(code, exit, err);
    assert.match(err, said);
  }
  assert.deepEqual(await done('user', 'list'), before);
});

test('tefo audit verify and tefo check exit with 1 and the position of the changed entry', async () => {
  const whole = await done('audit', 'verify');
  assert.deepEqual(whole, { ok: true, entries: 6, wrong: null });
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update console.audit set subject = 'another user' where position = 3`;
  });
  const { code, out } = await tefo('audit', 'verify', '--json');
  const detail = 'the entry at position 3 was changed since it was written';
  assert.deepEqual([code, JSON.parse(out)], [1, { ok: false, entries: 2, wrong: { position: 3, detail } }]);
  assert.match((await tefo('audit', 'verify')).out, /position 3/);
  const check = await tefo('check', '--json');
  const { findings } = JSON.parse(check.out);
  assert.deepEqual([check.code, findings], [1, [{ rule: 'audit-is-as-written', object: '3', detail }]]);
});
