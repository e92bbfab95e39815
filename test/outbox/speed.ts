// Deliveries per second, against a bare loop that posts the same signed bodies through the same client: rounds of both in
// turn, each by one process of its own, to the same receivers, which answer at once.
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventRow } from '../../src/core/notifications/store.ts';
import { renderNotification } from '../../src/surfaces/one/notification.ts';
import { kill, start } from '../processes.ts';
import { openDesk } from './desk.ts';
import { openReceivers, type Receivers } from './receivers.ts';
import { openShop, publishMany, type Shop } from './shops.ts';

export interface SpeedReport {
  /** Deliveries per second of each round. */
  ours: number[];
  bare: number[];
}

export async function measureSpeed(options: {
  databaseUrl: string;
  events: number;
  receivers: number;
  rounds: number;
}): Promise<SpeedReport> {
  const { databaseUrl, events, rounds } = options;
  const { db, ctx } = openDesk(databaseUrl);
  const receiving = await openReceivers(options.receivers);
  const report: SpeedReport = { ours: [], bare: [] };
  try {
    const shops = await Promise.all(receiving.urls.map((url) => openShop(ctx, url)));
    for (let round = 0; round < rounds; round++) {
      const worker = await start('outbox/worker', [databaseUrl, '0', '15000']);
      report.ours.push(
        await rate(receiving, events, async () => {
          for (const shop of shops) await publishMany(ctx, shop, events / shops.length, 1);
        }),
      );
      await kill(worker);
      const messages = await signedMessages(db, shops, events);
      await db`truncate delivery_attempts, deliveries, events`;
      report.bare.push(
        await rate(receiving, events, async () => void (await start('outbox/bare', [], messages))),
      );
    }
  } finally {
    receiving.close();
    await db.end({ timeout: 1 });
  }
  return report;
}

/** Messages per second from the first that arrives until the last. */
async function rate(receiving: Receivers, events: number, begin: () => Promise<void>): Promise<number> {
  const { journal } = receiving;
  const before = journal.requests;
  let firstAt = 0;
  receiving.onRequest(() => {
    firstAt ||= performance.now();
  });
  await begin();
  while (journal.requests - before < events) await sleep(20);
  receiving.onRequest(undefined);
  return Math.round(events / ((journal.latestAt - firstAt) / 1000));
}

/** What the sender has just posted, body by body, as the bare loop reads it. */
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
