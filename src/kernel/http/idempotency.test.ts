import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { asAnother } from '../../../test/support/another.ts';
import { testDatabase } from '../../../test/support/database.ts';
import { isDatabaseAway, openPool, type Tx } from '../db/db.ts';
import { type Answer, type KeyedResult, type KeyUse, onceByKey, replayKey } from './idempotency.ts';
import { expireKeys } from './idempotency-expiry.ts';

const at = new Date('2026-11-20T08:00:00Z');
const use = (over: Partial<KeyUse> = {}): KeyUse => ({
  merchantId: '0193fe00-0000-7000-8000-000000000001',
  operation: 'payments.create',
  key: 'key-1',
  requestHash: 'hash-1',
  at,
  ...over,
});
const made: Answer = { status: 201, body: '{"id":1}', location: '/one/v1/payments/1' };

async function openTest() {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 12 });
  await db`create table money (id integer generated always as identity, amount integer)`;
  after(async () => {
    await db.end({ timeout: 1 });
    await database.drop();
  });
  return {
    db,
    /** Work that moves money, and how often it did. */
    work: async (tx: Tx): Promise<Answer> => {
      await tx`insert into money (amount) values (100)`;
      return made;
    },
    moved: async () =>
      (await db<{ count: number }[]>`select count(*)::integer as count from money`)[0]!.count,
    keys: async () =>
      (await db<{ count: number }[]>`select count(*)::integer as count from idempotency_keys`)[0]!.count,
  };
}

describe('a key', () => {
  test('used a hundred times, ten at once, does its work once and returns the first response each time', async () => {
    const { db, work, moved } = await openTest();
    const results: KeyedResult[] = [];
    for (let round = 0; round < 10; round++) {
      results.push(...(await Promise.all(Array.from({ length: 10 }, () => onceByKey(db, use(), work)))));
    }
    assert.equal(await moved(), 1);
    assert.equal(results.filter((result) => result.kind === 'answered' && !result.replayed).length, 1);
    for (const result of results) assert.deepEqual(result.kind === 'answered' && result.answer, made);
    assert.deepEqual(await replayKey(db, use()), { kind: 'answered', answer: made, replayed: true });
  });

  test('for another merchant, operation or spelling is another key', async () => {
    const { db, work, moved } = await openTest();
    const others = [
      use(),
      use({ merchantId: randomUUID() }),
      use({ operation: 'refunds.create' }),
      use({ key: 'KEY-1' }),
    ];
    for (const other of others) await onceByKey(db, other, work);
    assert.equal(await moved(), 4);
  });

  test('that comes with another request does nothing and is a mismatch', async () => {
    const { db, work, moved } = await openTest();
    await onceByKey(db, use(), work);
    assert.deepEqual(await onceByKey(db, use({ requestHash: 'hash-2' }), work), { kind: 'mismatch' });
    assert.deepEqual(await replayKey(db, use({ requestHash: 'hash-2' })), { kind: 'mismatch' });
    assert.equal(await moved(), 1);
  });

  test('whose first request still runs after a second is reported as running, and is answered once that has ended', async () => {
    const { db, work, moved } = await openTest();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const first = onceByKey(db, use(), async (tx) => {
      begin();
      await held;
      return work(tx);
    });
    await begun;
    assert.deepEqual(await onceByKey(db, use(), work), { kind: 'running' });
    assert.deepEqual(await replayKey(db, use()), { kind: 'running' });
    letGo();
    await first;
    assert.equal((await onceByKey(db, use(), work)).kind, 'answered');
    assert.equal(await moved(), 1);
  });

  test('whose work takes longer than a second does not delay others: only its twins wait', async () => {
    const { db, work } = await openTest();
    const slow = onceByKey(db, use(), async (tx) => {
      await tx`select pg_sleep(1.2)`;
      return work(tx);
    });
    assert.equal((await slow).kind, 'answered');
  });

  test('whose work throws is free again, and keeps nothing: a refusal is not stored', async () => {
    const { db, work, moved, keys } = await openTest();
    const failing = onceByKey(db, use(), async (tx) => {
      await work(tx);
      throw new Error('refused');
    });
    await assert.rejects(failing, /refused/);
    assert.deepEqual([await moved(), await keys()], [0, 0]);
    assert.equal((await onceByKey(db, use({ requestHash: 'hash-2' }), work)).kind, 'answered');
  });

  test('whose connection dies between the money and the commit frees itself, with nothing moved', async () => {
    const { db, work, moved, keys } = await openTest();
    for (let round = 0; round < 20; round++) {
      const killed = onceByKey(db, use(), async (tx) => {
        const answer = await work(tx);
        const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
        await asAnother(() => db`select pg_terminate_backend(${row!.pid}, 2000)`);
        return answer;
      });
      assert.equal(isDatabaseAway(await killed.catch((error) => error)), true);
    }
    assert.deepEqual([await moved(), await keys()], [0, 0]);
    assert.equal((await onceByKey(db, use(), work)).kind, 'answered');
    assert.deepEqual([await moved(), await keys()], [1, 1]);
  });

  test('is forgotten when its days are over, oldest ones too, some at a time', async () => {
    const { db, work, keys } = await openTest();
    for (let day = 0; day < 5; day++) {
      await onceByKey(db, use({ key: `key-${day}`, at: new Date(at.getTime() + day * 86_400_000) }), work);
    }
    const before = new Date(at.getTime() + 3 * 86_400_000);
    assert.equal(await expireKeys(db, before, 2), 2);
    assert.equal(await expireKeys(db, before, 2), 1);
    assert.equal(await expireKeys(db, before, 2), 0);
    assert.equal(await keys(), 2);
    assert.equal((await replayKey(db, use({ key: 'key-3' }))).kind, 'answered');
  });
});
