// Proofs 9 and 10: the main tasks with a keyboard alone, and the same without JavaScript. With the keyboard the focus is
// always on something that can be seen and shows it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { createWebhook } from '../../../src/core/notifications/webhooks.ts';
import { only } from '../../../src/core/viewer.ts';
import { openBrowser } from '../../support/browser.ts';
import { openRefunds } from '../../support/refunding.ts';
import { fillFloat, type Visitor, visitorsOf } from '../support.ts';

const shop = await openRefunds();
const { ctx, merchant, base } = shop;
let presses = 0;

const browser = await openBrowser();
await fillFloat(shop);
const [admin, finance, operator] = await visitorsOf(shop, 'admin', 'finance', 'operator-finance');
after(() => browser.close());

/** The actions of a task's user, by keys or without scripts. */
interface Hands {
  page: Page;
  /** Moves to a control by its name and uses it: follows a link, presses a button, opens a field to type. */
  take(role: 'link' | 'button' | 'field', name: RegExp): Promise<void>;
  type(label: RegExp, text: string): Promise<void>;
}

const focused = `(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const box = one.getBoundingClientRect();
  const look = getComputedStyle(one);
  const isShown = box.width > 0 && box.height > 0;
  const hasRing = look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) >= 2 || look.boxShadow !== 'none';
  const label = one.labels?.[0]?.textContent ?? one.getAttribute('aria-label') ?? one.textContent;
  const role = one.matches('input, select, textarea') ? 'field' : one.matches('a') ? 'link' : one.matches('button, summary') ? 'button' : 'other';
  return { name: label.trim().replace(/\\s+/g, ' '), role, isShown, hasRing, html: one.outerHTML.slice(0, 120) };
})()`;

interface Focused {
  name: string;
  role: string;
  isShown: boolean;
  hasRing: boolean;
  html: string;
}

/** Tabs on to a control, and notes what cannot be seen on the way. */
async function tabTo(page: Page, role: string, name: RegExp): Promise<void> {
  for (let step = 0; step < 150; step += 1) {
    await page.keyboard.press('Tab');
    presses += 1;
    const now = await page.evaluate<Focused | null>(focused);
    if (!now) continue;
    assert.ok(now.isShown && now.hasRing, `the focus is not seen at ${page.url()}: ${now.html}`);
    if (now.role === role && name.test(now.name)) return;
  }
  assert.fail(`no key leads to the ${role} ${name} of ${page.url()}`);
}

const byKeys = (page: Page): Hands => ({
  page,
  take: async (role, name) => {
    await tabTo(page, role, name);
    presses += 1;
    const moved = page.waitForEvent('framenavigated');
    await page.keyboard.press('Enter');
    await moved;
    await page.waitForLoadState('load');
  },
  type: async (label, text) => {
    await tabTo(page, 'field', label);
    await page.keyboard.type(text);
    presses += text.length;
  },
});

const withoutScripts = (page: Page): Hands => ({
  page,
  take: async (role, name) => {
    await page
      .getByRole(role === 'field' ? 'textbox' : role, { name })
      .first()
      .click();
    await page.waitForLoadState('load');
  },
  type: async (label, text) => page.getByLabel(label).last().fill(text),
});

const manners = {
  'with a keyboard alone': { open: {}, hands: byKeys },
  'without JavaScript': { open: { javaScriptEnabled: false }, hands: withoutScripts },
} as const;

async function signIn({ page, take, type }: Hands, { email, password }: Visitor, back: string) {
  await page.goto(base + back);
  assert.match(page.url(), /sign-in/);
  await type(/Email address/, email);
  await type(/Password/, password);
  await take('button', /^Sign in$/);
  assert.ok(page.url().endsWith(back), page.url());
}

async function inWindow(
  manner: keyof typeof manners,
  visitor: Visitor,
  back: string,
  work: (hands: Hands) => Promise<void>,
): Promise<void> {
  const context: BrowserContext = await browser.newContext(manners[manner].open);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const hands = manners[manner].hands(page);
  try {
    await signIn(hands, visitor, back);
    await work(hands);
  } finally {
    await context.close();
  }
}

