// Paying by EFT in a browser: the details are copied, the money arrives, and the open page shows it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { checkEverything } from '../src/reports/checks/all.ts';
import { isLong } from './support/budget.ts';
import { depositTo } from './support/eft.ts';
import { axeFindings, newPayment, openChromium, openService, visit as visitWith } from './support/opening.ts';

/** With `npm test` the narrow one, which has less room. */
const widths = isLong ? [360, 1280] : [360];
const fields = ['holder', 'bank', 'account', 'branch', 'amount', 'reference'];
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const service = await openService();
const browser = await openChromium();

/** A new payment of R 150,00; returns its page. */
async function payment(minutes = 60): Promise<string> {
  const expiresAt = new Date(service.clock.now().getTime() + minutes * 60_000);
  const details = { cancelUrl: 'https://shop.test/cancel' };
  return `${service.base}/pay/${(await newPayment(service, { expiresAt, details })).id}`;
}

const permissions = ['clipboard-read', 'clipboard-write'];
const visit = (options: BrowserContextOptions, work: (page: Page) => Promise<void>) =>
  visitWith(browser, { permissions, ...options }, work);

const button = (page: Page): Locator => page.locator('form[data-method="eft"] button');
const stands = (page: Page, state: string): Promise<void> =>
  page.locator(`main[data-state="${state}"]`).waitFor();
const detailOf = async (page: Page, field: string): Promise<string> =>
  (await page.locator(`[data-field="${field}"]`).getAttribute('data-value'))!;

/** Opens the details of a new payment, as a customer does; returns the reference. */
async function toDetails(page: Page, url: string): Promise<string> {
  await page.goto(url);
  await button(page).click();
  await page.waitForURL(`${url}/eft`);
  await stands(page, 'waiting');
  return detailOf(page, 'reference');
}

async function assertClean(page: Page): Promise<void> {
  assert.deepEqual(await axeFindings(page, wcag), []);
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok((wide as number) <= 0, 'nothing scrolls sideways');
}

for (const width of widths) {
  describe(`at ${width} px`, () => {
    const viewport = { width, height: 800 };

    test('each button copies exactly its value, and the page turns to Paid by itself', () =>
      visit({ viewport }, async (page) => {
        const reference = await toDetails(page, await payment());
        for (const field of fields) {
          const copy = page.locator(`button[data-copy="${field}"]`);
          await copy.click();
          await copy.getByText('Copied').waitFor();
          const text = await page.evaluate('navigator.clipboard.readText()');
          assert.equal(text, await detailOf(page, field), field);
        }
        assert.equal(await detailOf(page, 'amount'), '150.00');
        await assertClean(page);
        await depositTo(service, reference, '150.00');
        await stands(page, 'paid');
        await page.getByRole('heading', { name: 'Paid.' }).waitFor();
        await assertClean(page);
      }));

    test('the wrong amount turns the open page to Held', () =>
      visit({ viewport }, async (page) => {
        const reference = await toDetails(page, await payment());
        await depositTo(service, reference, '140.00');
        await stands(page, 'held');
        await assertClean(page);
      }));
  });
}

// It is reloaded every ten seconds, so both widths wait for it together.
test('without JavaScript every control of the page works, and it still turns to Paid', async () => {
  const look = (width: number) =>
    visit({ viewport: { width, height: 800 }, javaScriptEnabled: false }, async (page) => {
      const reference = await toDetails(page, await payment());
      for (const field of fields) {
        assert.equal(await page.locator(`button[data-copy="${field}"]`).isVisible(), false);
        assert.ok(await page.locator(`[data-field="${field}"] .detail-value`).isVisible());
      }
      assert.equal(await page.locator('[data-print]').isVisible(), false);
      await depositTo(service, reference, '150.00');
      await stands(page, 'paid');
    });
  await Promise.all(widths.map(look));
});

test('an open page turns to Expired when its time is over', () =>
  visit({ viewport: { width: 360, height: 800 } }, async (page) => {
    await toDetails(page, await payment(1));
    service.clock.advance(61_000);
    await stands(page, 'expired');
    await assertClean(page);
  }));

test('where the clipboard API is missing, the button copies all the same', () =>
  visit({ viewport: { width: 360, height: 800 } }, async (page) => {
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await toDetails(page, await payment());
    await page.evaluate(`document.addEventListener('copy', () => {
      const { activeElement: field } = document;
      globalThis.copied = field.value.slice(field.selectionStart, field.selectionEnd);
    })`);
    await page.locator('button[data-copy="reference"]').click();
    await page.locator('button[data-copy="reference"]').getByText('Copied').waitFor();
    assert.equal(await page.evaluate('copied'), await detailOf(page, 'reference'));
  }));

test('from the details there is a way back to the banks, and from there to the details', () =>
  visit({ viewport: { width: 360, height: 800 } }, async (page) => {
    const url = await payment();
    const reference = await toDetails(page, url);
    await page.getByRole('link', { name: 'Choose another way to pay' }).click();
    await page.waitForURL(url);
    await page.locator('#banks').waitFor();
    await button(page).click();
    await page.waitForURL(`${url}/eft`);
    assert.equal(await detailOf(page, 'reference'), reference);
  }));

test('on paper there are the details and no buttons', () =>
  visit({ viewport: { width: 800, height: 1000 } }, async (page) => {
    await toDetails(page, await payment());
    await page.locator('[data-print]').waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.locator('[data-field="reference"] .detail-value').isVisible());
    for (const part of await page.locator('main button, main a').all())
      assert.equal(await part.isVisible(), false);
  }));

test('the check reports no problem', async () => {
  await service.drain();
  const { simulatedBank } = service.config;
  assert.deepEqual(await checkEverything(service.db, { simulatedBank }), []);
});
