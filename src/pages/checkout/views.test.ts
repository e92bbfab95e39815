// The checkout's pages in a real browser, under the real policy: can everyone use them, and does the script help?
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../../../test/support/browser.ts';
import { sample, sampleNames, samplePath } from '../../../test/support/checkout-samples.ts';
import * as rules from '../../../test/support/page-rules.ts';
import type { Answer } from '../../../test/support/page-server.ts';
import { bankNames, banks } from '../../core/banks.ts';
import { findBanks } from '../assets/bank-search.js';
import { assetPath, assets } from '../assets.ts';
import { languages, words } from '../messages/index.ts';

const address = `http://checkout.test${samplePath}`;
let browser: Browser;

before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const onPage = (options: BrowserContextOptions, work: (page: Page) => Promise<void>) =>
  rules.onPage(browser, options, work);
const open = (page: Page, html: string, more: Record<string, Answer> = {}) =>
  rules.open(page, samplePath, html, more);

describe('anyone can use it', () => {
  rules.anyoneCanUse({ names: sampleNames, path: samplePath, sample }, () => browser);

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
      assert.match((await sent).postData() ?? '', /^bank=african&consent=[\d.-]+$/);
    }));

  test('an error summary is focused and links to the invalid field', () =>
    onPage({}, async (page) => {
      await open(page, sample('choose-bank-error'));
      assert.equal(await page.evaluate("document.activeElement.hasAttribute('data-focus')"), true);
      await page.locator('[data-focus] a').click();
      assert.equal(await page.evaluate('document.activeElement.value'), 'absa');
    }));
});

describe('light', () => {
  rules.isLight(
    () => sample('choose-bank'),
    samplePath,
    () => browser,
  );

  test('the script is below 4 kB as it is sent', () => {
    assert.ok(assets.get(assetPath('customer.js'))!.packed().length < 4096);
  });
});

/** The input of customers, and the banks that they see. */
const searches: Record<string, string[]> = {
  'Capitec Bank': ['Capitec'],
  'absa bank': ['Absa'],
  'first national': ['FNB'],
  'F.N.B.': ['FNB'],
  rmb: ['FNB'],
  'Rand Merchant': ['FNB'],
  standerd: ['Standard Bank'],
  standrad: ['Standard Bank'],
  'the standard bank': ['Standard Bank'],
  sbsa: ['Standard Bank'],
  stanbic: ['Standard Bank'],
  'ned bank': ['Nedbank'],
  nedbnk: ['Nedbank'],
  'Tyme Bank': ['TymeBank'],
  'capitec ba': ['Capitec'],
  mercantile: ['Capitec'],
  'african bank': ['African Bank'],
  afircan: ['African Bank'],
  abil: ['African Bank'],
  investek: ['Investec'],
  bidvets: ['Bidvest'],
  discvery: ['Discovery'],
  'frist natonal': ['FNB'],
  'ibhanki i-Capitec': ['Capitec'],
  'ibhange capitec': ['Capitec'],
  // One typo, no two, and none in short words.
  stenderd: [],
  fnd: [],
  // An exact match while typing hides approximate ones.
  capi: ['Capitec'],
};

describe('the search for a bank', () => {
  for (const [typed, found] of Object.entries(searches))
    test(`"${typed}" finds ${found.join(', ') || 'none'}`, () => {
      const hits = findBanks(banks.map(bankNames), typed);
      const shown = banks.filter((_, index) => hits[index]);
      assert.deepEqual(
        shown.map(({ name }) => name),
        found,
      );
    });

  test('an empty search and the word "bank" alone find all banks', () => {
    for (const typed of ['', '  ', 'bank', 'BANK'])
      assert.ok(findBanks(banks.map(bankNames), typed).every(Boolean), typed);
  });

  test('a search finds the same banks with and without a script', () =>
    onPage({}, async (page) => {
      await open(page, sample('choose-bank'));
      const visible = async () =>
        (await page.locator('#banks li:visible .row-text').allInnerTexts()).map((one) => one.split('\n')[0]!);
      for (const typed of Object.keys(searches)) {
        await page.getByRole('searchbox').fill(typed);
        const served = sample('choose-bank', { query: typed });
        const names = [...served.matchAll(/<span class="row-text">([^<]*)/g)].map(([, name]) => name!);
        assert.deepEqual(await visible(), names, typed);
      }
    }));
});

test('the EFT page says who receives the payment where the account is in another name than the shop', () => {
  for (const { tag: language } of languages) {
    const { eft } = words(language);
    const page = (name: string) => sample(name, { language });
    const said = eft.receives('Tefo', 'Karoo Books');
    assert.ok(page('eft-of-operator').includes(said), said);
    // "Karoo Books (Pty) Ltd" is the shop itself.
    assert.ok(!page('eft').includes(eft.receives('Karoo Books (Pty) Ltd', 'Karoo Books')), language);
  }
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
      const button = page.locator('[data-continue]');
      await page.getByRole('searchbox').fill('zzz');
      assert.equal(await button.isVisible(), false);
      await page.getByRole('searchbox').fill('cap');
      assert.equal(await button.isVisible(), true);
      assert.deepEqual(await page.locator('#banks li:visible').allInnerTexts(), ['Capitec']);
      await page.getByText('Capitec', { exact: true }).click();
      await page.getByRole('button', { name: 'Continue to Capitec' }).waitFor();
      await page.getByRole('searchbox').fill('zzz');
      await page.getByText('No banks match your search.').waitFor();
      assert.deepEqual(await page.locator('#banks li:visible').allInnerTexts(), ['Capitec']);
    }));

  test('coming back makes the form usable again', () =>
    onPage({}, async (page) => {
      await open(page, sample('choose-bank'), { [`${samplePath}/bank`]: 'bank' });
      await page.getByLabel('Nedbank').check();
      await page.getByRole('button', { name: 'Continue to Nedbank' }).click();
      await page.waitForURL(`${address}/bank`);
      await page.goBack();
      assert.equal(await page.getByRole('button', { name: 'Continue to' }).isEnabled(), true);
    }));

  test('a form is sent once however often its button is pressed', () =>
    onPage({}, async (page) => {
      await open(page, sample('choose-test-outcome'));
      // No answer, as on a weak line: the page stays, and its button can be pressed again.
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
