// The list of the audit log. Its order is that of positions, which have no gap, and not that of times.
import { type AuditFilter, type AuditRow, countAudit, listAudit } from '../../core/users/audit.ts';
import { operatorWords } from '../../core/users/names.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Db, Sql } from '../../kernel/db/db.ts';
import type { Reader } from '../../kernel/db/replica.ts';
import type { Page } from '../../kernel/http/paging.ts';
import { auditText, recordedActions } from './audit-texts.ts';
import * as columns from './columns.ts';
import {
  type Filters,
  type Gathering,
  type List,
  mostCounted,
  type PageAsked,
  type Row,
  type Spot,
  type Value,
} from './list.ts';
import { inPatience } from './read.ts';

const filterNames = ['merchant', 'who', 'action', 'subject', 'from', 'to', 'after'] as const;

export const audit: List = {
  name: 'audit',
  caption: 'Audit log',
  nouns: ['entry', 'entries'],
  action: 'audit.see',
  of: null,
  filters: filterNames,
  words: { action: recordedActions },
  columns: [
    columns.number('position', 'No.'),
    columns.time('at', 'When', 'createdAt'),
    columns.text('who', 'Who', 'by'),
    columns.hidden(columns.text('action', 'Action')),
    columns.link('subject', 'Object'),
    columns.merchant,
    { ...columns.text('changes', 'Changes'), value: changesIn },
    columns.text('why', 'Reason'),
    columns.text('network', 'IP address'),
    columns.hidden(columns.text('before', 'Before')),
    columns.hidden(columns.text('after', 'After')),
    columns.correlation,
    columns.hidden(columns.text('user', 'User', 'who')),
    ...columns.instant('at', 'When', 'createdAt').slice(1),
    { ...columns.text('activity', 'Activity'), value: activityOf },
  ],
  pageOrder: ['position', 'at', 'who', 'activity', 'subject', 'merchant', 'changes', 'why', 'network'],
  sum: null,
  leadsTo: ({ subject }) => thingOf(String(subject)),
  page: async (db, viewer, filters, request): Promise<Page<Row>> => {
    const { rows, hasMore } = await inPatience(db, filterNames, filters, (tx) =>
      readAudit(tx, viewer, filters, filters.place?.id, request.limit),
    );
    return { rows, hasMore, request };
  },
  spots: (db, pages) => Promise.all(pages.map((asked) => spotsOf(db, asked))),
  count: countRows,
  totals: async (db, viewer, filters) => {
    const count = await countRows(db, viewer, filters);
    return { count: Math.min(count, mostCounted), cents: null, isMore: count > mostCounted };
  },
  rows: allRows,
};

/** Counts one row more than is counted exactly. */
function countRows(db: Sql, viewer: Viewer, filters: Filters): Promise<number> {
  return inPatience(db, filterNames, filters, (tx) =>
    countAudit(tx, viewer, wanted(filters), mostCounted + 1),
  );
}

/** Of the rows that are newer than one, the newest are read. */
async function spotsOf(db: Sql, { viewer, filters, request }: PageAsked): Promise<Spot[]> {
  const { rows } = await listAudit(db, viewer, { ...wanted(filters), limit: request.limit + 1 });
  const since = request.place ? positionIn(request.place.id) : undefined;
  const newer = since === undefined ? rows : rows.filter(({ position }) => position > since);
  return newer.map(({ position, at }) => ({ id: idOf(position), createdAt: at }));
}

/** So many an export reads at once: they are in memory together. */
const rowsAtOnce = 500;

async function* allRows<Part>(
  reader: Reader,
  viewer: Viewer,
  filters: Filters,
  gather: () => Gathering<Part>,
): AsyncGenerator<Part, void, void> {
  let place: string | undefined;
  for (;;) {
    const { rows, hasMore } = await reader((db) => readAudit(db, viewer, filters, place, rowsAtOnce));
    const gathering = gather();
    for (const row of rows) gathering.add(row);
    yield gathering.end();
    place = rows.at(-1)?.id;
    if (!hasMore) return;
  }
}

async function readAudit(db: Db, viewer: Viewer, filters: Filters, place: string | undefined, limit: number) {
  const before = place === undefined ? {} : { before: positionIn(place) };
  const { rows, hasMore } = await listAudit(db, viewer, { ...wanted(filters), ...before, limit });
  const codes = await codesOf(db, viewer, rows);
  return { rows: rows.map((row) => rowOf(row, codes)), hasMore };
}

function wanted({ who, action, subject, merchantId, from, to }: Filters): AuditFilter {
  const given = { who, action, subject, merchantId, from, to };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** all merchants: the rows are the viewer's. Returns the codes of the merchants that rows name. */
async function codesOf(db: Db, _viewer: Viewer, rows: readonly AuditRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ merchantId }) => merchantId ?? []))];
  const found = await db<{ id: string; code: string }[]>`
    select id, code from merchants where id = any (${ids}::uuid[])`;
  return new Map(found.map(({ id, code }) => [id, code]));
}

function rowOf(row: AuditRow, codes: Map<string, string>): Row {
  const { position, at, who, email, merchantId, before, after, network, ...rest } = row;
  return {
    ...rest,
    id: idOf(position),
    createdAt: at,
    position,
    who,
    by: email ?? who,
    // Merchants do not see the network addresses of operators.
    network: email === operatorWords ? null : network,
    merchant: merchantId === null ? null : (codes.get(merchantId) ?? null),
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
  };
}

/** Places in lists are named by uuids: so a position is written as one. */
const idOf = (position: number): string =>
  `00000000-0000-0000-0000-${position.toString(16).padStart(12, '0')}`;
const positionIn = (id: string): number => Number.parseInt(id.slice(-12), 16);

/** Returns what was done, in words. */
function activityOf({ action, before, after }: Row): string {
  return auditText(String(action), { ...partsOf(before), ...partsOf(after) });
}

/** Returns the changes as text, such as "role: admin (was finance)". */
function changesIn({ before, after }: Row): string {
  const [was, is] = [partsOf(before), partsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .flatMap((name) => {
      const [old, present] = [wordOf(was[name]), wordOf(is[name])];
      if (old === undefined) return present === undefined ? [] : `${name}: ${present}`;
      return `${name}: ${present ?? 'none'} (was ${old})`;
    })
    .join('; ');
}

const partsOf = (json: Value | undefined): Record<string, unknown> =>
  typeof json === 'string' ? (JSON.parse(json) as Record<string, unknown>) : {};

function wordOf(value: unknown): string | undefined {
  // A filter without a value says nothing.
  if (value === undefined || value === '') return undefined;
  if (value === null) return 'none';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const pages: Record<string, string> = {
  payment: 'payments',
  refund: 'refunds',
  payout: 'payouts',
  subscription: 'subscriptions',
  deposit: 'deposits',
  webhook: 'webhooks',
  payment_link: 'links',
  banner: 'notices',
  site: 'settings',
  merchant: 'merchants',
  user: 'users',
};

/** Returns the page of a subject such as "payout 0199…". */
function thingOf(subject: string): { page: string; id: string } | undefined {
  const [kind = '', id] = subject.split(' ');
  const page = Object.hasOwn(pages, kind) ? pages[kind] : undefined;
  return page === undefined || id === undefined ? undefined : { page, id };
}
