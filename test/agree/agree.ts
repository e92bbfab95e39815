// The console shows the same facts in several places, and they must agree: for random filters over random rows, the pages of
// a list equal its export and its count; payments, refunds and payouts equal the charts of their days; and the lines of a
// settlement add up to it.
import assert from 'node:assert/strict';
import { parse } from 'csv/sync';
import fc from 'fast-check';
import type { Viewer } from '../../src/core/viewer.ts';
import { everything } from '../../src/core/viewer.ts';
import { dayOf } from '../../src/kernel/business-days.ts';
import { dayMs, plus } from '../../src/kernel/clock.ts';
import { inTransaction, openPool, type Sql } from '../../src/kernel/db/db.ts';
import { formatDecimal } from '../../src/kernel/money.ts';
import { allLists, lists } from '../../src/reports/lists/all.ts';
import { exportCsv } from '../../src/reports/lists/csv.ts';
import { parseFilters, type Scope } from '../../src/reports/lists/filters.ts';
import type { Filters, List, Row } from '../../src/reports/lists/list.ts';
import { findScope } from '../../src/reports/lists/scope.ts';
import { outcomes } from '../../src/reports/outcomes.ts';
import { type DayTotal, listDays } from '../../src/reports/totals/reading-store.ts';
import { begin, rollDay } from '../../src/reports/totals/rolling-store.ts';
import { fillConsole } from '../support/console-rows.ts';
import { testDatabase } from '../support/database.ts';

export const now = new Date('2026-11-20T10:00:00Z');
const days = 40;

export interface AgreeFigures {
  cases: number;
  /** Rows that the lists showed. */
  rows: number;
  /** The number of cases compared with the charts' figures. */
  charts: number;
  settlements: number;
}

/** Compares over rows of a database of their own. */
export async function agreeOverRows(options: { cases: number; payments: number; seed: number }) {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 1 });
  try {
    await fillForAgreement(db, options.payments);
    return await holdAgreement(db, options);
  } finally {
    await db.end();
    await database.drop();
  }
}

/** Fills a migrated database, and rolls up its days but the last two. Requires one connection of a superuser. */
async function fillForAgreement(db: Sql, payments: number): Promise<void> {
  await fillConsole(db, { payments, days, now, hasDayBounds: true });
  // Rows of the first and the last instant of a South African day (payments and payouts are filled so), of tests, and attempts at
  // a second bank. A payment's time cannot be moved: its id follows it.
  for (const table of ['transactions', 'refunds']) {
    await db`
      update ${db(table)} set created_at = date_trunc('day', created_at + interval '2 hours') - interval '2 hours'
        - case when hashtext(id::text) % 2 = 0 then interval '1 millisecond' else interval '0' end
      where hashtext(id::text) % 10 = 0`;
  }
  await db`update payments set is_test = true where hashtext(id::text) % 30 = 7`;
  await db`
    insert into transactions (id, merchant_id, site_id, payment_id, state, payment_type, bank_id, bank_name, amount_cents,
      currency, merchant_reference, is_test, correlation_id, created_at, completed_at)
    select gen_random_uuid(), merchant_id, site_id, payment_id, 'declined', 'redirect', '913999fa-3a32-4e3d-82f0-a1df7e9e4f7b',
      'Capitec', amount_cents, currency, merchant_reference, is_test, correlation_id,
      created_at + interval '10 seconds' * (hashtext(id::text) % 3), created_at + interval '40 seconds'
    from transactions where hashtext(id::text) % 8 = 0 and state <> 'started'`;
  await inTransaction(db, (tx) => begin(tx, now, 0n));
  for (let back = days + 2; back >= 2; back -= 1) {
    const day = dayOf(plus(now, -back * dayMs)).toString();
    await inTransaction(db, async (tx) => {
      await rollDay(tx, day);
      await tx`update totals_progress set day = ${day}::date + 1`;
    });
  }
}

