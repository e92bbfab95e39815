import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSubscriptions } from '../../../test/support/setup/subscriptions.ts';
import { createSite, findSiteByCode } from '../merchants/actions.ts';
import { inWork } from '../unit-of-work.ts';
import { only } from '../viewer.ts';
import { cancelSubscription, listSubscriptions, type Subscription } from './actions.ts';

describe('the list', () => {
  test('has the newest first, and only the charges that match the filter', async () => {
    const list = await openSubscriptions();
    const merchantId = list.site.merchantId;
    const made: Subscription[] = [];
    for (const merchantReference of ['A', 'B', 'A']) {
      made.push(await list.subscribe({ merchantReference }));
      list.clock.advance(1_000);
    }
    await cancelSubscription(list.ctx, only(merchantId), made[2]!.id);
    const ids = async (filter: object) =>
      (await listSubscriptions(list.ctx.db, { merchantId, ...filter }, { limit: 10, offset: 0 })).rows.map(
        ({ id }) => made.findIndex((one) => one.id === id),
      );
    assert.deepEqual(await ids({}), [2, 1, 0]);
    assert.deepEqual(await ids({ merchantReference: 'A' }), [2, 0]);
    assert.deepEqual(await ids({ state: 'canceled' }), [2]);
    assert.deepEqual(await ids({ from: made[1]!.createdAt }), [2, 1]);
    assert.deepEqual(await ids({ to: made[1]!.createdAt }), [0]);
    assert.deepEqual(await ids({ siteId: list.site.id, merchantId: made[0]!.id }), []);
  });

  test('reads a page of any filter without going through the others’ rows', async () => {
    const list = await openSubscriptions();
    const { merchantId, id: siteId } = list.site;
    const { id } = await list.subscribe({ merchantReference: 'RARE' });
    await cancelSubscription(list.ctx, only(merchantId), id);
    const { siteCode } = await createSite(list.ctx, list.merchant.merchant, 'Large');
    const other = (await findSiteByCode(list.db, siteCode))!;
    await list.subscribe({ site: other, merchantReference: 'COMMON' });
    await list.db`
      insert into subscriptions select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid()))).*
      from subscriptions one, generate_series(1, 5000) where site_id = ${other.id}`;
    await list.db`analyze subscriptions`;
    for (const filter of [{ state: 'canceled' as const }, { merchantReference: 'RARE' }, { siteId }]) {
      const read = await inWork(list.ctx, async (work) => {
        const page = { limit: 10, offset: 0 };
        const { rows } = await listSubscriptions(work.tx, { merchantId, ...filter }, page);
        assert.deepEqual(
          rows.map((row) => row.id),
          [id],
        );
        const [counted] = await work.tx<{ number: number }[]>`
          select (seq_tup_read + idx_tup_fetch)::integer as number from pg_stat_xact_user_tables
          where relname = 'subscriptions'`;
        return counted!.number;
      });
      assert.ok(read <= 10, `${JSON.stringify(filter)} reads ${read} rows`);
    }
  });
});
