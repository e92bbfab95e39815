// Pages of the documentation as readers get them: none is longer than 12,000 px or wider than the window, axe finds nothing, nothing
// moves while they load, and the first page and an operation transfer less than 100 kB.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { exportedFiles } from '../scripts/docs-site.ts';
import { isLong } from './support/budget.ts';
import { layoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { axeFindings, openChromium, openFolder } from './support/opening.ts';

const files = await exportedFiles();
const pages = [...files.keys()].filter((file) => file.endsWith('.html'));
/** With `npm test` the first pages and some of each kind; with `npm run test:all` all. */
const kinds = new Map<string, number>();
const shown = pages.filter((file) => {
  const kind = file.includes('/') ? dirname(file) : file;
  const seen = kinds.get(kind) ?? 0;
  kinds.set(kind, seen + 1);
  return isLong || seen < 2;
});
/** Those of which one may be too long: a page with little markup is short. */
const longest = pages
  .toSorted((one, other) => files.get(other)!.length - files.get(one)!.length)
  .slice(0, isLong ? pages.length : 40);

const folder = await openFolder('docs', files);
const browser = await openChromium();
const addressOf = (file: string): string => pathToFileURL(join(folder, file)).href;

test('no page is longer than 12,000 px, or wider than the window', async () => {
  const wrong: string[] = [];
  for (const width of [1440, 360]) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, javaScriptEnabled: false });
    for (const file of width === 360 ? shown : new Set([...longest, ...shown])) {
      await page.goto(addressOf(file));
      const [wide, high] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]',
      );
      if (wide > width) wrong.push(`${file} is ${wide} px wide in ${width} px`);
      if (width === 1440 && high > 12_000) wrong.push(`${file} is ${high} px high`);
    }
    await page.close();
  }
  assert.deepEqual(wrong, []);
});

describe('axe finds nothing', () => {
  for (const [index, [width, colorScheme]] of (
    [
      [360, 'light'],
      [1440, 'dark'],
      [360, 'dark'],
      [1440, 'light'],
    ] as const
  ).entries()) {
    test(`at ${width} px in the ${colorScheme}`, async () => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      for (const file of shown.filter((_, at) => isLong || at % 4 === index)) {
        await page.goto(addressOf(file));
        assert.deepEqual(await axeFindings(page), [], file);
      }
      await context.close();
    });
  }
});

test('the first page and an operation transfer less than 100 kB, and nothing on them moves', async () => {
  for (const file of ['index.html', 'api/one/createPayment.html', 'guides/webhooks.html']) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await watchLayoutShift(page);
    await page.goto(addressOf(file), { waitUntil: 'networkidle' });
    assert.equal(await layoutShift(page), 0, file);
    const sent = loaded.map((url) => files.get(decodeURI(url).slice(addressOf('').length)) ?? '');
    const bytes = sent.reduce((sum, content) => sum + gzipSync(content).length, 0);
    assert.ok(bytes < 100_000, `${file}: ${bytes} bytes`);
    await page.close();
  }
});
