import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { tefoWith } from '../../test/support/cli.ts';
import { png } from '../../test/support/images.ts';
import { demoKeys } from '../../test/support/policy.ts';
import { openPayouts } from '../../test/support/setup/payouts.ts';
import { openSiteSecrets } from '../core/merchants/actions.ts';
import { atCommandLine } from '../core/users/signed-in-user.ts';
import { createUser, disableUser } from '../core/users/users.ts';

const world = await openPayouts({ float: 1_000_000n });

const tefo = tefoWith({ DATABASE_URL: world.url, TEFO_MASTER_KEYS: demoKeys });

test('an operator sets a site’s limit, and a second person approves a large payout, once', async () => {
  const { siteCode } = world.merchant;
  const tokenFile = join(await mkdtemp(join(tmpdir(), 'tefo-token-')), 'token');
  await writeFile(tokenFile, 'chosen=by-us\n');
  const logoFile = `${tokenFile}.png`;
  await writeFile(logoFile, png(80, 80, '#0a6b4a'));
  const settings = [
    'verifyUrl=',
    'allowPlainAccountNumbers=true',
    'approvalAbove=99.99',
    'verificationFee=2.50',
    'holidayRule=before',
    `payoutAccessToken=@${tokenFile}`,
    'colour=#0A6B4A',
    `logo=@${logoFile}`,
  ];
  const set = await tefo('site', 'set', siteCode, ...settings, '--json');
  assert.equal(set.code, 0, set.err);
  const { siteCode: changedSite, settings: changed } = JSON.parse(set.out);
  assert.equal(changedSite, siteCode);
  assert.deepEqual([changed.verifyUrl, changed.allowPlainAccountNumbers], [null, true]);
  assert.deepEqual([changed.approvalAbove, changed.verificationFee], ['99.99', '2.50']);
  assert.equal(changed.holidayRule, 'before');
  assert.equal(changed.colour, '#0a6b4a');
  assert.match(changed.logo, /^[0-9a-f]{32}$/);
  const gone = await tefo('site', 'set', siteCode, `logo=@${tokenFile}.gif`);
  assert.deepEqual([gone.code, /logo.*cannot be read|\.gif cannot be read/.test(gone.err)], [1, true]);
  const account = {
    bankId: '4816019c-3314-4c80-8b6b-b2cd16dcc4ec',
    branchCode: '250655',
    holder: 'Thabo & Sons',
  };
  await tefo('site', 'set', siteCode, `settlementAccount=${account.bankId}/62001234567/250655/Thabo & Sons`);
  const settlementAccount = { ...account, accountNumber: '*******4567' };
  const shown = { siteCode, settings: { ...changed, settlementAccount } };
  assert.deepEqual(JSON.parse((await tefo('site', 'show', siteCode, '--json')).out), shown);
  const lines = (await tefo('site', 'show', siteCode)).out;
  assert.match(lines, /^approvalAbove +99\.99$/m);
  assert.match(lines, /^settlementAccount +4816019c[-0-9a-f]+\/\*{7}4567\/250655\/Thabo & Sons$/m);
  const { code } = world.merchant.merchant;
  assert.deepEqual(JSON.parse((await tefo('merchant', 'show', code, '--json')).out).sites, [shown]);
  const { out } = await tefo('merchant', 'show', code);
  for (const line of lines.trim().split('\n')) assert.ok(out.includes(line), line);
  const nowhere = await tefo('site', 'show', 'NOWHERE');
  assert.deepEqual([nowhere.code, nowhere.err.trim()], [1, 'tefo: there is no site with the code NOWHERE']);

  const wrong = await tefo('site', 'set', siteCode, 'holidayRule=later');
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /holidayRule must be one of none, before, after/);

  assert.equal(
    (await openSiteSecrets(world.ctx, (await world.siteNow()).id)).payoutAccessTokens[0],
    'chosen=by-us',
  );

  const payout = await world.accepted();
  await world.jobs.drain();
  assert.equal((await world.now(payout)).state, 'approval');
  const approved = await tefo('payout', 'approve', payout.id, '--by', 'Naledi', '--json');
  assert.equal(approved.code, 0, approved.err);
  assert.deepEqual(JSON.parse(approved.out), {
    payoutId: payout.id,
    merchantReference: payout.merchantReference,
    state: 'submitted',
    amountCents: '10000',
    approvedBy: 'Naledi',
  });
  const again = await tefo('payout', 'approve', payout.id, '--by', 'Thabo');
  assert.deepEqual([again.code, again.out], [1, '']);
  assert.match(again.err, /the payout is submitted, so it does not need approval/);
  const [step] =
    await world.db`select actor from transitions where object_id = ${payout.id} and to_state = 'submitted'`;
  assert.equal(step!.actor, 'cli:Naledi');
  // The command uses the machine's time.
  world.clock.set(new Date(Math.max(Date.now(), world.clock.now().getTime())));
  await world.jobs.drain();
  assert.equal((await world.now(payout)).state, 'complete');
  assert.deepEqual(await world.findings(), []);
});

