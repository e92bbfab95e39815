import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asAnother } from '../../../test/support/another.ts';
import { accounts, openPayouts } from '../../../test/support/setup/payouts.ts';
import { newId } from '../../kernel/ids.ts';
import type { Actor, Context } from '../context.ts';
import { inWork } from '../unit-of-work.ts';
import { everything, only } from '../viewer.ts';
import {
  approvePayout,
  declinePayout,
  listWaitingPayouts,
  type Payout,
  readPayout,
  requestPayout,
} from './actions.ts';

const world = await openPayouts({ float: 10_000_000n });
const { ctx, db } = world;
await world.changeSite({ approvalAboveCents: 50_000n });
const own = only(world.merchant.merchant.id);
const foreign = only(newId(world.clock));
const as = (actor: Actor): Context => ({ ...ctx, actor });
const maker: Actor = 'user:018f0000-0000-7000-8000-00000000000a';
const second: Actor = 'user:018f0000-0000-7000-8000-00000000000b';
const last4 = accounts.tyme.number.slice(-4);

let typed = 0;
/** A payout that a person typed at the console, and that waits for another. */
async function waiting(actor: Actor = maker): Promise<Payout> {
  typed += 1;
  world.clock.advance(1);
  const { bankId, branchCode, number: accountNumber } = accounts.tyme;
  const answer = await requestPayout(as(actor), {
    site: await world.siteNow(),
    amount: 60_000n,
    merchantReference: `TYPED-${typed}`,
    customerBankReference: 'KAROO 17',
    isRtc: false,
    bank: { id: bankId, branchCode, available: true },
    branchCode,
    accountNumber,
    hashCheck: null,
    isTyped: true,
  });
  assert.ok(answer.kind === 'accepted');
  await world.jobs.drain();
  return readPayout(ctx, own, answer.payout.id);
}

const sent = async (id: string) => (await db`select from transfers where object_id = ${id}`).count;

describe('a payout that waits for a second person', () => {
  test('is seen, listed and decided by its own merchant’s users and by operators, and does not exist for others', async () => {
    const { id, account, createdBy, hashCheck } = await waiting();
    assert.deepEqual([account?.slice(-4), createdBy, hashCheck], [last4, maker, null]);
    const listed = async (viewer = own) =>
      (await listWaitingPayouts(ctx.db, viewer, { limit: 10 })).map((one) => one.id);
    assert.deepEqual([await listed(), await listed(everything), await listed(foreign)], [[id], [id], []]);
    for (const refused of [
      () => readPayout(ctx, foreign, id),
      () => approvePayout(as(second), foreign, id),
      () => declinePayout(as(second), foreign, id, ''),
    ])
      await assert.rejects(refused, { code: 'PayoutNotFound' });
    await approvePayout(as(second), own, id);
    assert.deepEqual([await listed(), (await readPayout(ctx, own, id)).approvedBy], [[], second]);
  });

  test('is listed page by page, the longest first', async () => {
    const all = [await waiting(), await waiting(), await waiting()];
    const first = await listWaitingPayouts(ctx.db, own, { limit: 2 });
    const rest = await listWaitingPayouts(ctx.db, own, { limit: 2, last: first[1]! });
    assert.deepEqual(
      [...first, ...rest].map(({ id }) => id),
      all.map(({ id }) => id),
    );
    for (const { id } of all) await declinePayout(as(second), own, id, '');
  });

  test('is decided neither way by its creator: as a user, as the site’s key, and by their name at the command line', async () => {
    for (const made of [maker, 'site:KAR1234', 'cli:naledi'] as const) {
      const { id } = await waiting(made);
      for (const actor of [made, `cli:${made}`] as const) {
        if (!/^(user|cli):/.test(actor)) continue;
        await assert.rejects(approvePayout(as(actor), own, id), { code: 'MakerMayNotDecide' });
        await assert.rejects(declinePayout(as(actor), own, id, ''), { code: 'MakerMayNotDecide' });
      }
      assert.deepEqual([(await world.now({ id })).state, await sent(id)], ['approval', 0]);
      await declinePayout(as(second), own, id, 'not ours');
    }
  });

  test('is kept from its maker by the database itself', async () => {
    const { id } = await waiting();
    for (const name of [maker, `cli:${maker}`])
      await assert.rejects(db`update payouts set approved_by = ${name} where id = ${id}`, {
        constraint_name: 'payouts_second_person_check',
      });
    await declinePayout(as(second), own, id, '');
  });

  test('is not decided if it changed since it was shown, and the changes are named', async () => {
    const { id, account } = await waiting();
    await assert.rejects(approvePayout(as(second), own, id, { amount: 60_001n, account }), {
      code: 'ChangedSinceSeen',
      message: /^amount was R\s600,01 when you opened the page, and is R\s600,00 now$/,
    });
    await assert.rejects(declinePayout(as(second), own, id, '', { amount: 60_000n, account: '*1111' }), {
      code: 'ChangedSinceSeen',
    });
    await approvePayout(as(second), own, id, { amount: 60_000n, account });
    await assert.rejects(declinePayout(as('cli:Thabo'), own, id, ''), {
      code: 'DoneAlready',
      message: /approved by a console user/,
    });
  });

  test('is sent once, and declined once, of twenty concurrent decisions: the others learn that it was done', async () => {
    for (const decide of [
      (person: Context, id: string) => approvePayout(person, own, id),
      (person: Context, id: string) => declinePayout(person, own, id, ''),
    ]) {
      const { id } = await waiting();
      const answers = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) => decide(as(`user:${index}`), id)),
      );
      const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
      assert.deepEqual(refusals, Array(19).fill('DoneAlready'));
      const { state } = await world.now({ id });
      assert.equal(await sent(id), state === 'submitted' ? 1 : 0);
    }
    await world.jobs.drain();
    assert.deepEqual(await world.findings(), []);
  });
});

test("a user's action is committed with the rest of their transaction, or not at all", async () => {
  const before = await world.float();
  const { id } = await waiting();
  const nothing = async (act: (work: Parameters<Parameters<typeof inWork>[1]>[0]) => Promise<unknown>) =>
    assert.rejects(
      inWork(as(second), async (work) => {
        await act(work);
        throw new Error('the audit entry was refused');
      }),
      /audit/,
    );
  await nothing((work) => approvePayout(work, own, id));
  assert.deepEqual([(await world.now({ id })).state, await sent(id)], ['approval', 0]);
  await inWork(as(second), async (work) => {
    await declinePayout(work, own, id, '');
    assert.equal((await readPayout(work, own, id)).state, 'cancelled');
  });
  await nothing(async (work) => {
    const site = await asAnother(() => world.siteNow());
    const { bankId, branchCode, number: accountNumber } = accounts.tyme;
    const answer = await requestPayout(work, {
      ...{ site, amount: 60_000n, merchantReference: 'UNDONE', customerBankReference: 'KAROO', isRtc: false },
      ...{ bank: { id: bankId, branchCode, available: true }, branchCode, accountNumber, hashCheck: null },
    });
    assert.equal(answer.kind, 'accepted');
  });
  assert.deepEqual(await world.float(), before);
  assert.equal((await db`select from payouts where merchant_reference = 'UNDONE'`).count, 0);
});

test('a number that a user types needs no encryption, where a request would', async () => {
  await world.changeSite({ allowPlainAccountNumbers: false });
  const { id } = await waiting();
  assert.equal((await world.ask()).kind, 'refused');
  await declinePayout(as(second), own, id, '');
});
