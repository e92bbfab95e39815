import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSubscriptions } from '../../../test/support/setup/subscriptions.ts';
import { changeSite, type HolidayRule } from '../merchants/actions.ts';

// A Friday in November; Christmas is a Friday too, the Day of Reconciliation a Wednesday.
const gym = await openSubscriptions();
const { ctx, site } = gym;

async function underRule(rule: HolidayRule, firstPaymentDate: string, more = {}) {
  await changeSite(ctx, site.code, { holidayRule: rule });
  return gym.active({ firstPaymentDate, occurrences: 2, ...more });
}

async function paidOn(subscription: { id: string }): Promise<string[]> {
  const rows = await gym.db<{ day: string }[]>`
    select (decided_at at time zone 'Africa/Johannesburg')::date::text as day from bank.orders
    where mandate_id = ${subscription.id} and state = 'paid' order by decided_at`;
  return rows.map(({ day }) => day);
}

describe('a due date on a day when banks rest', () => {
  test('is charged by the rule of its site, and the next one still counts from the due date', async () => {
    const made = {
      none: await underRule('none', '2026-12-16'),
      before: await underRule('before', '2026-12-16'),
      after: await underRule('after', '2026-12-16'),
      // Two weeks later is another Wednesday; the site's rule leaves it there.
      christmas: await underRule('before', '2026-12-25', { frequency: 'Weekly' }),
      daily: await underRule('after', '2026-12-25', { frequency: 'Daily', occurrences: 4 }),
    };
    const rules: [keyof typeof made, string[]][] = [
      ['none', ['2026-12-16', '2027-01-16']],
      ['before', ['2026-12-15', '2027-01-15']],
      ['after', ['2026-12-17', '2027-01-18']],
      ['christmas', ['2026-12-24', '2026-12-31']],
      ['daily', ['2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28']],
    ];
    // The next charge follows the current rule.
    const changes: Record<string, HolidayRule> = {
      '2026-12-15': 'before',
      '2026-12-16': 'none',
      '2026-12-17': 'after',
      '2026-12-24': 'before',
    };
    for (let day = Temporal.PlainDate.from('2026-12-14'); day.month !== 2; day = day.add({ days: 1 })) {
      const text = day.toString();
      const holidayRule = changes[text];
      if (holidayRule) await changeSite(ctx, site.code, { holidayRule });
      await gym.on(`${text}T06:00`);
    }
    for (const [name, days] of rules) assert.deepEqual(await paidOn(made[name]), days, name);
    await gym.sound();
  });

  test('moved before the day on which the customer approved is charged at once', async () => {
    await gym.on('2027-03-19T12:00');
    const made = await underRule('before', '2027-03-21', { occurrences: 1 });
    await gym.jobs.drain();
    assert.deepEqual(await paidOn(made), ['2027-03-19']);
  });
});
