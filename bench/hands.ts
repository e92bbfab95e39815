// A user at the console, in a real browser, and the effort of each task.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import type { Person } from './users.ts';

/** The effort of a task. `hand` is the time of a practised user by the keystroke-level model. */
export interface Taken {
  clicks: number;
  keys: number;
  pages: number;
  /** The wait for pages, in seconds: measured. */
  waiting: number;
  /** The time for keys, clicks and a thought before each page, in seconds: calculated. */
  hand: number;
}

export interface Hands {
  page: Page;
  /** Follows a link, or presses a button, to the next page. */
  follow(role: 'link' | 'button', name: RegExp | string): Promise<void>;
  type(label: RegExp | string, text: string): Promise<void>;
  choose(label: RegExp | string, option: string): Promise<void>;
  /** Types into the search box of every page, and presses Enter. */
  search(text: string): Promise<void>;
  /** Downloads an export. Returns its lines. */
  take(name: RegExp): Promise<string[]>;
  /** Checks that the page shows a text. */
  reads(words: RegExp): Promise<void>;
  /** Ends a task. Returns its effort. */
  end(): Taken;
}

const [secondsAKey, secondsAClick, secondsAThought] = [0.28, 1.3, 1.35];
const nothing = { clicks: 0, keys: 0, pages: 0, waiting: 0 };

/** Signs a user in with a separate browser. */
export async function createHands(browser: Browser, base: string, person: Person): Promise<Hands> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  let taken = { ...nothing };

  /** Waits for the page that an action opens. */
  async function arrive(act: () => Promise<void>): Promise<void> {
    const began = performance.now();
    const moved = page.waitForEvent('framenavigated');
    await act();
    await moved;
    await page.waitForLoadState('load');
    taken.waiting += (performance.now() - began) / 1_000;
    taken.pages += 1;
  }

  const hands: Hands = {
    page,
    follow: async (role, name) => {
      taken.clicks += 1;
      await arrive(() => page.getByRole(role, { name }).first().click());
    },
    type: async (label, text) => {
      taken.clicks += 1;
      taken.keys += text.length;
      await page.getByLabel(label).last().fill(text);
    },
    choose: async (label, option) => {
      taken.clicks += 2;
      await page.getByLabel(label).last().selectOption({ label: option });
    },
    search: async (text) => {
      // The key that leads to the box, the text, and Enter.
      taken.keys += text.length + 2;
      const box = page.getByLabel('Search', { exact: true });
      await box.fill(text);
      await arrive(() => box.press('Enter'));
    },
    take: async (name) => {
      taken.clicks += 1;
      const began = performance.now();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name }).first().click(),
      ]);
      const text = await readFile(await file.path(), 'utf8');
      taken.waiting += (performance.now() - began) / 1_000;
      return text.trimEnd().split('\n');
    },
    reads: async (words) => assert.match(await page.locator('main').innerText(), words),
    end: () => {
      const { clicks, keys, pages } = taken;
      const hand = keys * secondsAKey + clicks * secondsAClick + pages * secondsAThought;
      const all = { ...taken, hand };
      taken = { ...nothing };
      return all;
    },
  };

  await page.goto(`${base}/console`);
  await hands.type('Email address', person.email);
  await hands.type('Password', person.password);
  await hands.follow('button', 'Sign in');
  return hands;
}
