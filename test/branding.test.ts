// How a merchant's pages become its own: settings of its site, as its customers' browsers see them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encoded } from './support/images.ts';
import { newPayment, openChromium, openService } from './support/opening.ts';

const service = await openService();
const browser = await openChromium();
const logo = await encoded('webp', 300, 120, '#b3261e');

async function set(settings: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const { siteCode, apiKey } = service.merchant;
  const answer = await fetch(`${service.base}/sandbox/sites/${siteCode}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', apikey: apiKey },
    body: JSON.stringify({ settings }),
  });
  service.directory.forget();
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function newPage(): Promise<string> {
  const expiresAt = new Date(service.clock.now().getTime() + 1_800_000);
  return `${service.base}/pay/${(await newPayment(service, { contract: 'one', expiresAt })).id}`;
}

test('a site’s logo, colour and contact are on its customers’ pages, under the policy that forbids foreign content', async () => {
  const given = { phone: '023 555 0142', email: 'orders@karoobooks.example', colour: '#1B5FA8' };
  const { status, body } = await set({ ...given, logo: logo.toString('base64') });
  assert.equal(status, 200, JSON.stringify(body));
  const shown = body.settings as Record<string, string>;
  assert.deepEqual([shown.phone, shown.email, shown.colour], [given.phone, given.email, '#1b5fa8']);
  assert.match(shown.logo!, /^[0-9a-f]{32}$/);
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(await newPage());
  assert.equal(await page.evaluate("document.querySelector('.logo img').naturalHeight"), 80);
  assert.equal(await page.locator('.initials').count(), 0);
  const colourOf = () => page.evaluate("getComputedStyle(document.querySelector('.button')).backgroundColor");
  assert.equal(await colourOf(), 'rgb(27, 95, 168)');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  assert.notEqual(await colourOf(), 'rgb(27, 95, 168)');
  await page.getByText('Help', { exact: true }).click();
  assert.equal(await page.getByRole('link', { name: given.phone }).getAttribute('href'), 'tel:0235550142');
  await page.getByRole('button', { name: 'Cancel this payment' }).click();
  await page.getByText('You can close this window.').waitFor();
  assert.equal(await page.getByRole('link', { name: given.email }).first().isVisible(), true);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('browsers cache branding assets permanently, the service serves them, and they run no code', async () => {
  const html = await (await fetch(await newPage())).text();
  for (const [kind, type] of [
    ['logo', 'image/png'],
    ['accent', 'text/css; charset=utf-8'],
  ]) {
    const [path] = new RegExp(`/brand/${kind}-[^"]+`).exec(html)!;
    const answer = await fetch(service.base + path);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), type);
    assert.match(answer.headers.get('cache-control')!, /max-age=31536000, immutable/);
    assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'");
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  }
  for (const name of ['logo-0.png', `logo-${'0'.repeat(32)}.png`, 'accent-f5b82e-0000000000.css', '..%2fx'])
    assert.equal((await fetch(`${service.base}/brand/${name}`)).status, 404, name);
});

test('an unreadable colour is refused with its contrast and the nearest readable colour', async () => {
  const { status, body } = await set({ colour: '#f5b82e' });
  const said = JSON.stringify(body);
  assert.equal(status, 400);
  const [, nearest] =
    /#f5b82e has a contrast of 1\.78:1, and at least 4\.5:1 is required\. The nearest colour with it is (#[0-9a-f]{6})/.exec(
      said,
    ) ?? [];
  assert.ok(nearest, said);
  assert.equal((await set({ colour: nearest })).status, 200);
});

test('an invalid value is refused by name and changes nothing; null removes each value', async () => {
  const before = (await set({})).body.settings;
  for (const [given, rule] of [
    [{ phone: 'call us' }, /phone must be a telephone number, like \+27 21 555 0100/],
    [{ email: 'orders' }, /email must be an e-mail address/],
    [{ colour: 'green' }, /colour must be a colour like #0a6b4a/],
    [{ logo: 'not base64!' }, /logo must be an image in base64/],
    [{ logo: Buffer.from('<svg/>').toString('base64') }, /logo must be a PNG, JPEG or WebP image/],
    [{ name: 'Other', logo: Buffer.alloc(600_000, 1).toString('base64') }, /logo must have at most 512 kB/],
  ] as const) {
    const { status, body } = await set(given);
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), rule);
  }
  assert.deepEqual((await set({})).body.settings, before);
  const none = { phone: null, email: null, colour: null, logo: null };
  const after = (await set(none)).body.settings as object;
  assert.deepEqual({ ...after, ...none }, after);
  const html = await (await fetch(await newPage())).text();
  assert.doesNotMatch(html, /\/brand\//);
  assert.equal((await service.db`select 1 from site_logos`).length, 0);
});
