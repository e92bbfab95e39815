import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { tefoOn } from '../../test/support/cli.ts';
import { answering } from '../../test/support/receiver.ts';
import { openWebhookReceiver, openWebhookShop } from '../../test/support/webhook-shop.ts';
import { openWebhookSecrets } from '../core/notifications/webhooks.ts';

const shop = await openWebhookShop();
const { user, pass, host, port, database } = shop.db.options;
const databaseUrl = `postgres://${user}:${pass ?? ''}@${host[0]}:${port[0]}/${database}`;
const tefo = tefoOn({ databaseUrl, config: shop.config });

test('an operator replaces the secret of a webhook', async () => {
  const { id } = await shop.webhook('https://shop.example/hook');
  const [old] = await openWebhookSecrets(shop.ctx, id);
  const { code, out, err } = await tefo('secret', 'rotate', id, '--json');
  assert.equal(code, 0, err);
  const { secret } = JSON.parse(out);
  assert.deepEqual(await openWebhookSecrets(shop.ctx, id), [secret, old]);
  const unknownId = randomUUID();
  const unknown = await tefo('secret', 'rotate', unknownId);
  assert.deepEqual([unknown.code, unknown.err.trim()], [1, `tefo: there is no webhook ${unknownId}`]);
  assert.equal((await tefo('secret', 'rotate', shop.credentials.siteCode)).code, 2);
});

test('an operator sees a merchant’s webhooks, and which of them are disabled and why', async () => {
  const receiver = await openWebhookReceiver(answering(410));
  const { id } = await shop.webhook(receiver.endpoint);
  await shop.pay();
  await shop.drain();
  const [{ code }] = (await shop.db`select code from merchants`) as never as [{ code: string }];
  const { out } = await tefo('merchant', 'show', code);
  assert.match(out, new RegExp(`webhook ${id}  transaction\\.complete  thin  ${receiver.endpoint}`));
  assert.match(out, new RegExp(`disabled: ${receiver.endpoint}, because it returned 410 Gone`));
  const { webhooks, disabled } = JSON.parse((await tefo('merchant', 'show', code, '--json')).out);
  assert.equal(webhooks.length, 2);
  assert.deepEqual([disabled[0].webhookId, disabled[0].disabledReason], [id, 'it returned 410 Gone']);
});
