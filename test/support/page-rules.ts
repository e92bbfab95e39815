// Rules for every page that customers see, in a real browser and in the markup: tests apply them to all samples of a
// group of pages.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { assetCaching, assets } from '../../src/pages/assets.ts';
import { type Language, languages } from '../../src/pages/messages/index.ts';
import { pagePolicy } from '../../src/pages/page.ts';
import { isLong } from './budget.ts';
import { type Answer, servePages } from './page-server.ts';

/** Every page of a group, as the server would send it. */
export interface Samples {
  names: string[];
  /** The address of the samples. */
  path: string;
  sample(name: string, common?: { language?: Language; merchantName?: string }): string;
}

const phone = { viewport: { width: 360, height: 740 } };

/** Runs `work` on a fresh page, and fails if the browser complained about anything. */
export async function onPage(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ ...phone, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    await work(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

/** Shows markup at the address of the samples, with further paths; returns the growing list of requests. */
export async function open(page: Page, path: string, html: string, more: Record<string, Answer> = {}) {
  const requests = await servePages(page, { [path]: html, ...more });
  await page.goto(`http://checkout.test${path}`);
  return requests;
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Accessibility: pages work in light and dark, on a phone, at 400 %, and in every language. */
export function anyoneCanUse(samples: Samples, browser: () => Browser): void {
  // With `npm test` each page is judged in one of the two, in turns; with `npm run test:all` in both.
  test('axe finds nothing on any page, in the light and in the dark', () =>
    eachSample(
      samples,
      browser(),
      () => [{}],
      async (page, name, index) => {
        await page.evaluate(
          "document.querySelectorAll('details.fold').forEach((fold) => { fold.open = true })",
        );
        await page.evaluate(axe.source);
        for (const [turn, colorScheme] of (['light', 'dark'] as const).entries()) {
          if (!isLong && index % 2 !== turn) continue;
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await violations(page, wcag), [], `${name} in the ${colorScheme}`);
        }
      },
    ));

  test('at 360 px and at 320 px (400 % zoom) nothing scrolls sideways in any language', () => {
    const merchantName = 'Bloemfontein Onderwyserskoöperasie';
    // Each page in one or two of the languages in turn: pages share their blocks, so each block is seen in all five.
    const manners = (index: number): Common[] =>
      (isLong ? [index, index + 2] : [index]).map((turn) => ({
        language: languages[turn % languages.length]!.tag,
        merchantName,
      }));
    return eachSample(samples, browser(), manners, async (page, name) => {
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 640 });
        const wide = await page.evaluate('document.documentElement.scrollWidth');
        assert.equal(wide, width, `${name} at ${width} px`);
      }
    });
  });
}

function violations(page: Page, runOnly: string[]): Promise<string[]> {
  return page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(runOnly)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  );
}

type Common = Parameters<Samples['sample']>[1];

// From a port instead of intercepted requests: many pages share a browser that caches their style sheet.
async function eachSample(
  { names, sample }: Samples,
  browser: Browser,
  mannersOf: (index: number) => Common[],
  look: (page: Page, name: string, index: number) => Promise<void>,
): Promise<void> {
  const shown = names.flatMap((name, index) => mannersOf(index).map((common) => ({ name, common })));
  const server = createServer((request, response) => {
    const asset = assets.get(request.url!);
    if (asset) {
      response.writeHead(200, { 'content-type': asset.type, 'cache-control': assetCaching }).end(asset.body);
      return;
    }
    // Waiting pages request their state again after two seconds. They get no response.
    if (request.url!.endsWith('/status')) return;
    const one = shown[Number(request.url!.slice(1))];
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(),
    };
    response.writeHead(one ? 200 : 404, headers).end(one ? sample(one.name, one.common) : '');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    // Without motion, changing colours appear at once.
    await onPage(browser, { reducedMotion: 'reduce' }, async (page) => {
      for (const [index, { name, common }] of shown.entries()) {
        await page.goto(`http://127.0.0.1:${port}/${index}`);
        await look(page, `${name} in ${common?.language ?? 'en'}`, index);
      }
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Pages load on a slow connection: `first` is a customer's first page of a group. */
export function isLight(first: () => string, path: string, browser: () => Browser): void {
  test('the first view is at most 60 kB, from our own address alone', () =>
    onPage(browser(), {}, async (page) => {
      const requests = await open(page, path, first());
      await page.waitForLoadState('networkidle');
      const sizes = await Promise.all(requests.map(async (r) => (await (await r.response())!.body()).length));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      assert.ok(total <= 60_000, `${total} bytes`);
      assert.deepEqual([...new Set(requests.map((r) => new URL(r.url()).host))], ['checkout.test']);
    }));
}

/** What every page must and must not contain. */
export function markupIsClean({ names, sample }: Samples): void {
  test('no page has an inline script, style or handler', () => {
    for (const name of names) {
      assert.doesNotMatch(sample(name), /<style|\sstyle=|\son\w+=|<script(?![^>]* src=)|javascript:/i, name);
    }
  });

  test('texts from outside cannot become markup', () => {
    const hostile = `"><script>alert(1)</script>&'`;
    for (const name of names) {
      assert.doesNotMatch(sample(name, { merchantName: hostile }), /<script>|<\/script>&|&'/, name);
    }
  });

  test('every page declares its language and allows zooming', () => {
    for (const { tag } of languages) {
      for (const name of names) {
        const html = sample(name, { language: tag });
        assert.match(html, new RegExp(`<html lang="${tag}">`));
        assert.match(html, /content="width=device-width, initial-scale=1"/);
      }
    }
  });

  test('every form but the search is a post', () => {
    for (const name of names) {
      for (const [form] of sample(name).matchAll(/<form[^>]*>/g)) {
        assert.match(form, form.includes('id="search"') ? /method="get"/ : /method="post"/, name);
      }
    }
  });
}
