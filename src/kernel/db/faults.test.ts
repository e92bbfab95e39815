import assert from 'node:assert/strict';
import net from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { asAnother } from '../../../test/support/another.ts';
import { emptyDatabase } from '../../../test/support/database.ts';
import { inTransaction, isDatabaseAway, openPool, type Sql } from './db.ts';

// Faults that a client of PostgreSQL must survive when connections die. They must not end the process (an error that no
// caller can catch fails the running test), hang, give a statement another's result, or write outside of its
// transaction.

const database = await emptyDatabase();
const admin = openPool(database.url, { max: 2 });
await admin`create table marks (mark integer primary key, by text not null)`;
after(async () => {
  await admin.end({ timeout: 1 });
  await database.drop();
});

interface Wire {
  url: string;
  /** Resets every connection, as a firewall or a crashed host does. */
  reset(): void;
  close(): void;
}

/** A proxy to the server whose connections can be reset at any moment. */
async function openWire(): Promise<Wire> {
  const to = new URL(database.url);
  const inward = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const outward = net.connect(Number(to.port), to.hostname);
    inward.add(socket);
    for (const [one, other] of [
      [socket, outward],
      [outward, socket],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: Object.assign(new URL(to), { hostname: '127.0.0.1', port: String(port) }).href,
    reset: () => {
      for (const socket of inward) socket.resetAndDestroy();
      inward.clear();
    },
    close: () => server.close(),
  };
}

async function withWire(max: number, work: (db: Sql, wire: Wire) => Promise<void>): Promise<void> {
  const wire = await openWire();
  const db = openPool(wire.url, { max });
  try {
    await work(db, wire);
    assert.deepEqual([...(await db`select 1 as one`)], [{ one: 1 }], 'the pool is of use again');
  } finally {
    await db.end({ timeout: 1 });
    wire.close();
  }
}

/** Returns a promise's error, or undefined. Fails when it does not settle within ten seconds. */
async function errorOf(work: Promise<unknown>): Promise<unknown> {
  const hangs = sleep(10_000, 'hangs', { ref: false });
  const outcome = await Promise.race([
    work.then(
      () => undefined,
      (error) => error,
    ),
    hangs,
  ]);
  assert.notEqual(outcome, 'hangs', 'it hangs');
  return outcome;
}

async function marksBy(by: string): Promise<number[]> {
  const rows = await admin<{ mark: number }[]>`select mark from marks where by = ${by} order by mark`;
  return rows.map(({ mark }) => mark);
}

const assertAway = (error: unknown) => assert.ok(isDatabaseAway(error), `it says: ${String(error)}`);
const assertAwayOrNone = (error: unknown) => error === undefined || assertAway(error);

/** Fails when the result is another statement's. */
async function assertEcho(db: Sql, asked: number): Promise<void> {
  const rows = await db`select ${asked}::integer as answer, repeat('x', 2000) as text`;
  assert.deepEqual([rows.length, rows[0]?.answer], [1, asked]);
}

describe('a connection that is reset', () => {
  for (const max of [1, 4]) {
    test(`inside a transaction ends it whole, in a pool of ${max}`, async () => {
      const by = `reset within ${max}`;
      await withWire(max, async (db, wire) => {
        const later: unknown[] = [];
        const transaction = inTransaction(db, async (tx) => {
          await tx`insert into marks values (${max * 1000 + 1}, ${by})`;
          wire.reset();
          for (let mark = 2; mark < 5; mark++) {
            later.push(await errorOf(tx`insert into marks values (${max * 1000 + mark}, ${by})`.then()));
            await sleep(20);
          }
        });
        assertAway(await errorOf(transaction));
        // The work may continue after the transaction has failed: it must not reach another connection.
        await sleep(150);
        assert.equal(later.length, 3);
        later.forEach(assertAway);
      });
      assert.deepEqual(await marksBy(by), []);
    });

    test(`under two hundred pipelined statements gives each its own result or none, in a pool of ${max}`, () =>
      withWire(max, async (db, wire) => {
        await db`select 1`;
        for (const delayMs of [0, 1, 5]) {
          const answers = Array.from({ length: 200 }, (_, asked) => errorOf(assertEcho(db, asked)));
          await (delayMs === 0 ? new Promise(setImmediate) : sleep(delayMs));
          wire.reset();
          // A query sent right afterwards gets its own result too.
          for (const error of await Promise.all([...answers, errorOf(assertEcho(db, 1000))]))
            assertAwayOrNone(error);
        }
      }));
  }

  test('gets no query between its error and its close', () =>
    withWire(1, async (db, wire) => {
      // Fewer than are sent at once, of a statement that the connection knows: it would take more.
      await assertEcho(db, 0);
      const answers = Array.from({ length: 40 }, (_, asked) => errorOf(assertEcho(db, asked)));
      await new Promise(setImmediate);
      wire.reset();
      (await Promise.all(answers)).forEach(assertAwayOrNone);
      assert.equal(await errorOf(assertEcho(db, 1000)), undefined);
    }));

  test('under two hundred pipelined statements of one transaction undoes all of them', async () => {
    const by = 'reset under many';
    await withWire(1, async (db, wire) => {
      const transaction = inTransaction(db, async (tx) => {
        const all = Array.from(
          { length: 200 },
          (_, mark) => tx`insert into marks values (${10_000 + mark}, ${by})`,
        );
        const sent = Promise.all(all);
        await new Promise(setImmediate);
        wire.reset();
        await sent;
      });
      const next = inTransaction(db, (tx) => tx`insert into marks values (20000, 'after the reset')`.then());
      assertAway(await errorOf(transaction));
      const error = await errorOf(next);
      assertAwayOrNone(error);
      assert.deepEqual(await marksBy('after the reset'), error === undefined ? [20_000] : []);
    });
    assert.deepEqual(await marksBy(by), []);
  });
});

test('a backend that is terminated inside a transaction, or while it is idle, affects no other', async () => {
  const by = 'terminated';
  const db = openPool(database.url, { max: 2 });
  const pidOf = async (of: Pick<Sql, 'unsafe'>) =>
    (await of.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid'))[0]!.pid;
  const transaction = inTransaction(db, async (tx) => {
    await tx`insert into marks values (30000, ${by})`;
    const pid = await pidOf(tx);
    await asAnother(() => admin`select pg_terminate_backend(${pid}, 2000)`);
    await sleep(50);
    await tx`insert into marks values (30001, ${by})`;
  });
  assertAway(await errorOf(transaction));
  for (let round = 0; round < 5; round++) {
    await admin`select pg_terminate_backend(${await pidOf(db)}, 2000)`;
    if (round % 2 === 0) await sleep(20);
    assertAwayOrNone(await errorOf(assertEcho(db, round)));
  }
  assert.deepEqual(await marksBy(by), []);
  await db.end({ timeout: 1 });
});

test('a transaction that idles until the server ends it leaves the one that waits behind it whole', async () => {
  const db = openPool(database.url, { max: 1 });
  let isOver = false;
  const idle = inTransaction(db, async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = '100ms'`;
    await tx`insert into marks values (40000, 'idle')`;
    await sleep(300);
    const error = await errorOf(tx`insert into marks values (40001, 'idle')`.then());
    isOver = true;
    throw error;
  });
  const queued = inTransaction(db, async (tx) => {
    await tx`insert into marks values (40002, 'queued')`;
    // The other work continues only now: its writes must not become part of this transaction.
    while (!isOver) await sleep(10);
    const rows = await tx`select by from marks where mark between 40000 and 40002`;
    assert.deepEqual([...rows], [{ by: 'queued' }]);
  });
  assert.ok((await errorOf(idle)) instanceof Error);
  assert.equal(await errorOf(queued), undefined);
  assert.deepEqual([await marksBy('idle'), await marksBy('queued')], [[], [40_002]]);
  await db.end({ timeout: 1 });
});
