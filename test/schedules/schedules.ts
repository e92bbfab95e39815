// Random schedules compared with the oracle: every due date, every charged day, every retry.

import { chargeDate, dueDate, retryAt } from '../../src/core/subscriptions/schedule.ts';
import { at, type BusinessCalendar, createCalendar } from '../../src/kernel/business-days.ts';
import { type Random, seeded } from '../storm/random.ts';
import { chargedOn, daysIn, dueOf, nextBusinessDay, numberOf, type Rule, sixOn, textOf } from './oracle.ts';

const frequencies = ['Daily', 'Weekly', 'Fortnightly', 'Monthly', 'Biannually', 'Annually'] as const;
const rules: Rule[] = ['none', 'before', 'after'];
const dayMs = 86_400_000;

/** `moved` by a holiday or weekend, `cut` by a short month; of the disagreements the first, as texts. */
const newReport = () => ({
  ...{ schedules: 0, occurrences: 0, moved: 0, cut: 0 },
  disagreements: [] as string[],
});
type Report = ReturnType<typeof newReport>;

/** Compares `number` random schedules; of equal seeds the reports are equal. */
export function compareSchedules(number: number, seed: number): Report {
  const random = seeded(seed, 'schedules');
  const calendar = createCalendar({ add: [], remove: [] });
  const report = newReport();
  for (; report.schedules < number; report.schedules += 1) compareOne(random, calendar, report);
  return report;
}

function compareOne(random: Random, calendar: BusinessCalendar, report: Report): void {
  const frequency = random.pick(frequencies);
  const rule = random.pick(rules);
  const [year, month] = [2024 + random.between(0, 76), random.between(0, 12)];
  // The ends of months, where dates drift, are drawn more often than others.
  const length = daysIn(year, month);
  const day = random.chance(0.4) ? length - random.between(0, 4) : 1 + random.between(0, length);
  const occurrences = random.chance(0.05) ? 520 : 1 + random.between(0, 48);
  const first = Temporal.PlainDate.from(textOf(numberOf(year, month, day)));

  for (let count = 1; count <= occurrences; count += 1) {
    const due = dueOf({ year, month, day }, frequency, count);
    const charged = chargedOn(due, frequency, rule);
    const ourDue = dueDate(first, frequency, count);
    const ourDay = chargeDate(ourDue, frequency, rule, calendar);
    const failedAt = sixOn(charged) + random.between(0, dayMs - 6 * 3_600_000);
    const expected = [textOf(due), textOf(charged), sixOn(charged), sixOn(nextBusinessDay(charged))];
    const ours = [
      ourDue.toString(),
      ourDay.toString(),
      at(ourDay, '06:00').getTime(),
      retryAt(new Date(failedAt), '06:00', calendar).getTime(),
    ];
    report.occurrences += 1;
    if (charged !== due) report.moved += 1;
    if (Number(textOf(due).slice(8)) !== day && !['Daily', 'Weekly', 'Fortnightly'].includes(frequency))
      report.cut += 1;
    if (expected.join() !== ours.join() && report.disagreements.length < 20) {
      report.disagreements.push(
        `${frequency} from ${first}, ${rule}, number ${count}: ${ours.join(' ')}, by the oracle ${expected.join(' ')}`,
      );
    }
  }
}
