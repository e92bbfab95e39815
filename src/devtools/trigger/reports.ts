// The recipe for scheduled reports: a report of the last day's payments, which the service writes at once.

import {
  addSchedule,
  listSchedules,
  readPeriod,
  removeSchedule,
  requestReport,
  versionsOf,
} from '../../core/scheduled-reports/actions.ts';
import { inWork } from '../../core/unit-of-work.ts';
import { only } from '../../core/viewer.ts';
import { firstOf } from '../../kernel/required.ts';
import type { Recipe, Recipes } from './recipe.ts';

/** The scheduled report that is replaced at each use. */
const name = 'trigger';

const reportReady: Recipe = {
  outcomes: ['ready'],
  run: async ({ ctx, site }, { notifyUrl }) => {
    const viewer = only(site.merchantId);
    return inWork({ ...ctx, actor: 'sandbox' }, async (work) => {
      const earlier = (await listSchedules(work, viewer)).find((one) => one.name === name);
      if (earlier) await removeSchedule(work, viewer, earlier.id);
      const { id } = await addSchedule(work, {
        ...{ merchantId: site.merchantId, name, kind: 'transactions', every: 'day', format: 'csv' },
        ...{ to: 'fetch:', notifyUrl },
      });
      const period = readPeriod(work, 'day');
      const schedule = await requestReport(work, viewer, id, period);
      const report = firstOf(await versionsOf(work, schedule, period));
      return { objectId: report.id, ids: { name, reportId: report.id } };
    });
  },
};

export const reportRecipes = { 'report.ready': reportReady } satisfies Recipes;
