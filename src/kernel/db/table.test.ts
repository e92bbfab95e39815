import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld } from '../../../test/support/world.ts';
import { inTransaction } from './db.ts';
import { columnsOf, insertRows, type NewRowOf, recordOf, t, table } from './table.ts';

const { db } = await openWorld();

const samples = table('pg_temp.samples', {
  id: t.uuid(),
  smallName: t.text('redact').nullable(),
  kind: t.code<'one' | 'two'>(),
  names: t.codes().nullable(),
  amountCents: t.bigint().nullable(),
  count: t.integer().later().changes(),
  isTest: t.boolean(),
  day: t.date().nullable(),
  data: t.jsonb<{ a?: unknown }>().nullable(),
  at: t.timestamptz(),
  secret: t.code().unread(),
});

const first = {
  id: '208d0329-21ef-4b2a-800f-1f64bff39900',
  smallName: 'a "quoted", {braced} \\ name?',
  kind: 'one' as const,
  names: ['a,b', 'c"d', ''],
  amountCents: 9_007_199_254_740_993n,
  isTest: true,
  day: '2026-12-01',
  data: { a: [1, 'two', { three: null }] },
  at: new Date('2026-11-26T10:00:00.123Z'),
  secret: 'x',
};
const second = {
  ...{ id: '208d0329-21ef-4b2a-800f-1f64bff39901', kind: 'two' as const, isTest: false, secret: 'y' },
  ...{ smallName: null, names: null, amountCents: null, day: null, data: null, at: first.at },
};
const rows: NewRowOf<typeof samples>[] = [first, second];

test('rows are read as they were inserted, whatever is in them', async () => {
  const read = await inTransaction(db, async (tx) => {
    await tx`
      create temporary table samples (id uuid, small_name text, kind text, names text[], amount_cents bigint,
        count integer not null default 7, is_test boolean, day date, data jsonb, at timestamptz, secret text) on commit drop`;
    const added = await insertRows(tx, samples, rows, tx`where kind = any (${['one', 'two']}) returning id`);
    assert.equal(added.length, 2);
    return tx`select ${columnsOf(samples)(tx)} from samples order by id`;
  });
  const expected = rows.map(({ secret: _, ...row }) => ({ ...row, count: 7 }));
  assert.deepEqual([...read], expected);
});

test('a record has the columns of an insert, and no bigint', () => {
  const record = recordOf(samples, first);
  assert.equal(record.amount_cents, '9007199254740993');
  assert.equal(record.small_name, first.smallName);
  assert.ok(!('count' in record) && 'secret' in record);
});

test('the text of an insert does not depend on the number of rows', () => {
  const texts = [rows, [first], []].map(
    (some) => (insertRows(db, samples, some) as unknown as { strings: unknown }).strings,
  );
  assert.ok(texts.every((one) => one === texts[0]));
});

test('a row has the types of its columns', () => {
  const row: NewRowOf<typeof samples> = { ...first };
  // @ts-expect-error: not one of the words.
  row.kind = 'three';
  // @ts-expect-error: never null.
  row.at = null;
  // @ts-expect-error: filled by the database.
  assert.equal(row.count, undefined);
});
