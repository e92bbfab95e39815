// Writes scheduled reports: the rows of a period with a digest of them, in constant memory.
import { createHash, type Hash } from 'node:crypto';
import type { Content, ReportKind, ReportOf, WriteReport } from '../../core/scheduled-reports/actions.ts';
import { only } from '../../core/viewer.ts';
import { localTime } from '../../kernel/calendar.ts';
import type { Sql } from '../../kernel/db/db.ts';
import { lists } from '../lists/all.ts';
import { exportCsv } from '../lists/csv.ts';
import type { Filters, List, Row } from '../lists/list.ts';
import { exportXlsx } from '../lists/workbook.ts';
import { fees } from './fees.ts';
import { openItems } from './open-items.ts';

const listOf: Record<ReportKind, List> = {
  transactions: lists.payments,
  settlements: lists.settlements,
  fees,
  refunds: lists.refunds,
  payouts: lists.payouts,
  'open-items': openItems,
};

/** Writes a report. Its figures are complete when all its bytes were read. */
export const writeReport: WriteReport = (db: Sql, report: ReportOf): Content => {
  const figures = { rowCount: 0, hash: createHash('sha256') };
  const list = counted(withoutCustomers(listOf[report.kind]), figures);
  const filters = filtersOf(report, list);
  const viewer = only(report.merchantId);
  const read = <T>(work: (from: Sql) => Promise<T>) => work(db);
  const bytes =
    report.format === 'csv'
      ? withNote(exportCsv(read, list, viewer, filters), report)
      : exportXlsx(read, list, viewer, filters);
  let digest: string | undefined;
  return {
    bytes,
    figures: () => {
      digest ??= figures.hash.digest('hex');
      return { rowCount: figures.rowCount, digest };
    },
  };
};

/** Leaves out the columns that only some users see: every recipient of a file can read it. */
const withoutCustomers = (list: List): List => ({
  ...list,
  columns: list.columns.filter(({ key }) => list.needs?.[key] === undefined),
});

/** Passes each row to the figures as well. */
function counted(list: List, figures: { rowCount: number; hash: Hash }): List {
  return {
    ...list,
    rows: (reader, viewer, filters, gather) =>
      list.rows(reader, viewer, filters, () => {
        const own = gather();
        return {
          add: (row) => {
            figures.rowCount += 1;
            figures.hash.update(textOf(list, row));
            own.add(row);
          },
          end: () => own.end(),
        };
      }),
  };
}

const textOf = ({ columns }: List, row: Row): string =>
  `${JSON.stringify(columns.map(({ value }) => String(plain(value(row)))))}\n`;

const plain = (value: ReturnType<List['columns'][number]['value']>) =>
  value instanceof Date ? value.getTime() : value;

function filtersOf({ merchantId, from, to, cutOffAt, version }: ReportOf, list: List): Filters {
  const isDated = list.filters.includes('from');
  return {
    merchantId,
    ...(isDated && { from }),
    to,
    // The summary of a workbook lists them.
    words: {
      ...(isDated && { from: localTime(from) }),
      to: localTime(to),
      ...({ cutOff: localTime(cutOffAt), version: String(version) } as object),
    },
  };
}

async function* withNote(bytes: AsyncIterable<Buffer>, { cutOffAt, version }: ReportOf) {
  yield* bytes;
  yield Buffer.from(`# rows up to ${localTime(cutOffAt)}, version ${version}\n`);
}
