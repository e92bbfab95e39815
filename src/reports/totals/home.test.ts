import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../../../test/support/world.ts';
import { waitingReason } from '../../core/refunds/jobs.ts';
import { everything, type Viewer } from '../../core/viewer.ts';
import { hourMs } from '../../kernel/clock.ts';
import { inTransaction, type Tx } from '../../kernel/db/db.ts';
import { homeFigures, oldestNotice } from './home.ts';

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
  assert.equal(await oldestNotice(db, everything, clock), undefined);
});

const owner = [site.merchantId, site.id] as const;

/** One statement that makes something wait since an hour ago. */
const makes: Record<string, (tx: Tx) => Promise<unknown>> = {
  payouts: (tx) => tx`
    insert into payouts (id, merchant_id, site_id, state, amount_cents, currency, merchant_reference, customer_bank_reference,
      is_rtc, bank_group_id, branch_code, account_sent_sealed, hash_check, correlation_id, created_at)
    select gen_random_uuid(), ${owner[0]}, ${owner[1]}, 'approval', 100, 'ZAR', 'p' || n, 'ref', false, gen_random_uuid(),
      '1', '', '', '', ${hourAgo}::timestamptz + n * interval '1 second' from generate_series(0, 10000) n`,
  deposits: (tx) => tx`
    insert into deposits (id, reference, amount_cents, currency, received_at, bank_account)
    values (gen_random_uuid(), 'who', 100, 'ZAR', ${hourAgo}, 'simulator')`,
  refunds: (tx) => tx`
    insert into refunds (id, merchant_id, site_id, transaction_id, contract, state_reason, amount_cents, currency, reason,
      real_time, bank_id, bank_name, account, branch_code, statement_reference, merchant_reference, created_by,
      correlation_id, created_at, due_at)
    values (gen_random_uuid(), ${owner[0]}, ${owner[1]}, ${transaction.id}, 'one', ${waitingReason}, 100, 'ZAR', '', false,
      gen_random_uuid(), '', '', '', '', '', 'system', '', ${hourAgo}, ${hourAgo})`,
  webhooks: (tx) => tx`
    with hook as (
      insert into webhooks (id, merchant_id, place, endpoint, lane, event_type, message_type, created_at)
      values (gen_random_uuid(), ${owner[0]}, 20, 'https://shop.example', '', 'refund.complete', 'thin', ${hourAgo}) returning id
    )
    insert into receivers (id, webhook_id, merchant_id, url, failures, failing_since, last_failed_at, disabled_at, disabled_reason)
    select id, id, ${owner[0]}, 'https://shop.example', 9, ${hourAgo}, ${hourAgo}, ${hourAgo}, 'gone' from hook`,
  notices: (tx) => tx`
    insert into deliveries (id, merchant_id, event_id, object_id, sequence, url, lane, format, status, created_at)
    select id, ${owner[0]}, id, id, 1, '', '', 'one', 'failed', ${hourAgo} from gen_random_uuid() id`,
  bulk: (tx) => tx`
    insert into bulk_jobs (id, merchant_id, site_id, reference, notify_url, state, item_count, next_index, correlation_id,
      created_at, modified_at, completed_at)
    values (gen_random_uuid(), ${owner[0]}, ${owner[1]}, 'b', '', 'error', 1, 1, '', ${hourAgo}, ${hourAgo}, ${hourAgo})`,
};

for (const [kind, make] of Object.entries(makes)) {
  test(`${kind} that wait are counted for users who can see them`, async () => {
    const undone = new Error('undone');
    await inTransaction(db, async (tx) => {
      // Rows only for counting need not fit together.
      await tx`set local session_replication_role = replica`;
      await make(tx);
      const found = (await homeFigures(tx, everything, clock)).waiting;
      assert.equal(found.length, 1);
      const isMany = kind === 'payouts';
      const { href, oldest, ...rest } = found[0]!;
      assert.deepEqual(rest, { kind, count: isMany ? 10_000 : 1, isMore: isMany });
      assert.deepEqual(oldest, hourAgo);
      assert.match(href, /^\/console\//);
      assert.equal((await homeFigures(tx, own, clock)).waiting.length, kind === 'deposits' ? 0 : 1);
      assert.deepEqual((await homeFigures(tx, stranger, clock)).waiting, []);
      throw undone;
    }).catch((error) => assert.equal(error, undone));
  });
}
