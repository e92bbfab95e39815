import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hook, send, tell } from '../../../test/support/deliveries.ts';
import { answering, openReceiver } from '../../../test/support/receiver.ts';
import { openWorld } from '../../../test/support/world.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { checkNotifications } from './notifications.ts';

const world = await openWorld();
const receiver = await openReceiver();
const delivered = await tell(world, [receiver.url]);
const withoutRecipient = await tell(world, []);
await send(world);
receiver.behave(answering(410));
await hook(world, receiver.url);
const failed = await tell(world, []);
await send(world);
const skipped = await tell(world, []);
await send(world);

/** Returns the rules that are broken after `work` on the database, and undoes it. */
async function brokenBy(work: (tx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<unknown>) {
  const rules: string[] = [];
  await inTransaction(world.db, async (tx) => {
    await work(tx);
    rules.push(...(await checkNotifications(tx)).map(({ rule }) => rule));
    throw new Error('taken back');
  }).catch((error) => assert.match(error.message, /taken back/));
  return [...new Set(rules)];
}

test('the check finds nothing about notifications that were delivered, failed, skipped or without a recipient', async () => {
  const rows = await world.db<{ status: string }[]>`select distinct status from deliveries order by status`;
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['delivered', 'failed', 'skipped'],
  );
  assert.deepEqual(await checkNotifications(world.db), []);
});

test('each rule finds its violation', async () => {
  assert.deepEqual(
    await brokenBy((tx) => tx`update deliveries set sequence = 7 where object_id = ${delivered}`),
    ['delivery-is-of-its-event'],
  );
  assert.deepEqual(
    await brokenBy((tx) => tx`update deliveries set status = 'delivered' where object_id = ${skipped}`),
    ['delivered-was-answered'],
  );
  assert.deepEqual(
    await brokenBy((tx) => tx`update deliveries set note = null where object_id = ${skipped}`),
    ['undelivered-has-its-reason'],
  );
  assert.deepEqual(await brokenBy((tx) => tx`update events set unheard = true where object_id = ${failed}`), [
    'unheard-is-not-owed',
  ]);
  assert.deepEqual(
    await brokenBy((tx) => tx`update events set sequence = 2 where object_id = ${withoutRecipient}`),
    ['events-are-numbered'],
  );
});
