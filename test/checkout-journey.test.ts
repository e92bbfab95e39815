// From the open page to the paid page, on a small phone, on a laptop, and on both: visible content, and how two screens
// reach one result. A press is a press at a place of the screen; invisible content needs a scroll, and the test counts
// scrolls.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import jsQR from 'jsqr';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { banks } from '../src/core/banks.ts';
import { authorisePaths } from '../src/pages/authorise/paths.ts';
import { checkoutPaths } from '../src/pages/checkout/paths.ts';
import { openAuthorising } from './support/authorising.ts';
import { isLong } from './support/budget.ts';
import { newPayment, openChromium, visit as visitWith } from './support/opening.ts';

const phone = { width: 360, height: 640 };
const laptop = { width: 1366, height: 768 };
const tymeBank = banks.find(({ name }) => name === 'TymeBank')!;

const service = await openAuthorising();
const browser = await openChromium();

/** A new payment; returns its page. */
async function payment(amount = 15_050n): Promise<string> {
  const { id } = await newPayment(service, { amount, details: { successUrl: 'https://shop.test/success' } });
  return service.base + checkoutPaths.page(id);
}

const visit = (
  options: BrowserContextOptions,
  work: (hand: ReturnType<typeof handOn>, context: BrowserContext) => Promise<void>,
) => visitWith(browser, options, (page, context) => work(handOn(page), context));

/** Browser globals that this program lacks. */
interface Screen {
  innerHeight: number;
  document: { elementFromPoint(x: number, y: number): never };
}

interface Canvases {
  OffscreenCanvas: new (
    width: number,
    height: number,
  ) => {
    getContext(kind: '2d'): {
      drawImage(image: unknown, x: number, y: number, width: number, height: number): void;
      getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
    };
  };
}

/** Whether all of an element is on the screen and nothing lies over it. */
function isInView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { document, innerHeight } = globalThis as unknown as Screen;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && element.contains(hit);
  });
}

/** A hand on a page: it presses visible elements, and scrolls to others by nearly a screen at a time. */
function handOn(page: Page) {
  let scrolls = 0;
  return {
    page,
    scrolls: () => scrolls,
    async press(target: Locator): Promise<void> {
      await target.waitFor();
      while (!(await isInView(target))) {
        scrolls += 1;
        assert.ok(scrolls < 10, `${target} never comes into sight`);
        await page.evaluate('scrollBy(0, innerHeight * 0.8)');
      }
      const { x, y, width, height } = (await target.boundingBox())!;
      await page.mouse.click(x + width / 2, y + height / 2);
    },
  };
}

const rowOf = (page: Page, bank: string): Locator => page.locator('#banks .row', { hasText: bank });

/** Must be visible once a bank is chosen: the sentences of the consent, and the button. */
async function assertFootInView(page: Page): Promise<void> {
  for (const part of ['main section > p', 'main [data-continue]'])
    assert.ok(await isInView(page.locator(part)), `${part} is not in sight`);
}

