import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { manualClock, plus } from '../clock.ts';
import { openPool, type Sql } from '../db/db.ts';
import { newId } from '../ids.ts';
import {
  type Page,
  type PageRequest,
  type Place,
  pageClause,
  readCursor,
  toPage,
  writeCursor,
} from './paging.ts';

interface Item {
  id: string;
  createdAt: Date;
}

const start = new Date('2026-11-20T08:00:00Z');

describe('a list', () => {
  let database: TestDatabase;
  let db: Sql;
  before(async () => {
    database = await testDatabase();
    db = openPool(database.url, { max: 4 });
    await db`create table items (id uuid primary key, created_at timestamptz not null)`;
  });
  after(async () => {
    await db.end({ timeout: 1 });
    await database.drop();
  });

  /** Adds items `seconds` after the start, several at one instant. */
  async function add(seconds: number[]): Promise<Item[]> {
    const items = seconds.map((second) => {
      const createdAt = plus(start, second * 1_000);
      return { id: newId(manualClock(createdAt)), createdAt };
    });
    await db`
      insert into items select * from unnest(
        ${items.map(({ id }) => id)}::uuid[], ${items.map(({ createdAt }) => createdAt.toISOString())}::text[]::timestamptz[])`;
    return items;
  }

  async function pageOf(request: PageRequest): Promise<Page<Item>> {
    const rows = await db<Item[]>`select id, created_at from items where true ${pageClause(db, request)}`;
    return toPage([...rows], request);
  }

  const placeOf = ({ id, createdAt }: Item, direction: Place['direction']): Place => ({
    id,
    createdAt,
    direction,
  });

  const seconds = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 0, maxLength: 25 });

  test('walked forward while rows arrive has each row that was there exactly once, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(seconds, fc.integer({ min: 1, max: 7 }), seconds, async (old, limit, fresh) => {
        await db`truncate items`;
        const there = await add(old);
        const walked: Item[] = [];
        let page = await pageOf({ limit, offset: 0 });
        for (;;) {
          walked.push(...page.rows);
          await add(fresh.map((second) => second + 6));
          if (!page.hasMore) break;
          page = await pageOf({ limit, offset: 0, place: placeOf(page.rows.at(-1)!, 'after') });
        }
        assert.deepEqual(walked.map(({ id }) => id).toSorted(), there.map(({ id }) => id).toSorted());
        const order = walked.map(({ createdAt, id }) => `${createdAt.toISOString()} ${id}`);
        assert.deepEqual(order, order.toSorted().reverse());
      }),
      { numRuns: 60 },
    );
  });

  test('walked back from any page shows the pages that were passed, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(seconds, fc.integer({ min: 1, max: 7 }), async (old, limit) => {
        await db`truncate items`;
        await add(old);
        const passed: string[][] = [];
        let page = await pageOf({ limit, offset: 0 });
        while (page.hasMore) {
          passed.push(page.rows.map(({ id }) => id));
          page = await pageOf({ limit, offset: 0, place: placeOf(page.rows.at(-1)!, 'after') });
        }
        for (const expected of passed.reverse()) {
          page = await pageOf({ limit, offset: 0, place: placeOf(page.rows[0]!, 'before') });
          assert.deepEqual(
            page.rows.map(({ id }) => id),
            expected,
          );
          assert.equal(page.hasMore, true);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('can be entered at an offset', async () => {
    await db`truncate items`;
    const there = (await add([1, 2, 3, 4, 5])).reverse();
    const page = await pageOf({ limit: 2, offset: 2 });
    assert.deepEqual(
      page.rows.map(({ id }) => id),
      [there[2]!.id, there[3]!.id],
    );
    assert.equal(page.hasMore, true);
    assert.equal((await pageOf({ limit: 2, offset: 3 })).hasMore, false);
    assert.deepEqual((await pageOf({ limit: 2, offset: 99 })).rows, []);
  });
});

describe('a place in a link', () => {
  test('is read as it was written', () => {
    const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(
        dates,
        fc.uuid(),
        fc.constantFrom('after' as const, 'before' as const),
        (createdAt, id, direction) => {
          const text = writeCursor({ createdAt, id, direction });
          assert.match(text, /^[\w-]+$/);
          assert.deepEqual(readCursor(text), { createdAt, id, direction });
        },
      ),
    );
  });

  test('that this service did not write is refused', () => {
    const id = '0193fe00-0000-7000-8000-000000000001';
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const wrong = [
      ['after', 1, 'x'],
      ['after', '1', id],
      ['after', 1.5, id],
      ['after', 9e15, id],
      ['after', null, id],
      ['sideways', 1, id],
      ['after', 1],
      {},
      null,
      7,
      [],
    ];
    for (const value of wrong) assert.equal(readCursor(cursor(value)), undefined);
    fc.assert(fc.property(fc.string(), (text) => void readCursor(text)));
    assert.equal(readCursor(''), undefined);
  });
});
