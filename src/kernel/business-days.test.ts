import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { loadConfig } from '../app/config.ts';
import { policyOf } from '../app/policy.ts';
import { at, type BusinessCalendar, createCalendar, dayOf, timeOf } from './business-days.ts';

const calendar = createCalendar({ add: [], remove: [] });
const date = (text: string) => Temporal.PlainDate.from(text);
const local = (text: string) => new Date(`${text}+02:00`);

/** The Sunday of Easter by the algorithm of Meeus, Jones and Butcher. */
function easter(year: number): Temporal.PlainDate {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(n / 31), day: (n % 31) + 1 });
}

const fixed = '01-01 03-21 04-27 05-01 06-16 08-09 09-24 12-16 12-25 12-26'.split(' ');

/** The Public Holidays Act, 36 of 1994: ten fixed days, two of Easter, and the Monday after one that is a Sunday. */
function holidaysByLaw(year: number): Set<string> {
  const days = fixed.map((text) => date(`${year}-${text}`));
  const mondays = days.filter(({ dayOfWeek }) => dayOfWeek === 7).map((day) => day.add({ days: 1 }));
  const sunday = easter(year);
  const all = [...days, ...mondays, sunday.subtract({ days: 2 }), sunday.add({ days: 1 })];
  return new Set(all.map(String));
}

function* daysOf(year: number): Generator<Temporal.PlainDate> {
  for (let day = date(`${year}-01-01`); day.year === year; day = day.add({ days: 1 })) yield day;
}

describe('a public holiday', () => {
  test('follow the law, on each day of 1995 to 2100, except for proclaimed days', () => {
    const others: string[] = [];
    for (let year = 1995; year <= 2100; year += 1) {
      const expected = holidaysByLaw(year);
      for (const day of daysOf(year)) {
        if (calendar.isHoliday(day) !== expected.has(String(day))) others.push(String(day));
      }
    }
    assert.deepEqual(others, ['2023-12-15', '2024-05-29']);
  });

  test('is Good Friday and Family Day, wherever Easter is', () => {
    for (const sunday of ['2008-03-23', '2024-03-31', '2026-04-05', '2027-03-28', '2038-04-25']) {
      assert.equal(String(easter(Number(sunday.slice(0, 4)))), sunday);
      assert.ok(calendar.isHoliday(date(sunday).subtract({ days: 2 })));
      assert.ok(calendar.isHoliday(date(sunday).add({ days: 1 })));
      assert.ok(!calendar.isHoliday(date(sunday)), 'Easter Sunday is a Sunday like any');
    }
  });

  test('on a Sunday makes the Monday one too, and on a Saturday does not', () => {
    // Human Rights Day of 2027 and Freedom Day of 2031 are Sundays; Women’s Day of 2025 and Christmas of 2027 are Saturdays.
    for (const monday of ['2027-03-22', '2031-04-28']) assert.ok(calendar.isHoliday(date(monday)), monday);
    for (const day of ['2025-08-08', '2025-08-11', '2027-12-24'])
      assert.ok(!calendar.isHoliday(date(day)), day);
    // The day after that Christmas is a Sunday and also a holiday.
    assert.ok(calendar.isHoliday(date('2027-12-27')));
  });
});

describe('a business day', () => {
  const someDay = fc.integer({ min: 0, max: 36_524 }).map((days) => date('2000-01-01').add({ days }));

  test('is a weekday that is no holiday', () => {
    fc.assert(
      fc.property(someDay, (day) => {
        const isOne = day.dayOfWeek <= 5 && !calendar.isHoliday(day);
        assert.equal(calendar.isBusinessDay(day), isOne);
      }),
    );
  });

  test('has the next and the previous one around it, with none between, and each leads back', () => {
    fc.assert(
      fc.property(someDay, (day) => {
        for (const [found, step] of [
          [calendar.nextBusinessDay(day), 1],
          [calendar.previousBusinessDay(day), -1],
        ] as const) {
          assert.ok(calendar.isBusinessDay(found));
          let between = day.add({ days: step });
          for (; !between.equals(found); between = between.add({ days: step })) {
            assert.ok(!calendar.isBusinessDay(between), `${between} lies between ${day} and ${found}`);
          }
        }
        if (!calendar.isBusinessDay(day)) return;
        assert.ok(calendar.previousBusinessDay(calendar.nextBusinessDay(day)).equals(day));
        assert.ok(calendar.nextBusinessDay(calendar.previousBusinessDay(day)).equals(day));
      }),
    );
  });

  test('comes after the turn of the year, and after the long weekends there are', () => {
    for (const [day, next] of [
      ['2026-12-31', '2027-01-04'],
      ['2027-12-31', '2028-01-03'],
      ['2022-12-30', '2023-01-03'],
      ['2026-04-02', '2026-04-07'],
      ['2027-12-24', '2027-12-28'],
      ['2028-04-13', '2028-04-18'],
    ] as const) {
      assert.equal(String(calendar.nextBusinessDay(date(day))), next);
      assert.equal(String(calendar.previousBusinessDay(date(next))), day);
    }
  });
});

