// Integration tests of a shop, against the Tefo at TEFO_URL with TEFO_API_KEY, with a separate site for each file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Tefo } from '@tefo/sdk';
import { startSandbox } from '@tefo/sdk/testing';

let sandbox;
let tefo;

before(async () => {
  sandbox = await startSandbox();
  tefo = new Tefo(sandbox.credentials);
});

after(() => sandbox?.close());

test('a payment is paid, notified and refunded', async () => {
  const payment = await tefo.one.createPayment({
    body: {
      amount: { currency: 'ZAR', value: 599.8 },
      merchantReference: 'ORDER-1',
      expireAt: '2100-01-01T00:00:00Z',
    },
  });
  await sandbox.outcome.transaction(payment.id, 'success');
  // Its signature has been verified.
  const notification = await sandbox.notifications.next({ reference: 'ORDER-1' });
  assert.equal(notification.type, 'transaction.complete');
  assert.equal((await tefo.one.getPayment({ path: { id: payment.id } })).status, 'Complete');

  const refund = await tefo.one.createTransactionRefund({
    path: { id: notification.id },
    body: { amount: { currency: 'ZAR', value: 599.8 }, reason: 'it did not fit' },
  });
  assert.equal(refund.transactionId, notification.id);
});
