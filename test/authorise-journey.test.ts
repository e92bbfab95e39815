// Whole authorisations for both parties: a merchant's program on the One API, and a customer's browser with JavaScript
// and without.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { systemClock } from '../src/kernel/clock.ts';
import { openMerchant } from './races/merchant.ts';
import { must } from './races/paying.ts';
import { atEnd } from './support/ending.ts';
import { openChromium, openListener, openService, visit as visitWith } from './support/opening.ts';

const service = await openService({ clock: systemClock(), started: true });
const shop = await openListener();
const browser = await openChromium();
const merchant = openMerchant(service.base, service.merchant, service.clock);
atEnd(merchant.close);

interface Made {
  subscriptionId: string;
  redirectUrl: string;
}

async function subscription(): Promise<Made> {
  const answer = await merchant.one('/subscriptions', {
    siteCode: service.merchant.siteCode,
    amount: { currency: 'ZAR', value: 199 },
    payableNow: { currency: 'ZAR', value: 50 },
    merchantReference: 'CLUB 117',
    frequency: 'Monthly',
    firstPaymentDate: '2099-01-31',
    occurrences: 12,
    returnUrl: `${shop.url}/welcome?plan=7`,
  });
  return must(answer, 201).body;
}

const statusOf = async (id: string): Promise<string> =>
  must(await merchant.one(`/subscriptions/${id}`), 200).body.status;

const visit = (options: BrowserContextOptions, work: (page: Page) => Promise<void>) =>
  visitWith(browser, { viewport: { width: 360, height: 740 }, ...options }, work);

/** Chooses Capitec and logs in there, up to the bank's question. */
async function goToBank(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('radio', { name: 'Capitec' }).check();
  await page.getByRole('button', { name: /continue to/i }).click();
  await page.waitForURL(/\/bank\/mandates\//);
  assert.match(await page.locator('body').innerText(), /TEST BANK/);
  await page.getByRole('button', { name: /log in/i }).click();
  await page.getByRole('heading', { name: /Allow Karoo Books to take/ }).waitFor();
}

for (const javaScriptEnabled of [true, false]) {
  const manner = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`a subscription is approved in a browser ${manner}, and its customer is back at the shop`, () =>
    visit({ javaScriptEnabled }, async (page) => {
      const { subscriptionId, redirectUrl } = await subscription();
      await goToBank(page, redirectUrl);
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('heading', { name: 'Approved.' }).waitFor();
      assert.equal(await statusOf(subscriptionId), 'Active');
      await page.getByRole('link', { name: 'Go back to Karoo Books' }).click();
      await page.waitForURL(`${shop.url}/**`);
      const { pathname, searchParams } = new URL(page.url());
      assert.equal(pathname, '/welcome');
      assert.deepEqual(
        ['plan', 'subscriptionId', 'status', 'reference'].map((name) => searchParams.get(name)),
        ['7', subscriptionId, 'Active', 'CLUB 117'],
      );
    }));

  test(`a subscription is declined at the bank in a browser ${manner}`, () =>
    visit({ javaScriptEnabled }, async (page) => {
      const { subscriptionId, redirectUrl } = await subscription();
      await goToBank(page, redirectUrl);
      await page.getByRole('button', { name: 'Decline' }).click();
      await page.getByRole('heading', { name: 'Declined.' }).waitFor();
      assert.equal(await statusOf(subscriptionId), 'Failed');
    }));

  test(`a subscription is declined before any bank in a browser ${manner}, and leads to the shop`, () =>
    visit({ javaScriptEnabled }, async (page) => {
      const { subscriptionId, redirectUrl } = await subscription();
      await page.goto(redirectUrl);
      await page.getByRole('button', { name: 'Decline and go back to Karoo Books' }).click();
      await page.waitForURL(`${shop.url}/welcome?**`);
      assert.equal(new URL(page.url()).searchParams.get('status'), 'Failed');
      assert.equal(await statusOf(subscriptionId), 'Failed');
    }));
}

test('without JavaScript a forgotten bank is named, and searching keeps the way open', () =>
  visit({ javaScriptEnabled: false }, async (page) => {
    const { redirectUrl } = await subscription();
    await page.goto(redirectUrl);
    await page.getByRole('button', { name: 'Continue to your bank' }).click();
    await page.getByRole('alert').getByText('Choose your bank first.').waitFor();
    await page.getByRole('searchbox').fill('ned');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(`${redirectUrl}?q=ned`);
    assert.deepEqual(await page.locator('#banks li').allInnerTexts(), ['Nedbank']);
    await page.getByLabel('Nedbank').check();
    await page.getByRole('button', { name: 'Continue to your bank' }).click();
    await page.waitForURL(/\/bank\/mandates\//);
  }));

test('back, a second tab and another bank lead to one authorisation', () =>
  visit({}, async (page) => {
    const { subscriptionId, redirectUrl } = await subscription();
    await goToBank(page, redirectUrl);
    // Back to our own page: the bank waits, and another may be chosen.
    await page.goto(redirectUrl);
    await page.getByRole('heading', { name: 'Approve it at Capitec' }).waitFor();
    const second = await page.context().newPage();
    await second.goto(redirectUrl);
    await second.getByRole('link', { name: 'Choose another bank' }).click();
    await second.getByLabel('Nedbank').check();
    await second.getByRole('button', { name: 'Continue to Nedbank' }).click();
    await second.getByRole('heading', { name: 'Log in to Nedbank' }).waitFor();
    await second.getByRole('button', { name: 'Log in' }).click();
    await second.getByRole('button', { name: 'Approve' }).click();
    await second.getByRole('heading', { name: 'Approved.' }).waitFor();
    // The first tab finds it out by itself.
    await page.getByRole('heading', { name: 'Approved.' }).waitFor();
    assert.match(await page.locator('main').innerText(), /Nedbank/);
    await page.goBack();
    await page.goto(redirectUrl);
    await page.getByRole('heading', { name: 'Approved.' }).waitFor();
    assert.equal(await statusOf(subscriptionId), 'Active');
  }));

test('the whole way in isiZulu, with the keyboard alone', () =>
  visit({ locale: 'zu-ZA' }, async (page) => {
    const { subscriptionId, redirectUrl } = await subscription();
    await page.goto(redirectUrl);
    assert.equal(await page.locator('html').getAttribute('lang'), 'zu');
    await page.locator('#q').focus();
    await page.keyboard.type('capitec');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/bank\/mandates\//);
    for (const name of ['Log in', 'Approve']) {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    }
    await page.getByRole('heading', { name: 'Igunyaziwe.' }).waitFor();
    assert.equal(await statusOf(subscriptionId), 'Active');
    const [row] = await service.db<{ language: string }[]>`
      select consent ->> 'language' as language from subscriptions where id = ${subscriptionId}`;
    assert.equal(row!.language, 'zu');
  }));
