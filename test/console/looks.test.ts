// The console's pages in a real browser, with data: axe, narrow screens, the policy, and a refund.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { consolePages } from '../../src/pages/console/routes.ts';
import { openBrowser } from '../support/browser.ts';
import { budget } from '../support/budget.ts';
import { openRefunds } from '../support/refunding.ts';
import { enterBrowser, judge, listen } from './long/browsing.ts';
import { assertPlain, paymentPage, visitorsOf } from './support.ts';

const shop = await openRefunds();
const rooms = consolePages
  .filter(({ path, isExport }) => !isExport && !path.includes(':'))
  .map(({ path }) => path);
const browser = await openBrowser();
const transaction = await shop.pay(137.5);
await shop.pay(20, { merchantReference: 'ORDER-2' });
await shop.refund(transaction, 7.25);
await shop.sandbox('/deposits', { reference: 'of nobody', amount: '33.00' });
await shop.drain();
rooms.push(await paymentPage(shop, transaction));
const [admin, operator, operatorAdmin] = await visitorsOf(
  shop,
  'admin',
  'operator-finance',
  'operator-admin',
);
after(() => browser.close());

/** Returns the problems of a page; null where the visitor has no permission to see it. */
async function problemsOf(page: Page, path: string): Promise<string[] | null> {
  const answer = await page.goto(new URL(path, shop.base).href);
  if (answer!.status() === 403) return null;
  if (answer!.status() !== 200) return [`${path}: ${answer!.status()}`];
  const { received } = listen(page);
  assertPlain(await answer!.text(), path);
  const found = await judge(page);
  return [...received.splice(0), ...found].map((one) => `${path}: ${one}`);
}

// `npm test` checks each page in one of the two, in turns; `npm run test:all` in both.
const looksOfPage = budget(1, 2);

test('no page has a barrier, for an admin on a narrow light screen and for an operator on a wide dark one', async () => {
  const contexts = [
    await enterBrowser(browser, shop.base, admin, { width: 360, colorScheme: 'light' }),
    await enterBrowser(browser, shop.base, operator, { width: 1440, colorScheme: 'dark' }),
    await enterBrowser(browser, shop.base, operatorAdmin, { width: 1440, colorScheme: 'dark' }),
  ];
  const [narrow, wide, rest] = await Promise.all(contexts.map((context) => context.newPage()));
  const wrong: string[] = [];
  for (const [index, path] of rooms.entries()) {
    let judged = 0;
    // The operator's admin sees what the two do not.
    for (const page of [...(index % 2 === 0 ? [narrow!, wide!] : [wide!, narrow!]), rest!]) {
      if (judged === looksOfPage) break;
      const found = await problemsOf(page, path);
      if (!found) continue;
      wrong.push(...found);
      judged += 1;
    }
    if (judged === 0) wrong.push(`${path}: no visitor can see it`);
  }
  for (const context of contexts) await context.close();
  assert.deepEqual(wrong, []);
});
