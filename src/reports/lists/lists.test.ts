import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parse } from 'csv/sync';
import fc from 'fast-check';
import { fillConsole } from '../../../test/support/console-rows.ts';
import { testDatabase } from '../../../test/support/database.ts';
import { paymentStates } from '../../core/payments/state.ts';
import { everything, sees, type Viewer } from '../../core/viewer.ts';
import { localTime } from '../../kernel/calendar.ts';
import { openPool } from '../../kernel/db/db.ts';
import type { Place } from '../../kernel/http/paging.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { type Outcome, outcomeLabel, outcomes } from '../outcomes.ts';
import { allLists, lists } from './all.ts';
import { countWords, exportCsv } from './csv.ts';
import { parseFilters, type Scope } from './filters.ts';
import { type Column, type Filters, type List, mostCounted, type Row } from './list.ts';
import { eachMade, makeList, TooWide } from './read.ts';
import { findScope } from './scope.ts';

const now = new Date('2026-11-20T10:00:00Z');
const fnb = '4816019c-3314-4c80-8b6b-b2cd16dcc4ec';

interface Known {
  id: string;
  merchantId: string;
  siteId: string;
  state: string;
  amountCents: bigint;
  reference: string;
  createdAt: Date;
  bankId: string | null;
  outcome: string;
}

