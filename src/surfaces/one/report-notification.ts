// The notification of a report: what is ready, and the links to fetch it.
import type { ReportSnapshot } from '../../core/scheduled-reports/ready.ts';
import { systemClock } from '../../kernel/clock.ts';
import { jsonRenderer } from './notification.ts';
import { linksOf } from './reports.ts';

/** Returns the renderer of report.ready. `oneUrl`: the base address of the links. */
export const reportNotificationRenderer = (oneUrl: string) =>
  jsonRenderer(({ objectId, data }) => {
    const { name, kind, period, version, format, rows, sha256 } = data as ReportSnapshot;
    return {
      // The members of every event.
      ...{ id: objectId, status: 'Ready', reason: null },
      ...{ name, kind, period, version, format, rows, sha256, links: linksOf(oneUrl, objectId) },
    };
  })(systemClock());
