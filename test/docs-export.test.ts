// The documentation as files: every link leads to a file, and the search works where there is no server.
import assert from 'node:assert/strict';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { exportedFiles } from '../scripts/docs-site.ts';
import { openChromium, openFolder } from './support/opening.ts';

const files = await exportedFiles();
const pages = [...files].filter((file): file is [string, string] => file[0].endsWith('.html'));

test('index.html is the first page, and every link of every file leads to one with its anchor', () => {
  assert.match(String(files.get('index.html')), /<h1>Tefo<\/h1>/);
  assert.ok(pages.length > 100);
  const wrong: string[] = [];
  for (const [file, text] of pages) {
    for (const [, address] of text.matchAll(/ (?:href|src|action|data-index)="([^"]*)"/g)) {
      if (/^https?:/.test(address!)) continue;
      const [to = '', anchor] = address!.split('#');
      const target = to === '' ? file : posix.join(posix.dirname(file), to);
      const found = files.get(target);
      const isThere = found !== undefined && (anchor === undefined || found.includes(` id="${anchor}"`));
      if (to.startsWith('/') || !isThere) wrong.push(`${file}: ${address}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('the texts for programs lead to files too', () => {
  const texts = [...files].filter((file): file is [string, string] => /\.(md|txt)$/.test(file[0]));
  assert.ok(texts.length > 50);
  const links = texts.flatMap(([file, text]) =>
    [...text.matchAll(/\]\((?!https?:|#)([^()\s#]+)[^()\s]*\)/g)].map(([, to]) => ({ file, to: to! })),
  );
  assert.ok(links.some(({ file }) => file === 'llms.txt'));
  const wrong = links.filter(({ file, to }) => !files.has(posix.join(posix.dirname(file), to)));
  assert.deepEqual(wrong, []);
});

test('opened from a folder, the search finds while one types, and on its own page', async () => {
  const folder = await openFolder('docs', files);
  const page = await (await openChromium()).newPage();
  await page.goto(pathToFileURL(join(folder, 'guides/webhooks.html')).href);
  await page.keyboard.press('/');
  await page.keyboard.type('WebhookDisabled');
  await page.locator('#found a').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search.html?q=WebhookDisabled');
  await page.locator('#results a').first().click();
  await page.waitForURL('**/errors/WebhookDisabled.html');
  assert.equal(await page.locator('h1').innerText(), 'WebhookDisabled');
});
