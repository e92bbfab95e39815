import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import { afterCommit, inTransaction, openPool } from '../db/db.ts';
import { createLog } from '../process/log.ts';
import { createJobs, type Jobs, listenForWakes, type Sweep, wakeAfterCommit } from './jobs.ts';

const log = createLog('silent');
const never = 1_000_000;

/** Starts sweeps that stop after the test. */
function started(...sweeps: Sweep[]): Jobs {
  const jobs = createJobs(sweeps, log);
  jobs.start();
  after(() => jobs.stop());
  return jobs;
}

/** A sweep over a heap of work: takes one piece at a time. */
function heap(size: number, intervalMs = never) {
  const state = { left: size, runs: 0 };
  const run = async (): Promise<number> => {
    state.runs += 1;
    if (state.left === 0) return 0;
    state.left -= 1;
    return 1;
  };
  return { state, sweep: { name: 'heap', intervalMs, run } satisfies Sweep };
}

describe('a sweep', () => {
  test('runs while there is work, and then waits for its interval', async () => {
    const { state, sweep } = heap(5, 50);
    started(sweep);
    await until(() => state.runs === 6);
    assert.equal(state.left, 0);
    state.left = 1;
    await until(() => state.left === 0);
  });

  test('collects its work if configured: once it is woken, and between runs that find some', async () => {
    const began: number[] = [];
    let wakes = 0;
    const jobs = started({
      name: 'gathering',
      intervalMs: never,
      gatherMs: { whenWoken: 10, whenBusy: 20 },
      run: async () => {
        began.push(performance.now());
        return began.length === 2 ? 1 : 0;
      },
    });
    await until(() => began.length === 1);
    const woken = performance.now();
    while (began.length < 2) {
      jobs.wake('gathering');
      wakes += 1;
      await new Promise(setImmediate);
    }
    assert.ok(began[1]! - woken >= 9 && wakes > 1);
    await until(() => began.length === 3);
    assert.ok(began[2]! - began[1]! >= 19);
  });

  test('is run at once when it is woken, also when the wake comes during a run', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    let runs = 0;
    const jobs = started({
      name: 'slow',
      intervalMs: never,
      run: async () => {
        if (++runs === 1) await held;
        return 0;
      },
    });
    jobs.wake('slow');
    jobs.wake('nobody');
    letGo();
    await until(() => runs === 2);
    jobs.wake('slow');
    await until(() => runs === 3);
    await sleep(10);
    assert.equal(runs, 3);
  });

  test('that fails is tried again after its interval, and stops no other', async () => {
    let tries = 0;
    const { state, sweep } = heap(3);
    started(
      {
        name: 'failing',
        intervalMs: 10,
        run: async () => {
          tries += 1;
          throw new Error('no');
        },
      },
      sweep,
    );
    const began = performance.now();
    await until(() => tries === 3);
    assert.ok(performance.now() - began >= 19, 'not before its interval');
    assert.equal(state.left, 0);
  });

  test('that is stuck shows in the ages, and one that runs does not', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { sweep } = heap(0, 10);
    const stuck = { name: 'stuck', intervalMs: 10, run: () => held.then(() => 0) };
    const jobs = started(sweep, stuck);
    await sleep(100);
    const ages = jobs.ages();
    letGo();
    assert.ok(ages.get('stuck')! >= 90);
    assert.ok(ages.get('heap')! < ages.get('stuck')!);
  });
});

describe('stopping', () => {
  test('lets a run and everything it started end, and begins no other', async () => {
    const steps: string[] = [];
    let underWay: Promise<void> = Promise.resolve();
    const jobs = createJobs(
      [
        {
          name: 'sender',
          intervalMs: never,
          run: async () => {
            steps.push('run');
            underWay = sleep(40).then(() => void steps.push('sent'));
            await sleep(10);
            steps.push('ran');
            return 1;
          },
          settle: () => underWay,
        },
      ],
      log,
    );
    jobs.start();
    await jobs.stop();
    assert.deepEqual(steps, ['run', 'ran', 'sent']);
    jobs.wake('sender');
    await sleep(10);
    assert.equal(steps.length, 3);
  });

  test('does not wait for an interval, nor for jobs that were never started', async () => {
    const jobs = createJobs([heap(0).sweep], log);
    await jobs.stop();
    const others = createJobs([heap(0).sweep], log);
    others.start();
    await sleep(5);
    const began = performance.now();
    await others.stop();
    assert.ok(performance.now() - began < 30_000);
  });
});