/** Filters that charts know, alone or with others. */
function queries(sites: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const known = {
    site: fc.constantFrom(...sites),
    state: fc.constantFrom(
      'complete',
      'cancelled',
      'expired',
      'created',
      'failed',
      'paid',
      'active',
      'delivered',
    ),
    from: fc.constantFrom(
      'today',
      'yesterday',
      '7d',
      '30d',
      'month',
      '2026-10-12',
      '2026-11-19',
      '2000-01-01',
    ),
    to: fc.constantFrom('today', 'yesterday', '2026-11-01', '2026-11-18'),
  };
  const ofPayments = { ...known, outcome: fc.constantFrom(...outcomes) };
  const others = {
    bank: fc.constantFrom('fnb', 'capitec', 'absa', 'bidvest'),
    min: fc.constantFrom('10', '149,90', '1000'),
    max: fc.constantFrom('149.90', '5000,5', '100000'),
    reference: fc.constantFrom('ORDER-1', 'ORDER-10', 'OUT-', 'DEP', 'SET-202611'),
    event: fc.constantFrom('transaction.complete', 'refund.complete'),
  };
  return fc.oneof(
    fc.record(known, { requiredKeys: [] }),
    fc.record(ofPayments, { requiredKeys: ['outcome'] }),
    fc.record({ ...known, ...others }, { requiredKeys: [] }),
  ) as fc.Arbitrary<Record<string, string>>;
}

/** Draws cases. Throws an AssertionError with the first that does not agree, reduced as far as possible. */
async function holdAgreement(
  db: Sql,
  { cases, seed }: { cases: number; seed?: number },
): Promise<AgreeFigures> {
  const figures: AgreeFigures = { cases, rows: 0, charts: 0, settlements: 0 };
  const merchants = await db<{ id: string }[]>`
    select merchant_id as id from payments group by 1 order by count(*) desc limit 3`;
  const viewers: Viewer[] = [everything, ...merchants.map(({ id }) => ({ merchants: [id] }))];
  const scopes = await Promise.all(viewers.map((viewer) => findScope(db, viewer)));
  const settlements = await db<{ id: string }[]>`select id from settlements order by id limit 300`;
  const sites = scopes[1]!.sites
    .slice(0, 4)
    .concat(scopes[2]!.sites.slice(0, 2))
    .map(({ code }) => code);
  const drawn = fc.tuple(
    fc.constantFrom(
      ...allLists.filter(({ of }) => of === null),
      lists.payments,
      lists.payments,
      lists.payments,
    ),
    fc.nat({ max: viewers.length - 1 }),
    queries(sites),
    fc.integer({ min: 20, max: 400 }),
    fc.nat({ max: settlements.length - 1 }),
  );
  const property = fc.asyncProperty(drawn, async ([list, whose, query, limit, nth]) => {
    const [viewer, scope] = [viewers[whose]!, scopes[whose]!];
    const filters = filtersOf(list, query, scope);
    if (!filters) return;
    const rows = await agreeing(db, list, viewer, filters, limit);
    figures.rows += rows.length;
    if (await chartAgrees(db, list, viewer, filters, rows)) figures.charts += 1;
    if (list !== lists.settlements) return;
    await settlementAgrees(db, settlements[nth]!.id);
    figures.settlements += 1;
  });
  const all: [Record<string, string>, number, number] = [{}, 50, 0];
  const examples = [lists.payments, lists.settlements].map((list) => [list, 0, ...all] as const);
  await fc.assert(property, {
    numRuns: cases,
    examples: examples.map((example) => [[...example]]),
    ...(seed !== undefined && { seed }),
  });
  return figures;
}

/** Omits filters that a list does not accept; undefined for contradictory ones. */
function filtersOf(list: List, query: Record<string, string>, scope: Scope): Filters | undefined {
  const taken = Object.entries(query).filter(
    ([name, value]) =>
      (list.filters as readonly string[]).includes(name) &&
      (list.words[name as 'state']?.includes(value) ?? true) &&
      (name !== 'site' || scope.sites.some(({ code }) => code === value)),
  );
  return parseFilters(list, Object.fromEntries(taken), scope, now).filters;
}