describe('the next time on a business day', () => {
  const times = ['10:00', '14:00', '16:00'];
  const next = (now: string, given: readonly string[] = times, of: BusinessCalendar = calendar) =>
    of.nextTimeOnBusinessDay(local(now), given);

  test('is the first of the times that is still to come, and never the present moment', () => {
    for (const [now, expected] of [
      ['2026-11-20T00:00', '2026-11-20T10:00'],
      ['2026-11-20T09:59:59.999', '2026-11-20T10:00'],
      ['2026-11-20T10:00', '2026-11-20T14:00'],
      ['2026-11-20T14:00:00.001', '2026-11-20T16:00'],
      ['2026-11-20T16:00', '2026-11-23T10:00'],
      ['2026-11-22T23:59:59.999', '2026-11-23T10:00'],
      ['2026-12-15T23:59', '2026-12-17T10:00'],
      ['2026-12-31T16:00', '2027-01-04T10:00'],
      ['2027-03-25T16:00', '2027-03-30T10:00'],
    ] as const) {
      assert.deepEqual(next(now), local(expected), now);
    }
  });

  test('does not mind the order in which the times are named', () => {
    assert.deepEqual(next('2026-11-20T12:00', ['16:00', '10:00', '14:00']), local('2026-11-20T14:00'));
    assert.deepEqual(next('2026-11-20T12:00', ['09:30']), local('2026-11-23T09:30'));
    assert.deepEqual(next('2026-11-20T12:00', ['00:00', '23:59:59.999']), local('2026-11-20T23:59:59.999'));
  });

  test('is later than now, at one of the times, on a business day, with none of them between', () => {
    const instants = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2060, 0, 1) });
    fc.assert(
      fc.property(instants, (ms) => {
        const now = new Date(ms);
        const found = calendar.nextTimeOnBusinessDay(now, times);
        assert.ok(found > now);
        assert.ok(calendar.isBusinessDay(dayOf(found)));
        assert.ok(times.includes(String(timeOf(found)).slice(0, 5)));
        for (
          let day = dayOf(now);
          Temporal.PlainDate.compare(day, dayOf(found)) <= 0;
          day = day.add({ days: 1 })
        ) {
          if (!calendar.isBusinessDay(day)) continue;
          for (const time of times) assert.ok(at(day, time) <= now || at(day, time) >= found);
        }
        assert.deepEqual(calendar.nextTimeOnBusinessDay(new Date(found.getTime() - 1), times), found);
      }),
    );
  });
});

describe('South African time', () => {
  test('is two hours ahead of UTC on every day of the year', () => {
    for (const day of daysOf(2027)) {
      assert.deepEqual(at(day, '00:00'), new Date(`${day}T00:00:00+02:00`));
      assert.equal(String(dayOf(at(day, '00:00'))), String(day));
      assert.equal(String(dayOf(at(day, '23:59:59.999'))), String(day));
    }
    assert.equal(String(dayOf(new Date('2026-11-20T22:00:00Z'))), '2026-11-21');
    assert.equal(String(timeOf(new Date('2026-11-20T21:59:59.999Z'))), '23:59:59.999');
  });
});

describe('the operator’s own days', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tefo-holidays-'));
  after(() => rmSync(directory, { recursive: true }));
  const TEFO_MASTER_KEYS = `k1:${Buffer.from('a key for tests, thirty-two bytes').subarray(0, 32).toString('base64')}`;
  const calendarWith = async (content: string): Promise<BusinessCalendar> => {
    const TEFO_HOLIDAYS_FILE = join(directory, 'holidays.json');
    writeFileSync(TEFO_HOLIDAYS_FILE, content);
    return (await policyOf(loadConfig({ TEFO_MASTER_KEYS, TEFO_HOLIDAYS_FILE }))).calendar;
  };

  test('are holidays, or are not, whatever the table says', async () => {
    const own = await calendarWith('{"add": ["2026-11-04", "2022-12-27"], "remove": ["2026-12-16"]}');
    assert.ok(!calendar.isHoliday(date('2026-11-04')) && own.isHoliday(date('2026-11-04')));
    assert.equal(String(own.nextBusinessDay(date('2026-11-03'))), '2026-11-05');
    assert.equal(String(own.nextBusinessDay(date('2022-12-23'))), '2022-12-28');
    assert.ok(own.isBusinessDay(date('2026-12-16')));
    assert.ok(own.isHoliday(date('2026-12-25')), 'the table stands where the file says nothing');
    assert.deepEqual(
      own.nextTimeOnBusinessDay(local('2026-11-03T16:30'), ['10:00']),
      local('2026-11-05T10:00'),
    );
  });

  test('have at least one time of a batch: without any, no refund would ever leave', async () => {
    for (const TEFO_REFUND_BATCH_TIMES of [',', ' ']) {
      const config = loadConfig({ TEFO_MASTER_KEYS, TEFO_REFUND_BATCH_TIMES });
      await assert.rejects(policyOf(config), /TEFO_REFUND_BATCH_TIMES must name one time/);
    }
  });

  test('that cannot be read stop the start, and the setting is named', async () => {
    for (const [content, problem] of [
      ['', /TEFO_HOLIDAYS_FILE cannot be read/],
      ['{"add": ["24 December"], "remove": []}', /TEFO_HOLIDAYS_FILE: \/add\/0 must be a date/],
      ['{"add": []}', /TEFO_HOLIDAYS_FILE: \/remove is required/],
      ['{"add": [], "remove": [], "holidays": []}', /TEFO_HOLIDAYS_FILE: \/holidays is not a known field/],
    ] as const) {
      await assert.rejects(calendarWith(content), problem);
    }
  });
});
