import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { openDeposits } from '../../../test/support/setup/deposits.ts';
import { newId } from '../../kernel/ids.ts';
import type { Context } from '../context.ts';
import { createMerchant } from '../merchants/actions.ts';
import { inWork } from '../unit-of-work.ts';
import { everything, only } from '../viewer.ts';
import { allocateDeposit, type DepositFacts, parkDeposit, splitDeposit } from './allocation.ts';
import { listOpenDeposits, readDeposit } from './listing.ts';
import { returnDeposit } from './returns.ts';

const shop = await openDeposits();
const ctx: Context = { ...shop.ctx, actor: 'user:018f0000-0000-7000-8000-00000000000a' };
const own = only(shop.site.merchantId);
const foreign = only(newId(shop.clock));
const float = { floatOf: shop.site.code };
const waits: DepositFacts = { state: 'waiting', amount: 100n };
afterEach(() => shop.sound());

/** A deposit whose reference was known, and whose amount was not the right one: it has an owner, and waits. */
async function short(amount: bigint): Promise<string> {
  return shop.arrive((await shop.single()).reference, amount);
}

const halves = [
  { to: float, amount: 50n },
  { to: { reference: 'none' }, amount: 50n },
];
const decisions = {
  allocate: (viewer = own, id = '', seen?: DepositFacts) =>
    allocateDeposit(ctx, viewer, id, float, null, seen),
  split: (viewer = own, id = '', seen?: DepositFacts) => splitDeposit(ctx, viewer, id, halves, null, seen),
  return: (viewer = own, id = '', seen?: DepositFacts) => returnDeposit(ctx, viewer, id, null, seen),
  park: (viewer = own, id = '', seen?: DepositFacts) => parkDeposit(ctx, viewer, id, 'whose?', seen),
};

describe('a deposit', () => {
  test("that is unallocated or another merchant's does not exist for a merchant’s users", async () => {
    const [owned, nobodys] = [await short(100n), await shop.arrive('a stranger', 100n)];
    const listed = async (viewer = own) =>
      (await listOpenDeposits(ctx, viewer, { parked: true, limit: 50 })).map(({ deposit }) => deposit.id);
    assert.deepEqual([await listed(), await listed(foreign)], [[owned], []]);
    assert.deepEqual((await listed(everything)).toSorted(), [owned, nobodys].toSorted());
    assert.equal((await readDeposit(ctx, own, owned)).deposit.id, owned);
    for (const [viewer, id] of [
      [foreign, owned],
      [own, nobodys],
    ] as const) {
      await assert.rejects(readDeposit(ctx, viewer, id), { code: 'DepositNotFound' });
      for (const decide of Object.values(decisions))
        await assert.rejects(decide(viewer, id), { code: 'DepositNotFound' });
    }
  });

  test("cannot be allocated to a target outside the user's scope", async () => {
    const other = await createMerchant(shop.ctx, { name: 'Other' });
    const id = await short(100n);
    const theirs = only(other.merchant.id);
    const both = { merchants: [shop.site.merchantId, other.merchant.id] };
    await assert.rejects(allocateDeposit(ctx, own, id, { floatOf: other.siteCode }, null), {
      code: 'SiteNotFound',
    });
    const { id: paymentId } = await shop.ask();
    const single = await shop.single();
    await shop.db`update deposits set merchant_id = ${other.merchant.id} where id = ${id}`;
    await assert.rejects(allocateDeposit(ctx, theirs, id, { paymentId }, null), { code: 'PaymentNotFound' });
    await assert.rejects(allocateDeposit(ctx, theirs, id, { reference: single.reference }, null), {
      code: 'DepositReferenceNotFound',
    });
    await shop.db`update deposits set merchant_id = ${shop.site.merchantId} where id = ${id}`;
    await allocateDeposit(ctx, both, id, { floatOf: other.siteCode }, null);
  });

  test('is listed page by page, the oldest first', async () => {
    const made = [await short(1n), await short(2n), await short(3n)];
    const all = await listOpenDeposits(ctx, own, { parked: true, limit: 50 });
    const first = all.at(-4)?.deposit;
    const page = await listOpenDeposits(ctx, own, { parked: true, limit: 2, ...(first && { last: first }) });
    const rest = await listOpenDeposits(ctx, own, { parked: true, limit: 2, last: page[1]!.deposit });
    assert.deepEqual(
      [...page, ...rest].map(({ deposit }) => deposit.id),
      made,
    );
  });

  test('is not decided if it changed since it was shown', async () => {
    const id = await short(100n);
    for (const decide of Object.values(decisions)) {
      await assert.rejects(decide(own, id, { state: 'parked', amount: 100n }), {
        code: 'ChangedSinceSeen',
        message: 'state was parked when you opened the page, and is waiting now',
      });
      await assert.rejects(decide(own, id, { ...waits, amount: 101n }), { code: 'ChangedSinceSeen' });
    }
    assert.equal((await shop.deposit(id)).state, 'waiting');
    await decisions.allocate(own, id, waits);
    for (const decide of Object.values(decisions))
      await assert.rejects(decide(own, id, waits), { code: 'DepositDecided' });
  });

  test('is not allocated to a target that was paid, or changed its amount, since it was shown', async () => {
    const { reference, paymentId: payment } = await shop.single();
    const id = await shop.arrive('a stranger', 10_000n);
    const give = (target: object) => allocateDeposit(ctx, everything, id, { reference }, null, { target });
    const target = { payment, state: 'created', asked: 10_000n };
    await assert.rejects(give({ ...target, asked: 9_999n }), { code: 'ChangedSinceSeen' });
    await assert.rejects(give({ ...target, payment: null }), { code: 'ChangedSinceSeen' });
    await shop.arrive(reference, 10_000n);
    await assert.rejects(give(target), {
      code: 'ChangedSinceSeen',
      message: 'state was created when you opened the page, and is complete now',
    });
    assert.equal((await shop.deposit(id)).state, 'waiting');
    await allocateDeposit(ctx, everything, id, float, null, { target: { payment: null, asked: null } });
  });

  test('is parked with a note, by one of twenty users who saw it waiting', async () => {
    const id = await short(100n);
    for (const note of ['', '  ', 'n'.repeat(501)])
      await assert.rejects(parkDeposit(ctx, own, id, note), { code: 'InvalidField' });
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => decisions.park(own, id, waits)),
    );
    const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    assert.deepEqual(refusals, Array(19).fill('ChangedSinceSeen'));
  });

  test('stays as it was if the transaction of the decision is rolled back', async () => {
    const id = await short(100n);
    await assert.rejects(
      inWork(ctx, async (work) => {
        await allocateDeposit(work, own, id, float, null, waits);
        throw new Error('the audit entry was refused');
      }),
      /audit/,
    );
    assert.equal((await shop.deposit(id)).state, 'waiting');
  });
});
