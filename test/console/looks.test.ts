// The console's pages in a real browser, with data: axe, narrow screens, the policy, and a refund.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { consolePages } from '../../src/pages/console/routes.ts';
import { openBrowser } from '../support/browser.ts';
import { budget } from '../support/budget.ts';
import { openRefunds } from '../support/refunding.ts';
import { assertPlain, type Visitor, visitorOf } from './support.ts';

const shop = await openRefunds();
const rooms = consolePages
  .filter(({ path, isExport }) => !isExport && !path.includes(':'))
  .map(({ path }) => path);
let browser: Browser;
let admin: Visitor;
let operator: Visitor;
let operatorAdmin: Visitor;
before(async () => {
  browser = await openBrowser();
  const transaction = await shop.pay(137.5);
  await shop.pay(20, { merchantReference: 'ORDER-2' });
  await shop.refund(transaction, 7.25);
  await shop.sandbox('/deposits', { reference: 'of nobody', amount: '33.00' });
  await shop.drain();
  const [paid] = await shop.db<
    { id: string }[]
  >`select payment_id as id from transactions where id = ${transaction}`;
  rooms.push(`/console/payments/${paid!.id}`);
  admin = await visitorOf(shop, 'admin');
  operator = await visitorOf(shop, 'operator-finance');
  operatorAdmin = await visitorOf(shop, 'operator-admin');
});
after(() => browser.close());

async function enter(
  visitor: Visitor,
  options: { width: number; isDark?: boolean },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: options.width, height: 800 },
    colorScheme: options.isDark ? 'dark' : 'light',
  });
  const at = visitor.cookie.indexOf('=');
  const { hostname: domain } = new URL(shop.base);
  const [name, value] = [visitor.cookie.slice(0, at), visitor.cookie.slice(at + 1)];
  await context.addCookies([
    { name, value, domain, path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
  ]);
  return context;
}

/** Returns the problems of a page; null where the visitor has no permission to see it. */
async function judge(page: Page, path: string): Promise<string[] | null> {
  const wrong: string[] = [];
  const hear = (message: ConsoleMessage) => void (message.type() === 'error' && wrong.push(message.text()));
  const answer = await page.goto(new URL(path, shop.base).href);
  if (answer!.status() === 403) return null;
  if (answer!.status() !== 200) return [`${path}: ${answer!.status()}`];
  page.on('console', hear);
  assertPlain(await answer!.text(), path);
  const wide = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  if (wide !== 0) wrong.push(`scrolls sideways by ${wide} px`);
  await page.evaluate(axe.source);
  const found = await page.evaluate<string[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(wcag)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`,
  );
  page.off('console', hear);
  return [...wrong, ...found].map((one) => `${path}: ${one}`);
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// `npm test` checks each page in one of the two, in turns; `npm run test:all` in both.
const looksOfPage = budget(1, 2);

test('no page has a barrier, for an admin on a narrow light screen and for an operator on a wide dark one', async () => {
  const contexts = [
    await enter(admin, { width: 360 }),
    await enter(operator, { width: 1440, isDark: true }),
    await enter(operatorAdmin, { width: 1440, isDark: true }),
  ];
  const [narrow, wide, rest] = await Promise.all(contexts.map((context) => context.newPage()));
  const wrong: string[] = [];
  for (const [index, path] of rooms.entries()) {
    let judged = 0;
    // The operator's admin sees what the two do not.
    for (const page of [...(index % 2 === 0 ? [narrow!, wide!] : [wide!, narrow!]), rest!]) {
      if (judged === looksOfPage) break;
      const found = await judge(page, path);
      if (!found) continue;
      wrong.push(...found);
      judged += 1;
    }
    if (judged === 0) wrong.push(`${path}: no visitor can see it`);
  }
  for (const context of contexts) await context.close();
  assert.deepEqual(wrong, []);
});
