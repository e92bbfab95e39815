import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { clientOf, openService } from '../support/opening.ts';
import { hiddenOf, plain, strangerOf, type Visitor, visitorOf, visitorsOf } from './support.ts';

const service = await openService();
const [developer, operator] = await visitorsOf(service, 'developer', 'operator-admin');
const foreign = await strangerOf(service, 'developer');
const shop = clientOf(service);

test('a refused request is counted, named with its cure, and shown without a key', async () => {
  const { apiKey, privateKey } = shop.credentials;
  for (let count = 0; count < 2; count += 1)
    await shop.createPayments({ transactionReference: `ORDER-${count}` }, { privateKey: apiKey });
  await service.drain();
  const list = plain((await developer.get('/console/developers')).text);
  assert.match(list, /Hash errors, last 24 hours/);
  assert.match(list, /OtherKey<\/a><\/td>\s*<td[^>]*>[^<]*<\/td><td[^>]*>2</);
  const [path] = /\/console\/developers\/[0-9a-f-]{36}/.exec(list)!;
  const shown = plain((await developer.get(path)).text);
  assert.match(shown, /<strong>OtherKey<\/strong>[^<]*The hash was computed with the ApiKey/);
  assert.match(shown, /Input of the correct hash/);
  for (const key of [apiKey, privateKey]) assert.ok(!shown.toLowerCase().includes(key.toLowerCase()));
  assert.equal((await foreign.get(path)).status, 404);
  assert.doesNotMatch((await foreign.get('/console/developers')).text, /Hash errors, last 24 hours/);
});

test('refusals for reasons other than the hash are counted by error, site and hour', async () => {
  for (let count = 0; count < 3; count += 1) await shop.createPayments({ amount: '-1.00' });
  await shop.createPayments({}, { privateKey: 'another' });
  await service.drain();
  const page = plain((await developer.get('/console/developers')).text);
  const [, table] = /<caption>Other errors[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/.exec(page)!;
  assert.equal(table!.match(/<tr>/g)?.length, 1, table!);
  assert.match(
    table!,
    new RegExp(
      `BadRequest \\(amount\\)[\\s\\S]*?Payments API</td><td[^>]*>${shop.credentials.siteCode}[\\s\\S]*?>3<`,
    ),
  );
  assert.doesNotMatch((await foreign.get('/console/developers')).text, /<caption>Other errors/);
});

test('a pasted request is examined, and the right code is there to copy', async () => {
  const page = '/console/developers/try';
  const { siteCode, apiKey, privateKey } = shop.credentials;
  const hashed = [siteCode, 'ZA', 'ZAR', '10.50', 'Zoë "1" \\ €', 'REF'];
  const request = (key: string) =>
    JSON.stringify({
      ...{ siteCode, countryCode: 'ZA', currencyCode: 'ZAR', amount: 10.5 },
      ...{ transactionReference: hashed[4], bankReference: 'REF' },
      hashCheck: hash('sha512', `${hashed.join('')}${key}`.toLowerCase()),
    });
  const look = (key: string, visitor = developer, site = siteCode) =>
    visitor.act(page, page, { site, surface: 'payments', body: request(key) });
  const wrong = await look(apiKey);
  assert.equal(wrong.status, 200, wrong.text);
  assert.match(plain(wrong.text), /<strong>OtherKey<\/strong>/);
  for (const key of [apiKey, privateKey])
    assert.ok(!plain(wrong.text).toLowerCase().includes(key.toLowerCase()));
  const right = plain((await look(privateKey)).text);
  assert.match(right, /The hash is correct/);
  // The code for Node is run.
  const [, code] = /<summary>Node<\/summary>[\s\S]*?<pre>([\s\S]*?)<\/pre>/.exec(right)!;
  const printed = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', `${code}console.log(hashCheck);`],
    {
      env: { PRIVATE_KEY: privateKey },
    },
  );
  assert.equal(String(printed).trim(), JSON.parse(request(privateKey)).hashCheck);
  assert.equal((await look(privateKey, foreign, siteCode)).status, 422);
  const broken = await developer.act(page, page, { site: siteCode, surface: 'payments', body: '{"a":' });
  assert.equal(broken.status, 422);
  assert.match(broken.text, /cannot be read/);
});

test('a payment is decided, money paid in and time moved, each once', async () => {
  const { body } = await shop.createPayments({ amount: '25.00', transactionReference: 'ORDER-9' });
  const id = body.paymentRequestId;
  const decide = (visitor: Visitor) =>
    visitor.act('/console/sandbox', '/console/sandbox/outcome', { id, outcome: 'success' });
  assert.equal((await decide(foreign)).status, 422);
  assert.equal((await decide(developer)).status, 303);
  assert.match((await developer.get(`/console/payments/${id}`)).text, /complete/);

  const page = (await developer.get('/console/sandbox')).text;
  const deposit = hiddenOf(page, '/console/sandbox/deposit');
  const paid = { ...deposit, reference: 'NOBODY-KNOWS', amount: '12,50' };
  assert.equal((await developer.post('/console/sandbox/deposit', paid)).status, 303);
  assert.equal((await developer.post('/console/sandbox/deposit', paid)).status, 409);
  const stolen = { ...hiddenOf((await foreign.get('/console/sandbox')).text, '/console/sandbox/deposit') };
  const others = { ...stolen, merchantId: deposit.merchantId!, reference: 'X', amount: '1' };
  assert.equal((await foreign.post('/console/sandbox/deposit', others)).status, 404);

  const began = service.clock.now();
  const clock = { ...hiddenOf(page, '/console/sandbox/clock'), advance: 'PT1H' };
  assert.equal((await developer.post('/console/sandbox/clock', clock)).status, 303);
  const again = { ...clock, form: crypto.randomUUID() };
  assert.equal((await developer.post('/console/sandbox/clock', again)).status, 409);
  assert.equal(service.clock.now().getTime() - began.getTime(), 3_600_000);
});

test('faults are set and shown; who has several merchants chooses one', async () => {
  const page = '/console/sandbox';
  const wrong = await developer.act(page, `${page}/faults`, { 'bank.latencyMs': 'slow' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /value="slow"/);
  const set = await developer.act(page, `${page}/faults`, { 'bank.down': 'on', 'bank.errorRate': '0,5' });
  assert.equal(set.status, 303, set.text);
  assert.match((await developer.get(page)).text, /name="bank.errorRate"[^>]* value="0.5"/);
  assert.doesNotMatch((await operator.get(page)).text, /Create a deposit/);
  const { siteCode } = shop.credentials;
  assert.match((await operator.get(`${page}?merchant=${siteCode}`)).text, /value="0.5"/);
  const viewer = await visitorOf(service, 'viewer');
  assert.equal((await viewer.get(page)).status, 403);
});
