// Two processes work on one job while their database connections are cut at any moment, also between a payment and its
// record: a kill leaves only data that the database has committed.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../../test/storm/random.ts';
import { formOf, openBulkWorld, orders, references } from '../../../test/support/setup/bulk.ts';
import { isDatabaseAway, openPool } from '../../kernel/db/db.ts';
import { createBulkSweep } from './jobs.ts';

const rounds = 20;
const items = 500;

const world = await openBulkWorld();
const { clock, db } = world;
const seed = Date.now() % 1_000_000;
const random = seeded(seed, 'bulk');

/** A sweep as in another process, with its own connections. */
function otherProcess(name: string) {
  const pool = openPool(world.url, { max: 3, name });
  after(() => pool.end({ timeout: 1 }));
  const form = formOf(world, async (element) => {
    // Other processes may run between two elements.
    if (element.includes('7 ')) await sleep(0);
  });
  return createBulkSweep({ ...world.ctx, db: pool }, form);
}

const names = ['bulk-a', 'bulk-b'];
const sweeps = names.map(otherProcess);

/** Runs a sweep until the job has ended; after each cut, as soon as the lease is over. */
async function work(sweep: (typeof sweeps)[number], isOver: () => boolean): Promise<number> {
  let cuts = 0;
  while (!isOver()) {
    try {
      if ((await sweep.run()) === 0) {
        clock.advance(1_000);
        await sleep(1);
      }
    } catch (error) {
      assert.ok(isDatabaseAway(error), String(error));
      cuts += 1;
    }
  }
  return cuts;
}

test(`a job whose processes are cut off again and again has one payment for each element (seed ${seed})`, async () => {
  let cuts = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const elements = orders(items, `r${round}`);
    const job = await world.create(elements, `JOB-${round}`);
    let isOver = false;
    const working = sweeps.map((sweep) => work(sweep, () => isOver));
    for (let cut = 0; !isOver; cut += 1) {
      await sleep(random.between(2, 30));
      // Ten tries in a row without progress would end the job.
      if (cut < 4) {
        await db`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = ${random.pick(names)}`;
      }
      isOver = (await world.jobNow(job)).dueAt === null;
    }
    cuts += (await Promise.all(working)).reduce((sum, each) => sum + each, 0);
    assert.equal((await world.jobNow(job)).state, 'complete');
    assert.deepEqual(await world.outcomes(job), references(elements), `round ${round}`);
    assert.equal(await world.paymentsOf(job), items, `round ${round}`);
  }
  assert.ok(cuts >= rounds / 2, `only ${cuts} cuts met work under way`);
  await world.assertSound();
});