const said = async (page: Page, words: RegExp) => assert.match(await page.locator('main').innerText(), words);

for (const manner of Object.keys(manners) as (keyof typeof manners)[]) {
  test(`${manner}: sign in, search, read, refund`, async (t) => {
    const reference = `ORDER-${crypto.randomUUID().slice(0, 6)}`;
    await shop.pay(100, { merchantReference: reference });
    await inWindow(manner, finance, '/console', async ({ page, take, type }) => {
      await type(/Search/, reference);
      if (manner === 'with a keyboard alone') await page.keyboard.press('Enter');
      else await page.getByLabel('Search', { exact: true }).press('Enter');
      await page.waitForURL(/\/console\/payments\//);
      await said(page, /Next steps/);
      await type(/Amount/, '12,50');
      await type(/Reason/, 'broken');
      await take('button', /^Refund payment/);
      await said(page, /Refund of R\s12,50 created/);
    });
    t.diagnostic(`${presses} presses of keys so far`);
  });

  test(`${manner}: find among the filters, and export`, async () => {
    await inWindow(manner, finance, '/console/payments', async ({ page, take, type }) => {
      await type(/^Reference/, 'ORDER-');
      await take('button', /^Apply$/);
      await page.waitForURL(/reference=ORDER-/);
      const href = await page.locator('[data-export]').getAttribute('href');
      assert.match((await finance.get(href!)).text, /^id,site,reference/);
      await take('link', /^ORDER-/);
      await said(page, /Next steps/);
    });
  });

  test(`${manner}: create a payout, and another user approves it`, async () => {
    const reference = `OUT-${crypto.randomUUID().slice(0, 6)}`;
    const fields = { ...{ site: merchant.siteCode, amount: '600,25', reference, bankReference: 'KAROO' } };
    const bank = { bank: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80', account: '51000000001', branch: '' };
    const made = await finance.act('/console/payouts/new', '/console/payouts/new', { ...fields, ...bank });
    assert.equal(made.status, 303, made.text);
    await shop.drain();
    await inWindow(manner, admin, '/console/payouts', async ({ page, take, type }) => {
      await take('link', new RegExp(reference));
      await type(/Amount/, '600,25');
      await take('button', /^Approve/);
      await said(page, /approved and being processed/);
    });
  });

  test(`${manner}: allocate a deposit`, async () => {
    const { body } = await shop.sandbox('/deposits', { reference: 'who knows', amount: '33.00' });
    await shop.drain();
    await inWindow(manner, operator, `/console/deposits/${body.depositId}`, async ({ page, take, type }) => {
      await type(/^(?:To|Allocate to|Whose)/i, `float:${merchant.siteCode}`);
      await take('button', /^Allocate/);
      await said(page, / allocated to/);
    });
  });

  // Notifications that another webhook received do not count as missed: so the task runs once.
  if (manner === 'with a keyboard alone')
    test(`${manner}: replay the notifications that a webhook missed`, async () => {
      // A webhook has missed everything before its creation.
      await shop.pay(5, { merchantReference: `MISSED-${crypto.randomUUID().slice(0, 6)}` });
      await shop.pass(2 * 86_400_000);
      const hook = await createWebhook(ctx, only(merchant.merchant.id), merchant.merchant.id, {
        endpoint: `https://shop.example/${manner.length}`,
        eventType: 'transaction.complete',
        messageType: 'thin',
      });
      await shop.pass(3_600_000);
      await inWindow(manner, admin, `/console/webhooks/${hook.id}`, async ({ page, take, type }) => {
        await type(/^(?:Since|From|What it missed since)/i, '20d');
        await take('button', /^Preview/);
        await said(page, /Resend \d+ event/);
        await take('button', /^Resend \d+ event/);
        await said(page, /queued for resend/i);
      });
    });

  test(`${manner}: rotate a key`, async () => {
    await inWindow(manner, admin, '/console/settings/keys', async ({ page, take }) => {
      await take('button', /^Roll key$/);
      await said(page, /is shown only once/);
    });
  });
}
