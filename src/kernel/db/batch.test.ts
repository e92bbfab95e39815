import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase } from '../../../test/support/database.ts';
import { batch, batchOf } from './batch.ts';
import { batchedRead } from './batched-read.ts';
import { inTransaction, isLockTimeout, openPool, type Sql } from './db.ts';
import { outsideTransaction } from './open-transaction.ts';

async function openTest(): Promise<{ db: Sql; url: string }> {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 4 });
  await db`create table marks (mark integer check (mark <> 13))`;
  after(async () => {
    await db.end({ timeout: 1 });
    await database.drop();
  });
  return { db, url: database.url };
}

/** A pool that nothing is sent on. */
const unused = () => openPool('postgres://nobody@127.0.0.1:1/none');

/** Lets everything happen that waits for nothing but its turn, or a moment for company. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  await sleep(5);
}

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** A run whose batches wait until they are released. */
function held() {
  const batches: { items: readonly number[]; go(error?: Error): void }[] = [];
  const run = (_: Sql, items: readonly number[]) =>
    new Promise<string[]>((resolve, reject) => {
      const go = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `done ${item}`)));
      batches.push({ items, go });
    });
  return { batches, run, sizes: () => batches.map(({ items }) => items.length) };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

const rejectedIn = (outcomes: readonly PromiseSettledResult<unknown>[]): number[] =>
  outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));

describe('a batch', () => {
  test('gives each item its own result, after the batch has ended and not before', async () => {
    const { batches, run } = held();
    const [write, pool] = [batch(run, { maxItems: 3 }), unused()];
    const results: string[] = [];
    const all = [1, 2, 3, 4, 5].map((item) => write(pool, item).then((result) => results.push(result)));
    await turns();
    assert.deepEqual(
      batches.map(({ items }) => items),
      [[1, 2, 3]],
    );
    assert.deepEqual(results, []);
    batches[0]!.go();
    await turns();
    assert.deepEqual(results, ['done 1', 'done 2', 'done 3']);
    assert.deepEqual(batches[1]!.items, [4, 5]);
    batches[1]!.go();
    await Promise.all(all);
    assert.equal(results.length, 5);
  });

  test('is the only one of its pool, and a lone item does not wait for company', async () => {
    const { batches, run } = held();
    const [write, pool, other] = [batch(run), unused(), unused()];
    const all: Promise<string>[] = [];
    for (const item of [1, 2, 3]) {
      all.push(write(pool, item));
      await turns();
    }
    all.push(write(other, 4));
    await turns();
    assert.deepEqual(
      batches.map(({ items }) => items),
      [[1], [4]],
    );
    batches[0]!.go();
    await turns();
    assert.deepEqual(batches[2]!.items, [2, 3]);
    batches[1]!.go();
    batches[2]!.go();
    assert.deepEqual(await Promise.all(all), ['done 1', 'done 2', 'done 3', 'done 4']);
  });

  test('that fails is halved until the failing item is alone, which alone gets the error', async () => {
    const { db } = await openTest();
    const sizes: number[] = [];
    const write = batch(async (pool, marks: readonly number[]) => {
      sizes.push(marks.length);
      await pool`insert into marks select unnest(${[...marks]}::integer[])`;
      return marks;
    });
    const outcomes = await Promise.allSettled(numbers(64).map((mark) => write(db, mark)));
    assert.deepEqual(rejectedIn(outcomes), [13]);
    assert.deepEqual(sizes, [64, 32, 16, 8, 8, 4, 4, 2, 1, 1, 2, 16, 32]);
    const [row] =
      await db`select count(*)::integer as count, count(distinct mark)::integer as different from marks`;
    assert.deepEqual({ ...row }, { count: 63, different: 63 });
  });

  test('that was ended to resolve a deadlock is halved: it is undone', async () => {
    const { batches, run, sizes } = held();
    const [write, pool] = [batch(run), unused()];
    const both = Promise.all([write(pool, 1), write(pool, 2)]);
    await turns();
    batches[0]!.go(failure('40P01'));
    await turns();
    batches[1]!.go();
    await turns();
    batches[2]!.go();
    assert.deepEqual(await both, ['done 1', 'done 2']);
    assert.deepEqual(sizes(), [2, 1, 1]);
  });

  test('that is lost is never sent again, because it can be committed: every item gets the error', async () => {
    const { batches, run } = held();
    const [write, pool] = [batch(run), unused()];
    const outcomes = Promise.allSettled([write(pool, 1), write(pool, 2)]);
    await turns();
    batches[0]!.go(failure('CONNECTION_CLOSED'));
    assert.deepEqual(rejectedIn(await outcomes), [0, 1]);
    await turns();
    assert.equal(batches.length, 1);
  });

  test('that waits too long for a lock is not sent again, because each half would wait as long', async () => {
    const { db } = await openTest();
    const sizes: number[] = [];
    const write = batch((pool, marks: readonly number[]) =>
      inTransaction(pool, async (tx) => {
        sizes.push(marks.length);
        await tx`set local lock_timeout = '20ms'`;
        await tx`insert into marks select unnest(${[...marks]}::integer[])`;
      }),
    );
    await inTransaction(db, async (tx) => {
      await tx`lock table marks`;
      const outcomes = await outsideTransaction(() =>
        Promise.allSettled(numbers(8).map((mark) => write(db, mark))),
      );
      assert.deepEqual(rejectedIn(outcomes), numbers(8));
      for (const one of outcomes) assert.ok(one.status === 'rejected' && isLockTimeout(one.reason));
    });
    assert.deepEqual(sizes, [8]);
    assert.equal((await db`select from marks`).length, 0);
  });
});

test('items at hand are processed in one run by the same rule, and each has its outcome', async () => {
  const { db } = await openTest();
  const sizes: number[] = [];
  const write = async (marks: readonly number[]) => {
    sizes.push(marks.length);
    await db`insert into marks select unnest(${[...marks]}::integer[])`;
    return marks.map((mark) => mark * 2);
  };
  assert.deepEqual(await batchOf([], write), []);
  const good = await batchOf([1, 2, 3], write);
  assert.deepEqual(
    good.map((one) => one.status === 'fulfilled' && one.value),
    [2, 4, 6],
  );
  assert.deepEqual(sizes, [3]);
  assert.deepEqual(rejectedIn(await batchOf([12, 13, 14], write)), [1]);
  assert.equal((await db`select from marks`).length, 5);
});

test('concurrent reads share a statement, and each has its own row; in a transaction each has its own statement', async () => {
  const { db } = await openTest();
  const asked: string[][] = [];
  const read = batchedRead<{ id: string }>(
    (pool, ids) => {
      asked.push(ids);
      return pool<{ id: string }[]>`select id from unnest(${ids}::text[]) as id where id <> 'c'`;
    },
    ({ id }) => id,
  );
  const [one, other, none] = await Promise.all([read(db, 'a'), read(db, 'a'), read(db, 'c')]);
  assert.deepEqual([one?.id, other?.id, none], ['a', 'a', undefined]);
  assert.notEqual(one, other);
  await inTransaction(db, (tx) => Promise.all([read(tx, 'a'), read(tx, 'b')]));
  assert.deepEqual(asked, [['a', 'c'], ['a'], ['b']]);
});
