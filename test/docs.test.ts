// The documentation of a running service in a real browser: everything is reached from its first page, the reference
// sends requests, and no request leaves the host.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentNames } from '../src/app/document-names.ts';
import { writeDocuments } from '../src/app/documents.ts';
import { operations } from './contract/documents.ts';
import { openChromium, openService } from './support/opening.ts';
import { inLanes, makeDemo, runInBash, type Sample, servedSamples } from './support/samples.ts';

const asked: string[] = [];
const complaints: string[] = [];
const service = await openService();
await makeDemo(service);
const browser = await openChromium();
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
page.on('request', (request) => asked.push(request.url()));
page.on('pageerror', (error) => complaints.push(String(error)));
page.on('console', (message) => {
  if (message.type() === 'error') complaints.push(message.text());
});

describe('/docs/api', () => {
  test('sends a request of each kind from the page, with the keys of the sandbox', async () => {
    const expected: [path: string, status: RegExp][] = [
      ['one/createPayment', /^201/],
      ['one/listPayments', /^200/],
      ['payments/postPaymentRequest', /^200/],
      ['payments/getRefunds', /^200/],
      ['payouts/getAvailableBanks', /^200/],
      ['external/getBanks', /^200/],
    ];
    for (const [path, status] of expected) {
      await page.goto(`${service.base}/docs/api/${path}`);
      await page.getByRole('button', { name: 'Send request' }).click();
      const response = page.locator('.try-response p');
      await response.filter({ hasText: /^\d{3}/ }).waitFor();
      assert.match(await response.innerText(), status, await page.locator('.try-response').innerText());
    }
  });

  test('requests only this host, and breaks no rule of its policy', () => {
    assert.deepEqual(
      asked.filter((url) => new URL(url).origin !== service.base && !/^(data|blob):/.test(url)),
      [],
    );
    assert.deepEqual(complaints, []);
  });

  test('has the policy of the other pages, and leads old addresses to the new ones', async () => {
    const policyOf = async (path: string) =>
      (await fetch(service.base + path)).headers.get('content-security-policy')!;
    const strict = await policyOf('/docs/start');
    assert.doesNotMatch(strict, /unsafe/);
    for (const path of ['/docs', '/docs/api/one/createPayment', '/docs/errors', '/docs/search?q=refund'])
      assert.equal(await policyOf(path), strict);
    const index = await (await fetch(`${service.base}/docs/api/one`)).text();
    for (const anchor of ['createPayment', 'PaymentRequest'])
      assert.ok(index.includes(` id="${anchor}"`), anchor);
    const other = await fetch(`${service.base}/docs/objects/paymentrequest`, { redirect: 'manual' });
    assert.equal(other.status, 301);
    assert.equal(other.headers.get('location'), '/docs/objects/PaymentRequest');
  });
});

test('the key / leads to the search, which finds while one types', async () => {
  await page.goto(`${service.base}/docs/guides/webhooks`);
  await page.keyboard.press('/');
  await page.keyboard.type('WebhookDisabled');
  await page.locator('#found a').first().click();
  await page.waitForURL('**/docs/errors/WebhookDisabled');
  assert.equal(await page.locator('h1').innerText(), 'WebhookDisabled');
});

test('without scripts the search leads to a page of results, and these to their places', async () => {
  const quiet = await browser.newContext({ javaScriptEnabled: false });
  const plain = await quiet.newPage();
  await plain.goto(`${service.base}/docs`);
  await plain.locator('input[type=search]').fill('TEFO_PORT');
  await plain.locator('input[type=search]').press('Enter');
  assert.match(plain.url(), /\/docs\/search\?q=TEFO_PORT$/);
  await plain.locator('main a').first().click();
  assert.match(plain.url(), /\/docs\/settings#TEFO_PORT$/);
  await quiet.close();
});

test('search terms are escaped as text, and a missing page is a 404', async () => {
  const found = await fetch(`${service.base}/docs/search?q=${encodeURIComponent('"><script>x')}`);
  assert.doesNotMatch(await found.text(), /<script>x/);
  for (const path of ['/docs/nothing', '/docs/guides/..%2F..%2Fpackage', '/docs/guides/'])
    assert.equal((await fetch(service.base + path)).status, 404, path);
});

test('programs find the pages as text, at the address of this service', async () => {
  const whole = await fetch(`${service.base}/llms-full.txt`);
  assert.ok((await whole.text()).includes('\n# Retention and personal data\n'));
  const answer = await fetch(`${service.base}/llms.txt`);
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
  const start = (await answer.text()).match(/\((http[^)]*\/docs\/start\.md)\)/)![1]!;
  assert.ok(start.startsWith(service.base), start);
  const page = await fetch(start);
  assert.equal(page.headers.get('content-type'), 'text/markdown; charset=utf-8');
  const text = await page.text();
  assert.ok(text.includes(service.merchant.siteCode) && !text.includes('YOUR_SITE_CODE'));
});

test('each document is served at the addresses of this service, with the demo merchant’s keys', async () => {
  const documents = writeDocuments(service.config);
  for (const name of documentNames) {
    const answer = await fetch(`${service.base}/docs/openapi/${name}.json`);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    const text = await answer.text();
    assert.doesNotMatch(text, /localhost:8420|KARKAR1234|YOUR_|example-client-secret/);
    const { servers, paths, components } = JSON.parse(text);
    assert.ok(servers[0].url.startsWith(service.base));
    const written = JSON.parse(JSON.stringify(documents[name]));
    assert.deepEqual(Object.keys(paths), Object.keys(written.paths));
    assert.deepEqual(Object.keys(components.schemas), Object.keys(written.components.schemas));
  }
});

describe('the samples of the reference', () => {
  test('are there for every operation in every language', async () => {
    const samples = await servedSamples(service.base);
    for (const lang of ['Shell', 'JavaScript', 'PHP', 'Python', 'C#', 'Java', 'Go'])
      assert.equal(samples.filter((one) => one.lang === lang).length, operations.length, lang);
  });

  test('in curl are accepted when copied unchanged', async () => {
    const samples = (await servedSamples(service.base)).filter(({ lang }) => lang === 'Shell');
    const refused: string[] = [];
    const run = async ({ surface, operation, source }: Sample) => {
      const reported = await runInBash(source).catch((error) => String(error.stderr || error));
      if (/curl: |errorMessage":"|"errors":\["|Error: /.test(reported))
        refused.push(`${surface} ${operation}: ${reported}`);
    };
    // These move the clock, and tokens end. While there is little that falls due, it moves fast.
    const isMoving = ({ source }: Sample) => source.includes('"advance"');
    for (const sample of samples.filter(isMoving)) await run(sample);
    await inLanes(
      samples.filter((one) => !isMoving(one)),
      4,
      run,
    );
    assert.deepEqual(refused, []);
  });
});

test('an address of the documentation without a page is a page of the documentation, and JSON for a program', async () => {
  const url = `${service.base}/docs/guides/refund`;
  const answer = await fetch(url, { headers: { accept: 'text/html' } });
  const text = await answer.text();
  assert.equal(answer.status, 404);
  for (const part of ['Page not found', 'id="documentation"', 'role="search"', 'href="/docs/guides/refunds'])
    assert.ok(text.includes(part), part);
  assert.doesNotMatch(text, /this payment link/i);
  const json = await fetch(url, { headers: { accept: 'application/json' } });
  assert.equal(json.status, 404);
  assert.match(json.headers.get('content-type') ?? '', /json/);
  await page.goto(`${service.base}/docs/nothing`);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await page.getByRole('searchbox').waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: '/tmp/docs404.png' });
});
