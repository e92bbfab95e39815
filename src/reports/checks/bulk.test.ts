import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { away, formOf, openBulkWorld, orders } from '../../../test/support/setup/bulk.ts';
import { createBulkSweep } from '../../core/bulk/jobs.ts';
import type { Finding } from '../../core/findings.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { checkBulk } from './bulk.ts';

const world = await openBulkWorld();
const { db, sweep, create, clock } = world;

// A job in every state.
const failed = await create(orders(2, 'failed'), 'FAILED');
const deadly = createBulkSweep(
  world.ctx,
  formOf(world, async () => {
    throw away();
  }),
);
for (let tries = 0; tries < 10; tries += 1) {
  await deadly.run().catch(() => {});
  clock.advance(10_000);
}
await deadly.run();
const whole = await create(orders(3, 'whole'), 'WHOLE');
const mixed = await create(['mixed 1', 'bad this', 'other 2'], 'MIXED');
await sweep.run();
await sweep.run();
const half = await create(orders(201, 'half'), 'HALF');
await sweep.run();
clock.advance(1);
const fresh = await create(orders(2, 'fresh'), 'FRESH');
const ids: Record<string, string> = {
  failed: failed.id,
  whole: whole.id,
  mixed: mixed.id,
  half: half.id,
  fresh: fresh.id,
};

/** Returns the findings after a statement that triggers and constraints prevent, and undoes it. */
async function foundAfter(statement: string): Promise<Finding[]> {
  const done = new Error('undone');
  let findings: Finding[] = [];
  await inTransaction(db, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`drop index bulk_items_payment`;
    const { count } = await tx.unsafe(statement);
    assert.ok(count > 0, `nothing was changed: ${statement}`);
    findings = await checkBulk(tx);
    throw done;
  }).catch((error) => assert.equal(error, done));
  return findings;
}

test('an untouched database has no findings, with a job in every state', async () => {
  const states = await db<{ state: string }[]>`select distinct state from bulk_jobs order by state`;
  const all = ['complete', 'complete_with_errors', 'error', 'processing', 'received'];
  assert.deepEqual(
    states.map(({ state }) => state),
    all,
  );
  assert.deepEqual(await checkBulk(db), []);
  await world.assertSound();
});

const of = (job: string) => `'${ids[job]}'`;
const item = (job: string, index: number) => `job_id = ${of(job)} and index = ${index}`;
const paymentOf = (job: string, index: number) =>
  `(select payment_id from bulk_items where ${item(job, index)})`;

const breaks: Record<string, [what: string, statement: string, object: string][]> = {
  'bulk-items-are-whole': [
    ['an item is gone', `delete from bulk_items where ${item('whole', 1)}`, 'whole'],
    ['the last item is gone', `delete from bulk_items where ${item('fresh', 1)}`, 'fresh'],
    ['all items are gone', `delete from bulk_items where job_id = ${of('fresh')}`, 'fresh'],
    ['an item is numbered wrong', `update bulk_items set index = 9 where ${item('whole', 2)}`, 'whole'],
    [
      'an item of an ended job is open',
      `update bulk_items set payment_id = null where ${item('whole', 0)}`,
      'whole',
    ],
    ['an item was passed over', `update bulk_items set payment_id = null where ${item('half', 7)}`, 'half'],
    [
      'an item has its payment before its turn',
      `update bulk_items set payment_id = ${paymentOf('mixed', 0)} where ${item('fresh', 1)}`,
      'fresh',
    ],
  ],
  'bulk-payment-is-of-one-item': [
    [
      'two items have one payment',
      `update bulk_items set payment_id = ${paymentOf('whole', 0)} where ${item('whole', 1)}`,
      'payment of whole',
    ],
    [
      'a payment was made in another request',
      `update payments set correlation_id = 'other' where id = ${paymentOf('whole', 0)}`,
      'payment of whole',
    ],
    [
      'a payment is of the other contract',
      `update payments set contract = 'one' where id = ${paymentOf('whole', 0)}`,
      'payment of whole',
    ],
    [
      'a payment is another merchant’s',
      `update payments set merchant_id = gen_random_uuid() where id = ${paymentOf('whole', 0)}`,
      'payment of whole',
    ],
  ],
  'bulk-state-agrees-with-its-items': [
    ['an ended job is due', `update bulk_jobs set due_at = now() where id = ${of('whole')}`, 'whole'],
    [
      'a job under way is not due',
      `update bulk_jobs set due_at = null, next_index = 2 where id = ${of('fresh')}`,
      'fresh',
    ],
    [
      'a job with errors is called complete',
      `update bulk_jobs set state = 'complete' where id = ${of('mixed')}`,
      'mixed',
    ],
    [
      'a job without errors is called complete with errors',
      `update bulk_jobs set state = 'complete_with_errors' where id = ${of('whole')}`,
      'whole',
    ],
    [
      'a job that began is called received',
      `update bulk_jobs set state = 'received' where id = ${of('half')}`,
      'half',
    ],
    [
      'a job in processing has done nothing',
      `update bulk_jobs set next_index = 0 where id = ${of('half')}`,
      'half',
    ],
  ],
  'bulk-end-is-told': [
    ['its end has no delivery', `delete from deliveries where object_id = ${of('mixed')}`, 'mixed'],
    ['its end has no event', `delete from events where object_id = ${of('mixed')}`, 'mixed'],
    [
      'the event of another end',
      `update events set data = jsonb_set(data, '{state}', '"complete"') where object_id = ${of('mixed')}`,
      'mixed',
    ],
  ],
  'bulk_job-path-is-legal': [
    [
      'a step is missing',
      `delete from transitions where object_id = ${of('whole')} and verb = 'begin'`,
      'whole',
    ],
  ],
  'bulk_job-state-was-reached': [
    ['no step led there', `delete from transitions where object_id = ${of('whole')}`, 'whole'],
  ],
  'step-has-its-event': [
    ['a step without its event', `delete from events where object_id = ${of('failed')}`, 'failed'],
  ],
};

const [paid] = await db<
  { id: string }[]
>`select payment_id as id from bulk_items where job_id = ${whole.id} and index = 0`;

for (const [rule, cases] of Object.entries(breaks)) {
  describe(rule, () => {
    for (const [what, statement, object] of cases) {
      test(`is broken if ${what}`, async () => {
        const found = (await foundAfter(statement)).filter((finding) => finding.rule === rule);
        const expected = object === 'payment of whole' ? paid!.id : ids[object];
        assert.deepEqual(
          found.map((finding) => finding.object),
          [expected],
        );
      });
    }
  });
}
