// The WooCommerce plugin against the running service, if this machine has PHP. The shop is a double of the interfaces that the
// plugin uses. With WOOCOMMERCE_DIR, the folder of a real WooCommerce, it is that one on Debian's WordPress and MariaDB:
//   apt-get install php-cli php-curl php-mbstring php-mysql wordpress mariadb-server
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { credentialsOf } from '../src/app/credentials.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { columnOf } from './support/column.ts';
import { ask, postForm, postJson } from './support/merchant.ts';
import { missingPhp } from './support/php.ts';
import { startService, type TestService } from './support/running.ts';
import { openShop, type Shop } from './support/shop.ts';
import { until } from './support/until.ts';

let service: TestService;
let shop: Shop;

const settings = () => {
  const { siteCode, clientId, clientSecret, webhookSecret, urls } = credentialsOf(
    service.config,
    service.merchant,
  );
  return {
    ...{ enabled: 'yes', title: 'Pay by bank', testmode: 'yes', log: 'yes', test_url: urls.one },
    ...{ test_site: siteCode, test_client: clientId, test_secret: clientSecret, test_webhook: webhookSecret },
  };
};

/** An order whose customer was sent to Tefo. */
async function begin(total = '150.00') {
  const order: number = await shop.run('create', total);
  const { result, redirect } = await shop.run('pay', order);
  assert.equal(result, 'success');
  return { order, paymentId: redirect.split('/').at(-1) as string };
}

async function decide(object: string, id: string, outcome: string) {
  const { status, body, text } = await postJson(
    `${service.base}/sandbox/${object}/${id}/outcome`,
    { outcome },
    { ApiKey: service.merchant.apiKey },
  );
  assert.equal(status, 200, text);
  return body;
}

const read = (order: number) => shop.run('read', order);

/** Waits until an order has a status or a note; returns the order. */
const orderWith = (order: number, status: string, note = '') =>
  until(async () => {
    const found = await read(order);
    return found.status === status && found.notes.some((one: string) => one.includes(note)) && found;
  });

async function paidOrder(total?: string) {
  const { order, paymentId } = await begin(total);
  const { transactionId } = await decide('transactions', paymentId, 'success');
  await orderWith(order, 'processing', 'was paid by');
  return { order, paymentId, transactionId: transactionId as string };
}

/** Posts a notification with a valid signature. */
async function post(url: string, type: string, id: string, status: string, secret = settings().test_webhook) {
  const body = JSON.stringify({ type, timestamp: '', sequence: 1, data: { id, status, reason: null } });
  const time = Math.floor(Date.now() / 1000);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`msg_1.${time}.${body}`).digest('base64');
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': `${time}`,
    'webhook-signature': `v1,${signature}`,
  };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

