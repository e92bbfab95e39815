import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createFreshness } from './replica-freshness.ts';

describe('how old a standby’s data is', () => {
  test('is how long ago the primary had written no more than it has replayed', () => {
    const freshness = createFreshness();
    for (const [at, written, replayed] of [
      [0, 100n, 100n],
      [1_000, 200n, 150n],
      [2_000, 300n, 199n],
      [3_000, 400n, 200n],
    ] as const)
      freshness.note({ at, written, replayed });
    // Its state of 1000 is its present one: 200.
    assert.equal(freshness.ageSeconds(3_500), 2.5);
  });

  test('is zero while nothing is written, and unknown if it never had any', () => {
    const freshness = createFreshness();
    assert.equal(freshness.ageSeconds(0), Number.POSITIVE_INFINITY);
    for (let at = 0; at < 200_000; at += 1_000) freshness.note({ at, written: 7n, replayed: 7n });
    assert.equal(freshness.ageSeconds(200_000), 1);
    freshness.note({ at: 201_000, written: 8n, replayed: 0n });
    assert.equal(freshness.ageSeconds(201_000), Number.POSITIVE_INFINITY);
  });

  test('grows while it replays nothing, as when it has lost its primary', () => {
    const freshness = createFreshness();
    for (let at = 0n; at < 100n; at += 1n)
      freshness.note({ at: Number(at) * 1_000, written: 5n + at, replayed: at < 50n ? 5n + at : 54n });
    assert.equal(freshness.ageSeconds(99_000), 50);
  });

  test('is never less than it is, however it lags', () => {
    const lags = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(lags, (all) => {
        const freshness = createFreshness();
        let applied = 0;
        all.forEach((lag, second) => {
          applied = Math.max(applied, second - lag);
          freshness.note({ at: second * 1_000, written: BigInt(second), replayed: BigInt(applied) });
        });
        assert.equal(freshness.ageSeconds((all.length - 1) * 1_000), all.length - 1 - applied);
        assert.equal(freshness.isAhead(), false);
      }),
    );
  });

  test('is ignored if it has data that its primary has not written', () => {
    const freshness = createFreshness();
    freshness.note({ at: 0, written: 10n, replayed: 11n });
    assert.equal(freshness.isAhead(), true);
  });
});
