// Whole payments for the three parties: a merchant's program, a customer's browser with and without JavaScript, and
// the merchant's receiver. The merchant's code here shares nothing with the service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { systemClock } from '../src/kernel/clock.ts';
import { openMerchant } from './races/merchant.ts';
import { must } from './races/paying.ts';
import { atEnd } from './support/ending.ts';
import { hashed } from './support/inbox.ts';
import { hashOf, signedFields } from './support/merchant.ts';
import { openChromium, openListener, openService, visit } from './support/opening.ts';
import { isSigned } from './support/refunding.ts';
import type { Received } from './support/running.ts';
import { until } from './support/until.ts';

const service = await openService({ clock: systemClock(), started: true });
const shop = await openListener();
const browser = await openChromium();
const merchant = openMerchant(service.base, service.merchant, service.clock);
atEnd(merchant.close);

async function requestOnPaymentsApi(transactionReference: string): Promise<string> {
  const fields = signedFields(service.merchant, {
    ...{ amount: '150.50', transactionReference, bankReference: 'KAROO BOOKS' },
    optional1: 'basket 7',
    ...{ cancelUrl: `${shop.url}/cancel`, errorUrl: `${shop.url}/error` },
    ...{ successUrl: `${shop.url}/success?order=7`, notifyUrl: `${shop.url}/notify` },
  });
  const { url, errorMessage } = must(await merchant.payments('/PostPaymentRequest', fields), 200).body;
  assert.equal(errorMessage, null);
  return url;
}

async function requestOnOneApi(merchantReference: string): Promise<{ id: string; redirectUrl: string }> {
  const order = {
    ...{ siteCode: service.merchant.siteCode, amount: { currency: 'ZAR', value: 99.5 }, merchantReference },
    ...{ expireAt: '2099-01-01T00:00:00Z', returnUrl: `${shop.url}/back`, notifyUrl: `${shop.url}/notify` },
  };
  return must(await merchant.one('/payments', order), 201).body;
}

/** The customer: chooses Capitec, logs in at the bank, approves, and returns to the shop. */
async function pay(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('radio', { name: 'Capitec' }).check();
  await page.getByRole('button', { name: /continue to/i }).click();
  await page.waitForURL(/\/bank\/orders\//);
  assert.match(await page.locator('body').innerText(), /TEST BANK/);
  await page.getByRole('button', { name: /log in/i }).click();
  await page.getByRole('button', { name: /^approve/i }).click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('heading', { name: 'Paid.' }).waitFor();
  await page
    .getByRole('link', { name: /back to|return to/i })
    .first()
    .click();
  await page.waitForURL(`${shop.url}/**`);
}

const notificationOf = (matches: (one: Received) => boolean): Promise<Received> =>
  until(() => shop.received.find((one) => one.path === '/notify' && matches(one)));

for (const javaScriptEnabled of [true, false]) {
  const manner = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`a Payments API payment is paid in a browser ${manner} and ends Complete`, () =>
    visit(browser, { javaScriptEnabled }, async (page) => {
      const transactionReference = `JOURNEY PAYMENTS ${javaScriptEnabled}`;
      await pay(page, await requestOnPaymentsApi(transactionReference));

      const { body } = await notificationOf(
        (one) => new URLSearchParams(one.body).get('TransactionReference') === transactionReference,
      );
      const form = new URLSearchParams(body);
      const values = hashed.transaction.split(' ').map((name) => form.get(name) ?? '');
      const hash = hashOf(...values, service.merchant.privateKey);
      assert.equal(form.get('Hash'), hash);
      assert.equal(form.get('Status'), 'Complete');
      assert.equal(form.get('Amount'), '150.50');
      assert.equal(form.get('Optional1'), 'basket 7');

      const back = new URL(page.url());
      assert.equal(back.pathname, '/success');
      assert.equal(back.searchParams.get('order'), '7');
      assert.equal(back.searchParams.get('Hash'), hash);

      const query = new URLSearchParams({ siteCode: service.merchant.siteCode, transactionReference });
      const [transaction] = must(await merchant.payments(`/GetTransactionByReference?${query}`), 200).body;
      assert.deepEqual([transaction?.status, transaction?.amount], ['Complete', 150.5]);
    }));

  test(`a One API payment is paid in a browser ${manner} and ends Successful`, () =>
    visit(browser, { javaScriptEnabled }, async (page) => {
      const payment = await requestOnOneApi(`JOURNEY ONE ${javaScriptEnabled}`);
      await pay(page, payment.redirectUrl);

      const back = new URL(page.url());
      assert.equal(back.pathname, '/back');
      assert.equal(back.searchParams.get('paymentId'), payment.id);
      const transactionId = back.searchParams.get('transactionId')!;

      const message = await notificationOf((one) => one.body.includes(transactionId));
      assert.ok(isSigned(message, service.merchant.webhookSecret));
      assert.equal(message.headers['svix-signature'], message.headers['webhook-signature']);
      const { type, sequence, data } = JSON.parse(message.body);
      assert.deepEqual([type, sequence], ['transaction.complete', 1]);
      assert.deepEqual(data, { id: transactionId, status: 'Successful', reason: null });

      const read = async (path: string) => must(await merchant.one(path), 200).body.status;
      assert.equal(await read(`/transactions/${transactionId}`), 'Successful');
      assert.equal(await read(`/payments/${payment.id}`), 'Complete');
    }));
}
