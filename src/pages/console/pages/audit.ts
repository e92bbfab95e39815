// The audit log: each action with its user, its object, and the values before and after.
import { audit } from '../../../reports/lists/audit.ts';
import { listRoutes } from '../list-page.ts';
import type { PageRoute, Visit } from '../visit.ts';

/** Actions are dated by the system clock, and so are the days of the filter. */
const inPeoplesTime = (visit: Visit): Visit => ({
  ...visit,
  ctx: { ...visit.ctx, clock: visit.ctx.realClock },
});

export const auditPages: PageRoute[] = listRoutes({
  page: 'audit',
  list: audit,
  title: 'Audit log',
  first: {
    words: 'No activity recorded. Each change that a user makes here appears in this log.',
  },
}).map((route) => ({ ...route, show: (visit) => route.show(inPeoplesTime(visit)) }));
