// The audit log: who did what, to what, and how it was before and after.
import { systemClock } from '../../../kernel/clock.ts';
import { audit } from '../../../reports/lists/audit.ts';
import { listRoutes } from '../list-page.ts';
import type { PageRoute, Visit } from '../visit.ts';

/** What people do is dated by the machine's time, and so are the days that are asked for. */
const inPeoplesTime = (visit: Visit): Visit => ({ ...visit, ctx: { ...visit.ctx, clock: systemClock() } });

export const auditPages: PageRoute[] = listRoutes({
  room: 'audit',
  list: audit,
  title: 'Audit log',
  first: {
    words: 'What people change here stands in this log, with how it was before.',
    command: 'npx tefo audit verify',
  },
}).map((route) => ({ ...route, show: (visit) => route.show(inPeoplesTime(visit)) }));
