// Scheduled reports of a running service's merchant, whose balance the test charges.
import type { Context } from '../../src/core/context.ts';
import { findSiteByCode } from '../../src/core/merchants/actions.ts';
import { withVat } from '../../src/core/merchants/fees.ts';
import {
  addSchedule,
  listSchedules,
  type NewSchedule,
  removeSchedule,
  type Schedule,
} from '../../src/core/scheduled-reports/actions.ts';
import { createReportRetention, runReports } from '../../src/core/scheduled-reports/jobs.ts';
import { everything } from '../../src/core/viewer.ts';
import { manualClock } from '../../src/kernel/clock.ts';
import { writeReport } from '../../src/reports/scheduled/writing.ts';
import type { TestService } from './running.ts';
import { book, local } from './settling.ts';

/** `usual`: what differs from daily reports of fees as CSV files in the folder `books`. */
export async function openReports(service: TestService, usual: Partial<NewSchedule> = {}) {
  const { ctx, clock, config, db, merchant } = service;
  const site = (await findSiteByCode(db, merchant.siteCode))!;
  const folder = config.reportsDir;
  const charge = (of: Context, fee = 115n) =>
    book(of, site, 'payment_received', { gross: 10_000n, ...withVat(of, fee) });
  const runAll = async (given: Partial<Parameters<typeof runReports>[0]> = {}) => {
    const options = { ctx, write: writeReport, folder, ...given };
    // A report that cannot be written stays due.
    for (let rounds = 0; rounds < 20 && (await runReports(options)) > 0; rounds += 1);
  };
  return {
    site,
    folder,
    add: (given: Partial<NewSchedule> = {}): Promise<Schedule> =>
      addSchedule(ctx, {
        ...{ merchantId: site.merchantId, name: 'daily', kind: 'fees', every: 'day', format: 'csv' },
        ...{ to: 'file:books', folder, ...usual, ...given },
      }),
    charge: (at: string, fee?: bigint) => {
      clock.set(local(at));
      return charge(ctx, fee);
    },
    /** Books at a time before the clock's. */
    chargeLate: (at: string) => charge({ ...ctx, clock: manualClock(local(at).toISOString()) }),
    runAll,
    runAt: (at: string, given?: Parameters<typeof runAll>[0]) => {
      clock.set(local(at));
      return runAll(given);
    },
    /** Deletes content and reports that are old at a time. */
    forgetAt: async (at: Date) => {
      clock.set(at);
      const sweep = createReportRetention(ctx);
      while ((await sweep.run()) > 0);
    },
    removeAll: async () => {
      for (const { id } of await listSchedules(ctx, everything)) await removeSchedule(ctx, everything, id);
    },
  };
}
