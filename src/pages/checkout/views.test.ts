// The checkout's pages in a real browser, under the real policy: can everyone use them, and does the script help?
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../../../test/browser.ts';
import { sample, sampleNames, samplePath } from '../../../test/checkout-samples.ts';
import { type Answer, servePages } from '../../../test/page-server.ts';
import { languages } from '../words/index.ts';

const address = `http://checkout.test${samplePath}`;
const phone = { viewport: { width: 360, height: 740 } };
let browser: Browser;

before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

/** Runs `work` on a fresh page, and fails if the browser complained about anything. */
async function onPage(options: BrowserContextOptions, work: (page: Page) => Promise<void>): Promise<void> {
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

async function open(page: Page, html: string, more: Record<string, Answer> = {}) {
  const requests = await servePages(page, { [samplePath]: html, ...more });
  await page.goto(address);
  return requests;
}

describe('anyone can use it', () => {
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on any page in the ${colorScheme}`, () =>
      onPage({ colorScheme }, async (page) => {
        for (const name of sampleNames) {
          await open(page, sample(name));
          await page.evaluate(
            "document.querySelectorAll('details.fold').forEach((fold) => { fold.open = true })",
          );
          await page.evaluate(axe.source);
          const found = (await page.evaluate(
            `axe.run({ runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
              violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
          )) as string[];
          assert.deepEqual(found, [], name);
        }
      }));
  }

  for (const width of [320, 360]) {
    test(`at ${width} px ${width === 320 ? '(400 % zoom) ' : ''}nothing scrolls sideways in any language`, () =>
      onPage({ viewport: { width, height: 640 } }, async (page) => {
        for (const { tag } of languages) {
          for (const name of sampleNames) {
            await open(
              page,
              sample(name, { language: tag, merchantName: 'Bloemfontein Onderwyserskoöperasie' }),
            );
            const wide = await page.evaluate('document.documentElement.scrollWidth');
            assert.equal(wide, width, `${name} in ${tag}`);
          }
        }
      }));
  }

  test('the keyboard alone goes down the page in order, chooses a bank and continues', () =>
    onPage({}, async (page) => {
      await open(page, sample('choose-bank'), { [`${samplePath}/bank`]: 'bank' });
      const stops: string[] = [];
      for (let i = 0; i < 5; i += 1) {
        await page.keyboard.press('Tab');
        stops.push(
          String(await page.evaluate('document.activeElement.id || document.activeElement.tagName')),
        );
      }
      assert.deepEqual(stops, ['A', 'SUMMARY', 'q', 'bank', 'SUMMARY']);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('ArrowDown');
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await page.keyboard.press('Enter');
      assert.match((await sent).postData() ?? '', /^bank=african&consent=[\d-]+$/);
    }));

  test('an error summary is focused and leads to what is wrong', () =>
    onPage({}, async (page) => {
      await open(page, sample('choose-bank-error'));
      assert.equal(await page.evaluate("document.activeElement.hasAttribute('data-focus')"), true);
      await page.locator('[data-focus] a').click();
      assert.equal(await page.evaluate('document.activeElement.value'), 'absa');
    }));
});

describe('light', () => {
  test('the first view is at most 60 kB from our own address, and the script below 4 kB', () =>
    onPage({}, async (page) => {
      const requests = await open(page, sample('choose-bank'));
      await page.waitForLoadState('networkidle');
      const sizes = await Promise.all(requests.map(async (r) => (await (await r.response())!.body()).length));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      assert.ok(total <= 60_000, `${total} bytes`);
      assert.ok(readFileSync(new URL('../assets/customer.js', import.meta.url)).length < 4096);
      assert.deepEqual([...new Set(requests.map((r) => new URL(r.url()).host))], ['checkout.test']);
    }));
});

describe('without a script', () => {
  test('searching and choosing a bank work', () =>
    onPage({ javaScriptEnabled: false }, async (page) => {
      await open(page, '', {
        [samplePath]: (request) =>
          sample(request.url().includes('q=') ? 'choose-bank-search' : 'choose-bank'),
        [`${samplePath}/bank`]: 'bank',
      });
      await page.goto(address);
      await page.getByRole('searchbox').fill('bank');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(`${address}?q=bank`);
      await page.getByLabel('Standard Bank').check();
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await page.getByRole('button', { name: 'Continue to your bank' }).click();
      assert.match((await sent).postData() ?? '', /^bank=standard&/);
    }));

  test('the waiting page loads itself again, and the paid page never moves by itself', () => {
    assert.match(sample('waiting'), /<noscript><meta http-equiv="refresh" content="5"><\/noscript>/);
    assert.doesNotMatch(sample('paid'), /http-equiv="refresh"/);
  });
});

