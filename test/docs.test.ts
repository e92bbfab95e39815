// The documentation of a running service in a real browser: everything is reached from its first page, the API reference
// draws itself from our own documents, and no request leaves the host.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { documentNames } from '../src/app/document-names.ts';
import { writeDocuments } from '../src/app/documents.ts';
import { scalarFile, scalarPath } from '../src/pages/docs/scalar.ts';
import { openBrowser } from './support/browser.ts';
import { startService, type TestService } from './support/running.ts';

let service: TestService;
let browser: Browser;
let page: Page;
const asked: string[] = [];
const complaints: string[] = [];

before(async () => {
  service = await startService();
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${service.base}/docs`);
});
after(async () => {
  await browser.close();
  await service.end();
});

describe('/docs', () => {
  test('draws the reference of every surface', async () => {
    const reference = page.locator('#reference');
    await reference.getByRole('heading', { name: 'Tefo One API' }).first().waitFor();
    await reference.getByText('Generate authentication token').first().waitFor();
    for (const title of ['Payments API', 'Payouts API', 'Merchant External API']) {
      await page.goto(`${service.base}/docs?api=${title.toLowerCase().split(' ').at(-2)}`);
      await reference
        .getByRole('heading', { name: `Tefo ${title}` })
        .first()
        .waitFor();
    }
  });

  test('asks nobody but this host, and breaks no rule of its policy', () => {
    assert.ok(asked.some((url) => url.includes('/assets/scalar-')));
    assert.deepEqual(
      asked.filter((url) => new URL(url).origin !== service.base && !/^(data|blob):/.test(url)),
      [],
    );
    assert.deepEqual(complaints, []);
  });

  test('leads to everything, also without scripts', async () => {
    const quiet = await browser.newContext({ javaScriptEnabled: false });
    const plain = await quiet.newPage();
    await plain.goto(`${service.base}/docs`);
    const links = await plain
      .locator('main a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    assert.deepEqual(links, [
      '/docs/start',
      '/docs/errors',
      ...documentNames.map((name) => `/docs/openapi/${name}.json`),
    ]);
    for (const link of links) assert.equal((await plain.goto(service.base + link))!.status(), 200, link!);
    await quiet.close();
  });

  test('is the only page that may draw styles of its own', async () => {
    const policyOf = async (path: string) =>
      (await fetch(service.base + path)).headers.get('content-security-policy')!;
    const [loose, strict] = [await policyOf('/docs'), await policyOf('/docs/start')];
    assert.equal(loose.replace(" 'unsafe-inline'", ''), strict);
    assert.match(loose, /style-src 'self' 'unsafe-inline'; script-src 'self';/);
    assert.equal(await policyOf('/docs/errors'), strict);
  });
});

test('each document is served at the addresses of this service', async () => {
  const documents = writeDocuments(service.config);
  for (const name of documentNames) {
    const answer = await fetch(`${service.base}/docs/openapi/${name}.json`);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    const served = (await answer.json()) as { servers: { url: string }[] };
    assert.deepEqual(served, JSON.parse(JSON.stringify(documents[name])));
    assert.ok(served.servers[0]!.url.startsWith(service.base));
  }
});

test('the script of the reference is the one its package ships, packed to whoever takes that', async () => {
  const script = await readFile(scalarFile);
  for (const encoding of ['gzip', 'identity']) {
    const headers = { 'accept-encoding': encoding };
    const answer = await fetch(service.base + scalarPath, { headers });
    assert.equal(answer.headers.get('content-encoding'), encoding === 'gzip' ? 'gzip' : null);
    assert.match(answer.headers.get('cache-control')!, /immutable/);
    assert.ok(script.equals(Buffer.from(await answer.arrayBuffer())));
  }
});
