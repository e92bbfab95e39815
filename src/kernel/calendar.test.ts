import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { dayRange, localTime, parseDay, startOfDay } from './calendar.ts';

const at = (text: string) => new Date(text);

describe('a South African day', () => {
  test('begins at 22:00 UTC of the day before', () => {
    assert.deepEqual(startOfDay(parseDay('2026-11-21')!), at('2026-11-20T22:00:00Z'));
    assert.deepEqual(startOfDay(parseDay('2024-02-29')!), at('2024-02-28T22:00:00Z'));
    assert.deepEqual(startOfDay(parseDay('2027-01-01')!), at('2026-12-31T22:00:00Z'));
  });

  test('has the payment of 23:30 UTC on its own date, one later than in UTC', () => {
    const payment = at('2026-12-31T23:30:00Z');
    const { from, to } = dayRange(parseDay('2027-01-01')!, parseDay('2027-01-01')!);
    assert.ok(from <= payment && payment < to);
    assert.match(localTime(payment), /^2027-01-01T01:30:00\.000\+02:00$/);
  });

  test('contains exactly the instants whose local date it is, over year ends and leap days', () => {
    const instants = fc.date({
      min: at('1995-01-01T00:00:00Z'),
      max: at('2099-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    const nearMidnight = fc
      .tuple(
        fc.integer({ min: 1995, max: 2099 }),
        fc.constantFrom('-01-01', '-03-01', '-12-31'),
        fc.integer({ min: -2, max: 2 }),
      )
      .map(([year, day, ms]) => new Date(at(`${year}${day}T00:00:00+02:00`).getTime() + ms));
    fc.assert(
      fc.property(fc.oneof(instants, nearMidnight), (instant) => {
        const today = parseDay(localTime(instant))!;
        const { from, to } = dayRange(today, today);
        assert.ok(from <= instant && instant < to);
        assert.equal(to.getTime() - from.getTime(), 86_400_000);
      }),
      { numRuns: 3_000 },
    );
  });

  test('range has both its days, and follows on from the range before without gap or overlap', () => {
    const { from, to } = dayRange(parseDay('2026-02-27')!, parseDay('2026-03-01')!);
    assert.equal((to.getTime() - from.getTime()) / 86_400_000, 3);
    assert.deepEqual(dayRange(parseDay('2026-03-02')!, parseDay('2026-03-02')!).from, to);
  });

  test('as old as a platform’s smallest date is still an instant PostgreSQL reads', () => {
    assert.equal(startOfDay(parseDay('0001-01-01T00:00:00')!).toISOString(), '0001-01-01T00:00:00.000Z');
    assert.equal(startOfDay(parseDay('0000-01-01')!).toISOString(), '0001-01-01T00:00:00.000Z');
    const { to } = dayRange(parseDay('9999-12-31')!, parseDay('9999-12-31')!);
    assert.equal(to.toISOString(), '9999-12-31T22:00:00.000Z');
  });
});

describe('a day as text', () => {
  test('can have a time, which is discarded', () => {
    for (const text of [
      '2026-11-21',
      '2026-11-21T23:59:59Z',
      '2026-11-21 00:00',
      '2026-11-21T10:00:00+14:00',
    ]) {
      assert.equal(parseDay(text)?.toString(), '2026-11-21');
    }
  });

  for (const text of [
    '',
    '2026-2-3',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '21-11-2026',
    '2026-11-21x',
    '2026-11-210',
    ' 2026-11-21',
    '20261121',
    '+002026-11-21',
    '2026-11-21\n',
    '2026-11-21 and more',
    '2026-11-21Tjunk',
    '2026-11-21T',
  ]) {
    test(`${JSON.stringify(text)} is refused`, () => assert.equal(parseDay(text), undefined));
  }
});