test('a console user who created a payout cannot decide about it here, under any name', async () => {
  const given = { email: 'maker@test.example', role: 'operator-finance', merchantId: null } as const;
  const { userId, email } = await createUser(world.ctx, atCommandLine('test', true), given);
  const payout = await world.accepted();
  await world.jobs.drain();
  await world.db`update payouts set created_by = ${`user:${userId}`} where id = ${payout.id}`;
  for (const name of [email, userId, `user:${userId}`, ` ${email.toUpperCase()} `]) {
    const { code, err } = await tefo('payout', 'approve', payout.id, '--by', name);
    assert.deepEqual([code, (await world.now(payout)).state], [1, 'approval'], `${name}: ${err}`);
  }
  assert.equal((await tefo('payout', 'decline', payout.id, '--by', 'Thabo')).code, 0);
});

test('a second person declines a large payout: it is cancelled, its amount returns to the float, and its merchant sees the reason', async () => {
  const before = await world.float();
  const payout = await world.accepted({ notifyUrl: 'http://127.0.0.1:1/notify' });
  await world.jobs.drain();
  assert.equal((await world.now(payout)).state, 'approval');
  const decline = ['payout', 'decline', payout.id, '--by', 'Thabo'];
  const declined = await tefo(...decline, '--note', 'not in the budget', '--json');
  assert.equal(declined.code, 0, declined.err);
  const { state, declinedBy } = JSON.parse(declined.out);
  assert.deepEqual([state, declinedBy], ['cancelled', 'Thabo']);
  const { state: now, subStatus, stateReason } = await world.now(payout);
  assert.deepEqual([now, subStatus], ['cancelled', 0]);
  assert.equal(stateReason, 'a second person declined it: not in the budget');
  assert.deepEqual(await world.booked(payout), ['payout_accepted', 'payout_undone']);
  assert.deepEqual(await world.float(), before);
  const [reported] = await world.db`
    select event.data->>'state' as state from events event join deliveries delivery on delivery.event_id = event.id
    where event.object_id = ${payout.id}`;
  assert.equal(reported!.state, 'cancelled');
  for (const late of [decline, ['payout', 'approve', payout.id]]) {
    const { code, err } = await tefo(...late);
    assert.equal(code, 1);
    assert.match(err, /the payout is cancelled, so it does not need approval/);
  }
  assert.deepEqual(await world.findings(), []);
});

test('an address of a login is its person: who made a payout at the console does not decide it here', async () => {
  const made = {
    email: 'maker@shop.example',
    role: 'finance',
    merchantId: world.merchant.merchant.id,
  } as const;
  const { userId, email } = await createUser(world.ctx, atCommandLine('test', true), made);
  const payout = await world.accepted();
  await world.jobs.drain();
  await world.db`update payouts set created_by = ${`user:${userId}`} where id = ${payout.id}`;
  const by = (name: string) => tefo('payout', 'approve', payout.id, '--by', name);
  for (const name of [email, ` ${email.toUpperCase()} `, `user:${userId}`]) {
    const { code, err } = await by(name);
    assert.equal(code, 1, name);
    assert.match(err, /the creator of a payout cannot approve it/, name);
  }
  await assert.rejects(
    world.db`update payouts set approved_by = ${`user:${userId}`} where id = ${payout.id}`,
    { constraint_name: 'payouts_second_person_check' },
  );
  const other = await createUser(world.ctx, atCommandLine('test', true), {
    ...made,
    email: 'two@shop.example',
  });
  assert.equal((await by('two@shop.example')).code, 0);
  const [row] = await world.db`select approved_by from payouts where id = ${payout.id}`;
  assert.equal(row!.approvedBy, `user:${other.userId}`);
  await disableUser(world.ctx, atCommandLine('test', true), userId);
  const gone = await by(email);
  assert.deepEqual([gone.code, gone.err.trim()], [1, `tefo: ${email} is disabled and cannot decide`]);
});

test('an unknown payout is refused by its id', async () => {
  const id = randomUUID();
  const { code, err } = await tefo('payout', 'approve', id);
  assert.deepEqual([code, err.trim()], [1, `tefo: there is no payout ${id}`]);
});

test('wrong usage exits with 2 and the reason', async () => {
  const wrong = [
    [['payout', 'approve'], /missing required argument 'ID'\nusage: tefo payout approve ID \[--by NAME\]/],
    [['payout', 'approve', '17'], /ID must be a payoutId/],
    [
      ['site', 'set', world.merchant.siteCode, 'approvalAbove=much'],
      /approvalAbove must be an amount in rand/,
    ],
    [
      ['site', 'set', world.merchant.siteCode, 'verificationFee='],
      /verificationFee must be an amount in rand/,
    ],
    [
      ['site', 'set', world.merchant.siteCode, 'verifyUrl=shop.example'],
      /verifyUrl must be an http or https address/,
    ],
    [['site', 'set', world.merchant.siteCode, 'toString=1'], /a site has no setting toString/],
    [['payout'], /no command payout; available: tefo payout approve, tefo payout decline/],
    [['client', 'create', '--merchant', 'X', '--scopes', 'payments,all'], /--scopes takes payments/],
    [['start', 'everything'], /too many arguments for 'start'.*: everything/],
    [['payout', 'decline', world.merchant.siteCode, 'now'], /too many arguments for 'decline'.*, now/],
    [['clock', 'advance', '40 days'], /DURATION must be ISO 8601/],
  ] as const;
  const said = await Promise.all(wrong.map(([args]) => tefo(...args)));
  for (const [index, { code, err }] of said.entries()) {
    assert.equal(code, 2, err);
    assert.match(err, wrong[index]![1]);
  }
  const nobody = await tefo('payout', 'approve', '018f0000-0000-7000-8000-000000000000');
  assert.equal(nobody.code, 1);
});
