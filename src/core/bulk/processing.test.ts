import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { away, formOf, openBulkWorld, orders, references } from '../../../test/support/setup/bulk.ts';
import { createJobs, listenForWakes } from '../../kernel/concurrency/jobs.ts';
import { findBulkJobs } from './actions.ts';
import { createBulkSweep } from './jobs.ts';

const world = await openBulkWorld();
const { sweep, create, outcomes, jobNow, ctx, site, clock } = world;

async function runAll(runs = 100): Promise<number> {
  for (let run = 0; run < runs; run += 1) if ((await sweep.run()) === 0) return run;
  return runs;
}

describe('a bulk job', () => {
  test('gets a payment for each of its elements, in their order, and notifies its end once', async () => {
    const elements = orders(450, 'whole');
    const job = await create(elements, 'WHOLE');
    assert.deepEqual(
      await outcomes(job),
      elements.map(() => 'open'),
    );
    assert.equal((await jobNow(job)).state, 'received');
    assert.equal(await runAll(), 3);
    assert.deepEqual(await outcomes(job), references(elements));
    const { state, dueAt, nextIndex } = await jobNow(job);
    assert.deepEqual({ state, dueAt, nextIndex }, { state: 'complete', dueAt: null, nextIndex: 450 });
    const [event, ...more] =
      await world.db`select type, data, correlation_id from events where object_id = ${job.id}`;
    assert.equal(more.length, 0);
    const data = {
      siteCode: site.code,
      jobId: job.id,
      jobReference: 'WHOLE',
      state: 'complete',
      reason: null,
    };
    assert.deepEqual({ ...event }, { type: 'bulk.complete', data, correlationId: 'of WHOLE' });
    await world.assertSound();
  });

  test('with bad elements gives each its error and the others their payment', async () => {
    const elements = ['a 1', 'bad this', 'b 2', 'bad that', 'c 0', 'd 3'];
    const job = await create(elements, 'MIXED');
    await runAll();
    // No form should accept an amount of zero: the database refuses only this one.
    const failed = 'The service failed; send this request again';
    assert.deepEqual(await outcomes(job), ['a', 'this', 'b', 'that', failed, 'd']);
    assert.equal((await jobNow(job)).state, 'complete_with_errors');
    await world.assertSound();
  });

  test('is in processing while some of it is done', async () => {
    const job = await create(orders(201, 'part'), 'PART');
    await sweep.run();
    const { state, nextIndex, dueAt } = await jobNow(job);
    assert.deepEqual(
      { state, nextIndex, dueAt },
      { state: 'processing', nextIndex: 200, dueAt: clock.now() },
    );
    await world.assertSound();
    await runAll();
    assert.equal((await jobNow(job)).state, 'complete');
  });

  test('does not delay others: due jobs take turns', async () => {
    const long = await create(orders(1_000, 'long'), 'LONG');
    await sweep.run();
    clock.advance(1);
    const short = await create(orders(3, 'short'), 'SHORT');
    clock.advance(1);
    await sweep.run();
    await sweep.run();
    assert.equal((await jobNow(short)).state, 'complete');
    assert.equal((await jobNow(long)).state, 'processing');
    await runAll();
    assert.equal((await outcomes(long)).filter((one) => one === 'open').length, 0);
  });

  test('has a unique reference: of many at once with the same, one is taken', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => create(['same 1'], 'SAME')));
    assert.equal(made.filter((job) => job !== undefined).length, 1);
    await runAll();
    assert.equal(await world.paymentsOf(made.find((job) => job !== undefined)!), 1);
  });

  test('is found by its reference for seven days, by its merchant alone', async () => {
    const job = await create(['found 1'], 'FOUND');
    const find = (merchantId: string) => findBulkJobs(ctx, merchantId, 'FOUND');
    assert.deepEqual(
      (await find(site.merchantId)).map(({ id }) => id),
      [job.id],
    );
    assert.deepEqual([...(await find(job.id))], []);
    assert.deepEqual([...(await findBulkJobs(ctx, site.merchantId, 'found'))], []);
    await runAll();
    clock.advance(7 * 86_400_000);
    assert.equal((await find(site.merchantId)).length, 1);
    clock.advance(1);
    assert.equal((await find(site.merchantId)).length, 0);
  });
});

describe('a sweep', () => {
  test('is woken by a new job', async () => {
    const jobs = createJobs([{ ...sweep, intervalMs: 60_000 }], ctx.log);
    const stopListening = await listenForWakes(world.db, jobs);
    jobs.start();
    const job = await create(orders(300, 'woken'), 'WOKEN');
    for (let waits = 0; (await jobNow(job)).state !== 'complete'; waits += 1) {
      assert.ok(waits < 200, 'no call woke the sweep');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await jobs.stop();
    await stopListening();
  });

  test('that loses the database leaves the job to the process that claims it after the lease', async () => {
    const job = await create(orders(3, 'lost'), 'LOST');
    const losing = createBulkSweep(
      ctx,
      formOf(world, async () => {
        throw away();
      }),
    );
    await assert.rejects(losing.run(), /gone/);
    assert.equal(await sweep.run(), 0);
    clock.advance(10_000);
    assert.equal(await sweep.run(), 1);
    assert.equal((await jobNow(job)).state, 'complete');
  });

  test('whose lease has run out does nothing that another process has done', async () => {
    const elements = orders(250, 'slow');
    const job = await create(elements, 'SLOW');
    const reached = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const slow = createBulkSweep(
      ctx,
      formOf(world, async (element) => {
        if (element !== 'slow-5 100') return;
        reached.resolve();
        await free.promise;
      }),
    );
    const running = slow.run();
    await reached.promise;
    clock.advance(10_000);
    await runAll();
    assert.equal((await jobNow(job)).state, 'complete');
    free.resolve();
    await running;
    assert.equal(await world.paymentsOf(job), 250);
    assert.deepEqual(await outcomes(job), references(elements));
    await world.assertSound();
  });

  test('abandons a job that repeatedly makes no progress, and names the elements that it did not process', async () => {
    const elements = orders(205, 'poison');
    const job = await create(elements, 'POISON');
    await sweep.run();
    const deadly = createBulkSweep(
      ctx,
      formOf(world, async () => {
        throw away();
      }),
    );
    for (let tries = 0; tries < 10; tries += 1) {
      await assert.rejects(deadly.run());
      clock.advance(10_000);
    }
    await deadly.run();
    const { state, stateReason } = await jobNow(job);
    assert.deepEqual(
      [state, stateReason],
      ['error', 'The service failed; elements without a link were not processed'],
    );
    const failed = Array(5).fill('The service failed; send this request again');
    assert.deepEqual(await outcomes(job), [...references(elements).slice(0, 200), ...failed]);
    assert.equal((await world.events(job.id)).at(-1)!.state, 'error');
    await world.assertSound();
  });

  test('goes on after progress as if nothing had happened', async () => {
    const job = await create(orders(600, 'flaky'), 'FLAKY');
    let calls = 0;
    const flaky = createBulkSweep(
      ctx,
      formOf(world, async () => {
        if (++calls % 3 === 1) throw away();
      }),
    );
    for (let tries = 0; tries < 5; tries += 1) {
      await flaky.run().catch(() => {});
      clock.advance(10_000);
    }
    await sweep.run();
    assert.equal((await jobNow(job)).tries, 0);
    await runAll();
    assert.equal(await world.paymentsOf(job), 600);
  });
});