describe('lists', async () => {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 1 });
  let known: Known[] = [];
  const parents: Record<string, string[]> = {};
  const viewers: { viewer: Viewer; scope: Scope }[] = [];

  before(async () => {
    await fillConsole(db, { payments: 1_500, days: 45, now });
    // Many of one instant, and references of one beginning at several merchants, some of them strange.
    await db`
      update payments set created_at = date_trunc('hour', created_at),
        merchant_reference = case right(merchant_reference, 1) when '1' then '100%_' || merchant_reference
          when '2' then '=1+' || merchant_reference || E',"\n' when '3' then E'\t-' || merchant_reference
          when '4' then 'a' || chr(13) || '"' || merchant_reference else merchant_reference end`;
    await db`update refunds set created_at = date_trunc('day', created_at)`;
    const rows = await db<(Omit<Known, 'outcome'> & Attempted)[]>`
      select payments.*, payments.merchant_reference as reference, bank_id, attempt.state as attempt_state, paid_late,
        refunded_cents
      from payments left join transactions attempt on attempt.payment_id = payments.id`;
    known = rows.map((row) => ({ ...row, outcome: outcomeOf(row) }));
    for (const outcome of outcomes)
      assert.ok(
        known.some((one) => one.outcome === outcome),
        outcome,
      );
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    parents.subscription = ids(await db`select id from subscriptions where state = 'active' limit 3`);
    parents['payment link'] = ids(await db`select id from payment_links limit 3`);
    parents.customer = ids(await db`select id from customers limit 3`);
    parents['bulk job'] = ids(await db`select id from bulk_jobs limit 2`);
    await db`
      insert into tasks (id, kind, filters, item_count, sum_cents, created_by, correlation_id, created_at, due_at)
      select gen_random_uuid(), 'resend', '', 90, 0, 'system', 'fill', now(), now() from generate_series(1, 2)`;
    await db`
      insert into task_items (task_id, merchant_id, index, payment_id, reference, amount_cents, outcome)
      select tasks.id, merchant_id, row_number() over (partition by tasks.id order by picked.id) - 1, picked.id,
        merchant_reference, amount_cents, case when picked.amount_cents % 2 = 0 then 'done' end
      from tasks cross join (select * from payments order by id limit 90) picked`;
    parents.task = ids(await db`select id from tasks`);
    parents.settlement = ids(await db`select id from settlements limit 5`);
    const merchants = ids(await db`select merchant_id as id from payments group by 1 order by count(*) desc`);
    for (const viewer of [
      everything,
      { merchants: [merchants[0]!] },
      { merchants: [merchants[1]!] },
      { merchants: merchants.slice(0, 3) },
      { merchants: [] },
    ])
      viewers.push({ viewer, scope: await findScope(db, viewer) });
  });
  after(async () => {
    await db.end();
    await database.drop();
  });

  /** All rows of a list by pages of a size, and back again. */
  async function byPages(list: List, viewer: Viewer, filters: Filters, limit: number): Promise<Row[]> {
    const pages: Row[][] = [];
    let place: Place | undefined;
    for (;;) {
      const page = await list.page(db, viewer, { ...filters, place }, { limit, offset: 0 });
      pages.push(page.rows);
      const last = page.rows.at(-1);
      if (!page.hasMore || !last) break;
      place = { createdAt: last.createdAt, id: last.id, direction: 'after' };
    }
    const first = pages.at(-1)![0];
    if (pages.length > 1 && first) {
      place = { createdAt: first.createdAt, id: first.id, direction: 'before' };
      const back = await list.page(db, viewer, { ...filters, place }, { limit, offset: 0 });
      assert.deepEqual(back.rows, pages.at(-2));
    }
    return pages.flat();
  }

  async function allRows(list: List, viewer: Viewer, filters: Filters): Promise<Row[]> {
    const all: Row[] = [];
    const itself = eachMade((row) => row);
    for await (const some of list.rows((read) => read(db), viewer, filters, itself)) all.push(...some);
    return all;
  }

  async function exported(list: List, viewer: Viewer, filters: Filters): Promise<string> {
    const parts: Buffer[] = [];
    for await (const part of exportCsv((read) => read(db), list, viewer, filters)) parts.push(part);
    return Buffer.concat(parts).toString();
  }

  const query = fc.record(
    {
      site: fc.constantFrom('FILL-001', 'FILL-002', 'FILL-030', 'FILL-050'),
      state: fc.constantFrom(...paymentStates, 'failed', 'active', 'allocated', 'delivered', 'made'),
      outcome: fc.constantFrom(...outcomes),
      from: fc.constantFrom(
        'today',
        'yesterday',
        '7d',
        '30d',
        'month',
        'last-quarter',
        '2026-10-12',
        '2026-11-19',
      ),
      to: fc.constantFrom('today', 'yesterday', '2026-11-01', '2026-11-18', ''),
      bank: fc.constantFrom('fnb', fnb, 'capitec', 'absa'),
      min: fc.constantFrom('10', '149,90', '0.01', '1000'),
      max: fc.constantFrom('149.90', '5000,5', '100000'),
      reference: fc.constantFrom(
        'ORDER-1',
        'ORDER-10',
        '100%',
        '100',
        '=1+ORDER-',
        'a',
        '-',
        'OUT-',
        'DEP',
        '_',
        '\\',
      ),
    },
    { requiredKeys: [] },
  );
  const listIndex = fc.nat({ max: allLists.length - 1 });

  test('pages are the export and the count, in order, and all of them the viewer’s', async () => {
    let rowsSeen = 0;
    await fc.assert(
      fc.asyncProperty(
        listIndex,
        query,
        fc.nat({ max: 4 }),
        fc.integer({ min: 3, max: 400 }),
        fc.nat(),
        async (index, asked, whose, limit, nth) => {
          const list = allLists[index]!;
          const { viewer, scope } = viewers[whose]!;
          const of = list.of ? parents[list.of]![nth % parents[list.of]!.length] : undefined;
          const { filters } = parseFilters(list, allowed(list, asked, scope), scope, now, of);
          if (!filters) return;
          const rows = await byPages(list, viewer, filters, limit);
          rowsSeen += rows.length;
          assert.deepEqual(rows, await allRows(list, viewer, filters));
          assert.equal(await list.count(db, viewer, filters), rows.length);
          judgeRows(rows, viewer);
          // Their bank is that of an attempt, which the next test knows.
          if (list === lists.payments && filters.bankId) return;
          const unfiltered = await allRows(list, viewer, { of, words: {} });
          const isOf = (row: Row) => isMeant(withSite(row, scope), filters);
          assert.deepEqual(rows, unfiltered.filter(isOf));
          judgeCsv(list, rows, await exported(list, viewer, filters));
        },
      ),
      { numRuns: 60 },
    );
    assert.ok(rowsSeen > 30, `only ${rowsSeen} rows`);
  });

  test('payments are those that match the filters, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.nat({ max: 3 }), async (asked, whose) => {
        const { viewer, scope } = viewers[whose]!;
        const { filters } = parseFilters(lists.payments, allowed(lists.payments, asked, scope), scope, now);
        if (!filters) return;
        const found = await allRows(lists.payments, viewer, filters);
        const expected = known.filter((one) => sees(viewer, one.merchantId) && isMeant(one, filters));
        assert.deepEqual(found.map(({ id }) => id).sort(), expected.map(({ id }) => id).sort());
      }),
      { numRuns: 100 },
    );
  });

  test('an operator chooses a merchant; a user with one merchant has no such filter', () => {
    const [operator, merchant] = viewers.map(({ scope }) => scope) as [Scope, Scope];
    const { code, id } = merchant.merchants[0]!;
    const chosen = parseFilters(lists.payments, { merchant: code }, operator, now);
    assert.equal(chosen.filters?.merchantId, id);
    assert.equal(parseFilters(lists.payments, { merchant: code }, merchant, now).refused?.status, 400);
  });

  test('a list of one thing is empty without it', async () => {
    assert.equal(await lists.settlementLines.count(db, everything, { words: {} }), 0);
  });

  test('an export that fails on the way has no last line', async () => {
    const broken: List = {
      ...lists.payments,
      async *rows(_db, _viewer, _filters, gather) {
        const { rows } = await lists.payments.page(db, everything, { words: {} }, { limit: 3, offset: 0 });
        const gathering = gather();
        rows.forEach(gathering.add);
        yield gathering.end();
        throw new Error('the database is gone');
      },
    };
    const parts: Buffer[] = [];
    await assert.rejects(async () => {
      for await (const part of exportCsv((read) => read(db), broken, everything, { words: {} }))
        parts.push(part);
    }, /is gone/);
    // The names of its columns, and three rows.
    assert.equal(parts.length, 2);
    assert.ok(!Buffer.concat(parts).includes('# '));
  });

  test('a read that takes too long suggests narrower filters', async () => {
    const slow = makeList({
      ...lists.merchants,
      name: 'slow',
      of: undefined,
      sum: undefined,
      filters: ['site', 'state', 'from'],
      source: (tx) =>
        tx`select id, id as merchant_id, created_at, null::uuid as site_id, pg_sleep(1)::text from merchants`,
    });
    const words = { state: 'created' };
    await assert.rejects(
      slow.page(db, everything, { words }, { limit: 50, offset: 0 }),
      (error) => error instanceof TooWide && error.narrowBy.join() === 'site,from',
    );
  });
});

