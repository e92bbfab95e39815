import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCalendar } from '../kernel/business-days.ts';
import { dayCovering, lastClosed, startOfNext } from './settlement-days.ts';

const calendar = createCalendar({ add: [], remove: [] });
const midnight = { calendar, settlementCutOff: '23:59:59.999' };
const afternoon = { calendar, settlementCutOff: '17:00' };

/** South African wall-clock time. */
const local = (text: string): Date => new Date(`${text}+02:00`);
const covering = (policy: typeof midnight, text: string): string =>
  dayCovering(policy, local(text)).day.toString();
const closed = (policy: typeof midnight, text: string): string =>
  lastClosed(policy, local(text)).day.toString();

describe('the day an entry belongs to', () => {
  for (const [policy, instant, day] of [
    [midnight, '2028-04-11T00:00:00.000', '2028-04-11'],
    [midnight, '2028-04-11T23:59:59.999', '2028-04-11'],
    [midnight, '2028-04-12T00:00:00.000', '2028-04-12'],
    [afternoon, '2028-04-11T17:00:00.000', '2028-04-11'],
    [afternoon, '2028-04-11T17:00:00.001', '2028-04-12'],
  ] as const)
    test(`the cut-off of ${policy.settlementCutOff} is its day's own: ${instant} is of ${day}`, () => {
      assert.equal(covering(policy, instant), day);
    });

  for (const [instant, day, why] of [
    ['2028-04-08T12:00', '2028-04-10', 'a Saturday is the Monday’s'],
    ['2028-04-14T12:00', '2028-04-18', 'Good Friday, the weekend and Family Day are the Tuesday’s'],
    ['2028-04-17T23:59:59.999', '2028-04-18', 'the last instant of a holiday is the next business day’s'],
    ['2028-04-27T00:00', '2028-04-28', 'Freedom Day is the Friday’s'],
    ['2027-12-31T23:59:59.999', '2027-12-31', 'the last instant of a year is still the old year’s'],
    ['2028-01-01T00:00', '2028-01-03', 'New Year is the first business day’s'],
    ['2028-02-29T23:30', '2028-02-29', 'a leap day is a day, by South African time'],
  ] as const)
    test(why, () => assert.equal(covering(midnight, instant), day));

  test('an evening is of the next business day once the cut-off is past', () => {
    assert.equal(covering(afternoon, '2028-04-13T18:00'), '2028-04-18');
  });
});

describe('the last closed day', () => {
  for (const [policy, instant, day] of [
    [midnight, '2028-04-11T23:59:59.998', '2028-04-10'],
    [midnight, '2028-04-11T23:59:59.999', '2028-04-11'],
    [midnight, '2028-04-18T12:00', '2028-04-13'],
    [midnight, '2028-04-09T12:00', '2028-04-07'],
    [afternoon, '2028-04-11T16:59', '2028-04-10'],
    [afternoon, '2028-04-11T17:00', '2028-04-11'],
    [afternoon, '2028-04-17T18:00', '2028-04-13'],
  ] as const)
    test(`is ${day} at ${instant} with a cut-off of ${policy.settlementCutOff}`, () => {
      assert.equal(closed(policy, instant), day);
    });
});

test("a day's takings are paid from the beginning of the next business day on", () => {
  const next = startOfNext(midnight, Temporal.PlainDate.from('2028-04-13'));
  assert.deepEqual(next, local('2028-04-18T00:00'));
});

test('an operator’s own holiday moves a day’s money like any other', () => {
  const policy = { ...midnight, calendar: createCalendar({ add: ['2028-04-12'], remove: ['2028-04-14'] }) };
  assert.equal(covering(policy, '2028-04-12T09:00'), '2028-04-13');
  assert.equal(covering(policy, '2028-04-14T09:00'), '2028-04-14');
});
