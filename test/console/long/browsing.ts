// Uses the console in a real browser: reports problems of a page from the browser and from axe.
import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Visitor } from '../support.ts';

export interface Manner extends BrowserContextOptions {
  width: number;
}

/** Opens a browser window with a signed-in user. */
export async function enterBrowser(
  browser: Browser,
  base: string,
  { cookie }: Pick<Visitor, 'cookie'>,
  { width, ...options }: Manner,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, ...options });
  const at = cookie.indexOf('=');
  const [name, value] = [cookie.slice(0, at), cookie.slice(at + 1)];
  const { hostname: domain } = new URL(base);
  await context.addCookies([
    { name, value, domain, path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
  ]);
  return context;
}

/** Records a page's scripts, dialogs, refusals of the content policy, and errors. Returns the record. */
export function listen(page: Page): { received: string[] } {
  const received: string[] = [];
  page.on('console', (message) => {
    // The browser reports a 4xx page as an error too.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      received.push(message.text());
  });
  page.on('pageerror', (error) => void received.push(error.message));
  page.on('dialog', (dialog) => {
    received.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { received };
}

// An open menu covers what is below it on a wide screen, where users open one at a time; on a phone it covers nothing.
const openAll = `document.querySelectorAll('main details').forEach((fold) => {
  fold.open = !fold.classList.contains('menu') || innerWidth <= 600;
})`;
const overflowing = `(() => {
  const width = document.documentElement.clientWidth;
  const by = document.documentElement.scrollWidth - width;
  if (by === 0) return [];
  const wide = [...document.querySelectorAll('main *, header *, nav *')].filter((one) => {
    const { right, width: own } = one.getBoundingClientRect();
    return own > 0 && right > width + 1 && !one.closest('.table, pre') && ![...one.children].some((child) => child.getBoundingClientRect().right > width + 1);
  });
  return ['scrolls sideways by ' + by + ' px: ' + wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 150)).join(' | ')];
})()`;
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns the problems of the open page, with all its folds opened. */
export async function judge(page: Page, { withAxe = true } = {}): Promise<string[]> {
  await page.evaluate(openAll);
  const wide = await page.evaluate<string[]>(overflowing);
  if (!withAxe) return wide;
  await page.evaluate(axe.source);
  const found = await page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'], runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, any }) => html.slice(0, 160) + ' ' + (any[0]?.message ?? '').slice(0, 160)).join(' | ')))`,
  );
  return [...wide, ...found];
}
