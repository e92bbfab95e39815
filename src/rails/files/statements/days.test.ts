import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateReader, dayNear, dayWithin, isDateForm } from './days.ts';

test('dates are read by their form', () => {
  const known: [form: string, text: string, day: string | undefined][] = [
    ['yyyy-MM-dd', '2026-12-01', '2026-12-01'],
    ['yyyy-MM-dd', '2026-04-14 8:20', '2026-04-14'],
    ['yyyy-MM-dd HH:mm', '2026-04-14 18:20', '2026-04-14'],
    ['yyyy/MM/dd', '2026/09/12', '2026-09-12'],
    ['yyyyMMdd', '20170315', '2017-03-15'],
    ['dd/MM/yyyy', '31/03/2025', '2025-03-31'],
    ['ddMMMyyyy', '01Mar2025', '2025-03-01'],
    ['dd-MMM-yy', '01-MAR-25', '2025-03-01'],
    ['d MMMM yyyy', '9 December 2026', '2026-12-09'],
    ['yyyy-MM-dd', '2026-02-29', undefined],
    ['yyyy-MM-dd', '2028-02-29', '2028-02-29'],
    ['dd/MM/yyyy', '03/31/2025', undefined],
    ['yyyy-MM-dd', '2026-12-011', undefined],
    ['yyyyMMdd', '2017031', undefined],
    ['ddMMMyyyy', '01Foo2025', undefined],
  ];
  for (const [form, text, day] of known) assert.equal(dateReader([form])(text), day, `${form} ${text}`);
});

test('a form names day, month and year once', () => {
  for (const form of ['yyyy-MM-dd', 'd MMM yy', 'dd.MM.yyyy HH:mm']) assert.ok(isDateForm(form), form);
  for (const form of ['', 'yyyy-MM', 'yyyy-MM-dd-dd', 'date', 'yyyyMMMMMdd'])
    assert.ok(!isDateForm(form), form);
});

test('days without a year turn at New Year', () => {
  assert.equal(dayWithin('30 Dec', '2025-12-20'), '2025-12-30');
  assert.equal(dayWithin('02 Jan', '2025-12-20'), '2026-01-02');
  assert.equal(dayWithin('30 Foo', '2025-12-20'), undefined);
  assert.equal(dayNear(12, 31, '2027-01-02'), '2026-12-31');
  assert.equal(dayNear(1, 2, '2026-12-31'), '2027-01-02');
  assert.equal(dayNear(6, 30, '2026-06-28'), '2026-06-30');
  assert.equal(dayNear(2, 30, '2026-02-28'), undefined);
});
