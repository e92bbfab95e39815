// Whole payments for the three parties: a merchant's program, a customer's browser with and without JavaScript, and
// the merchant's receiver. The merchant's code here shares nothing with the service.
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { systemClock } from '../src/kernel/clock.ts';
import { openBrowser } from './support/browser.ts';
import { type Received, startReceiver, startService, type TestService } from './support/running.ts';

let service: TestService;
let shop: Awaited<ReturnType<typeof startReceiver>>;
let browser: Browser;

before(async () => {
  service = await startService({ clock: systemClock(), started: true });
  shop = await startReceiver();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await shop?.end();
  await service?.end();
});

/** The merchant's own SHA-512, written from the contract. */
const sha512 = (parts: string[]): string =>
  createHash('sha512').update(parts.join('').toLowerCase()).digest('hex');

async function requestOnPaymentsApi(reference: string): Promise<string> {
  const { siteCode, apiKey, privateKey } = service.merchant;
  const body: Record<string, string> = {
    siteCode,
    countryCode: 'ZA',
    currencyCode: 'ZAR',
    amount: '150.50',
    transactionReference: reference,
    bankReference: 'KAROO BOOKS',
    optional1: 'basket 7',
    cancelUrl: `${shop.url}/cancel`,
    errorUrl: `${shop.url}/error`,
    successUrl: `${shop.url}/success?order=7`,
    notifyUrl: `${shop.url}/notify`,
    isTest: 'false',
  };
  body.hashCheck = sha512([...Object.values(body), privateKey]);
  const answer = await fetch(`${service.base}/payments/PostPaymentRequest`, {
    method: 'POST',
    headers: { ApiKey: apiKey, 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  });
  const { url, errorMessage } = (await answer.json()) as { url: string; errorMessage: string | null };
  assert.equal(errorMessage, null);
  return url;
}

async function tokenOfOneApi(): Promise<string> {
  const { clientId, clientSecret } = service.merchant;
  const answer = await fetch(`${service.base}/one/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function requestOnOneApi(
  token: string,
  reference: string,
): Promise<{ id: string; redirectUrl: string }> {
  const answer = await fetch(`${service.base}/one/v1/payments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      siteCode: service.merchant.siteCode,
      amount: { currency: 'ZAR', value: 99.5 },
      merchantReference: reference,
      expireAt: '2099-01-01T00:00:00Z',
      returnUrl: `${shop.url}/back`,
      notifyUrl: `${shop.url}/notify`,
    }),
  });
  assert.equal(answer.status, 201);
  return (await answer.json()) as { id: string; redirectUrl: string };
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

async function notificationOf(matches: (one: Received) => boolean): Promise<Received> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = shop.received.find((one) => one.path === '/notify' && matches(one));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return assert.fail('no notification came');
}

for (const javaScriptEnabled of [true, false]) {
  const manner = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`a Payments API payment is paid in a browser ${manner} and ends Complete`, async () => {
    const reference = `JOURNEY PAYMENTS ${javaScriptEnabled}`;
    const address = await requestOnPaymentsApi(reference);
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await pay(page, address);

    const { body } = await notificationOf(
      (one) => new URLSearchParams(one.body).get('TransactionReference') === reference,
    );
    const form = new URLSearchParams(body);
    const signed = [
      'SiteCode',
      'TransactionId',
      'TransactionReference',
      'Amount',
      'Status',
      'Optional1',
      'Optional2',
      'Optional3',
      'Optional4',
      'Optional5',
      'CurrencyCode',
      'IsTest',
      'StatusMessage',
    ];
    const hash = sha512([...signed.map((name) => form.get(name) ?? ''), service.merchant.privateKey]);
    assert.equal(form.get('Hash'), hash);
    assert.equal(form.get('Status'), 'Complete');
    assert.equal(form.get('Amount'), '150.50');
    assert.equal(form.get('Optional1'), 'basket 7');

    const back = new URL(page.url());
    assert.equal(back.pathname, '/success');
    assert.equal(back.searchParams.get('order'), '7');
    assert.equal(back.searchParams.get('Hash'), hash);

    const { siteCode, apiKey } = service.merchant;
    const query = new URLSearchParams({ siteCode, transactionReference: reference });
    const read = await fetch(`${service.base}/payments/GetTransactionByReference?${query}`, {
      headers: { ApiKey: apiKey },
    });
    const [transaction] = (await read.json()) as { status: string; amount: number }[];
    assert.deepEqual([transaction?.status, transaction?.amount], ['Complete', 150.5]);
    await context.close();
  });

  test(`a One API payment is paid in a browser ${manner} and ends Successful`, async () => {
    const token = await tokenOfOneApi();
    const payment = await requestOnOneApi(token, `JOURNEY ONE ${javaScriptEnabled}`);
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await pay(page, payment.redirectUrl);

    const back = new URL(page.url());
    assert.equal(back.pathname, '/back');
    assert.equal(back.searchParams.get('paymentId'), payment.id);
    const transactionId = back.searchParams.get('transactionId')!;

    const { headers, body } = await notificationOf((one) => one.body.includes(transactionId));
    const key = Buffer.from(service.merchant.webhookSecret.replace('whsec_', ''), 'base64');
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    assert.equal(
      headers['webhook-signature'],
      `v1,${createHmac('sha256', key).update(content).digest('base64')}`,
    );
    assert.equal(headers['svix-signature'], headers['webhook-signature']);
    const { type, sequence, data } = JSON.parse(body) as { type: string; sequence: number; data: unknown };
    assert.deepEqual([type, sequence], ['transaction.complete', 1]);
    assert.deepEqual(data, { id: transactionId, status: 'Successful', reason: null });

    const authorized = { headers: { Authorization: `Bearer ${token}` } };
    const read = await fetch(`${service.base}/one/v1/transactions/${transactionId}`, authorized);
    assert.equal(((await read.json()) as { status: string }).status, 'Successful');
    const readPayment = await fetch(`${service.base}/one/v1/payments/${payment.id}`, authorized);
    assert.equal(((await readPayment.json()) as { status: string }).status, 'Complete');
    await context.close();
  });
}
