// The faults of a crowd: each happens while requests of its merchants are in progress, and is over when it resolves.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../src/kernel/db/db.ts';
import type { Random } from '../storm/random.ts';
import type { Cluster } from './cluster.ts';

/** Plays it, and returns how often it has happened. */
type Fault = (cluster: Cluster, random: Random) => Promise<number>;

/** Requests are in progress by then. */
const beforeMs = { least: 20, limit: 400 };

const once =
  (fault: (cluster: Cluster, random: Random) => Promise<void>): Fault =>
  async (cluster, random) => {
    await fault(cluster, random);
    return 1;
  };

const kinds: Record<string, Fault> = {
  'kill of tefo': once(({ killService }) => killService()),
  'kill of postgres': once(({ server }) => server.kill()),
  'kill of a session of postgres': once(({ server }) => server.killSession()),
  'restart of postgres': once(({ server }) => server.restart()),
  'start with a clock behind': once(({ killService }, random) => killService(random.between(1, 900))),
  'stop of tefo for a moment': once(({ hangService }, random) => hangService(random.between(500, 2_000))),
  'stop of postgres for a moment': once(({ server }, random) => server.hang(random.between(500, 2_000))),
  'slow disk': once(({ server }, random) => server.slowDown(random.between(1_000, 3_000))),
  'full disk': once(({ server }, random) => server.fillDisk(random.between(500, 2_000))),
  'connections of clients cut': async ({ cutConnections }, random) => {
    const times = random.between(3, 9);
    for (let cut = 0; cut < times; cut += 1) {
      await sleep(random.between(20, 200));
      cutConnections();
    }
    return times;
  },
  'session ended in a statement': async ({ server: { db } }, random) => {
    let ended = 0;
    for (let round = 0; round < 20; round += 1) {
      await sleep(random.between(10, 100));
      ended += (
        await db`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'tefo' and state <> 'idle' and random() < 0.5`
      ).length;
    }
    return ended;
  },
  deadlock: async ({ server }, random) => {
    const before = await server.countDeadlocks();
    const until = performance.now() + random.between(3_000, 5_000);
    while (performance.now() < until) await lockInReverse(server.db).catch(() => {});
    return (await server.countDeadlocks()) - before;
  },
  'locks held by an idle transaction': once(async ({ server: { db } }) => {
    // Longer than the limit of a statement.
    await db
      .begin(async (tx) => {
        await tx`set local idle_in_transaction_session_timeout = '4s'`;
        await tx`select from floats for update`;
        await tx`select from payments order by id desc limit 50 for update`;
        await sleep(4_500);
        await tx`select`;
      })
      .catch(() => {});
  }),
};

export const faultNames = Object.keys(kinds);

/** Plays a fault while requests are in progress; returns how often it has happened. */
export async function playFault(name: string, cluster: Cluster, random: Random): Promise<number> {
  await sleep(random.between(beforeMs.least, beforeMs.limit));
  let times = 0;
  await cluster.disturb(async () => {
    times = await kinds[name]!(cluster, random);
  });
  return times;
}

/** Locks rows one by one, in the opposite order of the service: sites from the last to the first, and their float before payouts. */
async function lockInReverse(db: Sql): Promise<void> {
  await db.begin(async (tx) => {
    const rows = await tx<{ siteId: string }[]>`select site_id from floats order by site_id desc`;
    for (const { siteId } of rows) {
      await tx`select from floats where site_id = ${siteId} for update`;
      await sleep(10);
      await tx`select from payouts where site_id = ${siteId} order by id desc limit 12 for update`;
    }
  });
}
