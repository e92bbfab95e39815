import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { answering } from '../../test/receiver.ts';
import { openWebhookReceiver, openWebhookShop } from '../../test/webhook-shop.ts';
import { openWebhookSecrets } from '../core/notifications/webhooks.ts';

const shop = await openWebhookShop();

/** Runs the command as a person at a terminal does, on the shop's database. */
async function tefo(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    PATH: process.env.PATH ?? '',
    TEFO_DATA_DIR: shop.config.dataDir,
    TEFO_MASTER_KEYS: shop.config.masterKeys,
    DATABASE_URL: shop.databaseUrl,
  };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['src/cli/main.ts', ...args], {
      env,
    });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

test('an operator replaces the secret of a webhook', async () => {
  const { id } = await shop.webhook('https://shop.example/hook');
  const [old] = await openWebhookSecrets(shop.ctx, id);
  const { code, out, err } = await tefo('secret', 'rotate', id, '--json');
  assert.equal(code, 0, err);
  const { secret } = JSON.parse(out);
  assert.deepEqual(await openWebhookSecrets(shop.ctx, id), [secret, old]);
  const nobody = randomUUID();
  const unknown = await tefo('secret', 'rotate', nobody);
  assert.deepEqual([unknown.code, unknown.err.trim()], [1, `tefo: there is no webhook ${nobody}`]);
  assert.equal((await tefo('secret', 'rotate', shop.credentials.siteCode)).code, 2);
});

test('an operator sees a merchant’s webhooks, and who is told no more and why', async () => {
  const receiver = await openWebhookReceiver(answering(410));
  const { id } = await shop.webhook(receiver.endpoint);
  await shop.pay();
  await shop.drain();
  const [{ code }] = (await shop.db`select code from merchants`) as never as [{ code: string }];
  const { out } = await tefo('merchant', 'show', code);
  assert.match(out, new RegExp(`webhook ${id}  transaction\\.complete  thin  ${receiver.endpoint}`));
  assert.match(out, new RegExp(`told no more: ${receiver.endpoint}, because it answered 410 Gone`));
  const { webhooks, disabled } = JSON.parse((await tefo('merchant', 'show', code, '--json')).out);
  assert.equal(webhooks.length, 2);
  assert.deepEqual([disabled[0].webhookId, disabled[0].disabledReason], [id, 'it answered 410 Gone']);
});
