import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  basisPointsHalfUp,
  formatDecimal,
  formatRand,
  parseDecimal,
  readTypedAmount,
  toJsonNumber,
} from './money.ts';

const most = 10n ** 14n - 1n;
const cents = fc.bigInt({ min: 0n, max: most });

describe('an amount', () => {
  test('written and read again is the same to the cent', () => {
    fc.assert(
      fc.property(cents, (amount) => assert.equal(parseDecimal(formatDecimal(amount)), amount)),
      { numRuns: 5_000 },
    );
  });

  test('is read digit by digit, with one decimal, two or none', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }),
        fc.stringMatching(/^\d{0,2}$/),
        (rand, rest) => {
          const text = rest === '' ? `${rand}` : `${rand}.${rest}`;
          assert.equal(parseDecimal(text), rand * 100n + BigInt(`${rest}00`.slice(0, 2)));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test('that multiplication of floats gets wrong is exact', () => {
    assert.equal(parseDecimal('599.80'), 59_980n);
    assert.equal(parseDecimal('1.15'), 115n);
    assert.equal(parseDecimal('4.35'), 435n);
    assert.equal(parseDecimal('999999999999.99'), most);
    assert.equal(parseDecimal('10.5'), 1_050n);
    assert.equal(parseDecimal('007'), 700n);
  });

  // biome-ignore format: a table
  const refused = [
    '', ' ', '-1', '+1', '-0', '1e3', '1E3', '1.', '.5', '1.005', '10.005', '1,50', '1 000', ' 1', '1 ', '1\n', 'NaN',
    'Infinity', '0x10', '1_000', '1.2.3', '１', '٣', '1.5٣', '1000000000000', '9007199254740993', 'R10', '10 ZAR',
  ];
  for (const text of refused) {
    test(`${JSON.stringify(text)} is no amount`, () => assert.equal(parseDecimal(text), undefined));
  }

  test('below zero has its sign before the digits', () => {
    assert.equal(formatDecimal(-5n), '-0.05');
    assert.equal(formatDecimal(-123_456n), '-1234.56');
    assert.equal(formatDecimal(0n), '0.00');
  });

  test('as a JSON number survives the way through a double to the cent', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const [rand, rest = ''] = JSON.stringify(toJsonNumber(amount)).split('.');
        assert.equal(`${rand}.${rest.padEnd(2, '0')}`, formatDecimal(amount));
      }),
      { numRuns: 5_000 },
    );
  });

  test('for display is grouped in threes, has a decimal comma, and never breaks over a line', () => {
    assert.equal(formatRand(123_450n), 'R\u00a01\u00a0234,50');
    assert.equal(formatRand(100n), 'R\u00a01,00');
    assert.equal(formatRand(99_999_999n), 'R\u00a0999\u00a0999,99');
    assert.equal(formatRand(-100_000n), '\u2212R\u00a01\u00a0000,00');
    fc.assert(
      fc.property(cents, (amount) => {
        const text = formatRand(amount);
        assert.match(text, /^R\u00a0\d{1,3}(\u00a0\d{3})*,\d\d$/);
        assert.equal(BigInt(text.replace(/\D/g, '')), amount);
      }),
    );
  });
});

/** The same by quotient and remainder, as on paper. */
function onPaper(amount: bigint, bps: bigint): bigint {
  const quotient = (amount * bps) / 10_000n;
  const remainder = amount * bps - quotient * 10_000n;
  return remainder * 2n >= 10_000n ? quotient + 1n : quotient;
}

describe('basis points', () => {
  test('for an amount are exact, half a cent rounded up', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (amount, bps) =>
        assert.equal(basisPointsHalfUp(amount, bps), onPaper(amount, BigInt(bps))),
      ),
      { numRuns: 5_000 },
    );
  });

  test('round at exactly half a cent, and not below it', () => {
    assert.equal(basisPointsHalfUp(50n, 100), 1n);
    assert.equal(basisPointsHalfUp(49n, 100), 0n);
    assert.equal(basisPointsHalfUp(150n, 100), 2n);
    assert.equal(basisPointsHalfUp(10_000n, 10_000), 10_000n);
  });
});

describe('typed amounts', () => {
  test('are read as South Africans write them', () => {
    assert.equal(readTypedAmount('150,50'), 15_050n);
    assert.equal(readTypedAmount('R 1 234,5'), 123_450n);
    assert.equal(readTypedAmount('1R5'), undefined);
    assert.equal(readTypedAmount('R1\u00a0234.50'), 123_450n);
    assert.equal(readTypedAmount(formatRand(123_450n)), 123_450n);
    assert.equal(readTypedAmount(' 20 '), 2_000n);
  });

  test('are never guessed', () => {
    for (const text of ['', 'R', '1,234.50', '1.234,50', '-5', '1e3', '5,123', 'ten']) {
      assert.equal(readTypedAmount(text), undefined, text);
    }
  });
});
