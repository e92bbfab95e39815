// A month in the sandbox, with the clock moved by script: two shops of a merchant, sales of every outcome, refunds,
// top-ups, payouts, holidays, days without balance, a bank outage of an afternoon. VAT begins and its rate changes, invoices, credit notes and reports are issued. Each night the merchant's arithmetic
// is compared with the service's figures, and at the end all records are compared.
import { readReached } from '../simulator/coverage.ts';
import { sumOf } from '../support/figures.ts';
import { countHappened, judge } from './audit.ts';
import { dayAfter } from './books.ts';
import { playDay, wind } from './days.ts';
import { isInvoiceDay, judgePapers } from './papers.ts';
import { type MonthOptions, openMonth } from './stage.ts';

/** Runs a month and returns its result. */
export async function runMonth(options: MonthOptions) {
  const began = performance.now();
  const month = await openMonth(options);
  const { books, club, inbox, service, violations } = month;
  try {
    for (let day = options.from; day <= options.to; day = dayAfter(day)) await playDay(month, day);
    const end = await wind(month);
    await judge(month, end);
    const papers = await judgePapers(month, monthsOver(options.from, end));
    const settled = month.shops.flatMap(({ site }) => books.settlements(site, end));
    return {
      days: (Date.parse(options.to) - Date.parse(options.from)) / 86_400_000 + 1,
      settlements: settled.length,
      /** In cents. */
      settled: sumOf(settled, ({ total }) => total),
      notifications: { received: inbox.received(), refused: inbox.refused() },
      papers,
      kills: month.kills.count(),
      happened: { ...books.summary(), ...club.summary(), ...(await countHappened(month, end)) },
      reached: await readReached(service.db),
      seconds: Math.round((performance.now() - began) / 1_000),
      violations: [...violations, ...inbox.violations(), ...club.violations],
    };
  } finally {
    await Promise.all(month.shops.map((shop) => shop.close()));
    await service.end();
    await inbox.close();
    await month.mail.close();
    await month.sftp.close();
  }
}

/** The first days of the months from the first day of trade that are invoiced by a day. */
function monthsOver(from: string, end: string): string[] {
  const months: string[] = [];
  for (let day = from; day <= end; day = dayAfter(day))
    if (isInvoiceDay(day)) {
      const before = Temporal.PlainDate.from(`${day.slice(0, 7)}-01`)
        .subtract({ months: 1 })
        .toString();
      if (before >= `${from.slice(0, 7)}-01`) months.push(before);
    }
  return months;
}
