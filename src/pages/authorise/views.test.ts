// The authorisation pages in a real browser, under the real policy: can everyone use them, and do they say what is true?
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { authoriseNames, authorisePath, authoriseSample } from '../../../test/authorise-samples.ts';
import { openBrowser } from '../../../test/browser.ts';
import { anyoneCanUse, isLight, markupIsClean, onPage, open } from '../../../test/page-rules.ts';
import { languages, words } from '../words/index.ts';

const samples = { names: authoriseNames, path: authorisePath, sample: authoriseSample };
const address = `http://checkout.test${authorisePath}`;
let browser: Browser;

before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

describe('anyone can use it', () => {
  anyoneCanUse(samples, () => browser);

  test('the keyboard alone goes down the page in order, chooses a bank and continues', () =>
    onPage(browser, {}, async (page) => {
      await open(page, authorisePath, authoriseSample('authorise-choose'), {
        [`${authorisePath}/choose`]: 'bank',
      });
      const stops: string[] = [];
      for (let i = 0; i < 7; i += 1) {
        await page.keyboard.press('Tab');
        stops.push(
          String(await page.evaluate('document.activeElement.id || document.activeElement.textContent')),
        );
      }
      assert.deepEqual(stops.slice(2, 5), ['q', 'bank', 'Read all of it']);
      assert.deepEqual(stops.slice(5), ['Continue to your bank', 'Decline and go back to Karoo Books']);
      for (let i = 0; i < 3; i += 1) await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('ArrowDown');
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await page.keyboard.press('Enter');
      assert.match((await sent).postData() ?? '', /^bank=african&consent=[\w-]+$/);
    }));

  test('an error is focused and leads to the banks', () =>
    onPage(browser, {}, async (page) => {
      await open(page, authorisePath, authoriseSample('authorise-choose-error'));
      assert.equal(await page.evaluate("document.activeElement.hasAttribute('data-focus')"), true);
      await page.locator('[data-focus] a').click();
      assert.equal(await page.evaluate('document.activeElement.value'), 'absa');
    }));
});

describe('light', () => {
  isLight(
    () => authoriseSample('authorise-choose'),
    authorisePath,
    () => browser,
  );
});

describe('markup', () => {
  markupIsClean(samples);

  test('no page promises that nothing is taken once something may have been', () => {
    for (const name of ['waiting', 'waiting-slow', 'cancelled-later', 'stopped', 'completed', 'active'])
      assert.doesNotMatch(authoriseSample(`authorise-${name}`), /No money (will be|has been)/, name);
    for (const name of ['declined', 'expired', 'cancelled'])
      assert.match(authoriseSample(`authorise-${name}`), /No money will be taken from your account/, name);
  });

  test('single payments are told of in the terms and in the consent, with a band and without', () => {
    for (const { tag } of languages) {
      const { subscribe } = words(tag);
      const told = (name: string, text: string) =>
        assert.equal(authoriseSample(name, { language: tag }).split(text).length, 3, `${name} ${tag}`);
      told('authorise-choose', subscribe.band('Karoo Books', 'R\u00a050,00', 'R\u00a0500,00'));
      told('authorise-choose-plain', subscribe.upTo('Karoo Books', 'R\u00a0199,00'));
    }
  });

  test('a subscription that was stopped says which payment was not made, and why', () => {
    const said = authoriseSample('authorise-stopped').replaceAll('\u00a0', ' ');
    assert.match(
      said,
      /The payment of R 199,00 on 20 Nov 2026 was not made\. Capitec said no to this payment\./,
    );
    assert.equal(said.split('no new payments').length, 2);
  });

  test('one payment alone has a day, and no last one, number or sum', () => {
    const html = authoriseSample('authorise-choose-once');
    assert.match(
      html,
      /one time[\s\S]*Payment on[\s\S]*one time from your bank account, on 1\u00a0Dec\u00a02026/,
    );
    assert.doesNotMatch(html, /Last payment|How many|All together/);
  });
});

describe('with a script', () => {
  test('the waiting page asks, and moves on as soon as another page is due', () =>
    onPage(browser, {}, async (page) => {
      let state = 'waiting';
      await page.clock.install();
      await open(page, authorisePath, '', {
        [authorisePath]: () => authoriseSample(`authorise-${state}`),
        [`${authorisePath}/status`]: () => JSON.stringify({ page: state }),
      });
      const asked = page.waitForRequest(`${address}/status`);
      await page.clock.runFor(2_000);
      await asked;
      state = 'declined';
      await page.clock.runFor(2_000);
      await page.getByRole('heading', { name: 'Declined.' }).waitFor();
    }));

  test('whoever has just approved is taken back, and who reads the page later is not', () =>
    onPage(browser, {}, async (page) => {
      await page.clock.install();
      const shop = page.waitForRequest(/^https:\/\/shop\.example\/welcome/);
      await open(page, authorisePath, authoriseSample('authorise-active'), { '/welcome': 'shop' });
      await page.clock.runFor(5_000);
      await shop;
      await open(page, authorisePath, authoriseSample('authorise-active-later'));
      await page.clock.runFor(60_000);
      assert.equal(page.url(), address);
    }));
});
