// The demo shop, as its customer and its owner see it in a browser, with a running service.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { openChromium, openService } from './support/opening.ts';
import { freePort } from './support/ports.ts';

test('the shop sells, refunds, subscribes, and shows its received webhooks', async () => {
  const service = await openService({ started: true });
  const port = await freePort();
  const env = { PORT: String(port), TEFO_URL: service.base, TEFO_API_KEY: service.merchant.apiKey };
  const shop = spawn(process.execPath, ['demo/shop.ts'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => shop.kill());
  const [said] = await once(shop.stdout, 'data');
  assert.match(String(said), new RegExp(`^The shop is open at http://localhost:${port},`));

  const page = await (await openChromium()).newPage();
  const home = `http://localhost:${port}/`;
  await page.goto(home);
  await page.getByRole('button', { name: 'Buy' }).first().click();
  await page.getByRole('radio', { name: 'Capitec' }).check();
  await page.getByRole('button', { name: /continue to/i }).click();
  await page.getByRole('button', { name: /log in/i }).click();
  await page.getByRole('button', { name: /^approve/i }).click();
  await page.getByRole('heading', { name: 'Paid.' }).waitFor();
  await page
    .getByRole('link', { name: /back to|return to/i })
    .first()
    .click();
  await page.waitForURL(`${home}orders/**`);
  assert.match(await page.locator('main').innerText(), /^Payment: Complete$/m);
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByText('Refund:').waitFor();
  assert.equal(await page.getByRole('button').count(), 0);

  await page.goto(home);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.waitForURL(/\/subscribe\//);

  await page.goto(`${home}events`);
  for (let tries = 0; tries < 100 && !(await page.content()).includes('transaction.complete'); tries += 1) {
    await page.waitForTimeout(50);
    await page.reload();
  }
  assert.match(await page.locator('main').innerText(), /transaction\.complete/);
  assert.equal((await fetch(`${home}hook`, { method: 'POST', body: '{}' })).status, 401);
  assert.ok((await readFile('demo/shop.ts', 'utf8')).split('\n').length < 200);
});
