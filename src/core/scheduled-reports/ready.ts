// The event of a written report: once for each version, in the transaction that notes its content.
import type { Work } from '../context.ts';
import { listSites } from '../merchants/actions.ts';
import { publish } from '../notifications/actions.ts';
import { formatPeriod } from './periods.ts';
import type { ReportFormat, ReportKind, ReportWork, Written } from './store.ts';

/** The event data of a report. */
export type ReportSnapshot = {
  name: string;
  kind: ReportKind;
  /** As people write it: "2026-12". */
  period: string;
  version: number;
  format: ReportFormat;
  rows: number;
  sha256: string;
};

/** Publishes report.ready. The caller has locked the report. */
export async function publishReady(
  work: Work,
  { report, schedule }: ReportWork,
  { rowCount, sha256 }: Written,
): Promise<void> {
  // Notifications are signed with the secret of a site. A report is of the merchant, whose first site it is.
  const [site] = await listSites(work.tx, schedule.merchantId);
  if (!site) return;
  const period = formatPeriod(schedule.every, Temporal.PlainDate.from(report.period));
  const data: ReportSnapshot = {
    ...{ name: schedule.name, kind: schedule.kind, period, version: report.version },
    ...{ format: schedule.format, rows: rowCount, sha256 },
  };
  publish(work, {
    type: 'report.ready',
    object: 'report',
    objectId: report.id,
    merchantId: schedule.merchantId,
    siteId: site.id,
    data,
    correlationId: work.correlationId,
    receivers: schedule.notifyUrl === null ? [] : [{ url: schedule.notifyUrl, format: 'report' }],
  });
}
