// Screenshots of every page that customers see: `node scripts/gallery.ts FOLDER [words in the name…]`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { languages } from '../src/pages/messages/index.ts';
import { authoriseNames, authoriseSample } from '../test/support/authorise-samples.ts';
import { openBrowser } from '../test/support/browser.ts';
import { sample, sampleNames } from '../test/support/checkout-samples.ts';
import { servePages } from '../test/support/page-server.ts';

const [folder, ...wanted] = argv.slice(2);
if (!folder) {
  console.error('usage: node scripts/gallery.ts FOLDER [words in the name…]');
  exit(2);
}
mkdirSync(folder, { recursive: true });

// Every state in English; the first pages in every language.
const shots = [
  ...sampleNames.map((name) => ({ file: name, html: sample(name) })),
  ...authoriseNames.map((name) => ({ file: name, html: authoriseSample(name) })),
  ...languages.map(({ tag }) => ({
    file: `language-${tag}`,
    html: sample('choose-bank', { language: tag }),
  })),
  ...languages.map(({ tag }) => ({
    file: `language-${tag}-slow`,
    html: sample('waiting-slow', { language: tag }),
  })),
  ...languages.map(({ tag }) => ({
    file: `language-${tag}-eft`,
    html: sample('eft', { language: tag }),
  })),
  ...languages.map(({ tag }) => ({
    file: `language-${tag}-authorise`,
    html: authoriseSample('authorise-choose', { language: tag }),
  })),
].filter(({ file }) => wanted.length === 0 || wanted.some((word) => file.includes(word)));

const browser = await openBrowser();
try {
  for (const width of [360, 768, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        deviceScaleFactor: 1,
      });
      const page = await context.newPage();
      for (const { file, html } of shots) {
        await servePages(page, { '/': html });
        await page.goto('http://checkout.test/');
        await page.screenshot({ path: join(folder, `${file}-${width}-${colorScheme}.png`), fullPage: true });
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
}
console.log(`${shots.length} pages, six pictures each, in ${folder}`);
