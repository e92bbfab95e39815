// Retention as an operator configures it: the sandbox's clock moves, and expired records go to files.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { tefoWith } from './support/cli.ts';
import { openFolder } from './support/opening.ts';
import { assertSound } from './support/refunding.ts';
import { openWebhookReceiver, openWebhookShop } from './support/webhook-shop.ts';

const folder = await openFolder('archive');
const settings = { TEFO_EVENT_DAYS: '3', TEFO_EVIDENCE_DAYS: '4', TEFO_ARCHIVE_DIR: folder };
const shop = await openWebhookShop({ ...settings, TEFO_DELIVERY_DAYS: '2' });
const receiver = await openWebhookReceiver();

/** The content of the files of a kind. */
async function archived(kind: string): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const names = await readdir(join(folder, kind)).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, kind, name))));
  return texts.flatMap((text) =>
    gunzipSync(text)
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
}

const tablesOf = async (kind: string) => (await archived(kind)).map(({ table }) => table);

test('each kind is deleted after its days, is not resent, and leaves the books sound', async () => {
  const { id } = await shop.webhook(receiver.endpoint);
  const transaction = await shop.pay();
  await shop.merchant.createPayments({}, { privateKey: 'wrong' });
  await shop.drain();
  const [{ id: messageId }] = await shop.notificationsOf(transaction);
  const replay = () => shop.call('POST', `/webhooks/${id}/replay`, { messageIds: [messageId] });
  const resend = () => shop.call('POST', `/transactions/${transaction}/notifications/resend`);
  await shop.pass('PT47H');
  assert.deepEqual([await tablesOf('delivery'), (await replay()).status], [[], 202]);

  await shop.pass('PT2H');
  assert.deepEqual([await tablesOf('delivery'), await tablesOf('event')], [['deliveries'], []]);
  assert.deepEqual([(await replay()).status, (await resend()).status], [410, 410]);
  await assertSound(shop.db);

  await shop.pass('P1D');
  const [event] = await archived('event');
  assert.deepEqual([event!.row.id, event!.row.object_id], [messageId, transaction]);
  const { body, status } = await replay();
  assert.deepEqual([status, body.code], [410, 'MessageArchived']);
  assert.equal((await resend()).status, 410);
  await assertSound(shop.db);

  assert.deepEqual(await tablesOf('evidence'), []);
  await shop.pass('P1D');
  assert.deepEqual(await tablesOf('evidence'), ['hash_mismatches']);
  assert.equal((await shop.db`select from hash_mismatches`).count, 0);
  await assertSound(shop.db);
});

test('`tefo retention run` runs it at once, and reports its work', async () => {
  await shop.pay();
  await shop.drain();
  await shop.db`update events set occurred_at = occurred_at - interval '40 days'`;
  const given = { DATABASE_URL: shop.databaseUrl, TEFO_DATA_DIR: shop.config.dataDir };
  const tefo = tefoWith({ ...given, ...settings, TEFO_MASTER_KEYS: shop.config.masterKeys });
  const run = async () => JSON.parse((await tefo('retention', 'run', '--json')).out);
  const none = { archived: 0, deleted: 0, files: 0 };
  await shop.db`update deliveries set created_at = created_at - interval '40 days'`;
  assert.deepEqual(await run(), [
    { kind: 'event', archived: 1, deleted: 1, files: 1 },
    // No longer than their events, where they have no days of their own.
    { kind: 'delivery', archived: 1, deleted: 1, files: 1 },
    { kind: 'evidence', ...none },
  ]);
  assert.deepEqual(await run(), [
    { kind: 'event', ...none },
    { kind: 'delivery', ...none },
    { kind: 'evidence', ...none },
  ]);
  const refused = await tefoWith({ ...given, TEFO_EVENT_DAYS: '1' })('retention', 'run');
  assert.equal(refused.code, 1);
  assert.match(refused.err, /TEFO_ARCHIVE_DIR is required with TEFO_EVENT_DAYS/);
});