describe('with a script', () => {
  test('typing filters the banks, and the button names the chosen one', () =>
    onPage({}, async (page) => {
      await open(page, sample('choose-bank'));
      await page.getByRole('searchbox').fill('cap');
      assert.deepEqual(await page.locator('#banks li:visible').allInnerTexts(), ['Capitec']);
      await page.getByText('Capitec', { exact: true }).click();
      await page.getByRole('button', { name: 'Continue to Capitec' }).waitFor();
      await page.getByRole('searchbox').fill('zzz');
      await page.getByText('No bank here has that name.').waitFor();
      assert.deepEqual(await page.locator('#banks li:visible').allInnerTexts(), ['Capitec']);
    }));

  test('the last used bank comes first, and coming back makes the form usable again', () =>
    onPage({}, async (page) => {
      await open(page, sample('choose-bank'), { [`${samplePath}/bank`]: 'bank' });
      await page.getByLabel('Nedbank').check();
      await page.getByRole('button', { name: 'Continue to Nedbank' }).click();
      await page.waitForURL(`${address}/bank`);
      await page.goBack();
      assert.equal(await page.getByRole('button', { name: 'Continue to' }).isEnabled(), true);
      await page.goto(address);
      const [first] = await page.locator('#banks li').allInnerTexts();
      assert.match(first!, /^Nedbank\s+Last used$/);
    }));

  test('a form is sent once however often its button is pressed', () =>
    onPage({}, async (page) => {
      await open(page, sample('choose-test-outcome'));
      // Nothing comes back, as over a weak line: the page stays, and its button can be pressed again.
      let sent = 0;
      await page.route(`${address}/bank`, (route) => {
        sent += 1;
        return route.fulfill({ status: 204 });
      });
      const press = "document.querySelector('main .button').click()";
      await page.evaluate(`${press}; setTimeout(() => { ${press} }, 50)`);
      await page.waitForTimeout(300);
      assert.equal(await page.locator('main .button').isDisabled(), true);
      assert.equal(sent, 1);
    }));

  test('the time left counts down, is spoken once a minute, and its end loads the page again', () =>
    onPage({}, async (page) => {
      await page.clock.install();
      await open(page, sample('choose-bank'));
      const left = page.locator('[data-left]');
      const spoken = page.locator('[data-spoken]');
      assert.equal(await left.innerText(), 'You have 14 minutes left.');
      assert.equal(await spoken.textContent(), '');
      await page.clock.runFor(60_000);
      assert.equal(await spoken.textContent(), 'You have 13 minutes left.');
      await page.clock.runFor(12 * 60_000);
      assert.equal(await left.innerText(), 'You have 1 minute left.');
      await page.clock.runFor(45_000);
      assert.match(await left.innerText(), /^You have \d+ seconds left\.$/);
      const again = page.waitForRequest(address);
      await page.clock.runFor(60_000);
      await again;
    }));

  test('a waiting page asks every two seconds and moves on as soon as another page is due', () =>
    onPage({}, async (page) => {
      let state = 'waiting';
      const status = () => JSON.stringify({ page: state });
      const home = () => sample(state);
      await page.clock.install();
      await open(page, '', { [samplePath]: home, [`${samplePath}/status`]: status });
      for (let i = 0; i < 3; i += 1) {
        const asked = page.waitForRequest(`${address}/status`);
        await page.clock.runFor(2_000);
        await asked;
      }
      state = 'paid';
      await page.clock.runFor(2_000);
      await page.getByRole('heading', { name: 'Paid.' }).waitFor();
    }));

  test('after half a minute a waiting page says that the payment is pending', () =>
    onPage({}, async (page) => {
      await page.clock.install();
      await open(page, sample('waiting'), { [`${samplePath}/status`]: '{"page":"waiting"}' });
      const pending = page.getByText('your payment is pending');
      assert.equal(await pending.isVisible(), false);
      await page.clock.runFor(30_000);
      assert.equal(await pending.isVisible(), true);
    }));

  test('a paid page leads back to the shop after five seconds, unless the customer stays', () =>
    onPage({}, async (page) => {
      await page.clock.install();
      const shop = page.waitForRequest('https://shop.example/thanks?order=20417');
      await open(page, sample('paid'), { '/thanks': 'shop' });
      await page.clock.runFor(4_000);
      assert.equal(page.url(), address);
      await page.clock.runFor(1_000);
      await shop;
      await page.waitForURL('https://shop.example/**');
      await page.goto(address);
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      await page.clock.runFor(20_000);
      assert.equal(page.url(), address);
    }));
});