/** Returns the rows of a list, which its pages, its count and its export all have. */
async function agreeing(
  db: Sql,
  list: List,
  viewer: Viewer,
  filters: Filters,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let place: Filters['place']; ; ) {
    const page = await list.page(db, viewer, { ...filters, ...(place && { place }) }, { limit, offset: 0 });
    rows.push(...page.rows);
    const last = page.rows.at(-1);
    if (!page.hasMore || !last) break;
    place = { createdAt: last.createdAt, id: last.id, direction: 'after' };
  }
  assert.equal(await list.count(db, viewer, filters), Math.min(rows.length, 10_001));
  await totalsAgree(db, list, viewer, filters, rows);
  if (filters.outcome) assert.ok(rows.every(({ outcome }) => outcome === filters.outcome));
  const parts: Buffer[] = [];
  for await (const part of exportCsv((read) => read(db), list, viewer, filters)) parts.push(part);
  const csv = parse(
    Buffer.concat(parts)
      .toString()
      .replace(/\n# [^\n]*\n$/, '\n'),
    { columns: true },
  ) as Record<string, string>[];
  assert.equal(csv.length, rows.length);
  const named = list.columns.some(({ key }) => key === 'id');
  if (named)
    assert.deepEqual(
      csv.map(({ id }) => id),
      rows.map(({ id }) => id),
    );
  if (list.sum) {
    const sum = rows.reduce((all, row) => all + list.sum!(row), 0n);
    const written = csv.reduce((all, { net, amount }) => all + centsIn(net ?? amount!), 0n);
    assert.equal(formatDecimal(written), formatDecimal(sum));
    const [said] = /# .* rows?, (R.*)\n$/.exec(parts.at(-1)!.toString())!.slice(1);
    assert.equal(said!.replaceAll(' ', '').replace(',', '.'), `R${formatDecimal(sum)}`);
  }
  return rows;
}

/** Compares the total of a filter with its rows. */
async function totalsAgree(
  db: Sql,
  list: List,
  viewer: Viewer,
  filters: Filters,
  rows: readonly Row[],
): Promise<void> {
  const total = await list.totals(db, viewer, filters);
  const { sum } = list;
  if (total.isMore) return assert.ok(rows.length > total.count);
  assert.equal(total.count, rows.length);
  assert.equal(total.cents, sum ? rows.reduce((all, row) => all + sum(row), 0n) : null);
}

/** Of an amount as exports write it. */
const centsIn = (text: string): bigint => BigInt(text.replace('.', ''));

const charted = new Map<List, DayTotal['type']>([
  [lists.payments, 'payment'],
  [lists.refunds, 'refund'],
  [lists.payouts, 'payout'],
]);
const unknownToCharts = ['bank', 'min', 'max', 'reference', 'outcome'] as const;

/** Compares rows with the charts' figures; false where the charts have no such filter. */
async function chartAgrees(
  db: Sql,
  list: List,
  viewer: Viewer,
  { siteId, state, from, to, words }: Filters,
  rows: readonly Row[],
): Promise<boolean> {
  const type = charted.get(list);
  if (!type || unknownToCharts.some((name) => words[name] !== undefined)) return false;
  const first = from ?? plus(now, -(days + 3) * dayMs);
  const span = {
    from: dayOf(first < plus(now, -100 * dayMs) ? plus(now, -100 * dayMs) : first).toString(),
    to: dayOf(to ? plus(to, -1) : now).toString(),
  };
  const totals = (await listDays(db, { viewer, siteId }, span, [type])).filter(
    (total) => state === undefined || total.state === state,
  );
  const shown = rows.filter(({ isTest }) => isTest !== true);
  assert.equal(Number(totals.reduce((all, { n }) => all + n, 0n)), shown.length);
  assert.equal(
    formatDecimal(totals.reduce((all, { cents }) => all + cents, 0n)),
    formatDecimal(shown.reduce((all, { amountCents }) => all + (amountCents as bigint), 0n)),
  );
  return true;
}

async function settlementAgrees(db: Sql, id: string): Promise<void> {
  const [settlement] = await db<{ totalCents: bigint; feesCents: bigint; lines: number }[]>`
    select total_cents, fees_cents, (counts ->> 'total')::integer as lines from settlements where id = ${id}`;
  const rows = await agreeing(db, lists.settlementLines, everything, { of: id, words: {} }, 50);
  const sumOf = (name: string) => rows.reduce((all, row) => all + (row[name] as bigint), 0n);
  assert.equal(rows.length, settlement!.lines);
  assert.equal(sumOf('netCents'), settlement!.totalCents);
  assert.equal(sumOf('feeCents'), settlement!.feesCents);
}
