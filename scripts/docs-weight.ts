// `node scripts/docs-weight.ts [--url http://localhost:8420]`: opens pages of the documentation of a running sandbox in Chromium and prints
// their own transfer and layout shift, and whether they work without JavaScript. Fails if a page misses a limit.
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../test/support/browser.ts';
import { layoutShift, watchLayoutShift } from '../test/support/layout-shift.ts';

const { values } = parseArgs({ options: { url: { type: 'string', default: 'http://localhost:8420' } } });
const limitBytes = 100_000;
const pages = ['/docs', '/docs/api/one/createPayment', '/docs/guides/webhooks', '/docs/search?q=refund'];

/** Returns the bytes that the page and its files take on the network, the requests and the layout shift. */
async function weigh(browser: Browser, address: string) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const network = await page.context().newCDPSession(page);
  let bytes = 0;
  let requests = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await network.send('Network.enable');
  await watchLayoutShift(page);
  await page.goto(address, { waitUntil: 'networkidle' });
  const shift = await layoutShift(page);
  await page.close();
  return { bytes, requests, shift };
}

/** Returns whether a page shows its heading and a link of its text without JavaScript. */
async function worksWithoutScript(browser: Browser, address: string): Promise<boolean> {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(address);
  const isShown = await page.locator('main h1').isVisible();
  const isLinked = await page.locator('main a[href^="/docs"]').first().isVisible();
  await page.close();
  return isShown && isLinked;
}

const browser = await openBrowser();
try {
  for (const path of pages) {
    const { bytes, requests, shift } = await weigh(browser, values.url + path);
    const isUsable = await worksWithoutScript(browser, values.url + path);
    console.log(
      `${path}: ${(bytes / 1000).toFixed(1)} kB in ${requests} requests, layout shift ${shift}, ${isUsable ? 'works' : 'fails'} without JavaScript`,
    );
    if (bytes >= limitBytes || shift > 0 || !isUsable) process.exitCode = 1;
  }
} finally {
  await browser.close();
}
