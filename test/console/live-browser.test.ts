// Live pages in a real browser, under the content policy: announcements, changes in place, keys, and page weight.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { openRefunds } from '../support/refunding.ts';
import { enterBrowser, listen } from './long/browsing.ts';
import { paymentPage, visitorOf } from './support.ts';

const shop = await openRefunds();
const [browser, admin] = await Promise.all([openBrowser(), visitorOf(shop, 'admin')]);
for (const reference of ['ORDER-1', 'ORDER-2', 'ORDER-3']) await order(reference);
after(() => browser.close());

async function order(merchantReference: string): Promise<string> {
  shop.clock.set(new Date(shop.clock.now().getTime() + 1_000));
  return shop.pay(10, { merchantReference });
}

/** What went wrong on a page: a violation of the policy, a script's error. */
async function open(path: string): Promise<{ page: Page; wrong: string[] }> {
  const context = await enterBrowser(browser, shop.base, admin, { width: 1280 });
  const page = await context.newPage();
  const { received: wrong } = listen(page);
  await page.goto(new URL(path, shop.base).href);
  return { page, wrong };
}

const rowPlaces = (page: Page): Promise<unknown> =>
  page.evaluate(
    `[...document.querySelectorAll('tbody tr')].map((row) => [row.id, row.getBoundingClientRect().top])`,
  );

test('new payments are announced while a list is read, and no row moves', async () => {
  const { page, wrong } = await open('/console/payments');
  const before = await rowPlaces(page);
  assert.equal((before as unknown[]).length, 3);
  await order('ORDER-4');
  await order('ORDER-5');
  const newer = page.getByRole('link', { name: '2 newer' });
  await newer.waitFor({ timeout: 10_000 });
  assert.deepEqual(await rowPlaces(page), before);
  assert.match((await page.locator('#live-said').textContent())!, /newer payment/);

  await page.getByRole('button', { name: 'Pause live updates' }).click();
  await page.waitForTimeout(300);
  await order('ORDER-6');
  await page.waitForTimeout(2_500);
  assert.equal(await newer.count(), 1, 'nothing is announced while it is paused');
  await page.getByRole('button', { name: 'Live updates are paused' }).click();
  await page.getByRole('link', { name: '3 newer' }).waitFor({ timeout: 10_000 });

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const second = page.locator('tbody tr').nth(1).locator('a[data-row]');
  assert.equal(await page.evaluate('document.activeElement.textContent'), await second.textContent());
  await page.keyboard.press('?');
  assert.equal(await page.locator('#keys').isVisible(), true);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#keys').isVisible(), false);
  await page.keyboard.press('/');
  await page.keyboard.type('j?');
  assert.equal(await page.locator('#q').inputValue(), 'j?', 'no shortcut works while a user types');
  await page.keyboard.press('Escape');
  await second.focus();
  await Promise.all([page.waitForURL(/\/console\/payments\/[-0-9a-f]{36}$/), page.keyboard.press('Enter')]);
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test('the filters of a list change only the list in the page and the address', async () => {
  const { page, wrong } = await open('/console/payments');
  await page.evaluate('window.isTheSame = true');
  await page.locator('#f-reference').fill('ORDER-2');
  await page.keyboard.press('Enter');
  await page.locator('caption', { hasText: '1 payment' }).waitFor();
  assert.match(page.url(), /reference=ORDER-2/);
  assert.equal(await page.evaluate('window.isTheSame'), true);
  assert.equal(await page.evaluate('document.activeElement.id'), 'main', 'the filters fold to chips');
  assert.equal(await page.locator('#f-reference').isVisible(), false);
  await page.keyboard.press('f');
  assert.equal(await page.locator('#f-reference').inputValue(), 'ORDER-2');
  await page.getByRole('link', { name: 'Remove filter Reference: ORDER-2' }).click();
  await page.locator('caption', { hasText: '6 payments' }).waitFor();
  await page.goBack();
  await page.locator('caption', { hasText: '1 payment' }).waitFor();
  await page.goBack();
  await page.locator('caption', { hasText: '6 payments' }).waitFor();
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test('the timeline of a payment grows while it is read', async () => {
  const transaction = await order('ORDER-7');
  const { page, wrong } = await open(await paymentPage(shop, transaction));
  await page.keyboard.press('r');
  await page.keyboard.type('5');
  const steps = page.locator('ol[aria-label="Timeline"] > li');
  const count = await steps.count();
  await shop.refund(transaction, 2.5);
  await steps.nth(count).waitFor({ timeout: 10_000 });
  const amount = page.locator('[name="amount"]');
  assert.equal(await amount.inputValue(), '5', 'the typed value stays');
  assert.equal(await page.evaluate('document.activeElement.name'), 'amount');
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test('the first page weighs at most 45 kB and four requests, each further one 12 kB', async (t) => {
  const { page } = await open('/console');
  const loaded = (await page.evaluate(
    `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !name.includes('/live?'))`,
  )) as string[];
  await page.context().close();
  assert.ok(loaded.length + 1 <= 4, loaded.join());
  const weigh = async (path: string) => gzipSync((await admin.get(path)).text).length;
  const pages = [
    '/console',
    '/console/payments',
    '/console/settlements',
    '/console/settings',
    '/console/users',
  ];
  const weights = await Promise.all(pages.map(weigh));
  const script = await admin.get(new URL(loaded.find((url) => url.endsWith('.js'))!).pathname);
  assert.equal(script.headers.get('content-encoding'), 'gzip');
  const assets = await Promise.all(loaded.map((url) => weigh(new URL(url).pathname)));
  const first = [weights[0]!, ...assets].reduce((sum, one) => sum + one, 0);
  t.diagnostic(`the first page ${first} bytes with ${assets}; pages ${weights}`);
  assert.ok(first <= 45_000, `${first} bytes`);
  for (const weight of weights) assert.ok(weight <= 12_000, `${weights}`);
});
