// Whoever is refused is led to the page that explains it.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { credentialsOf } from '../src/app/credentials.ts';
import { createMerchantOf } from './support/merchant.ts';
import { startService } from './support/running.ts';

const service = await startService();
after(() => service.end());
const { base, config, merchant } = service;
const { apiKey, siteCode } = merchant;
const shop = createMerchantOf(base, credentialsOf(config, merchant));
const token = (await shop.token()).body.access_token;
const json = { 'content-type': 'application/json' };
const hashCheck = 'f'.repeat(128);

const post = (path: string, headers: Record<string, string>, body: object): Promise<Response> =>
  fetch(base + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
const read = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(base + path, { headers });
const bearer = { authorization: `Bearer ${token}` };

const payment = {
  ...{ siteCode, countryCode: 'ZA', currencyCode: 'ZAR', amount: '1.00', isTest: false, hashCheck },
  ...{ transactionReference: 'A', bankReference: 'A', customer: 'A' },
  ...Object.fromEntries(
    ['cancel', 'error', 'success', 'notify'].map((one) => [`${one}Url`, 'https://shop.example/']),
  ),
};
const payout = {
  ...{ siteCode, amount: 1, isRtc: false, merchantReference: 'A', customerBankReference: 'A', hashCheck },
  bankingDetails: {
    ...{ bankGroupId: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80', accountNumber: '51000000001' },
    branchCode: '678910',
  },
};

const refused: Record<string, [answer: () => Promise<Response>, page: string]> = {
  'who says nothing of themselves': [() => read('/one/v1/payments'), 'errors/Unauthorized'],
  'a bad member': [() => post('/one/v1/payments', bearer, {}), 'errors/BadRequest'],
  'what is not there': [() => read(`/one/v1/payments/${siteCode}`, bearer), 'errors/NotFound'],
  'a wrong hash': [() => post('/payments/postpaymentrequest', { apikey: apiKey }, payment), 'guides/hashes'],
  'that of the External API': [
    () => post('/external/api/MerchantApiV1/PostPaymentRequest', { apikey: apiKey }, payment),
    'guides/hashes',
  ],
  'that of a payout': [
    () => post('/payouts/v1/requestpayout', { apikey: apiKey, sitecode: siteCode }, payout),
    'guides/hashes',
  ],
};

describe('a refusal leads to a page for', () => {
  for (const [what, [ask, page]] of Object.entries(refused)) {
    test(what, async () => {
      const answer = await ask();
      const text = await answer.text();
      const links = answer.headers.get('link') ?? '';
      assert.equal(/<([^>]*)>; rel="help"/.exec(links)?.[1], `${config.publicUrl}/docs/${page}`, text);
      assert.equal((await fetch(`${base}/docs/${page}`)).status, 200);
    });
  }

  test('nobody else', async () => {
    assert.equal((await read('/one/v1/regions', bearer)).headers.get('link'), null);
    const { headers } = await read(`/payments/GetSiteTransactions?siteCode=${siteCode}`, { apikey: apiKey });
    assert.doesNotMatch(headers.get('link') ?? '', /help/);
  });
});
