import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { answering, openReceiver } from '../../../test/support/receiver.ts';
import { openSurface, sha512 } from '../../../test/support/setup/payouts-api.ts';
import { rotateSecret } from '../../core/merchants/actions.ts';
import { everything } from '../../core/viewer.ts';

const api = await openSurface({ float: 10_000_000n });
const merchantServer = await openReceiver();
const notifyUrl = `${merchantServer.url}/payouts?shop=1`;

/** Returns the next notifications as the merchant reads them. */
async function received() {
  merchantServer.received.length = 0;
  await api.jobs.drain();
  return merchantServer.received.map(({ method, path, headers, body }) => ({
    method,
    path,
    headers,
    text: body,
    body: JSON.parse(body),
  }));
}

test('a completed payout is notified in the shape of the contract, with its hash and its signature', async () => {
  const id = await api.requested({ notifyUrl, merchantReference: 'Told', customerBankReference: 'KAROO 17' });
  const [reported, ...more] = await received();
  assert.deepEqual(more, []);
  const { method, path, headers, text, body } = reported!;
  assert.deepEqual([method, path], ['POST', '/payouts?shop=1']);
  assert.match(headers['content-type']!, /^application\/json/);
  const { siteCode, apiKey, webhookSecret } = api.merchant;
  assert.deepEqual(body, {
    payoutId: id,
    siteCode,
    merchantReference: 'Told',
    customerMerchantReference: 'KAROO 17',
    payoutStatus: { status: 5, subStatus: 0, errorMessage: null },
    hashCheck: sha512(`${id}${siteCode}ToldKAROO 1750${apiKey}`.toLowerCase()),
  });
  const { 'webhook-id': webhookId, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
  const key = Buffer.from(webhookSecret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(`${webhookId}.${at}.${text}`).digest('base64');
  assert.equal(signature, `v1,${expected}`);
  assert.equal(headers['svix-signature'], signature);
});

for (const [failure, reason, status, subStatus] of [
  ['rejected', 'rejected by the destination bank', 99, 9001],
  ['bank', 'the bank is not available', 4, 401],
] as const) {
  test(`a payout that ends in ${status} is notified with ${subStatus} and the reason`, async () => {
    api.bank.mood = { answers: { outcome: 'failed', reason, failure } };
    const id = await api.requested({ notifyUrl, merchantReference: `End ${status}` });
    const [reported] = await received();
    api.bank.mood = { answers: { outcome: 'paid', reason: null } };
    assert.deepEqual(reported!.body.payoutStatus, { status, subStatus, errorMessage: reason });
    const { siteCode, apiKey } = api.merchant;
    const input = `${id}${siteCode}End ${status}KAROO 17${status}${subStatus}${apiKey}`;
    assert.equal(reported!.body.hashCheck, sha512(input.toLowerCase()));
  });
}

test('a payout that is returned after it was paid is notified twice, in order', async () => {
  const id = await api.requested({ notifyUrl });
  const [first] = await received();
  await api.tell({ id }, { outcome: 'returned', reason: 'closed' });
  const [second] = await received();
  assert.deepEqual([first!.body.payoutStatus.status, second!.body.payoutStatus.status], [5, 90]);
  assert.notEqual(first!.headers['webhook-id'], second!.headers['webhook-id']);
});

test('a payout whose verification fails is notified', async () => {
  const verifier = await openReceiver(answering(200, {}, '{"isVerified":false}'));
  await api.changeSite({ verifyUrl: verifier.url });
  api.directory.forget();
  await api.requested({ notifyUrl });
  const [reported] = await received();
  assert.deepEqual([reported!.body.payoutStatus.status, reported!.body.payoutStatus.subStatus], [99, 202]);
  await api.changeSite({ verifyUrl: null });
  api.directory.forget();
});

test('a payout without notifyUrl is not notified, and neither is a refused one', async () => {
  await api.requested({ notifyUrl: undefined });
  assert.equal((await api.request({ notifyUrl, amount: 9_999_999 })).body.payoutStatus.subStatus, 203);
  assert.deepEqual(await received(), []);
});

test('a notification that was not taken is sent again with the same id and the same body', async () => {
  merchantServer.behave(answering(500));
  await api.requested({ notifyUrl });
  const [first] = await received();
  merchantServer.behave(answering(200));
  merchantServer.received.length = 0;
  await api.wait(10);
  const [again] = merchantServer.received;
  assert.equal(again!.headers['webhook-id'], first!.headers['webhook-id']);
  assert.equal(again!.body, first!.text);
});

test('after a rotation the hash uses the new ApiKey', async () => {
  const { merchantId } = await api.siteNow();
  const { secret: fresh } = await rotateSecret(api.ctx, everything, { merchantId, kind: 'api_key' });
  api.directory.forget();
  const id = await api.requested({ notifyUrl, merchantReference: 'Rotated' });
  const [reported] = await received();
  const input = `${id}${api.merchant.siteCode}RotatedKAROO 1750${fresh}`;
  assert.equal(reported!.body.hashCheck, sha512(input.toLowerCase()));
});
