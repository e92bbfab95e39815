import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hook, messagesOf, tell } from '../../../test/support/deliveries.ts';
import { openWorld } from '../../../test/support/world.ts';
import { newId } from '../../kernel/ids.ts';
import type { Context } from '../context.ts';
import { changeSiteAs, rotateSecret } from '../merchants/actions.ts';
import { listKeys } from '../merchants/keys.ts';
import { inWork } from '../unit-of-work.ts';
import { everything, only } from '../viewer.ts';
import { resendMessages } from './messages.ts';
import { countReplay } from './replay-counts.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  enableWebhook,
  getWebhook,
  replayWebhook,
  rotateWebhookSecret,
} from './webhooks.ts';

const world = await openWorld();
const ctx: Context = { ...world.ctx, actor: 'user:018f0000-0000-7000-8000-00000000000a' };
const { merchantId, code } = world.site;
const own = only(merchantId);
const foreign = only(newId(world.clock));
const codesOf = (answers: PromiseSettledResult<unknown>[]) =>
  answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
const twenty = (act: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: 20 }, act));
const endpoint = 'https://shop.example/hook';

test('a replay is counted before it starts, and of twenty users who confirm it one starts it', async () => {
  const since = world.clock.now();
  // The event has no recipient.
  await tell(world, []);
  const { id } = await hook(world, endpoint);
  world.clock.advance(1_000);
  const objects = [await tell(world, []), await tell(world, [])];
  await world.db`update deliveries set status = 'failed', due_at = null where object_id = any (${objects}::uuid[])`;
  await tell(world, []);
  const until = world.clock.now();
  const counted = await countReplay(ctx, own, id, { since });
  assert.deepEqual(counted, {
    count: 3,
    oldest: since,
    types: [{ type: 'transaction.complete', count: 3 }],
    until,
  });
  const past = new Date(since.getTime() - 1);
  assert.equal((await countReplay(ctx, own, id, { since: past, until: past })).count, 0);
  await assert.rejects(countReplay(ctx, own, id, { since, until: past }), { code: 'InvalidField' });
  await assert.rejects(countReplay(ctx, foreign, id, { since }), { code: 'WebhookNotFound' });
  const agree = (viewer = own, seen = 3) => replayWebhook(ctx, viewer, id, { since, until, seen });
  await assert.rejects(agree(foreign), { code: 'WebhookNotFound' });
  await assert.rejects(
    inWork(ctx, async (work) => {
      await replayWebhook(work, own, id, { since, until, seen: 3 });
      throw new Error('the audit entry was refused');
    }),
    /audit/,
  );
  assert.equal((await world.db`select from replays`).count, 0);
  assert.deepEqual(codesOf(await twenty(() => agree())), Array(19).fill('DoneAlready'));
  while ((await world.sweeps.replay.run()) > 0);
  assert.equal((await countReplay(ctx, own, id, { since, until })).count, 0);
  await assert.rejects(agree(), { code: 'DoneAlready', message: /remain to be sent/ });
  assert.equal((await messagesOf(world, objects[0]!))[0]!.status, 'pending');
});

test('a replay that grew far beyond the confirmed number does not start', async () => {
  const since = world.clock.now();
  const { id } = await hook(world, endpoint);
  for (let count = 0; count < 14; count += 1) await tell(world, []);
  await world.db`update deliveries set status = 'failed', due_at = null where webhook_id = ${id}`;
  const until = world.clock.now();
  await assert.rejects(replayWebhook(ctx, own, id, { since, until, seen: 3 }), {
    code: 'ChangedSinceSeen',
    message: 'messages was 3 when you opened the page, and is 14 now',
  });
  await replayWebhook(ctx, own, id, { since, until, seen: 4 });
});

test('messages are resent by users with permission', async () => {
  const reported = await tell(world, ['https://shop.example/one']);
  await world.db`update deliveries set status = 'failed', due_at = null where object_id = ${reported}`;
  assert.equal(await resendMessages(ctx, foreign, reported), false);
  assert.equal((await messagesOf(world, reported))[0]!.status, 'failed');
  assert.equal(await resendMessages(ctx, everything, reported), true);
  assert.equal((await messagesOf(world, reported))[0]!.status, 'pending');
  assert.equal(await resendMessages(ctx, everything, newId(world.clock)), false);
});

