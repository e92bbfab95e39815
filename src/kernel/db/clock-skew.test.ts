import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSkew } from './clock-skew.ts';

describe('the distance of two clocks', () => {
  test('is the rest after the time there and back', () => {
    const skew = createSkew();
    assert.equal(skew.ms(), 0);
    skew.note(10_000, 10_000 - 3_600_000, 20);
    assert.equal(skew.ms(), 3_600_000);
    const behind = createSkew();
    behind.note(10_000, 15_000, 100);
    assert.equal(behind.ms(), -4_900);
  });

  test('is zero while the query took longer, because the sample can be from any time of it', () => {
    const skew = createSkew();
    skew.note(0, 4_000, 5_000);
    assert.equal(skew.ms(), 0);
  });

  test('follows the fastest sample, and a clock that is corrected within eight of them', () => {
    const skew = createSkew();
    skew.note(0, 2_010, 20);
    skew.note(1_000, 1_000, 4_000);
    assert.equal(skew.ms(), -1_990);
    for (let at = 10_000; at < 18_000; at += 1_000) skew.note(at, at + 15, 30);
    assert.equal(skew.ms(), 0);
  });
});
