// Takes the README's screenshots of the console: `node scripts/pictures.ts [FOLDER]` with a fresh sandbox that the SDK's test kit
// finds. A shop sells for a month, so the clock moves; then five pages are photographed.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { paymentHash, Tefo } from '../sdk/src/index.ts';
import { startSandbox } from '../sdk/src/testing/index.ts';
import { openBrowser } from '../test/support/browser.ts';

const folder = process.argv[2] ?? 'docs/images';
const days = 30;

// A payment has a longer timeline if the shop's server is down.
const shop = createServer((request, response) => {
  const isUp = !request.url!.startsWith('/down');
  response.writeHead(isUp ? 200 : 500).end(isUp ? '' : 'database connection refused');
}).listen(0, '127.0.0.1');
await once(shop, 'listening');
const { port } = shop.address() as { port: number };
const notifyUrl = `http://127.0.0.1:${port}/notify`;

const sandbox = await startSandbox({
  settings: { name: 'Karoo Coffee', notifyUrl, approvalAbove: '500.00', consoleRefundLimit: '1000.00' },
});
const { credentials } = sandbox;
const { one, payments } = new Tefo(credentials);

const banks = ['fnb', 'capitec', 'capitec', 'standardbank', 'nedbank', 'absa', 'tymebank'];
const outcomes = ['success', 'success', 'success', 'success', 'success', 'success', 'declined', 'cancelled'];
/** Draws the same each time. */
let drawn = 7;
const draw = (most: number): number => {
  drawn = (drawn * 48_271) % 2_147_483_647;
  return drawn % most;
};
const zar = (value: number) => ({ currency: 'ZAR', value }) as const;
let number = 2_000;

async function sell(given: { notifyUrl?: string; outcome?: string } = {}): Promise<string> {
  number += 1;
  const expireAt = new Date((await sandbox.clock.now()).getTime() + 86_400_000).toISOString();
  const value = 39.9 + 15 * draw(45);
  const { id } = await one.createPayment({
    body: { amount: zar(value), merchantReference: `ORDER-${number}`, expireAt, ...given },
  });
  const paymentType = banks[draw(banks.length)]!;
  await one.createPaymentTransaction({ path: { id }, body: { paymentType } });
  await sandbox.outcome.transaction(id, (given.outcome ?? outcomes[draw(outcomes.length)]) as 'success');
  return id;
}

for (let day = 0; day < days; day += 1) {
  const sales = 6 + draw(9);
  for (let sale = 0; sale < sales; sale += 1) await sell();
  await sandbox.clock.advance('P1D');
}
for (let sale = 0; sale < 9; sale += 1) await sell();
await sandbox.load({
  float: '20000.00',
  payouts: [1, 2, 3, 4, 5, 6].map((place) => ({
    merchantReference: `PAYOUT-${place}`,
    amount: 180 + 145 * place,
    ...(place < 3 && { outcome: 'complete' as const }),
  })),
});
const undelivered = await sell({ notifyUrl: `http://127.0.0.1:${port}/down`, outcome: 'success' });

// Hashed with an amount that is written otherwise than it is sent.
const wrong = {
  ...({ siteCode: credentials.siteCode, countryCode: 'ZA', currencyCode: 'ZAR', amount: '349.90' } as const),
  ...{ transactionReference: 'ORDER-2900', bankReference: 'ORDER 2900', isTest: 'false' },
  ...{ cancelUrl: 'https://shop.example.co.za/cancel', errorUrl: 'https://shop.example.co.za/error' },
  ...{ successUrl: 'https://shop.example.co.za/success', notifyUrl: 'https://shop.example.co.za/notify' },
};
const text = [
  ...[wrong.siteCode, 'ZA', 'ZAR', '349.9', wrong.transactionReference, wrong.bankReference, wrong.cancelUrl],
  ...[wrong.errorUrl, wrong.successUrl, wrong.notifyUrl, wrong.isTest, credentials.privateKey],
].join('');
const hashCheck = createHash('sha512').update(text.toLowerCase()).digest('hex');
if (hashCheck === (await paymentHash(wrong, credentials.privateKey))) throw new Error('the hash is right');
await payments.postPaymentRequest({ body: { ...wrong, hashCheck } }).catch(() => {});

const { console: login } = credentials as unknown as { console: { email: string; password: string } };
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`${sandbox.url}/console/sign-in`);
await page.fill('[name=email]', login.email);
await page.fill('[name=password]', login.password);
await page.getByRole('button', { name: 'Sign in' }).click();

async function shoot(name: string, path: string, { height = 900, isDark = false } = {}): Promise<void> {
  await page.setViewportSize({ width: 1440, height });
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  await page.goto(`${sandbox.url}${path}`);
  await page.screenshot({ path: join(folder, `console-${name}.png`) });
}

await shoot('home', '/console', { height: 1080 });
await shoot('payment', `/console/payments/${undelivered}`, { height: 1080 });
await page.goto(`${sandbox.url}/console/developers`);
await page.getByRole('link', { name: 'ORDER-2900' }).click();
await shoot('refused', new URL(page.url()).pathname);
await shoot('payouts', '/console/payouts');
await shoot('list-dark', '/console/payments?min=500', { isDark: true });
await browser.close();
await sandbox.close();
shop.close();
