import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openSiteSecrets } from '../core/merchants/actions.ts';
import { masterKeys, openPayouts } from '../core/payouts/setup.test.ts';

const world = await openPayouts({ float: 1_000_000n });

/** Runs the command as a person at a terminal does. */
async function tefo(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  // What runs under the test runner must not think it is a test.
  const { NODE_TEST_CONTEXT: _, ...outside } = process.env;
  const env = { ...outside, DATABASE_URL: world.url, TEFO_MASTER_KEYS: masterKeys };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['src/cli/main.ts', ...args], {
      env,
    });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

test('an operator sets what a site allows, and a second person lets a large payout go, once', async () => {
  const { siteCode } = world.merchant;
  const settings = [
    'verifyUrl=',
    'allowPlainAccountNumbers=true',
    'approvalAbove=99.99',
    'verificationFee=2.50',
    'holidayRule=before',
    'payoutAccessToken=chosen=by-us',
  ];
  const set = await tefo('site', 'set', siteCode, ...settings, '--json');
  assert.equal(set.code, 0, set.err);
  const changed = JSON.parse(set.out);
  assert.deepEqual([changed.verifyUrl, changed.allowPlainAccountNumbers], [null, true]);
  assert.deepEqual([changed.approvalAboveCents, changed.verificationFeeCents], ['9999', '250']);
  assert.equal(changed.holidayRule, 'before');
  const wrong = await tefo('site', 'set', siteCode, 'holidayRule=later');
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /holidayRule is one of none, before, after/);

  assert.equal((await openSiteSecrets(world.ctx, changed.id)).payoutAccessTokens[0], 'chosen=by-us');

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
  assert.match(again.err, /the payout is submitted, so there is nothing to approve/);
  // The command lives by the machine's time.
  world.clock.set(new Date(Math.max(Date.now(), world.clock.now().getTime())));
  await world.jobs.drain();
  assert.equal((await world.now(payout)).state, 'complete');
  assert.deepEqual(await world.findings(), []);
});

test('wrong usage ends with 2, and says what is wrong', async () => {
  for (const [args, message] of [
    [['payout', 'approve'], /missing: ID/],
    [['payout', 'approve', '17'], /ID is the payoutId/],
    [['site', 'set', world.merchant.siteCode, 'approvalAbove=much'], /approvalAbove is an amount in rand/],
    [['site', 'set', world.merchant.siteCode, 'verificationFee='], /verificationFee is an amount in rand/],
    [
      ['site', 'set', world.merchant.siteCode, 'verifyUrl=shop.example'],
      /verifyUrl is an http or https address/,
    ],
    [['site', 'set', world.merchant.siteCode, 'toString=1'], /a site has no setting toString/],
  ] as const) {
    const { code, err } = await tefo(...args);
    assert.equal(code, 2, err);
    assert.match(err, message);
  }
  const nobody = await tefo('payout', 'approve', '018f0000-0000-7000-8000-000000000000');
  assert.equal(nobody.code, 1);
});
