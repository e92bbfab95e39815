import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OpenPayment } from './candidate-store.ts';
import { evidenceOf, readText, wordsOf } from './payment-candidates.ts';

const payment = (given: Partial<OpenPayment> = {}): OpenPayment => ({
  ...{ paymentId: 'p', siteCode: 'S', merchantReference: 'INV-2026/117', bankReference: null },
  ...{ amountCents: 10_000n, minimumCents: null, maximumCents: null, customer: null, state: 'created' },
  createdAt: new Date('2026-11-01T00:00:00Z'),
  ...given,
});

const reasonsOf = (
  text: string,
  given: Partial<OpenPayment> = {},
  amountCents = 10_000n,
  holder: string | null = null,
) =>
  evidenceOf(
    {
      reference: text,
      amountCents,
      accountHolder: holder,
      receivedAt: new Date('2026-11-19T12:00:00Z'),
      bookedOn: null,
    },
    readText(text),
    payment(given),
  )?.reasons;

describe('a payment is suggested for a deposit', () => {
  test('a payment whose reference is in the text is found, however it is spaced and written', () => {
    for (const text of ['INV-2026/117', 'eft inv2026117', 'FNB APP INV 2026 117 SMITH', 'INV-2026 117'])
      assert.deepEqual(reasonsOf(text, {}, 1n), ['the merchant’s reference is in the text'], text);
    assert.equal(reasonsOf('INV-2026/1177', {}, 1n), undefined);
    assert.equal(reasonsOf('XINV-2026/117', {}, 1n), undefined);
    assert.deepEqual(reasonsOf('ABC 9', { bankReference: 'ABC 9' }, 1n), [
      'the payment’s reference is in the text',
    ]);
  });

  test('a payment with nearly the reference of the text is found only with the amount', () => {
    assert.deepEqual(reasonsOf('INV 2026 118'), [
      'the merchant’s reference differs in 1 place',
      'the amount is equal',
    ]);
    assert.deepEqual(reasonsOf('INV 2O26 II7'), [
      'the merchant’s reference is in the text, but for similar letters',
      'the amount is equal',
    ]);
    assert.equal(reasonsOf('INV 2026 118', {}, 9_999n), undefined);
  });

  test('a payment is found by its amount, its limits, and the payer’s name', () => {
    assert.deepEqual(reasonsOf('goat'), ['the amount is equal']);
    assert.deepEqual(reasonsOf('goat', { minimumCents: 1n, maximumCents: 10_000n, amountCents: 5n }), [
      'the amount is equal',
    ]);
    assert.deepEqual(reasonsOf('PAYMENT N DLAMINI', { customer: 'Naledi Dlamini' }, 1n), [
      'the payer’s name is the customer’s',
    ]);
    assert.deepEqual(reasonsOf('x', { customer: 'Naledi Dlamini' }, 1n, 'MS N DLAMINI'), [
      'the payer’s name is the customer’s',
    ]);
    assert.equal(reasonsOf('DLAMINIS', { customer: 'Naledi Dlamini' }, 1n), undefined);
  });

  test('with the date as a further reason, never the only one', () => {
    const createdAt = new Date('2026-11-17T11:00:00Z');
    assert.deepEqual(reasonsOf('goat', { createdAt }), ['the amount is equal', 'created 2 days before']);
    assert.equal(reasonsOf('goat', { createdAt }, 1n), undefined);
  });
});

test('a long text has a bounded number of runs and words', () => {
  const text = 'A1 '.repeat(100_000);
  assert.ok(readText(text).runs.size <= 200);
  assert.ok(wordsOf(`${'abcd '.repeat(1_000)}`).length <= 40);
});
