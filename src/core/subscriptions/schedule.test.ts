import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCalendar } from '../../kernel/business-days.ts';
import { chargeDate, dueDate, hasFailedRow, retryAt } from './schedule.ts';
import type { Frequency } from './store.ts';

const calendar = createCalendar({ add: ['2026-11-24'], remove: [] });
const date = (text: string) => Temporal.PlainDate.from(text);
const local = (text: string) => new Date(`${text}+02:00`);

const dates = (first: string, frequency: Frequency, count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(dueDate(date(first), frequency, index + 1)));

describe('due dates', () => {
  test('keep their anchor: after a short month the 31st comes back', () => {
    assert.deepEqual(dates('2027-01-31', 'Monthly', 6), [
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
    ]);
    assert.deepEqual(dates('2027-08-30', 'Biannually', 4), [
      '2027-08-30',
      '2028-02-29',
      '2028-08-30',
      '2029-02-28',
    ]);
    assert.deepEqual(dates('2028-02-29', 'Annually', 5), [
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ]);
  });

  test('are as far apart as their frequency', () => {
    assert.deepEqual(dates('2026-12-30', 'Daily', 3), ['2026-12-30', '2026-12-31', '2027-01-01']);
    assert.deepEqual(dates('2026-12-30', 'Weekly', 3), ['2026-12-30', '2027-01-06', '2027-01-13']);
    assert.deepEqual(dates('2026-12-30', 'Fortnightly', 3), ['2026-12-30', '2027-01-13', '2027-01-27']);
  });
});

describe('the day of a charge', () => {
  const on = (day: string, frequency: Frequency = 'Monthly') =>
    (['none', 'before', 'after'] as const).map((rule) =>
      String(chargeDate(date(day), frequency, rule, calendar)),
    );

  test('is the due date if banks are open', () => {
    assert.deepEqual(on('2026-11-20'), ['2026-11-20', '2026-11-20', '2026-11-20']);
  });

  test('is moved by the rule of the site from weekends and holidays, over all of them', () => {
    assert.deepEqual(on('2026-11-22'), ['2026-11-22', '2026-11-20', '2026-11-23']);
    assert.deepEqual(on('2026-12-16'), ['2026-12-16', '2026-12-15', '2026-12-17']);
    // Christmas, a Friday; the Day of Goodwill and a Sunday after it.
    assert.deepEqual(on('2026-12-25'), ['2026-12-25', '2026-12-24', '2026-12-28']);
    // Good Friday to Family Day, into another month.
    assert.deepEqual(on('2029-03-31'), ['2029-03-31', '2029-03-29', '2029-04-03']);
  });

  test('knows the days that the operator has proclaimed', () => {
    assert.deepEqual(on('2026-11-24'), ['2026-11-24', '2026-11-23', '2026-11-25']);
  });

  test('is never moved for a daily one, of which there would be two on the next day', () => {
    assert.deepEqual(on('2026-12-25', 'Daily'), ['2026-12-25', '2026-12-25', '2026-12-25']);
  });
});

describe('a retry', () => {
  const after = (failed: string) => retryAt(local(failed), '06:00', calendar);

  test('is at the time of charges on the next business day, however late it failed', () => {
    assert.deepEqual(after('2026-11-19T06:00:01'), local('2026-11-20T06:00'));
    assert.deepEqual(after('2026-11-20T23:59:59.999'), local('2026-11-23T06:00'));
    assert.deepEqual(after('2026-11-23T06:00:00'), local('2026-11-25T06:00'));
    assert.deepEqual(after('2026-11-21T00:30:00'), local('2026-11-23T06:00'));
    assert.deepEqual(after('2026-12-24T07:00:00'), local('2026-12-28T06:00'));
  });
});

test('three failed occurrences in a row end a subscription, in whichever order they failed', () => {
  assert.equal(hasFailedRow([]), false);
  assert.equal(hasFailedRow([1, 2, 4, 5]), false);
  assert.equal(hasFailedRow([1, 3, 5, 7]), false);
  assert.equal(hasFailedRow([3, 1, 2]), true);
  assert.equal(hasFailedRow([9, 1, 10, 8]), true);
});
