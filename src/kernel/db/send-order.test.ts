import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { testDatabase } from '../../../test/support/database.ts';
import { recording } from '../../../test/support/sent.ts';
import { inTransaction, openPool, planned, type Sql, type Tx } from './db.ts';
import { sendAhead, sendInOrder } from './send-order.ts';

async function openTest(): Promise<Sql> {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 2, plans: 'by index' });
  after(async () => {
    await db.end({ timeout: 1 });
    await database.drop();
  });
  return db;
}

// The tests' server forces generic plans, but no plan without bitmaps.
const bitmaps = async (tx: Tx): Promise<string> => {
  const [row] = await tx<{ enableBitmapscan: string }[]>`show enable_bitmapscan`;
  return row!.enableBitmapscan;
};

describe('queries of one transaction', () => {
  test('are sent in the order given, before the first response, and each has its own result', async () => {
    const { db, sent } = recording(await openTest());
    const [one, other] = await inTransaction(db, async (tx) => {
      const results = sendInOrder(
        tx<{ number: number }[]>`select 1 as number, pg_sleep(0.01)`,
        tx<{ text: string }[]>`select 'two' as text`,
      );
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      assert.equal(sent.length, 2);
      return results;
    });
    assert.deepEqual([one[0]!.number, other[0]!.text], [1, 'two']);
    assert.deepEqual(sent, ['select 1 as number, pg_sleep(0.01)', "select 'two' as text"]);
  });

  test('are sent behind one that is sent ahead, also by an async function', async () => {
    const { db, sent } = recording(await openTest());
    await inTransaction(db, (tx) => sendAhead(tx`select 'ahead'`, async () => await tx`select 'work'`));
    assert.deepEqual(sent, ["select 'ahead'", "select 'work'"]);
  });

  test('a refusal of any of them is the refusal of all, and undoes the transaction', async () => {
    const db = await openTest();
    await db`create table marks (name text)`;
    const broken = inTransaction(db, (tx) =>
      sendInOrder(tx`insert into marks values ('a')`, tx`select 1/0`, tx`insert into marks values ('b')`),
    );
    await assert.rejects(broken, { code: '22012' });
    assert.equal((await db`select from marks`).length, 0);
  });
});

test('the first statement of planned work has the plan of the work', async () => {
  const db = await openTest();
  assert.equal(await inTransaction(db, bitmaps), 'on');
  assert.equal(await planned(db, 'once', bitmaps), 'off');
  assert.equal(await planned(db, 'for its values, row by row', bitmaps), 'off');
});
