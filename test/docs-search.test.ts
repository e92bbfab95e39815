// The search of the documentation: questions as people type them, with the page that must be among the first three; and queries
// that try to be expensive.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadConfig } from '../src/app/config.ts';
import { writeDocuments } from '../src/app/documents.ts';
import { surfaceWords } from '../src/app/surface-words.ts';
import type { Documents } from '../src/pages/docs/model.ts';
import { loadSearch } from '../src/pages/docs/search.ts';
import { createSite } from '../src/pages/docs/site.ts';

const documents = writeDocuments(loadConfig({})) as Record<string, object> as Documents;
const site = createSite(documents, surfaceWords);
const find = await loadSearch(site.index);

/** Any of the pages is right. */
const expected: readonly [query: string, ...pages: string[]][] = [
  ['how do I accept a payment', '/docs/guides/accept-a-payment'],
  ['take a payment', '/docs/start', '/docs/guides/accept-a-payment'],
  ['create payment', '/docs/api/one/createPayment', '/docs/guides/accept-a-payment'],
  ['subscripton', '/docs/guides/subscriptions'],
  ['setlement', '/docs/guides/settlements'],
  ['redirect customer to checkout', '/docs/guides/accept-a-payment'],
  ['return url', '/docs/guides/accept-a-payment'],
  ['returnUrl', '/docs/guides/accept-a-payment', '/docs/objects/PaymentRequest'],
  ['webhook', '/docs/guides/webhooks'],
  ['webhooks', '/docs/guides/webhooks'],
  ['webook', '/docs/guides/webhooks'],
  ['callback', '/docs/guides/notifications', '/docs/guides/webhooks'],
  ['callback url', '/docs/guides/notifications', '/docs/guides/webhooks'],
  ['IPN', '/docs/guides/notifications', '/docs/guides/webhooks'],
  ['verify webhook signature', '/docs/guides/hashes', '/docs/guides/webhooks'],
  ['hmac', '/docs/guides/hashes'],
  ['hash check is wrong', '/docs/guides/hashes'],
  ['hashCheck', '/docs/guides/hashes'],
  ['refund', '/docs/guides/refunds'],
  ['partial refund', '/docs/guides/refunds'],
  ['refunding a customer', '/docs/guides/refunds'],
  ['refnud', '/docs/guides/refunds'],
  ['chargeback', '/docs/guides/refunds', '/docs/glossary'],
  ['subscription', '/docs/guides/subscriptions'],
  ['recurring payments', '/docs/guides/subscriptions'],
  ['debit order', '/docs/guides/subscriptions', '/docs/glossary'],
  ['payout', '/docs/guides/payouts'],
  ['pay a supplier', '/docs/guides/payouts'],
  ['float top up', '/docs/guides/payouts', '/docs/api/external/createFloatTopUpReferenceRequest'],
  ['payment link', '/docs/guides/payment-links'],
  ['QR code', '/docs/guides/payment-links'],
  ['invoice', '/docs/guides/invoices', '/docs/guides/payment-links'],
  ['tax invoice', '/docs/guides/invoices'],
  ['bulk payment requests csv', '/docs/guides/bulk'],
  ['EFT', '/docs/guides/deposits'],
  ['bank transfer deposit', '/docs/guides/deposits'],
  ['reconciliation', '/docs/guides/settlements', '/docs/guides/deposits', '/docs/guides/banks'],
  ['settlement', '/docs/guides/settlements'],
  ['test card', '/docs/guides/sandbox'],
  ['simulate a declined payment', '/docs/guides/sandbox', '/docs/guides/testing'],
  ['sandbox', '/docs/guides/sandbox'],
  ['advance the clock', '/docs/guides/cli', '/docs/guides/sandbox'],
  ['mcp', '/docs/guides/mcp'],
  ['AI assistant', '/docs/guides/mcp'],
  ['docker', '/docs/guides/docker'],
  ['kubernetes', '/docs/guides/docker', '/docs/operations/scale'],
  ['docker compose', '/docs/guides/docker'],
  ['onboarding', '/docs/go-live', '/docs/start'],
  ['go live checklist', '/docs/go-live'],

  ['migrate from another provider', '/docs/guides/migrate'],
  ['currency', '/docs/guides/accept-a-payment', '/docs/glossary', '/docs/objects/Amount'],
  ['idempotency key', '/docs/guides/retries'],
  ['duplicate payment', '/docs/guides/retries', '/docs/errors/DuplicateReference'],
  ['rate limit', '/docs/guides/retries', '/docs/errors/TooManyRequests'],
  ['pagination', '/docs/guides/lists'],
  ['verify bank account', '/docs/guides/account-verification', '/docs/api/one/verifyBankAccount'],
  ['typescript sdk', '/docs/sdk'],
  ['php', '/docs/guides/php'],
  ['composer package', '/docs/guides/php'],
  ['woocommerce plugin', '/docs/guides/woocommerce'],
  ['wordpress', '/docs/guides/woocommerce'],
  ['postgres backup', '/docs/operations/backup'],
  ['prometheus metrics', '/docs/operations/metrics'],
  ['RefundExceedsTransaction', '/docs/errors/RefundExceedsTransaction'],
  ['transaction.complete', '/docs/events/transaction.complete'],
  [
    'notifyUrl',
    '/docs/guides/notifications',
    '/docs/objects/PaymentRequest',
    '/docs/guides/accept-a-payment',
  ],
  ['tefo_ledger_unlinked', '/docs/operations/metrics'],
  ['receiveWebhooks', '/docs/sdk'],
  ['express', '/docs/sdk'],
  ['investec', '/docs/guides/investec'],
];

describe('the page is among the first three for', () => {
  for (const [query, ...pages] of expected) {
    test(query, () => {
      const found = find(query).slice(0, 3);
      const paths = found.map(({ address }) => address.split('#')[0]!);
      assert.ok(
        pages.some((page) => paths.includes(page)),
        `found ${found.map(({ address }) => address).join(', ')}`,
      );
    });
  }
});

test('a setting, a code, an event, an operation and a command are found first, and a field at its place', () => {
  assert.ok(find('merchantReference').some(({ address }) => /\/docs\/(?:api|objects)\//.test(address)));
  for (const [query, address] of [
    ['TEFO_PORT', '/docs/settings#TEFO_PORT'],
    ['WebhookDisabled', '/docs/errors/WebhookDisabled'],
    ['payout.complete', '/docs/events/payout.complete'],
    ['createPayment', '/docs/api/one/createPayment'],
    ['clock advance', '/docs/guides/cli#clock-advance'],
    ['tefo trigger', '/docs/guides/cli#trigger'],
  ] as const)
    assert.equal(find(query)[0]?.address, address);
});

test('each page is listed once', () => {
  const paths = find('payment').map(({ address }) => address.split('#')[0]);
  assert.equal(new Set(paths).size, paths.length);
});

test('a query without a word finds nothing, and names of the language are no synonyms', () => {
  for (const query of ['', '   ', '"\'<>{}', 'zzzzqq']) assert.deepEqual(find(query), []);
  for (const query of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) find(query);
});

test('the words of a query and its length are limited', () => {
  const words = 'payment refund payout webhook settlement subscription notification transaction '.repeat(500);
  const many = find(words);
  assert.deepEqual(many, find(words.slice(0, 100)));
  for (const query of [
    'a'.repeat(100_000),
    '.-_'.repeat(50_000),
    'a.b-c_'.repeat(20_000),
    'ÀÉ'.repeat(9_000),
  ])
    find(query);
});