for (const javaScriptEnabled of [true, false]) {
  describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    // The rarer pair, a laptop without JavaScript, is left to `npm run test:all`.
    const sizes = [
      { viewport: phone, most: 1 },
      ...(javaScriptEnabled || isLong ? [{ viewport: laptop, most: 0 }] : []),
    ];
    for (const { viewport, most } of sizes) {
      const size = `${viewport.width}x${viewport.height}`;

      test(`the path from the open page to the paid one at ${size} needs at most ${most} scrolls`, () =>
        visit({ viewport, javaScriptEnabled }, async ({ page, press, scrolls }) => {
          await page.goto(await payment());
          // The last of the list, and the farthest from everything else.
          await press(rowOf(page, tymeBank.name));
          await assertFootInView(page);
          assert.ok((await isInView(rowOf(page, tymeBank.name))) || !javaScriptEnabled);
          await press(page.locator('main [data-continue]'));
          await press(page.getByRole('button', { name: 'Log in' }));
          await press(page.getByRole('button', { name: /^Approve/ }));
          await page.getByRole('heading', { name: 'Paid.' }).waitFor();
          assert.ok(scrolls() <= most, `${scrolls()} scrolls`);
        }));

      test(`a subscription's button is in sight at ${size} once its bank is chosen`, () =>
        visit({ viewport, javaScriptEnabled }, async ({ page, press }) => {
          await page.goto(service.base + authorisePaths.page(await service.made()));
          await press(rowOf(page, tymeBank.name));
          await assertFootInView(page);
          await press(page.locator('main [data-continue]'));
          await page.waitForURL(/\/bank\/mandates\//);
        }));
    }

    test('the last used bank is chosen already, and its button in sight as the page opens', () =>
      visit({ viewport: phone, javaScriptEnabled }, async ({ page, press, scrolls }, context) => {
        await page.goto(await payment());
        await rowOf(page, tymeBank.name).click();
        await page.locator('main [data-continue]').click();
        await page.waitForURL(/\/bank\/orders\//);
        for (const next of [await payment(), service.base + authorisePaths.page(await service.made())]) {
          await page.goto(next);
          assert.match(await page.locator('#banks li').first().innerText(), /^TymeBank\s+Last used$/);
          assert.ok(await page.locator(`#banks [value="${tymeBank.id}"]`).isChecked());
          await assertFootInView(page);
          await page.getByRole('button', { name: 'Continue to TymeBank', exact: true }).waitFor();
        }
        // Another bank is never called by the first one's name.
        await page.locator('#banks input').nth(1).check();
        const another = javaScriptEnabled ? 'Continue to Absa' : 'Continue to your bank';
        await page.getByRole('button', { name: another, exact: true }).waitFor();
        await page.locator('#banks input').first().check();
        await press(page.locator('main [data-continue]'));
        await page.waitForURL(/\/bank\/mandates\//);
        assert.equal(scrolls(), 0);
        const kept = (await context.cookies()).map(({ name, value, httpOnly }) => ({
          name,
          value,
          httpOnly,
        }));
        assert.deepEqual(kept, [{ name: 'tefo_bank', value: tymeBank.id, httpOnly: true }]);
      }));
  });
}

test('after a failed attempt the same bank is first and not selected', () =>
  visit({ viewport: phone, javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(await payment(15_091n));
    await rowOf(page, tymeBank.name).click();
    await page.locator('main [data-continue]').click();
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: /^Approve/ }).click();
    await page.getByRole('link', { name: 'Try another bank' }).click();
    assert.match(await page.locator('#banks li').first().innerText(), /^TymeBank\s+Last used$/);
    assert.equal(await page.locator('#banks :checked').count(), 0);
  }));

describe('on a laptop together with a phone', () => {
  /** The address in the code on the page, read as a phone's camera does: from its picture alone. */
  async function readCode(page: Page): Promise<string> {
    const code = page.locator('[data-hand-off] img');
    assert.ok(await isInView(code));
    const { width, pixels } = await code.evaluate(async (element) => {
      const { OffscreenCanvas } = globalThis as unknown as Canvases;
      await element.decode();
      const context = new OffscreenCanvas(320, 320).getContext('2d');
      context.drawImage(element, 0, 0, 320, 320);
      return { width: 320, pixels: Array.from(context.getImageData(0, 0, 320, 320).data) };
    });
    return (
      jsQR.default(Uint8ClampedArray.from(pixels), width, width)?.data ?? assert.fail('no code can be read')
    );
  }

  for (const javaScriptEnabled of [true, false]) {
    const manner = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

    test(`a payment continues on the phone, and both screens show Paid ${manner}`, () =>
      visit({ viewport: laptop, javaScriptEnabled }, ({ page: wide }) =>
        visit({ viewport: phone }, async ({ page, press }) => {
          await wide.goto(await payment());
          const address = javaScriptEnabled ? await readCode(wide) : wide.url();
          assert.equal(address, wide.url());
          const asked: string[] = [];
          page.on('request', (request) => asked.push(new URL(request.url()).pathname));
          await page.goto(address);
          await press(rowOf(page, 'Absa'));
          await press(page.locator('main [data-continue]'));
          await page.getByRole('button', { name: 'Log in' }).waitFor();
          if (!javaScriptEnabled) await wide.getByRole('link', { name: 'Check the status' }).click();
          await wide.getByRole('heading', { name: 'Approve it at Absa' }).waitFor();
          await press(page.getByRole('button', { name: 'Log in' }));
          await press(page.getByRole('button', { name: /^Approve/ }));
          for (const screen of [page, wide]) await screen.getByRole('heading', { name: 'Paid.' }).waitFor();
          assert.deepEqual(
            asked.filter((path) => /code\.svg|status$/.test(path)),
            [],
            'a phone loads no code and has nothing to follow',
          );
        }),
      ));
  }

  test('a subscription is approved on the phone, and the laptop follows', () =>
    visit({ viewport: laptop }, async ({ page: wide }) => {
      const id = await service.made();
      await wide.goto(service.base + authorisePaths.page(id));
      assert.equal(await readCode(wide), wide.url());
      await service.decide(id, 'approve');
      await wide.getByRole('heading', { name: 'Approved.' }).waitFor();
    }));

  test('the code is drawn for every address of the service, and for no other', async () => {
    for (const path of ['/pay/nobody/code.svg', '/subscribe/nobody/code.svg'])
      assert.equal((await fetch(service.base + path)).status, 404);
    const answer = await fetch(`${await payment()}/code.svg`);
    assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
    assert.match(await answer.text(), /^<svg xmlns=/);
  });
});
