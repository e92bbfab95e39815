import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskLongest, maskNumbers } from './mask.ts';

test('identity, card, account and telephone numbers keep their last four digits, however they are written', () => {
  for (const [text, masked] of [
    ['id 8001015009087.', 'id *********9087.'],
    ['800101 5009 087', '****** ***9 087'],
    ['800101-5009-087', '******-***9-087'],
    ['ID8001015009087x', 'ID*********9087x'],
    ['card 4111 1111 1111 1111, 4111-1111-1111-1111', 'card **** **** **** 1111, ****-****-****-1111'],
    ['4111\u00a01111\u202f1111 - 1111', '****\u00a0****\u202f**** - 1111'],
    ['4\u200b111\u200b111111111111', '*\u200b***\u200b********1111'],
    ['٨٠٠١٠١٥٠٠٩٠٨٧', '*********٩٠٨٧'],
    ['ref-8001015009087-x', 'ref-*********9087-x'],
    ['62001234567 of 082 123 4567', '*******4567 of *** *** 4567'],
    ['2026-11-26 8001015009087', '2026-11-26 *********9087'],
  ] as const)
    assert.equal(maskNumbers(text), masked);
});

test('amounts, dates, references and identifiers stay as they are', () => {
  for (const text of [
    'R 1 234 567,89 and 1234567.89',
    'from 2026-11-26 to 2026-11-27, 12:30',
    'DEP000000000001 and PAY000000000017',
    'ORDER-123456789, INV-2026-000123',
    '0193a1b2-1111-7222-8333-123456789012',
    'a94a8fe5ccb19ba61c4c0873d391e987982fbbd39999999999999999aaaaaaaa',
    'paid 100 of 200, line 123456',
  ])
    assert.equal(maskNumbers(text), text);
  const record = 'phone 0215550123, account 62001234567, R 1234567.89';
  assert.equal(maskLongest(record), record);
  assert.equal(maskLongest(`${record}, 8001015009087`), `${record}, *********9087`);
});