test('a webhook is created, changed, enabled, rotated and removed by users with permission, as they saw it', async () => {
  const settings = { endpoint, eventType: 'refund.complete', messageType: 'thin' } as const;
  await assert.rejects(createWebhook(ctx, foreign, merchantId, settings), { code: 'MerchantNotFound' });
  await assert.rejects(createWebhook(ctx, everything, newId(world.clock), settings), {
    code: 'MerchantNotFound',
  });
  const { id } = await createWebhook(ctx, own, merchantId, settings);
  for (const act of [
    () => getWebhook(ctx, foreign, id),
    () => changeWebhook(ctx, foreign, id, settings),
    () => enableWebhook(ctx, foreign, id),
    () => rotateWebhookSecret(ctx, foreign, id),
    () => deleteWebhook(ctx, foreign, id),
  ])
    await assert.rejects(act(), { code: 'WebhookNotFound' });
  const moved = { ...settings, endpoint: 'https://shop.example/other' };
  const answers = await twenty(() => changeWebhook(ctx, own, id, moved, settings));
  assert.deepEqual(codesOf(answers), Array(19).fill('ChangedSinceSeen'));
  await assert.rejects(enableWebhook(ctx, own, id), { code: 'DoneAlready' });
  await world.db`
    insert into receivers (id, merchant_id, webhook_id, url, failures, failing_since, last_failed_at, disabled_at,
      disabled_reason)
    values (${id}, ${merchantId}, ${id}, ${moved.endpoint}, 1, now(), now(), now(), 'gone')`;
  assert.notEqual((await getWebhook(ctx, own, id)).disabledAt, null);
  assert.deepEqual(codesOf(await twenty(() => enableWebhook(ctx, own, id))), Array(19).fill('DoneAlready'));
  assert.equal((await getWebhook(ctx, own, id)).disabledAt, null);
  const [secret] = await world.db<{ id: string }[]>`select id from webhook_secrets where webhook_id = ${id}`;
  const rotations = await twenty(() => rotateWebhookSecret(ctx, own, id, { seen: secret!.id }));
  assert.deepEqual(codesOf(rotations), Array(19).fill('ChangedSinceSeen'));
  await deleteWebhook(ctx, own, id);
});

test('a key is replaced once by twenty users who saw it, and shows when the old one ends', async () => {
  const before = await listKeys(ctx, own, code);
  assert.deepEqual(
    before.map(({ kind }) => kind),
    ['api_key', 'payout_access_token', 'private_key', 'webhook_secret'],
  );
  assert.equal(before[0]!.tail, world.merchant.apiKey.slice(-4));
  await assert.rejects(listKeys(ctx, foreign, code), { code: 'SiteNotFound' });
  for (const { id: seen, kind } of before) {
    const owner = { merchantId, kind, ...(kind !== 'api_key' && { siteId: world.site.id }) };
    await assert.rejects(rotateSecret(ctx, foreign, owner, { seen }), { code: 'SecretNotFound' });
    const answers = await twenty(() => rotateSecret(ctx, own, owner, { seen }));
    assert.deepEqual(codesOf(answers), Array(19).fill('ChangedSinceSeen'));
    const done = answers.find((one) => one.status === 'fulfilled')!.value as Awaited<
      ReturnType<typeof rotateSecret>
    >;
    const [current, old] = (await listKeys(ctx, own, code)).filter((key) => key.kind === kind);
    assert.deepEqual([current!.tail, current!.endsAt], [done.secret.slice(-4), null]);
    assert.deepEqual([old!.id, old!.endsAt], [seen, done.oldEndsAt]);
  }
});

test('a site is changed by a user with permission, as they saw it, and the change records the values before and after', async () => {
  const change = { feeBps: 250, addresses: { notifyUrl: 'https://shop.example/n' } };
  await assert.rejects(changeSiteAs(ctx, foreign, code, change), { code: 'SiteNotFound' });
  const seen = { feeBps: 0, settlementAccount: null };
  const answers = await twenty(() => changeSiteAs(ctx, own, code, change, seen));
  assert.deepEqual(codesOf(answers), Array(19).fill('ChangedSinceSeen'));
  const done = answers.find((one) => one.status === 'fulfilled')!.value as Awaited<
    ReturnType<typeof changeSiteAs>
  >;
  assert.deepEqual(done.before, { feeBps: 0, notifyUrl: null });
  assert.deepEqual(done.after, { feeBps: 250, notifyUrl: 'https://shop.example/n' });
  const { before, after } = await changeSiteAs(ctx, own, code, { payoutAccessToken: 'chosen', feeBps: 250 });
  assert.deepEqual([before, after], [{}, { payoutAccessToken: 'changed' }]);
});
