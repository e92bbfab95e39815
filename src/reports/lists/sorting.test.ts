// Payments in another order: every one is in one page, in the order, also while rows arrive.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fillConsole, withoutTriggers } from '../../../test/support/console-rows.ts';
import { testDatabase } from '../../../test/support/database.ts';
import { everything, type Viewer } from '../../core/viewer.ts';
import { openPool } from '../../kernel/db/db.ts';
import { readCursor, writeCursor } from '../../kernel/http/paging.ts';
import { outcomes } from '../outcomes.ts';
import { exportCsv } from './csv.ts';
import type { Filters, Row } from './list.ts';
import { placeAfter } from './order.ts';
import { payments } from './payments.ts';

const now = new Date('2026-11-20T10:00:00Z');

describe('payments that are sorted', async () => {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 1, plans: 'by index' });
  const viewers: Viewer[] = [everything];
  before(async () => {
    await fillConsole(db, { payments: 600, days: 20, now });
    await withoutTriggers(db, async (tx) => {
      // Several of one amount and of one instant.
      await tx`update payments set amount_cents = amount_cents % 20 + 100, created_at = date_trunc('day', created_at)`;
      await tx`
        update transactions set amount_cents = 100, repaid_cents = 0, paid_late = amount_cents % 7 = 0,
          refunded_cents = case amount_cents % 5 when 0 then 100 when 1 then 1 else 0 end where state = 'successful'`;
    });
    const [big] = await db<{ id: string }[]>`
      select merchant_id as id from payments group by 1 order by count(*) desc limit 1`;
    viewers.push({ merchants: [big!.id] });
  });
  after(async () => {
    await db.end();
    await database.drop();
  });

  const sortedBy = ({ amountCents, outcome, createdAt }: Row, sort: Filters['sort']): number | string =>
    sort === 'amount' ? Number(amountCents) : sort === 'outcome' ? String(outcome) : createdAt.getTime();

  const idOf = ({ id }: Row): string => id;

  async function byPages(viewer: Viewer, filters: Filters): Promise<Row[]> {
    const rows: Row[] = [];
    let place: Filters['place'];
    for (;;) {
      const page = await payments.page(db, viewer, { ...filters, place }, { limit: 50, offset: 0 });
      rows.push(...page.rows);
      if (!page.hasMore) return rows;
      place = readCursor(writeCursor(placeAfter(filters, page.rows.at(-1)!)));
    }
  }

  const orders: Pick<Filters, 'sort' | 'order'>[] = [
    ...(['amount', 'outcome', 'created'] as const).flatMap((sort) => [
      { sort },
      { sort, order: 'asc' as const },
      { sort, order: 'desc' as const },
    ]),
    { order: 'asc' },
  ];
  for (const order of orders)
    test(`by ${order.sort ?? 'time'}, ${order.order ?? 'by default'}`, async () => {
      for (const viewer of viewers)
        for (const outcome of [undefined, 'expired', 'paid'] as const)
          await judge(viewer, { ...order, outcome, words: {} });
    });

  async function judge(viewer: Viewer, filters: Filters): Promise<void> {
    const { sort, order = sort === 'outcome' ? 'asc' : 'desc' } = filters;
    const all = await byPages(viewer, { outcome: filters.outcome, words: {} });
    const rows = await byPages(viewer, filters);
    assert.deepEqual(rows.map(idOf).sort(), all.map(idOf).sort());
    assert.ok(rows.length > 20);
    const values = rows.map((row) => sortedBy(row, sort));
    const sorted = values.toSorted((one, other) => Number(one > other) - Number(one < other));
    assert.deepEqual(values, order === 'asc' ? sorted : sorted.reverse());
    const parts: Buffer[] = [];
    for await (const part of exportCsv((read) => read(db), payments, viewer, filters)) parts.push(part);
    assert.deepEqual(
      Buffer.concat(parts)
        .toString()
        .match(/^[0-9a-f-]{36}(?=,)/gm),
      rows.map(idOf),
    );
  }

  test('a payment that moves to another outcome leaves the others where they are', async () => {
    const filters: Filters = { sort: 'outcome', words: {} };
    const first = await payments.page(db, everything, filters, { limit: 10, offset: 0 });
    const last = first.rows.at(-1)!;
    const rest = await byPagesFrom(last);
    await db`update payments set state = 'expired' where id = ${last.id}`;
    assert.deepEqual(await byPagesFrom(last), rest);

    async function byPagesFrom(row: Row): Promise<string[]> {
      const place = placeAfter(filters, row);
      const page = await payments.page(db, everything, { ...filters, place }, { limit: 1_000, offset: 0 });
      return page.rows.map(({ id }) => id).filter((id) => id !== last.id);
    }
  });

  test('the newest of each outcome are known to a page that is open', async () => {
    for (const outcome of outcomes)
      for (const viewer of viewers) {
        const filters: Filters = { outcome, from: new Date('2026-10-01'), words: {} };
        const request = { limit: 5, offset: 0 };
        const [spots] = await payments.spots(db, [{ viewer, filters, request }]);
        const { rows } = await payments.page(db, viewer, filters, request);
        assert.deepEqual(
          spots!.slice(0, 5).map(({ id }) => id),
          rows.map(idOf),
        );
      }
  });

  test('a place of another order is the start, and no failure', async () => {
    const place = {
      createdAt: now,
      id: '00000000-0000-0000-0000-000000000000',
      direction: 'after',
      value: 'x',
    } as const;
    for (const sort of ['amount', 'outcome'] as const)
      await payments.page(db, everything, { sort, place, words: {} }, { limit: 5, offset: 0 });
  });
});
