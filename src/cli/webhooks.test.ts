import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { hook, send, tell } from '../../test/deliveries.ts';
import { answering, openReceiver } from '../../test/receiver.ts';
import { demoKeys, openWorld } from '../../test/world.ts';
import { openWebhookSecrets } from '../core/notifications/webhooks.ts';

const world = await openWorld();

async function tefo(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  // What runs under the test runner must not think it is a test.
  const { NODE_TEST_CONTEXT: _, ...outside } = process.env;
  const env = { ...outside, DATABASE_URL: world.url, TEFO_MASTER_KEYS: demoKeys };
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
  const { id } = await hook(world, 'https://shop.example/hook');
  const [old] = await openWebhookSecrets(world.ctx, id);
  const { code, out, err } = await tefo('secret', 'rotate', id, '--json');
  assert.equal(code, 0, err);
  const { secret } = JSON.parse(out);
  assert.deepEqual(await openWebhookSecrets(world.ctx, id), [secret, old]);
  const unknown = await tefo('secret', 'rotate', randomUUID());
  assert.equal(unknown.code, 1);
  assert.match(unknown.err, /No webhook/);
  assert.equal((await tefo('secret', 'rotate', world.merchant.siteCode)).code, 2);
});

test('an operator sees a merchant’s webhooks, and who is told no more and why', async () => {
  const receiver = await openReceiver(answering(410));
  const { id } = await hook(world, receiver.url);
  await tell(world, []);
  await send(world);
  const { code } = world.merchant.merchant;
  const { out } = await tefo('merchant', 'show', code);
  assert.match(out, new RegExp(`webhook ${id}  transaction\\.complete  thin  ${receiver.url}`));
  assert.match(out, new RegExp(`told no more: ${receiver.url}, because it answered 410 Gone`));
  const { webhooks, disabled } = JSON.parse((await tefo('merchant', 'show', code, '--json')).out);
  assert.equal(webhooks.length, 2);
  assert.deepEqual([disabled[0].webhookId, disabled[0].disabledReason], [id, 'it answered 410 Gone']);
});
