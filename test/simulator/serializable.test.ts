// The judge of concurrent requests finds each anomaly in a history that has it, and none in one that an order explains.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findAnomalies, type Operation } from './serializable.ts';

type Versions = Record<string, number>;

const read = (name: string, start: number, end: number, reads: Versions): Operation => ({
  ...{ name, start, end, reads },
});
const write = (name: string, start: number, end: number, writes: Versions): Operation => ({
  ...{ name, start, end, writes },
});

const anomalies: Record<string, Operation[]> = {
  'stale read': [
    write('payout', 0, 10, { float: 1 }),
    read('balance', 11, 12, { float: 0 }),
    read('balance later', 13, 14, { float: 1 }),
  ],
  'lost update': [
    write('payout', 0, 10, { float: 1 }),
    read('balance', 11, 12, { float: 0 }),
    read('balance at the end', 13, 14, { float: 0 }),
  ],
  'half of a transaction': [
    write('payout', 0, 10, { available: 1, pending: 1 }),
    read('balance', 1, 9, { available: 1, pending: 0 }),
  ],
  'non-monotonic read': [
    write('payout', 0, 10, { float: 1 }),
    read('balance', 1, 2, { float: 1 }),
    read('balance later', 3, 4, { float: 0 }),
  ],
  'read before the write': [read('balance', 0, 1, { float: 1 }), write('payout', 2, 3, { float: 1 })],
  'writes in another order': [write('second', 0, 1, { float: 2 }), write('first', 2, 3, { float: 1 })],
};

describe('concurrent requests', () => {
  for (const [name, history] of Object.entries(anomalies))
    test(`${name} is found, and named`, () => {
      const found = findAnomalies(history);
      assert.ok(found[0]?.startsWith(`${name} of `), found.join('\n'));
    });

  test('two decisions about the same balance are a lost update', () => {
    const both = [1, 2].map(
      (version): Operation => ({
        ...{ name: `refund ${version}`, start: 0, end: 10 },
        ...{ reads: { left: 0 }, writes: { left: version } },
      }),
    );
    assert.match(findAnomalies(both)[0]!, /^lost update of left: /);
  });

  test('two payments that each saw only one of two writes, in different orders, are no history', () => {
    const found = findAnomalies([
      write('one', 0, 10, { one: 1 }),
      write('other', 0, 10, { other: 1 }),
      read('a list', 1, 9, { one: 1, other: 0 }),
      read('another list', 1, 9, { one: 0, other: 1 }),
    ]);
    assert.equal(found.length > 0, true);
  });

  test('a version that no request wrote is found', () => {
    assert.deepEqual(findAnomalies([read('balance', 0, 1, { float: 7 })]), [
      'balance saw version 7 of float, which no request wrote',
    ]);
  });

  test('a history that an order explains has no anomaly', () => {
    const history = [
      write('payout', 0, 10, { float: 1, state: 1 }),
      read('balance during it', 1, 2, { float: 0 }),
      read('balance during it, later', 3, 9, { float: 1, state: 1 }),
      write('its end', 11, 20, { state: 2 }),
      read('balance after it', 21, 22, { float: 1, state: 2 }),
    ];
    assert.deepEqual(findAnomalies(history), []);
  });

  test('a request without a response can have happened at any later time, or never', () => {
    const lost = write('payout', 0, Number.POSITIVE_INFINITY, { float: 1 });
    const absent = read('balance', 50, 51, { float: 0 });
    assert.deepEqual(findAnomalies([lost, absent]), []);
    const late = [lost, absent, read('balance later', 60, 61, { float: 1 })];
    assert.deepEqual(findAnomalies(late), []);
    const undone = [...late, read('balance at the end', 70, 71, { float: 0 })];
    assert.match(findAnomalies(undone)[0]!, /^non-monotonic read of float: /);
  });
});