describe('the WooCommerce plugin', { skip: missingPhp() }, () => {
  before(async () => {
    service = await startService({ started: true, clock: systemClock() });
    shop = await openShop();
    await shop.run('currency', 'ZAR');
  });
  after(async () => {
    await shop.end();
    await service.end();
  });

  test('is offered in rand and with keys only, and its page says why it is not', async () => {
    await shop.run('settings', JSON.stringify({ enabled: 'yes' }));
    assert.equal(await shop.run('available'), false);
    assert.match(await shop.run('page'), /until all keys of the selected mode are filled in/);
    await shop.run('settings', JSON.stringify(settings()));
    assert.equal(await shop.run('available'), true);
    await shop.run('currency', 'EUR');
    assert.equal(await shop.run('available'), false);
    assert.match(await shop.run('page'), /only receives rand \(ZAR\). The currency of this shop is EUR/);
    await shop.run('currency', 'ZAR');
    assert.doesNotMatch(await shop.run('page'), /notice-warning/);
  });

  test('a verified notification marks the order as paid, once', async () => {
    const { order, transactionId } = await paidOrder();
    const { notify, return: back, received } = await shop.run('urls', order);
    const first = await read(order);
    assert.equal(first.transaction, transactionId);
    // Repeated, and one that says something else than Tefo does: outdated, or out of order.
    assert.equal(await post(notify, 'transaction.complete', transactionId, 'Successful'), 204);
    assert.equal(await post(notify, 'transaction.complete', transactionId, 'Error'), 204);
    assert.deepEqual(await read(order), first);
    const returned = await fetch(back, { redirect: 'manual' });
    assert.equal(returned.headers.get('location'), received);
  });

  test('a notification that is forged or about another order changes nothing', async () => {
    const { order } = await begin();
    const other = await paidOrder();
    const { notify } = await shop.run('urls', order);
    const otherSecret = `whsec_${Buffer.from('another').toString('base64')}`;
    const id = other.transactionId;
    assert.equal(await post(notify, 'transaction.complete', id, 'Successful', otherSecret), 401);
    assert.equal(await post(notify, 'transaction.complete', id, 'Successful'), 422);
    assert.equal(
      await post(notify.replace(/key=\w{12}/, 'key='), 'transaction.complete', id, 'Successful'),
      404,
    );
    assert.equal((await fetch(notify, { method: 'POST', body: '{}' })).status, 401);
    const { status, notes } = await read(order);
    assert.deepEqual({ status, notes }, { status: 'pending', notes: [] });
  });

  test('a customer who tries again keeps the payment, and a changed order gets another one', async () => {
    const { order, paymentId } = await begin();
    assert.ok((await shop.run('pay', order)).redirect.endsWith(paymentId));
    await shop.run('total', order, '160.00');
    const { redirect } = await shop.run('pay', order);
    assert.ok(!redirect.endsWith(paymentId));
    const [first] = await service.db`select state from payments where id = ${paymentId}`;
    assert.equal(first!.state, 'cancelled');
  });

  test('a declined attempt leaves the order open, and a late success pays it', async () => {
    const { order, paymentId } = await begin();
    const { transactionId } = await decide('transactions', paymentId, 'declined');
    await orderWith(order, 'pending', 'an attempt to pay failed');
    const { return: back, payment } = await shop.run('urls', order);
    assert.equal((await fetch(back, { redirect: 'manual' })).headers.get('location'), payment);
    await shop.run('set', order, 'cancelled');
    await decide('transactions', transactionId, 'late-success');
    assert.equal((await orderWith(order, 'processing', 'was paid late')).transaction, transactionId);
  });

  test('an amount that is not the total of the order holds it', async () => {
    const { order, paymentId } = await begin();
    await shop.run('total', order, '999.00');
    await decide('transactions', paymentId, 'success');
    await orderWith(order, 'on-hold', 'R 150.00 was paid, which is not the total of the order');
  });

  test('a refund from the order screen is paid by Tefo, and never exceeds the payment', async () => {
    const { order, transactionId } = await paidOrder();
    assert.deepEqual(await shop.run('refund', order, '50.25', 'one shirt came back'), { amount: '50.25' });
    const refunds =
      await service.db`select id, amount_cents from refunds where transaction_id = ${transactionId}`;
    assert.deepEqual(columnOf(refunds, 'amountCents'), [5025n]);
    await decide('refunds', refunds[0]!.id, 'complete');
    const { refunds: amounts } = await orderWith(order, 'processing', 'the refund of R 50.25 was paid');
    assert.deepEqual(amounts, ['50.25']);
    // The Tefo console refunds a part that the shop does not know of.
    const tefo = settings();
    const token = await postForm(`${tefo.test_url}/token`, {
      grant_type: 'client_credentials',
      client_id: tefo.test_client,
      client_secret: tefo.test_secret,
    });
    await ask(`${tefo.test_url}/transactions/${transactionId}/refunds`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token.body.access_token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ amount: { currency: 'ZAR', value: 10 }, reason: 'at the console' }),
    });
    const { error } = await shop.run('refund', order, '99.75', 'the rest');
    assert.match(error, /RefundableChanged/);
    assert.deepEqual((await read(order)).refunds, ['50.25']);
  });

  test('a refund that fails is noted on the order', async () => {
    const { order, transactionId } = await paidOrder();
    await shop.run('refund', order, '20.00', '');
    const [refund] = await service.db`select id from refunds where transaction_id = ${transactionId}`;
    await decide('refunds', refund!.id, 'failed');
    await orderWith(order, 'processing', 'the refund of R 20.00 was not paid');
  });
});
