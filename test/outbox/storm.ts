// R3: events at receivers that fail, reset, hang or respond late, while the sending processes are killed every few
// seconds. Every event must arrive, in the order of its object, under one id, and seldom twice.
import { setTimeout as sleep } from 'node:timers/promises';
import { leaseMs } from '../../src/core/notifications/schedule.ts';
import { replayWebhook } from '../../src/core/notifications/webhooks.ts';
import { only } from '../../src/core/viewer.ts';
import { type Random, seeded } from '../storm/random.ts';
import { kill, start } from '../support/processes.ts';
import { openDesk } from './desk.ts';
import { openReceivers, type Receivers } from './receivers.ts';
import { openShop, publishMany, type Shop } from './shops.ts';

export interface StormOptions {
  databaseUrl: string;
  events: number;
  receivers: number;
  workers: number;
  killEveryMs: number;
  timeoutMs: number;
  failing: number;
  seed: number;
  say(line: string): void;
}

interface Scene extends StormOptions {
  desk: ReturnType<typeof openDesk>;
  random: Random;
  receiving: Receivers;
  report: ReturnType<typeof newReport>;
  /** By how much the clock of the senders is ahead. */
  shiftMs: number;
}

export async function runStorm(options: StormOptions) {
  const { databaseUrl, events, seed, timeoutMs, failing, say } = options;
  const desk = openDesk(databaseUrl);
  const receiving = await openReceivers(options.receivers);
  const report = newReport();
  const random = seeded(seed, 'kills');
  const scene: Scene = { ...options, desk, random, receiving, report, shiftMs: 0 };
  const began = performance.now();
  try {
    const shops: Shop[] = [];
    for (const url of receiving.urls) {
      const shop = await openShop(desk.ctx, url);
      receiving.expect(url, shop.secret);
      shops.push(shop);
    }
    receiving.behave({ random: seeded(seed, 'receivers'), failing, lateMs: timeoutMs * 1.4 });
    const began = performance.now();
    for (const shop of shops) await publishMany(desk.ctx, shop, events / shops.length / 2, 2);
    await sendEverything(scene);
    report.seconds = Math.round((performance.now() - began) / 1000);
    await sendExhausted(scene, shops);
    await judge(scene);
  } finally {
    say(`${Math.round((performance.now() - began) / 1000)} s`);
    await receiving.close();
    await desk.db.end({ timeout: 1 });
  }
  return report;
}

const newReport = () => ({
  ...{ seconds: 0, kills: 0, requests: 0, delivered: 0 },
  /** Messages that a receiver took more than once, as often as it did so again. */
  duplicates: 0,
  /** Those whose receiver had first responded too late: a sender that dies never receives that response. */
  duplicatesOfLate: 0,
  /** Abandoned after ten attempts, and then replayed. */
  exhausted: 0,
  /** The number of clock moves to the next attempts. */
  leaps: 0,
  /** Messages that got a late response and were not resent. */
  takenLate: 0,
  violations: [] as string[],
});

/** Sends, killing one process after the other, until nothing is pending; leaps over the time in which nothing is due. */
async function sendEverything(scene: Scene): Promise<void> {
  const { databaseUrl, timeoutMs, report, receiving, random, say } = scene;
  const args = () => [databaseUrl, String(Math.round(scene.shiftMs)), String(timeoutMs)];
  let workers = await Promise.all(
    Array.from({ length: scene.workers }, () => start('outbox/worker', args())),
  );
  let [killAt, turn, saidAt] = [performance.now() + scene.killEveryMs, 0, 0];
  let startedAt = performance.now();
  for (;;) {
    await sleep(200);
    const { pending, wait } = await waiting(scene);
    if (pending === 0) break;
    if (performance.now() - saidAt > 10_000) {
      saidAt = performance.now();
      say(
        `${pending} pending, ${receiving.journal.requests} requests, ${report.kills} kills, ${report.leaps} leaps`,
      );
    }
    // No message arrived for longer than an attempt and its grace last: pending deliveries wait for their next attempt,
    // or for the end of a dead process's lease.
    const receivedAt = Math.max(receiving.journal.latestAt, startedAt);
    if (performance.now() - receivedAt > 2.5 * timeoutMs + 500) {
      await Promise.all(workers.map(kill));
      scene.shiftMs += Math.max(wait, leaseMs) + 1_000;
      report.leaps += 1;
      workers = await Promise.all(workers.map(() => start('outbox/worker', args())));
      startedAt = performance.now();
      killAt = performance.now() + scene.killEveryMs;
    } else if (performance.now() > killAt) {
      const victim = turn++ % workers.length;
      await kill(workers[victim]!);
      report.kills += 1;
      workers[victim] = await start('outbox/worker', args());
      killAt = performance.now() + random.between(scene.killEveryMs / 2, scene.killEveryMs * 1.5);
    }
  }
  await Promise.all(workers.map(kill));
}

