// Sweeps cost what they do, however much is there: counted in the rows and index entries that PostgreSQL reads, not in time.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSweeps } from '../src/app/sweeps.ts';
import { manualClock } from '../src/kernel/clock.ts';
import type { Sweep } from '../src/kernel/concurrency/jobs.ts';
import { openPool } from '../src/kernel/db/db.ts';
import { budget } from './support/budget.ts';
import { fillLedger } from './support/console-ledger.ts';
import { fillConsole } from './support/console-rows.ts';
import { startService } from './support/running.ts';

/** Far more than a sweep with nothing to do can read. */
const payments = budget(4_000, 12_000);
/** Those of 101 sites, and our own. */
const accounts = 101 * 5 + 2;
/** They look at each account: which has moved since its newest snapshot, and which site is not settled. */
const byAccount = ['ledger.snapshot', 'settlements.make'];

describe('sweeps over a filled database', async () => {
  let stopwatch = 0;
  const service = await startService({
    clock: { ...manualClock('2026-11-20T10:00:00Z'), stopwatch: () => stopwatch },
  });
  const { ctx, config, directory, clock } = service;
  // One session, whose counts of rows read are reported before any query; planned as the service's.
  const db = openPool(service.databaseUrl, { max: 1, plans: 'once' });
  const post = () => Promise.reject(new Error('no receiver is called'));
  const workCtx = { ...ctx, db };
  const work = createSweeps({
    ctx,
    workCtx,
    config,
    directory,
    post,
    sandbox: undefined,
    renderEmail: async () => undefined,
    bank: undefined,
  });

  before(async () => {
    const filler = openPool(service.databaseUrl, { max: 3 });
    const filling = { payments, days: 60, now: clock.now() };
    await fillConsole(filler, filling);
    await fillLedger(filler, filling);
    await filler.end();
    // The rest of the last days is settled, rolled up and stored.
    for (const { run } of work.sweeps) await untilDone(run);
  });
  after(async () => {
    await work.close();
    await db.end();
    await service.end();
  });

  /** Runs all work of a sweep, including work that it postpones until its readings are some seconds old. */
  async function untilDone(run: Sweep['run']): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) {
      stopwatch += 10_000;
      while ((await run()) > 0);
    }
  }

  async function readSoFar(): Promise<number> {
    await db`select pg_stat_force_next_flush()`;
    const [row] = await db<{ read: number }[]>`
      select ((select sum(seq_tup_read) from pg_stat_user_tables)
        + (select sum(idx_tup_read) from pg_stat_user_indexes))::float8 as read`;
    return row!.read;
  }

  async function readsOf({ run }: Sweep): Promise<number> {
    await untilDone(run);
    const before = await readSoFar();
    stopwatch += 10_000;
    assert.equal(await run(), 0);
    return (await readSoFar()) - before;
  }

  for (const sweep of work.sweeps) {
    test(`${sweep.name} with nothing to do`, async () => {
      const most = byAccount.includes(sweep.name) ? 4 * accounts : 500;
      const read = await readsOf(sweep);
      assert.ok(read <= most, `${read} rows are read`);
    });
  }
});
