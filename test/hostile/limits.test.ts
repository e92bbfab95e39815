// Callers who ask too often, or try what is not theirs: each surface says so in its own way, and only to them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createMerchant, type NewMerchant } from '../../src/core/merchants/actions.ts';
import { type Answer, ask, signedFields } from '../support/merchant.ts';
import { startService, type TestService } from '../support/running.ts';

const limit = 30;
let service: TestService;
let other: NewMerchant;
before(async () => {
  service = await startService({
    env: {
      TEFO_KEY_LIMIT: String(limit),
      TEFO_ADDRESS_LIMIT: '200',
      TEFO_SITE_LIMIT: '5',
      TEFO_REFUSAL_LIMIT: '100000',
    },
  });
  other = await createMerchant(service.ctx, { name: 'Honest Shop' });
});
after(() => service.end());

// Counts begin anew with the minute of the machine's clock: no test goes over its end.
beforeEach(async () => {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 5_000) await pause(left);
});

const times = (count: number, work: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, work));

function assertTooMany(answer: Answer): void {
  assert.equal(answer.status, 429, answer.text);
  const seconds = Number(answer.headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= 60);
  assert.ok(answer.headers.get('x-correlation-id'));
}

describe('a key that asks too often', () => {
  const reads: Record<string, (merchant: NewMerchant) => Promise<Answer>> = {
    'Payments API': ({ apiKey, siteCode }) =>
      ask(`${service.base}/payments/GetTransactionByReference?siteCode=${siteCode}&transactionReference=A`, {
        headers: { apikey: apiKey },
      }),
    'Payouts API': ({ apiKey, siteCode }) =>
      ask(`${service.base}/payouts/v1/getavailablebanks`, {
        headers: { apikey: apiKey, sitecode: siteCode },
      }),
    'Merchant External API': ({ apiKey, siteCode }) =>
      ask(`${service.base}/external/api/MerchantApiV1/GetBanks?siteCode=${siteCode}`, {
        headers: { apikey: apiKey },
      }),
    'the sandbox': ({ apiKey }) => ask(`${service.base}/sandbox/clock`, { headers: { apikey: apiKey } }),
  };

  test('is told so on each surface in its own shape, while another merchant is served', async () => {
    const { merchant } = service;
    const all = await times(limit + 10, () => reads['Payments API']!(merchant));
    assert.equal(all.filter(({ status }) => status === 200).length, limit);
    const left = all.map(({ headers }) => Number(headers.get('ratelimit-remaining')));
    assert.equal(Math.max(...left), limit - 1);
    assert.equal(all[0]!.headers.get('ratelimit-limit'), String(limit));
    for (const [name, read] of Object.entries(reads)) {
      const refused = await read(merchant);
      assertTooMany(refused);
      if (name.startsWith('Payments') || name.startsWith('Merchant'))
        assert.equal(refused.headers.get('content-type'), 'text/plain; charset=utf-8');
      else assert.deepEqual(Object.keys(refused.body), ['message']);
      assert.equal((await read(other)).status, 200, name);
    }
  });

  test('is an error object on the One API, by the token', async () => {
    const { clientId: client_id, clientSecret: client_secret } = service.merchant;
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const token = await ask(`${service.base}/one/v1/token`, { method: 'POST', body });
    const headers = { authorization: `Bearer ${token.body.access_token}` };
    const all = await times(limit + 1, () => ask(`${service.base}/one/v1/webhooks`, { headers }));
    const refused = all.find(({ status }) => status === 429)!;
    assertTooMany(refused);
    assert.equal(refused.body.code, 'TooManyRequests');
    assert.equal(refused.body.links, null);
  });
});

test('a site that browsers open too often shows customers a page, and its merchant’s server is served', async () => {
  const open = () =>
    ask(`${service.base}/pay`, { method: 'POST', body: new URLSearchParams(signedFields(other)) });
  const all = await times(7, open);
  assert.deepEqual(all.map(({ status }) => status).sort(), [303, 303, 303, 303, 303, 429, 429]);
  const refused = all.find(({ status }) => status === 429)!;
  assertTooMany(refused);
  assert.match(refused.headers.get('content-type')!, /^text\/html/);
});

describe('an address whose tries are refused', () => {
  let strict: TestService;
  before(async () => {
    strict = await startService({ env: { TEFO_REFUSAL_LIMIT: '10' } });
  });
  after(() => strict.end());

  test('may guess no more, whatever it guesses: keys, tokens, clients and hashes count together', async () => {
    const { base, merchant } = strict;
    const wrongToken = () => ask(`${base}/one/v1/payments`, { headers: { authorization: 'Bearer a.b.c' } });
    const wrongClient = () =>
      ask(`${base}/one/v1/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' }),
      });
    const wrongKey = () => ask(`${base}/payments/GetTransaction`, { headers: { apikey: 'nobody' } });
    const wrongPair = () =>
      ask(`${base}/payouts/v1/getavailablebanks`, { headers: { apikey: 'nobody', sitecode: 'X' } });
    const wrongHash = () =>
      ask(`${base}/pay`, {
        method: 'POST',
        body: new URLSearchParams({ ...signedFields(merchant), hashCheck: 'ab' }),
      });
    const tries = [wrongToken, wrongClient, wrongKey, wrongPair, wrongHash];
    for (const attempt of [...tries, ...tries]) assert.notEqual((await attempt()).status, 429);
    for (const attempt of tries) assertTooMany(await attempt());
    const right = { headers: { apikey: merchant.apiKey, sitecode: merchant.siteCode } };
    assertTooMany(await ask(`${base}/payouts/v1/getavailablebanks`, right));
    assert.equal((await ask(`${base}/health/live`)).status, 200);
  });
});