/** How many deliveries are pending, and in how many milliseconds of the senders' time nine tenths of them are due. */
async function waiting({ desk, shiftMs }: Scene): Promise<{ pending: number; wait: number }> {
  const now = new Date(desk.ctx.clock.now().getTime() + shiftMs);
  const [row] = await desk.db<{ pending: number; due: Date | null }[]>`
    select count(*)::integer as pending, percentile_disc(0.9) within group (order by due_at) as due from deliveries where status = 'pending'`;
  return { pending: row!.pending, wait: row!.due ? row!.due.getTime() - now.getTime() : 0 };
}

/** Replays abandoned deliveries, as their merchant would, at receivers that have recovered. */
async function sendExhausted(scene: Scene, shops: Shop[]): Promise<void> {
  const { desk, report, receiving } = scene;
  const given = await desk.db<{ objectId: string; sequence: number }[]>`
    select object_id, sequence from deliveries where status = 'failed'`;
  report.exhausted = given.length;
  const names = new Set(given.map(({ objectId, sequence }) => `${objectId} ${sequence}`));
  for (const { objectId, sequence } of receiving.journal.passedOver) {
    if (!names.has(`${objectId} ${sequence}`))
      report.violations.push(`${objectId}: a later message came before ${sequence} was taken`);
  }
  receiving.journal.passedOver.length = 0;
  if (given.length === 0) return;
  receiving.behave({ random: scene.random, failing: 0, lateMs: 0 });
  for (const { site, webhookId } of shops) {
    await replayWebhook(desk.ctx, only(site.merchantId), webhookId, {});
  }
  await sleep(100);
  scene.killEveryMs = Number.POSITIVE_INFINITY;
  const [replays] = [await desk.db`select 1 from replays`];
  if (replays!.length > 0) await takeOnReplays(scene);
  await sendEverything(scene);
}

/** Lets one process make the replayed messages due. */
async function takeOnReplays({ databaseUrl, shiftMs, timeoutMs, desk }: Scene): Promise<void> {
  const worker = await start('outbox/worker', [databaseUrl, String(Math.round(shiftMs)), String(timeoutMs)]);
  while ((await desk.db`select 1 from replays`).length > 0) await sleep(100);
  await kill(worker);
}

async function judge({ desk, receiving, report, events }: Scene): Promise<void> {
  const { journal } = receiving;
  report.requests = journal.requests;
  report.delivered = journal.taken.size;
  for (const [id, times] of journal.taken) {
    report.duplicates += times - 1;
    if (journal.takenLate.has(id)) report.duplicatesOfLate += times - 1;
  }
  report.violations.push(...journal.violations);
  const [late] = await desk.db<{ number: number }[]>`
    select count(*)::integer as number from delivery_attempts where error like 'answered after%' and status_code = 204`;
  report.takenLate = late!.number;
  if (journal.taken.size !== events)
    report.violations.push(`${journal.taken.size} of ${events} events were taken`);
  const [left] = await desk.db<{ number: number }[]>`
    select count(*)::integer as number from deliveries where status <> 'delivered'`;
  if (left!.number > 0) report.violations.push(`${left!.number} are not delivered by the books`);
}
