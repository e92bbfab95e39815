import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutTriggers } from '../../../test/support/console-rows.ts';
import { waitingRows } from '../../../test/support/waiting-rows.ts';
import { openWorld } from '../../../test/support/world.ts';
import { everything, type Viewer } from '../../core/viewer.ts';
import { hourMs } from '../../kernel/clock.ts';
import { homeFigures, oldestNotification } from './home.ts';

const world = await openWorld();
const { db, clock, site, merchant } = world;
const own: Viewer = { merchants: [site.merchantId] };
const stranger: Viewer = { merchants: ['01a1f866-0d00-7000-8000-00000000abcd'] };
const { transaction } = await world.paid({ amount: 50_00n });
await world.take(await world.goToBank(await world.ask()), 'authenticate', 'cancel');
const hourAgo = new Date(clock.now().getTime() - hourMs);

test('today is counted, and without waiting items nothing is listed', async () => {
  assert.ok(merchant);
  for (const viewer of [everything, own]) {
    const { waiting, today } = await homeFigures(db, viewer, clock);
    assert.deepEqual(waiting, []);
    assert.deepEqual(today.moneyIn, { count: 1, cents: 50_00n });
    assert.deepEqual(today.attempts, { ended: 2, paid: 1 });
    assert.deepEqual([today.refunds, today.payouts], Array(2).fill({ count: 0, cents: 0n }));
  }
  assert.deepEqual((await homeFigures(db, stranger, clock)).today.moneyIn, { count: 0, cents: 0n });
  assert.equal(await oldestNotification(db, everything, clock), undefined);
});

const rows = waitingRows({
  merchantId: site.merchantId,
  siteId: site.id,
  transactionId: transaction.id,
  at: hourAgo,
  payouts: 10_001,
});

/** The rows of a kind are removed afterwards. */
const tables: Record<string, string> = { notices: 'deliveries', bulk: 'bulk_jobs', lines: 'statement_lines' };

for (const [kind, make] of Object.entries(rows)) {
  test(`${kind} that wait are counted for users who can see them`, async () => {
    await withoutTriggers(db, async (tx) => void (await make(tx)));
    const found = (await homeFigures(db, everything, clock)).waiting;
    assert.equal(found.length, 1);
    const isMany = kind === 'payouts';
    const { href, oldest, ...rest } = found[0]!;
    assert.deepEqual(rest, { kind, count: isMany ? 10_000 : 1, isMore: isMany });
    if (kind !== 'lines') assert.ok(Math.abs(oldest.getTime() - hourAgo.getTime()) <= 1_000);
    assert.match(href, /^\/console\//);
    assert.equal((await homeFigures(db, own, clock)).waiting.length, 1);
    assert.deepEqual((await homeFigures(db, stranger, clock)).waiting, []);
    assert.deepEqual((await homeFigures(db, everything, clock, () => undefined)).waiting, []);
    await withoutTriggers(db, async (tx) => void (await tx`delete from ${tx(tables[kind] ?? kind)}`));
  });
}