test('the count is exact to ten thousand', () => {
  assert.equal(countWords(lists.payments, 1), '1 payment');
  assert.equal(countWords(lists.payments, 57), '57 payments');
  assert.equal(countWords(lists.payments, mostCounted), '10 000 payments');
  assert.equal(countWords(lists.payments, mostCounted + 1), 'more than 10 000 payments');
});

test('columns have names of their own, and payments’ begin as they always will', () => {
  for (const { columns } of allLists) {
    const keys = columns.map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length, keys.join());
  }
  const keys = lists.payments.columns.map(({ key }) => key).join();
  assert.ok(keys.startsWith('id,site,reference,state,amount,currency,bank,account,created,createdUtc'));
});

/** Leaves out filters that the list, or the viewer, does not have. */
function allowed(list: List, asked: Record<string, string | undefined>, { sites }: Scope) {
  const mine = Object.entries(asked).filter(([name, text]) => {
    if (!(list.filters as readonly string[]).includes(name)) return false;
    if (name === 'site') return sites.some(({ code }) => code === text);
    return name !== 'state' || list.words.state?.includes(text!);
  });
  return Object.fromEntries(mine);
}

function isMeant(one: Known, filters: Filters): boolean {
  const { siteId, state, outcome, from, to, bankId, minCents, maxCents, reference } = filters;
  return (
    (siteId === undefined || one.siteId === siteId) &&
    (state === undefined || stateOf(one) === state) &&
    (outcome === undefined || one.outcome === outcome) &&
    (from === undefined || one.createdAt >= from) &&
    (to === undefined || one.createdAt < to) &&
    (bankId === undefined || one.bankId === bankId) &&
    (minCents === undefined || one.amountCents >= minCents) &&
    (maxCents === undefined || one.amountCents <= maxCents) &&
    (reference === undefined || one.reference.startsWith(reference))
  );
}

