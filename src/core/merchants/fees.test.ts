// The rates of VAT, and its rounding.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { rateAt, readDatedRate } from '../../kernel/dated-rates.ts';
import { vatIn } from './fees.ts';

describe('VAT in a fee', () => {
  test('is the fee less its net amount, and never differs from the exact share by more than half a cent', () => {
    assert.deepEqual(
      [0n, 1n, 4n, 115n, 345n, 301n].map((fee) => vatIn(fee, 1_500)),
      [0n, 0n, 1n, 15n, 45n, 39n],
    );
    const fees = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(fees, fc.integer({ min: 0, max: 9_999 }), (fee, rate) => {
        const vat = vatIn(fee, rate);
        assert.ok(vat >= 0n && vat <= fee);
        const exact = 2n * fee * BigInt(rate);
        const whole = 10_000n + BigInt(rate);
        assert.ok(2n * vat * whole - exact <= whole && exact - 2n * vat * whole < whole);
      }),
    );
  });

  test('has the rate of the South African day of the fee', () => {
    const rates = ['16@2027-04-01', '15@2026-12-01'].map(readDatedRate);
    for (const [at, expected] of [
      ['2026-11-30T21:59:59.999Z', 0],
      ['2026-11-30T22:00:00Z', 1_500],
      ['2027-03-31T21:59:59.999Z', 1_500],
      ['2027-03-31T22:00:00Z', 1_600],
    ] as const)
      assert.equal(rateAt(rates, new Date(at)), expected, at);
    assert.equal(readDatedRate('15.5@2027-01-01').basisPoints, 1_550);
    for (const wrong of [
      '15',
      '15@',
      '15@2026-13-01',
      '-1@2026-12-01',
      '15.123@2026-12-01',
      '115@2026-12-01',
    ])
      assert.throws(() => readDatedRate(wrong), wrong);
  });
});
