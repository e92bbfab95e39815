// Every surface that accepts an address names the field and says that the address contains a space.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { packed } from './bulk/merchant.ts';
import { tefoOn } from './support/cli.ts';
import { ask, signedFields } from './support/merchant.ts';
import { openRefunds } from './support/refunding.ts';

const shop = await openRefunds();
const { base, merchant } = shop;
const { apiKey, siteCode } = merchant;
const spaced = 'https://shop.example/pay now';
const json = { 'content-type': 'application/json', apikey: apiKey, sitecode: siteCode };
const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
  (await ask(base + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }))
    .text;

const zar = { currency: 'ZAR', value: 10 };
const payment = { siteCode, amount: zar, merchantReference: 'A', expireAt: '2100-01-01T00:00:00Z' };
const payout = {
  ...{
    siteCode,
    amount: 1,
    isRtc: false,
    merchantReference: 'A',
    customerBankReference: 'A',
    notifyUrl: spaced,
  },
  bankingDetails: {
    bankGroupId: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80',
    accountNumber: '51000000001',
    branchCode: '678910',
  },
  hashCheck: createHash('sha512').update('x').digest('hex'),
};
const one = async (path: string, body: object) => (await shop.one('POST', path, { body })).text;

const surfaces: Record<string, [field: string, ask: () => Promise<string>]> = {
  'the One API, a notifyUrl': ['notifyUrl', () => one('/payments', { ...payment, notifyUrl: spaced })],
  'the One API, a returnUrl': ['returnUrl', () => one('/payments', { ...payment, returnUrl: spaced })],
  'the One API, a webhook': [
    'endpoint',
    () => one('/webhooks', { endpoint: spaced, eventType: 'refund.complete' }),
  ],
  'the Payments API': [
    'notifyUrl',
    () => post('/payments/postpaymentrequest', signedFields(merchant, { notifyUrl: spaced })),
  ],
  'the External API': [
    'successUrl',
    () =>
      post('/external/api/MerchantApiV1/PostPaymentRequest', signedFields(merchant, { successUrl: spaced })),
  ],
  'a bulk job': [
    'notifyUrl',
    () =>
      post('/external/Secure/BulkPaymentRequests/Create', {
        jobReference: 'A',
        notifyUrl: spaced,
        compressedData: packed([]),
      }),
  ],
  'a refund of the Payments API': [
    'notifyUrl',
    async () => {
      const item = {
        transactionId: await shop.pay(10),
        amount: '1.00',
        refundReason: 'A',
        notifyUrl: spaced,
        hashCheck: 'x',
      };
      return (await shop.secure('POST', 'submit', { body: [item] })).text;
    },
  ],
  'the Payouts API': ['notifyUrl', () => post('/payouts/v1/requestpayout', payout)],
  "a site's settings": [
    'verifyUrl',
    async () => (await tefoOn(shop)('site', 'set', siteCode, `verifyUrl=${spaced}`)).err,
  ],
};

describe('an address with a space is refused by name on', () => {
  for (const [surface, [field, send]] of Object.entries(surfaces))
    test(surface, async () => assert.match(await send(), new RegExp(`${field}:? contains a space`)));
});
