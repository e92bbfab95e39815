// Deliveries per second, compared with a bare loop that posts the same signed bodies through the same client: rounds of
// both in turn, each by a separate process, to the same receivers, which respond at once.
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventRow } from '../../src/core/notifications/store.ts';
import type { Sql } from '../../src/kernel/db/db.ts';
import { renderNotification } from '../../src/surfaces/one/notification.ts';
import { kill, start } from '../support/processes.ts';
import { familySeconds, parentOf, processorSeconds } from '../support/processor-time.ts';
import { until } from '../support/until.ts';
import { openDesk } from './desk.ts';
import { openReceivers, type Receivers } from './receivers.ts';
import { openShop, publishMany, type Shop } from './shops.ts';

export async function measureSpeed(options: {
  databaseUrl: string;
  events: number;
  receivers: number;
  rounds: number;
}) {
  const { databaseUrl, events, rounds } = options;
  const { db, ctx } = openDesk(databaseUrl);
  const receiving = await openReceivers(options.receivers);
  /** Deliveries per second of each round, and the cost of each delivery. */
  const ours: number[] = [];
  const bare: number[] = [];
  const cost: { senderUs: number; databaseUs: number; bareUs: number; commits: number }[] = [];
  try {
    const shops = await Promise.all(receiving.urls.map((url) => openShop(ctx, url)));
    const meter = await openMeter(db);
    const each = (spent: number) => (spent / events) * 1e6;
    for (let round = 0; round < rounds; round++) {
      const worker = await start('outbox/worker', [databaseUrl, '0', '15000']);
      const [before, database] = [processorSeconds(worker.pid!), await meter()];
      ours.push(
        await rate(receiving, events, async () => {
          for (const shop of shops) await publishMany(ctx, shop, events / shops.length, 1);
        }),
      );
      await allRecorded(db);
      const after = await meter();
      const senderUs = each(processorSeconds(worker.pid!) - before);
      await kill(worker);
      const messages = await signedMessages(db, shops, events);
      await db`truncate delivery_attempts, deliveries, events`;
      let loop = 0;
      let bareBefore = 0;
      let bareSeconds = 0;
      bare.push(
        await rate(
          receiving,
          events,
          async () => {
            loop = (await start('outbox/bare', [], messages)).pid!;
            bareBefore = processorSeconds(loop);
          },
          () => {
            bareSeconds = processorSeconds(loop) || bareSeconds;
          },
        ),
      );
      cost.push({
        senderUs,
        databaseUs: each(after.seconds - database.seconds),
        bareUs: each(bareSeconds - bareBefore),
        commits: (after.commits - database.commits) / events,
      });
    }
  } finally {
    await receiving.close();
    await db.end({ timeout: 1 });
  }
  return { ours, bare, cost };
}

/** A function that reads the cost of the database so far. */
async function openMeter(db: Sql): Promise<() => Promise<{ seconds: number; commits: number }>> {
  const [row] = await db<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const server = parentOf(row!.pid);
  return async () => {
    const [counted] = await db<{ commits: number }[]>`
      select xact_commit::integer as commits from pg_stat_database where datname = current_database()`;
    return { seconds: familySeconds(server), commits: counted!.commits };
  };
}

const allRecorded = (db: Sql) =>
  until(async () => (await db`select from deliveries where status = 'pending' limit 1`).count === 0);

/** Messages per second from the first that arrives until the last. */
async function rate(
  receiving: Receivers,
  events: number,
  begin: () => Promise<void>,
  look = (): void => {},
): Promise<number> {
  const { journal } = receiving;
  const before = journal.requests;
  let firstAt = 0;
  receiving.onRequest(() => {
    firstAt ||= performance.now();
  });
  await begin();
  while (journal.requests - before < events) {
    look();
    await sleep(20);
  }
  receiving.onRequest(undefined);
  return Math.round(events / ((journal.latestAt - firstAt) / 1000));
}

/** The sender's last bodies, one by one, as the bare loop reads them. */
async function signedMessages(
  db: ReturnType<typeof openDesk>['db'],
  shops: Shop[],
  events: number,
): Promise<string> {
  const rows = await db<(EventRow & { url: string })[]>`
    select events.*, deliveries.url from events join deliveries on deliveries.event_id = events.id limit ${events}`;
  const secrets = new Map(shops.map(({ url, secret }) => [url, secret]));
  return rows
    .map(({ url, ...event }) => {
      const keys = {
        webhookSecrets: [secrets.get(url)!],
        privateKeys: [],
        apiKeys: [],
        payoutAccessTokens: [],
      };
      return `${JSON.stringify({ url, ...renderNotification(event, keys, event.occurredAt) })}\n`;
    })
    .join('');
}