test('draining runs every sweep until none finds any, also work that one creates for another', async () => {
  const heaps = { first: 3, second: 0 };
  const done: string[] = [];
  const jobs = createJobs(
    [
      {
        name: 'second',
        intervalMs: never,
        run: async () => {
          if (heaps.second === 0) return 0;
          heaps.second -= 1;
          return done.push('second');
        },
      },
      {
        name: 'first',
        intervalMs: never,
        run: async () => {
          if (heaps.first === 0) return 0;
          heaps.first -= 1;
          heaps.second += 2;
          return done.push('first');
        },
      },
    ],
    log,
  );
  await jobs.drain();
  assert.deepEqual(heaps, { first: 0, second: 0 });
  assert.equal(done.filter((name) => name === 'second').length, 6);
});

test('a transaction wakes the sweeps of every process when it commits, not before, and not when it rolls back', async () => {
  const database = await testDatabase();
  const [db, other] = [openPool(database.url, { max: 2 }), openPool(database.url, { max: 2 })];
  const [mine, theirs] = [heap(0), heap(0)];
  const [jobs, theirJobs] = [started(mine.sweep), started(theirs.sweep)];
  const stops = [await listenForWakes(db, jobs), await listenForWakes(other, theirJobs)];
  after(async () => {
    await Promise.all([db.end({ timeout: 1 }), other.end({ timeout: 1 })]);
    await database.drop();
  });
  const runs = () => [mine.state.runs, theirs.state.runs];
  await until(() => runs().every((number) => number > 0));
  await sleep(20);
  const before = runs();
  await inTransaction(db, async (tx) => {
    await wakeAfterCommit(tx, 'heap');
    await sleep(50);
    assert.deepEqual(runs(), before);
  });
  await until(() => runs().every((number, index) => number > before[index]!));
  await sleep(50);
  const woken = runs();
  await inTransaction(db, async (tx) => {
    await wakeAfterCommit(tx, 'heap');
    throw new Error('rolled back');
  }).catch(() => {});
  await sleep(50);
  assert.deepEqual(runs(), woken);
  // Transactions that notify commit one after the other. These only register a callback for afterwards, and share it.
  const received: string[] = [];
  const ear = await db.listen('tefo_wake', (name) => void received.push(name));
  await inTransaction(db, async (tx) => {
    for (let number = 0; number < 100; number++) await wakeAfterCommit(tx, `sweep ${number % 2}`);
  });
  await until(() => new Set(received).size === 2);
  assert.equal(received.length, 2);
  await ear.unlisten();
  await Promise.all(stops.map((stop) => stop()));
});

test('callbacks of a transaction run once it has committed, and not when it rolls back', async () => {
  const database = await testDatabase();
  const db = openPool(database.url, { max: 1 });
  after(async () => {
    await db.end({ timeout: 1 });
    await database.drop();
  });
  const done: string[] = [];
  await inTransaction(db, async (tx) => {
    for (const name of ['one', 'other', 'one']) assert.ok(afterCommit(tx, name, () => done.push(name)));
    assert.deepEqual(done, []);
  });
  assert.deepEqual(done, ['one', 'other']);
  await inTransaction(db, async (tx) => {
    afterCommit(tx, 'never', () => done.push('never'));
    throw new Error('rolled back');
  }).catch(() => {});
  assert.deepEqual(done, ['one', 'other']);
  assert.equal(
    afterCommit(db, 'outside', () => {}),
    false,
  );
});

describe('work done alone', () => {
  test('waits for runs under way, and keeps the loops still until they have ended', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const order: string[] = [];
    let runs = 0;
    const jobs = started({
      name: 'slow',
      intervalMs: 1,
      run: async () => {
        runs += 1;
        if (runs === 1) await held;
        order.push('run');
        return 0;
      },
    });
    const alone = jobs.alone(async () => {
      order.push('alone');
      const before = runs;
      jobs.wake('slow');
      await sleep(20);
      assert.equal(runs, before);
    });
    await sleep(5);
    assert.deepEqual(order, []);
    letGo();
    await alone;
    await until(() => order.length >= 3);
    assert.deepEqual(order.slice(0, 3), ['run', 'alone', 'run']);
  });

  test('is done one after the other, also after one that fails', async () => {
    const jobs = createJobs([], log);
    const order: number[] = [];
    const first = jobs.alone(async () => {
      await sleep(10);
      order.push(1);
      throw new Error('on purpose');
    });
    const second = jobs.alone(async () => void order.push(2));
    await assert.rejects(first, /on purpose/);
    await second;
    assert.deepEqual(order, [1, 2]);
  });
});

test('the next due time is the first of all sweeps, and undefined if no work waits', async () => {
  const at = (nextDue: string | undefined): Sweep => ({
    ...heap(0).sweep,
    nextDue: async () => (nextDue === undefined ? undefined : new Date(nextDue)),
  });
  const jobs = createJobs([heap(0).sweep, at('2027-01-02'), at(undefined), at('2027-01-01')], log);
  assert.deepEqual(await jobs.nextDue(new Date('2026-01-01')), new Date('2027-01-01'));
  assert.equal(await createJobs([at(undefined)], log).nextDue(new Date('2026-01-01')), undefined);
});
