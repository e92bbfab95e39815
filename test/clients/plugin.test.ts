// A shop's plugin that redirects its customer by POST, and one that calls an operation which is not there.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { credentialsOf } from '../../src/credentials.ts';
import { ask, createMerchantOf } from '../merchant.ts';
import { startService } from '../running.ts';

const service = await startService();
after(() => service.end());
const { base, config, merchant } = service;
const shop = createMerchantOf(base, credentialsOf(config, merchant));

test('redirects its customer by POST and they see the checkout', async () => {
  const { body } = await shop.createPayments();
  const page = `${base}/pay/${body.paymentRequestId}`;
  for (const form of [new URLSearchParams(), new URLSearchParams({ any: 'thing' })]) {
    const { status, headers } = await ask(page, { method: 'POST', body: form });
    assert.equal(status, 303);
    assert.ok(page.endsWith(headers.get('location')!));
  }
  const bare = await ask(page, { method: 'POST' });
  assert.equal(bare.status, 303);
  const followed = await fetch(page, { method: 'POST' });
  assert.equal(followed.status, 200);
  assert.match(await followed.text(), /<html/);
  const unknown = await ask(`${base}/pay/${crypto.randomUUID()}`, { method: 'POST' });
  assert.equal(unknown.status, 404);
  assert.match(unknown.text, /<html/);
});

test('reads an errorMessage where an operation is not there', async () => {
  const call = (path: string, method: string, accept: string) =>
    ask(`${base}/payments/${path}`, { method, headers: { apikey: merchant.apiKey, accept } });
  const { status, body } = await call('CapturePayment', 'POST', 'application/json');
  assert.deepEqual([status, body], [404, { errorMessage: 'There is nothing here' }]);
  const wrong = await call('postpaymentrequest', 'GET', 'text/html, application/json;q=0.9');
  assert.deepEqual([wrong.status, wrong.body], [405, { errorMessage: 'The method is not allowed here' }]);
  assert.equal(wrong.headers.get('allow'), 'POST');
  const text = await call('CapturePayment', 'POST', '*/*');
  assert.deepEqual([text.status, text.text], [404, 'There is nothing here']);
});
