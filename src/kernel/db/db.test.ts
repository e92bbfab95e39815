import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { asAnother } from '../../../test/support/another.ts';
import { testDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import { isStorable } from '../formats/json.ts';
import { inTransaction, isDatabaseAway, isDeadlock, isLockTimeout, openPool, type Sql } from './db.ts';

async function openTest(max = 4): Promise<{ db: Sql; url: string }> {
  const database = await testDatabase();
  const db = openPool(database.url, { max });
  after(async () => {
    await db.end({ timeout: 1 });
    await database.drop();
  });
  return { db, url: database.url };
}

describe('a pool', () => {
  test('reads cents as bigint, instants as Date, columns in camelCase, and writes undefined as null', async () => {
    const { db } = await openTest();
    const at = new Date('2026-11-20T08:00:00.123Z');
    const [row] = await db`
      select ${9007199254740993n}::bigint as amount_cents, ${at}::timestamptz as created_at, ${undefined as never}::text as none,
        1::integer as whole, ${['a', 'b']}::text[] as names, to_jsonb(${9007199254740993n}::bigint)::text as as_json`;
    assert.deepEqual(
      { ...row },
      {
        amountCents: 9007199254740993n,
        createdAt: at,
        none: null,
        whole: 1,
        names: ['a', 'b'],
        asJson: '9007199254740993',
      },
    );
  });

  test('writes and reads arrays element by element, whatever they contain', async () => {
    const { db } = await openTest();
    const texts = fc.array(fc.option(fc.string({ unit: 'grapheme' }).filter(isStorable)));
    const cents = fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));
    await fc.assert(
      fc.asyncProperty(texts, cents, fc.array(fc.uuid()), async (text, amounts, ids) => {
        const [row] = await db`
          select ${text}::text[] as text, ${amounts.map(String)}::bigint[] as amounts, ${ids}::uuid[] as ids`;
        assert.deepEqual({ ...row }, { text, amounts, ids });
      }),
    );
    const [row] = await db`select ${['NULL', 'null', '', '{}', '"', '\\', ',']}::text[] as odd`;
    assert.deepEqual(row!.odd, ['NULL', 'null', '', '{}', '"', '\\', ',']);
  });

  test('commits all writes of a transaction, or nothing of it when it throws', async () => {
    const { db } = await openTest();
    await db`create table marks (name text)`;
    await inTransaction(db, (tx) => tx`insert into marks values ('kept')`);
    const failing = inTransaction(db, async (tx) => {
      await tx`insert into marks values ('lost')`;
      throw new Error('no');
    });
    await assert.rejects(failing, /^Error: no$/);
    assert.deepEqual([...(await db`select name from marks`)], [{ name: 'kept' }]);
  });

  test('whose connections die again and again loses no process, no result and no half of a transaction', async () => {
    const { db, url } = await openTest(6);
    const admin = openPool(url, { max: 1 });
    await db`create table debits (id integer primary key)`;
    await db`create table credits (id integer primary key)`;
    const failures: unknown[] = [];
    const acknowledged: number[] = [];
    let next = 0;
    let isOver = false;
    async function customer(): Promise<void> {
      while (!isOver) {
        const id = ++next;
        await inTransaction(db, async (tx) => {
          await tx`insert into debits values (${id})`;
          // Some do other work in between, so that the connection dies while idle.
          if (id % 3 === 0) await new Promise(setImmediate);
          if (id % 20 === 0) await sleep(20);
          await tx`insert into credits values (${id})`;
        }).then(
          () => acknowledged.push(id),
          (error) => failures.push(error),
        );
      }
    }
    const strange: unknown[] = [];
    async function reader(): Promise<void> {
      while (!isOver) {
        const asked = ++next;
        await db`select ${asked}::integer as answer`.then(
          ([row]) => row?.answer === asked || strange.push([asked, row]),
          (error) => failures.push(error),
        );
      }
    }
    const customers = [...Array.from({ length: 12 }, customer), ...Array.from({ length: 6 }, reader)];
    for (let kill = 0; kill < 15; kill++) {
      await sleep(40);
      await admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
    }
    isOver = true;
    await Promise.all(customers);
    const [row] = await admin`
      select (select count(*) from debits full join credits using (id) where debits.id is null or credits.id is null) as torn,
        (select count(*) from unnest(${acknowledged}::integer[]) as told (id) where id not in (select id from credits)) as lost`;
    await admin.end();
    assert.deepEqual({ ...row }, { torn: 0n, lost: 0n });
    assert.deepEqual(strange, []);
    assert.ok(failures.length > 0 && acknowledged.length > 0);
    assert.deepEqual(
      failures.filter((error) => !isDatabaseAway(error)),
      [],
    );
    assert.equal((await db`select 1 as one`)[0]!.one, 1);
  });

  test('whose connection dies in the middle of a result begins the next one from its first row', async () => {
    const { db, url } = await openTest(1);
    const admin = openPool(url, { max: 1 });
    const [{ pid }] = (await db<{ pid: number }[]>`select pg_backend_pid() as pid`) as unknown as [
      { pid: number },
    ];
    const cut = db`select repeat('x', 100000) as text, pg_sleep(0.02) from generate_series(1, 1000)`.then(
      () => assert.fail('it was not cut'),
      (error) => error as Error,
    );
    await sleep(150);
    await admin`select pg_terminate_backend(${pid})`;
    assert.equal(isDatabaseAway(await cut), true);
    await admin.end();
    assert.deepEqual(
      [...(await db`select number from generate_series(1, 3) as number`)],
      [{ number: 1 }, { number: 2 }, { number: 3 }],
    );
  });

  test('to a missing server fails as away, and a wrong statement does not', async () => {
    const nowhere = openPool('postgres://nobody@127.0.0.1:1/none', { max: 1 });
    assert.equal(isDatabaseAway(await nowhere`select 1`.catch((error) => error)), true);
    await nowhere.end({ timeout: 0 });
    const { db } = await openTest();
    for (const statement of ['select nothing', 'select 1/0', 'insert into payments default values']) {
      assert.equal(isDatabaseAway(await db.unsafe(statement).catch((error) => error)), false);
    }
    for (const other of [null, undefined, new Error('x'), { code: 57 }])
      assert.equal(isDatabaseAway(other), false);
  });

  test('lets one of two transactions that wait for each other go on, and the other can try again', async () => {
    const { db } = await openTest();
    await db`create table two (id integer primary key)`;
    await db`insert into two values (1), (2)`;
    const both = new Set<number>();
    const lock = (first: number, second: number) =>
      inTransaction(db, async (tx) => {
        await tx`select from two where id = ${first} for update`;
        both.add(first);
        await until(() => both.size >= 2);
        await tx`select from two where id = ${second} for update`;
      });
    const ended = await Promise.allSettled([lock(1, 2), lock(2, 1)]);
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    assert.deepEqual(refused.map(isDatabaseAway), [true]);
    assert.ok(isDeadlock(refused[0]));
  });

  test('distinguishes a lock timeout from everything else', async () => {
    const { db } = await openTest();
    await db`create table marks (name text)`;
    await inTransaction(db, async (tx) => {
      await tx`lock table marks`;
      const second = asAnother(() =>
        inTransaction(db, async (other) => {
          await other`set local lock_timeout = '50ms'`;
          await other`select * from marks`;
        }),
      );
      assert.equal(isLockTimeout(await second.catch((error) => error)), true);
    });
    assert.equal(isLockTimeout(await db`select 1/0`.catch((error) => error)), false);
  });
});
