// The authorisation pages in a real browser, under the real policy: can everyone use them, and is what they say true?
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { authoriseNames, authorisePath, authoriseSample } from '../../../test/support/authorise-samples.ts';
import { openBrowser } from '../../../test/support/browser.ts';
import { anyoneCanUse, isLight, markupIsClean, onPage, open } from '../../../test/support/page-rules.ts';
import { languages, words } from '../messages/index.ts';

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
      assert.deepEqual(stops.slice(2, 5), ['q', 'bank', 'Read the full terms']);
      assert.deepEqual(stops.slice(5), ['Continue to your bank', 'Decline and go back to Karoo Books']);
      for (let i = 0; i < 3; i += 1) await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('ArrowDown');
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await page.keyboard.press('Enter');
      assert.match((await sent).postData() ?? '', /^bank=african&consent=[\w.-]+$/);
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

  const rand = (text: string): string => text.replaceAll(' ', '\u00a0');

  test('the terms and the consent name the range of single payments, and only the limits that the merchant set', () => {
    for (const { tag } of languages) {
      const { subscribe } = words(tag);
      const reported = (name: string, ...texts: string[]) => {
        const html = authoriseSample(name, { language: tag });
        assert.equal(html.split(texts.join(' ')).length, 3, `${name} ${tag}`);
      };
      const band = subscribe.band('Karoo Books', rand('R 50,00'), rand('R 500,00'));
      reported('authorise-choose', `${band}</p>`);
      reported(
        'authorise-choose-limited',
        band,
        subscribe.atMost('3'),
        subscribe.together(rand('R 1 200,00')),
      );
      reported('authorise-choose-total', band, subscribe.together(rand('R 600,00')));
      const doesWithSingle = subscribe.doesWithSingle('KAROO CLUB');
      assert.ok(authoriseSample('authorise-choose', { language: tag }).includes(doesWithSingle), tag);
    }
  });

  test('a page without single payments does not mention them in any language', () => {
    for (const { tag } of languages) {
      const { subscribe } = words(tag);
      const html = authoriseSample('authorise-choose-plain', { language: tag });
      const ofSingle = [subscribe.single, subscribe.agreeSingle, subscribe.withoutSingle];
      for (const text of [...ofSingle, subscribe.doesWithSingle('KAROO CLUB')])
        assert.equal(html.includes(text), false, `${tag}: ${text}`);
      assert.ok(html.includes(subscribe.does('KAROO CLUB')), tag);
    }
  });

  test('a subscription that was stopped says which payment was not made, and why', () => {
    const said = authoriseSample('authorise-stopped').replaceAll('\u00a0', ' ');
    assert.match(
      said,
      /The payment of R 199,00 on 20 Nov 2026 was not made\. Capitec declined this payment\./,
    );
    assert.equal(said.split('no more payments').length, 2);
  });

  test('the total is shown only if single payments are limited, and then includes them', () => {
    for (const { tag } of languages) {
      const { subscribe } = words(tag);
      const sum = (name: string, label: string) =>
        new RegExp(`<dt>${label}</dt><dd>(.*?)</dd>`).exec(authoriseSample(name, { language: tag }))?.[1];
      for (const name of ['authorise-choose', 'authorise-at-bank', 'authorise-active']) {
        assert.equal(sum(name, subscribe.withoutSingle), rand('R 2 438,00'), `${name} ${tag}`);
        assert.equal(sum(name, subscribe.total), undefined, `${name} ${tag}`);
        assert.equal(sum(name, subscribe.totalAtMost), undefined, `${name} ${tag}`);
      }
      for (const name of ['authorise-choose-limited', 'authorise-active-limited'])
        assert.equal(sum(name, subscribe.totalAtMost), rand('R 3 638,00'), `${name} ${tag}`);
      assert.equal(sum('authorise-choose-plain', subscribe.total), rand('R 2 388,00'));
    }
  });

  test('the approved page repeats everything that was agreed to, and is the customer’s record', () => {
    const asked = authoriseSample('authorise-choose-limited');
    const kept = authoriseSample('authorise-active-limited');
    const consent = /aria-label="What you agree to">([\s\S]*?)<\/section>/.exec(asked)![1]!;
    const terms = [...asked.matchAll(/<dd>(.*?)<\/dd>/g)].slice(1).map(([, value]) => value!);
    const paragraphs = [...consent.matchAll(/<p[^>]*>(.*?)<\/p>/g)].map(([, text]) => text!);
    assert.ok(terms.length === 4 && paragraphs.length === 8);
    for (const text of [...terms, ...paragraphs]) assert.ok(kept.includes(text), text);
    assert.match(kept, /<dt>Once, when approved<\/dt><dd>R.50,00/);
    assert.match(kept, /You agreed to this on 21.Nov.2026, 14:04\. Version/);
    assert.match(authoriseSample('authorise-cancelled-later'), /What you agreed to/);
  });

  test('a record of an older text names its version and puts no other words in its place', () => {
    const html = authoriseSample('authorise-active-old-text');
    assert.match(html, /Version old/);
    assert.doesNotMatch(
      html,
      /You allow Karoo Books to take|To stop, ask Karoo Books to cancel it, or instruct your bank to stop it[^<]*<\/p>\s*<p class="quiet">You agreed/,
    );
  });

  test('one payment alone has a day, and no last one, number or sum', () => {
    const html = authoriseSample('authorise-choose-once');
    assert.match(html, /once[\s\S]*Payment on[\s\S]*once from your bank account, on 1\u00a0Dec\u00a02026/);
    assert.doesNotMatch(html, /Last payment|Number of payments|<dt>Total<\/dt>|regular payment<\/span>/);
    assert.match(html, /Karoo Books requests one payment/);
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

  test('the record can be printed: by a button, without navigation, and as dark on white in dark mode too', () =>
    onPage(browser, { colorScheme: 'dark' }, async (page) => {
      await page.addInitScript('window.print = () => { document.title = "printed" }');
      await open(page, authorisePath, authoriseSample('authorise-active'));
      await page.getByRole('button', { name: 'Print this page' }).click();
      assert.equal(await page.title(), 'printed');
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      assert.equal(
        await page.locator('.actions, .languages, .fold, [data-print]').filter({ visible: true }).count(),
        0,
      );
      for (const text of ['each from R\u00a050,00 to R\u00a0500,00', '023 555 0142', 'You agreed to this on'])
        assert.equal(await page.getByText(text).filter({ visible: true }).first().isVisible(), true, text);
      assert.equal(await page.evaluate('getComputedStyle(document.body).color'), 'rgb(20, 33, 27)');
    }));

  test('a customer who has just approved is redirected, and a later reader of the page is not', () =>
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
