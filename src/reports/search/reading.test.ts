import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertLinear } from '../../../test/support/growth.ts';
import { formatDecimal, formatRand } from '../../kernel/money.ts';
import { readAmount, readText } from './reading.ts';

test('an amount is read as users write it, and as statements print it', () => {
  for (const [text, cents] of [
    ['150', 15_000n],
    ['150,00', 15_000n],
    ['150.5', 15_050n],
    ['R 1 234.50', 123_450n],
    ['R1,234.50', 123_450n],
    ['1.234,50', 123_450n],
    ['r\u00a01\u00a0234\u00a0567,89', 123_456_789n],
    ['-R 5', 500n],
    ['\u2212150,00', 15_000n],
    ['150.00 ZAR', 15_000n],
    ['1,234', 123_400n],
  ] as const)
    assert.equal(readAmount(text), cents, text);
  for (const text of ['', 'R', '12 34', '1,2,3', '1e3', 'ORDER-1', '150.000,0.1', '١٥٠', '1'.repeat(13)])
    assert.equal(readAmount(text), undefined, text);
});

test('an amount is read back from every written form', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n - 1n }), (cents) => {
      assert.equal(readAmount(formatRand(cents)), cents);
      assert.equal(readAmount(formatDecimal(cents)), cents);
    }),
  );
});

test('in a line of a statement, references and amounts are found among the rest', () => {
  const { words, amounts, isLine, lastFour } = readText(
    '2026-11-20 FNB OB PMT (ORDER-17), 12 345,67CR ref KAROO 9 1.50',
  );
  assert.ok(isLine);
  for (const word of ['ORDER-17', 'KAROO 9']) assert.ok(words.includes(word), word);
  assert.deepEqual(amounts, [34_567n, 1_234_567n, 150n]);
  assert.equal(lastFour, null);
  assert.deepEqual(readText('MAGTAPE CREDIT DEP 3712 9940 4415').isLine, true);
});

test('four digits are an amount, a reference, and the end of an account', () => {
  const { amounts, words, lastFour } = readText(' 5678 ');
  assert.deepEqual([amounts, words, lastFour], [[567_800n], ['5678'], '5678']);
  assert.equal(readText('*******5678').lastFour, '5678');
  assert.equal(readText('56789').lastFour, null);
});

test('a reference is found in capitals and in small letters', () => {
  const { words, beginnings } = readText('Order-17');
  assert.deepEqual(words, ['Order-17', 'ORDER-17', 'order-17']);
  assert.deepEqual(beginnings, words);
  assert.deepEqual(readText('o').beginnings, []);
  assert.deepEqual(readText('CR Order-17 THANKS').beginnings, []);
});

test('an id is read in any letter case, also among other words', () => {
  const id = '019aa000-0000-7000-8000-00000000000e';
  for (const text of [id, id.toUpperCase(), `payment ${id}.`, `"${id}"`])
    assert.deepEqual(readText(text).ids, [id]);
});

test('any text is read, in time that grows with its length', async () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void readText(text)));
  for (const part of ['1 ', '1.', '1,', 'R', 'DEP1', '\0', '\ud800', '((', '.00 '])
    await assertLinear((quarters) => readText(part.repeat(quarters * 125_000)));
});
