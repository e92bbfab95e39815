// Proof 8: axe (all of WCAG 2.2 AA and best practice) on every page in each of its states, in both themes, at every width, at
// 400 % (320 px), with forced colours and with reduced motion; and nothing scrolls sideways.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openBrowser } from '../../support/browser.ts';
import { ask, strangerOf, type Visitor, visitorsOf } from '../support.ts';
import { enterBrowser, judge, listen, type Manner } from './browsing.ts';
import { addressesOf, openWorld } from './world.ts';

const world = await openWorld();
const seen: { who: string; visitor: Visitor; addresses: string[] }[] = [];

const browser = await openBrowser();
const pages = (await addressesOf(world.db, 2)).filter(({ isExport }) => !isExport);
const rooms = pages.map(({ address }) => address).filter((one) => one.split('/').length === 3);
const errors = [
  '/console/payments?min=x',
  '/console/payments?nope=1',
  '/console/payments/nothing',
  '/console/nowhere',
];
const searches = ['ORDER-9', 'nothing-like-it', ''].map((text) => `/console/search?q=${text}`);
const nothing =
  'payments refunds payouts subscriptions bulk deposits notifications webhooks developers audit users settings merchants'
    .split(' ')
    .map((room) => `/console/${room}?from=2020-01-01&to=2020-01-02`);
const full = [...pages.map(({ address }) => address), ...errors, ...searches, ...nothing];
const [admin, operator] = await visitorsOf(world, 'admin', 'operator-finance');
const fresh = await strangerOf(world, 'admin');
for (const [who, visitor, wanted] of [
  ['admin', admin, full],
  ['operator', operator, full],
  ['new admin', fresh, rooms],
] as const)
  seen.push({ who, visitor, addresses: await shownTo(visitor, wanted) });
after(() => browser.close());

async function shownTo(visitor: Visitor, addresses: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const address of new Set(addresses)) {
    const { status } = await visitor.get(address);
    if (status !== 403 && status !== 303) kept.push(address);
  }
  return kept;
}

const manners: Record<string, Manner> = {
  '360 px, light': { width: 360, colorScheme: 'light' },
  '1440 px, dark': { width: 1440, colorScheme: 'dark' },
  '768 px, dark': { width: 768, colorScheme: 'dark' },
  '2560 px, light': { width: 2560, colorScheme: 'light' },
  '320 px (400 %), dark': { width: 320, colorScheme: 'dark' },
  'forced colours, 1440 px': { width: 1440, forcedColors: 'active' },
  'reduced motion, 360 px': { width: 360, reducedMotion: 'reduce' },
};

for (const [name, manner] of Object.entries(manners)) {
  test(`axe finds no barrier: ${name}`, async (t) => {
    const wrong: string[] = [];
    let judged = 0;
    for (const { who, visitor, addresses } of seen) {
      const context = await enterBrowser(browser, world.base, visitor, manner);
      const page = await context.newPage();
      const { received } = listen(page);
      for (const address of addresses) {
        await page.goto(world.base + address);
        judged += 1;
        wrong.push(...(await judge(page)).map((one) => `${who} ${address}: ${one}`));
        wrong.push(...received.splice(0).map((one) => `${who} ${address}: the browser says ${one}`));
      }
      await context.close();
    }
    t.diagnostic(`${judged} pages`);
    assert.deepEqual(wrong, []);
  });
}

test('axe finds no barrier before sign-in', async () => {
  const wrong: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme });
    const page = await context.newPage();
    for (const address of '/console/sign-in /console/forgot /console/forgot?sent /console/reset/none /console/invitations/none'.split(
      ' ',
    )) {
      await page.goto(world.base + address);
      wrong.push(...(await judge(page)).map((one) => `${address}: ${one}`));
    }
    await page.goto(`${world.base}/console/sign-in`);
    await page.fill('[name=email]', 'nobody@test.example');
    await page.fill('[name=password]', 'wrong');
    await page.click('main button');
    wrong.push(...(await judge(page)).map((one) => `refused: ${one}`));
    await context.close();
  }
  assert.deepEqual(wrong, []);
  assert.equal((await ask(world, '/console/sign-in')).status, 200);
});
