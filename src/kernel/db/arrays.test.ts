import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { emptyDatabase } from '../../../test/support/database.ts';
import { isStorable } from '../formats/json.ts';
import { openPool } from './db.ts';

const database = await emptyDatabase();
const db = openPool(database.url, { max: 2 });
after(async () => {
  await db.end();
  await database.drop();
});

test('arrays of every used kind come back unchanged', async () => {
  const id = '01a1f866-0d00-7000-8000-000000000001';
  const [row] = await db`
    select ${['a', 'b']}::text[] as texts, ${[1, -2]}::integer[] as integers, ${['9007199254740993']}::bigint[] as bigints,
      ${[id]}::uuid[] as uuids, ${['2026-11-20T10:00:00.001Z']}::timestamptz[] as instants, ${[]}::text[] as none, ${['x', null]}::text[] as gaps, 'y' = any (${['x', 'y']}) as found`;
  assert.deepEqual(
    { ...row },
    {
      texts: ['a', 'b'],
      integers: [1, -2],
      bigints: [9007199254740993n],
      uuids: [id],
      instants: [new Date('2026-11-20T10:00:00.001Z')],
      none: [],
      gaps: ['x', null],
      found: true,
    },
  );
});

test('any text is an element like any other', async () => {
  const storable = fc.string({ unit: 'binary' }).filter(isStorable);
  const awkward = fc.constantFrom(
    '',
    ' ',
    'null',
    'NULL',
    '"',
    '\\',
    '\\"',
    '{}',
    ',',
    'a,b',
    '{a}',
    "'",
    '\n',
    '\u00a0',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(storable, awkward)), async (texts) => {
      const [row] = await db`select ${texts}::text[] as texts, cardinality(${texts}::text[]) as count`;
      assert.deepEqual([row!.texts, row!.count], [texts, texts.length]);
    }),
    { numRuns: 300 },
  );
});
