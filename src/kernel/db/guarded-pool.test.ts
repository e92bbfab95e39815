import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { testDatabase } from '../../../test/support/database.ts';
import { minuteMs } from '../clock.ts';
import { batch } from './batch.ts';
import { batchedRead } from './batched-read.ts';
import { inTransaction, isDatabaseAway, openPool, type PoolOptions, type Sql } from './db.ts';
import { createLiveness } from './liveness.ts';
import { OutsideTransaction } from './open-transaction.ts';
import { NoConnection } from './turnstile.ts';

async function openTest(options: PoolOptions = {}): Promise<Sql> {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 2, ...options });
  await db`create table marks (name text)`;
  after(async () => {
    await db.end({ timeout: 1 });
    await database.drop();
  });
  return db;
}

const namesIn = async (db: Sql): Promise<string[]> =>
  (await db<{ name: string }[]>`select name from marks order by name`).map(({ name }) => name);

describe('while a transaction is open', () => {
  const read = batchedRead<{ id: string }>(
    (db, ids) => db<{ id: string }[]>`select id from unnest(${ids}::text[]) as id`,
    ({ id }) => id,
  );
  const write = batch<string, void>(async (db, names) => {
    await db`insert into marks select unnest(${[...names]}::text[])`;
  });
  const outside: Record<string, (db: Sql) => unknown> = {
    'a query': (db) => db`select 1`,
    'a query as text': (db) => db.unsafe('select 1'),
    'a query row by row': (db) => db`select 1`.forEach(() => {}),
    'a transaction': (db) => inTransaction(db, async (tx) => tx`select 1`),
    'a transaction of the driver': (db) => db.begin((tx) => tx`select 1`),
    'a session': (db) => db.reserve(),
    'a read that is batched': (db) => read(db, 'a'),
    'a write that is batched': (db) => write(db, 'a'),
    'a LISTEN': (db) => db.listen('marks', () => {}),
    'a notification': (db) => db.notify('marks', 'a'),
  };
  for (const [what, send] of Object.entries(outside))
    test(`${what} on its pool or another is refused with the place, and the transaction continues`, async () => {
      const refused: Error[] = [];
      const onOutside = (error: Error) => void refused.push(error);
      const [db, other] = [await openTest({ onOutside }), await openTest({ onOutside })];
      await inTransaction(db, async (tx) => {
        for (const pool of [db, other]) await assert.rejects(async () => send(pool), OutsideTransaction);
        await tx`insert into marks values ('kept')`;
      });
      assert.deepEqual(await namesIn(db), ['kept']);
      if (what.includes('batched')) return;
      assert.equal(refused.length, 2);
      for (const error of refused) assert.match(error.stack ?? '', /guarded-pool\.test\.ts/);
    });

  test('a part of a statement can be built with the pool, because only the transaction sends it', async () => {
    const db = await openTest();
    await inTransaction(db, async (tx) => {
      await tx`insert into marks ${db`select ${'part'}`}`;
    });
    assert.deepEqual(await namesIn(db), ['part']);
  });

  test('others query as usual, and so does work that outlives it', async () => {
    const db = await openTest();
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    let later: Promise<unknown> | undefined;
    const open = Promise.withResolvers<void>();
    const transaction = inTransaction(db, async () => {
      later = isOver.then(async () => db`insert into marks values ('later')`);
      open.resolve();
      await new Promise(setImmediate);
    });
    await open.promise;
    await db`insert into marks values ('outside')`;
    await transaction;
    end();
    await later;
    assert.deepEqual(await namesIn(db), ['later', 'outside']);
  });

  test('a transaction that was refused inside ends, and the next one can begin', async () => {
    const db = await openTest({ max: 1 });
    const wrong = inTransaction(db, async () => db`select 1`);
    await assert.rejects(wrong, OutsideTransaction);
    assert.equal((await inTransaction(db, (tx) => tx`select 1`)).length, 1);
  });
});

describe('a caller that gets no connection in time', () => {
  const waitSeconds = 0.05;

  /** Holds `most` connections, which is all, while `work` runs. */
  async function whileHeld<T>(db: Sql, most: number, work: () => Promise<T>): Promise<T> {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const begun = Array.from({ length: most }, () => Promise.withResolvers<void>());
    const holders = begun.map(({ resolve }) =>
      inTransaction(db, () => {
        resolve();
        return isOver;
      }),
    );
    await Promise.all(begun.map(({ promise }) => promise));
    try {
      return await work();
    } finally {
      end();
      await Promise.all(holders);
    }
  }

  test('is refused, as when the database is away, and its query is never sent', async () => {
    const db = await openTest({ waitSeconds });
    await whileHeld(db, 2, async () => {
      const waiting = [
        async () => db`insert into marks values ('query')`,
        () => inTransaction(db, (tx) => tx`insert into marks values ('transaction')`),
        () => db.reserve(),
        ...Array.from({ length: 20 }, () => async () => db`insert into marks values ('many')`),
      ];
      const ended = await Promise.allSettled(waiting.map((send) => send()));
      for (const one of ended) {
        assert.ok(one.status === 'rejected' && one.reason instanceof NoConnection);
        assert.ok(isDatabaseAway(one.reason));
      }
    });
    await db`insert into marks values ('after')`;
    assert.deepEqual(await namesIn(db), ['after']);
  });

  test('is served in its turn if one becomes free', async () => {
    const db = await openTest({ waitSeconds: 60 });
    const order: number[] = [];
    const numbers = Array.from({ length: 10 }, (_, number) => number);
    const waiting = await whileHeld(db, 2, async () => [
      numbers.map((number) =>
        number % 2 === 0
          ? db`select 1`.then(() => order.push(number))
          : inTransaction(db, (tx) => tx`select 1`).then(() => order.push(number)),
      ),
    ]);
    await Promise.all(waiting.flat());
    assert.deepEqual(
      order.toSorted((one, other) => one - other),
      numbers,
    );
  });

  test('for a minute makes the process not live, until a connection is free again', async () => {
    const db = await openTest({ max: 1, waitSeconds });
    let now = 0;
    const isLive = createLiveness(db, () => now);
    const probed = async () => {
      const answer = isLive();
      // They come behind the probe's own query; the second begins once the first has given its connection back.
      for (const _ of [1, 2]) await db`select 1`.catch(() => {});
      return answer;
    };
    assert.equal(await probed(), true);
    await whileHeld(db, 1, async () => {
      assert.equal(await probed(), true);
      now += minuteMs - 1;
      assert.equal(await probed(), true);
      now += 1;
      assert.equal(await probed(), false);
    });
    assert.equal(await probed(), true);
    now += minuteMs;
    assert.equal(await probed(), true);
  });

  test('because PostgreSQL is away does not make the process unlive: a restart would not help', async () => {
    const nowhere = openPool('postgres://nobody@127.0.0.1:1/none', { max: 1, waitSeconds });
    let now = 0;
    const isLive = createLiveness(nowhere, () => now);
    for (const _ of [1, 2, 3]) {
      assert.equal(isLive(), true);
      await assert.rejects(async () => nowhere`select 1`, isDatabaseAway);
      now += minuteMs;
    }
    await nowhere.end({ timeout: 0 });
  });
});
