import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatDecimal } from '../../../kernel/money.ts';
import { readAmount } from './amounts.ts';

const known: [text: string, cents: bigint][] = [
  ['1,234.56', 123_456n],
  ['1 234.56', 123_456n],
  ['1\u00a0234.56', 123_456n],
  ['R 85.00', 8_500n],
  ['R1,234.56-', -123_456n],
  ['R -85.00', -8_500n],
  ['-R85.00', -8_500n],
  ['ZAR 85', 8_500n],
  ['1234.56Cr', 123_456n],
  ['123.45Dr', -12_345n],
  ['123.45 DR', -12_345n],
  ['(12.00)', -1_200n],
  ['99,50', 9_950n],
  ['1 234,5'.replace(',', '.'), 123_450n],
  ['+12.34', 1_234n],
  // A minus in UTF-8, read as Latin-1.
  [Buffer.from('\u221212.34').toString('latin1'), -1_234n],
  ['.50', 50n],
  ['0', 0n],
];

test('amounts are read in every notation of the banks', () => {
  for (const [text, cents] of known) assert.equal(readAmount(text, '.'), cents, text);
  assert.equal(readAmount('1.234,56', ','), 123_456n);
  assert.equal(readAmount('1.234', ','), 123_400n);
  assert.equal(readAmount('1,234', '.'), 123_400n);
});

test('a text that is not an amount, or could be two, is refused', () => {
  for (const text of [
    ...[
      '',
      '-',
      'R',
      '.',
      '12.',
      '1.234',
      '12.345',
      '1,23,456.00',
      '1,2345.00',
      '12 34.00',
      '1e3',
      'NaN',
      '0x10',
    ],
    ...[
      '--1.00',
      '-(1.00)',
      '-1.00Dr',
      '-1.00-',
      '1.00CrDr',
      '1.2.3',
      '1,234,56',
      '12345678901234.00',
      'USD 1.00',
    ],
    ...['1\u00002.00', '\u0661.00', '1_000.00', '1.00 x'],
  ])
    assert.equal(readAmount(text, '.'), undefined, text);
});

test('every amount is read back to the cent', () => {
  fc.assert(
    fc.property(fc.bigInt(-999_999_999_999n, 999_999_999_999n), (cents) => {
      assert.equal(readAmount(formatDecimal(cents), '.'), cents);
      assert.equal(readAmount(formatDecimal(cents).replace('.', ','), ','), cents);
    }),
  );
});
