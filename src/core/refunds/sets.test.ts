import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { counting } from '../../../test/support/counting.ts';
import { openWorld } from '../../../test/support/world.ts';
import { createSite, findSiteByCode, type Site } from '../merchants/actions.ts';
import type { Transaction } from '../transactions/actions.ts';
import { requestRefunds } from './actions.ts';
import { createRefundSweep } from './jobs.ts';

const nextBatchMs = 5 * 60 * 60_000;

describe('refunds of one batch', async () => {
  const world = await openWorld();
  const { ctx, db, clock } = world;
  const sites: Site[] = [world.site];
  for (const name of ['Market', 'Fair']) {
    const { siteCode } = await createSite(ctx, world.merchant.merchant, name);
    sites.push((await findSiteByCode(db, siteCode))!);
  }
  const paidOnes: Transaction[] = [];
  for (const site of [...sites, ...sites]) paidOnes.push((await world.paid({ site })).transaction);

  /** Requests refunds of ten cents each, one per transaction. */
  async function ask(number: number): Promise<string[]> {
    const asked = await requestRefunds(
      ctx,
      Array.from({ length: number }, (_, index) => ({
        merchantId: world.site.merchantId,
        transactionId: paidOnes[index % paidOnes.length]!.id,
        amount: 10n,
        reason: 'returned goods',
        realTime: false,
        contract: 'one' as const,
        createdBy: 'test',
      })),
    );
    return asked.map((refund) => {
      if (refund instanceof Error) throw refund;
      return refund.id;
    });
  }

  test('200 of 3 sites are taken on with as many statements as 3 of them', async () => {
    const submitAll = async (number: number) => {
      const ids = await ask(number);
      clock.advance(nextBatchMs);
      const counted = counting(db);
      assert.equal(await createRefundSweep({ ...ctx, db: counted.db }).run(), number);
      const rows = await db`
        select refund.batch_id from refunds refund join transfers on transfers.object_id = refund.id
        where refund.id = any (${ids}::uuid[]) and refund.state = 'submitted'`;
      assert.equal(rows.length, number);
      assert.equal(new Set(rows.map(({ batchId }) => batchId)).size, 1);
      return counted.count();
    };
    const few = await submitAll(3);
    const many = await submitAll(200);
    // After a full page the sweep looks for another, with a statement of three parts.
    assert.ok(many <= few + 3, `${many} statements and parts for 200, ${few} for 3`);
    const transfers = await db<{ id: string }[]>`select distinct id from transfers`;
    assert.equal(transfers.length, 203);
  });
});