interface Attempted {
  attemptState: string | null;
  paidLate: boolean | null;
  refundedCents: bigint | null;
}

function outcomeOf({
  state,
  amountCents,
  attemptState,
  paidLate,
  refundedCents,
}: Omit<Known, 'outcome'> & Attempted): string {
  if (state === 'complete') {
    if (refundedCents === amountCents) return 'refunded';
    if (refundedCents! > 0n) return 'partly-refunded';
    return paidLate ? 'paid-late' : 'paid';
  }
  if (attemptState === 'reversed') return 'reversed';
  if (state === 'cancelled') return 'cancelled';
  if (attemptState && ['declined', 'failed', 'abandoned', 'cancelled'].includes(attemptState))
    return attemptState;
  return state === 'expired' ? 'expired' : 'open';
}

/** A webhook has no state column: it is active while it is not disabled. */
const stateOf = (one: Known & { disabledAt?: Date | null }): string =>
  one.disabledAt === undefined ? one.state : one.disabledAt === null ? 'active' : 'disabled';

/** A delivery has the site of its event. */
const withSite = (row: Row, { sites }: Scope): Known =>
  ({ ...row, siteId: row.siteId ?? sites.find(({ code }) => code === row.toldOf)?.id }) as never;

function judgeRows(rows: readonly Row[], viewer: Viewer): void {
  assert.equal(new Set(rows.map(keyOf)).size, rows.length);
  for (const row of rows) assert.ok(sees(viewer, row.merchantId as string | null));
  assert.deepEqual(rows, rows.toSorted(newestFirst));
}

/** Items of a job have the job's id, and their own number. */
const keyOf = (row: Row): string => `${row.id} ${row.number ?? ''}`;

function newestFirst(one: Row, other: Row): number {
  const time = other.createdAt.getTime() - one.createdAt.getTime();
  return time !== 0 ? time : one.id < other.id ? 1 : -1;
}

function judgeCsv(list: List, rows: readonly Row[], csv: string): void {
  const end = csv.trimEnd().lastIndexOf('\n') + 1;
  const [head, ...lines] = parse(csv.slice(0, end));
  assert.deepEqual(
    head,
    list.columns.map(({ key }) => key),
  );
  assert.equal(lines.length, rows.length);
  lines.forEach((line, place) => {
    assert.deepEqual(
      line,
      list.columns.map((column) => written(column, rows[place]!)),
    );
    for (const [at, cell] of (line as string[]).entries()) {
      if (list.columns[at]!.kind !== 'money') assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
    }
  });
  const sum = list.sum && rows.reduce((all, row) => all + list.sum!(row), 0n);
  const digits = (text: string) => text.replace(/\D/g, '');
  const last = csv.slice(end).split(',');
  assert.equal(digits(last[0]!), String(rows.length));
  assert.equal(Number(digits(last.slice(1).join(''))), Number(sum ?? 0n));
}

/** A cell as an export should have it. */
function written({ kind, value }: Column, row: Row): string {
  const cell = value(row);
  if (kind === 'money') return formatDecimal(cell as bigint);
  if (kind === 'utc') return (cell as Date | null)?.toISOString() ?? '';
  if (cell instanceof Date) return localTime(cell);
  if (kind === 'outcome') return outcomeLabel(cell as Outcome);
  const text = String(cell ?? '');
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
