// D3: the time of events from their commit to a healthy receiver, alone and with a dead receiver that has ten
// thousand pending. Both in turn, round by round, because the machine's own variation exceeds the difference.

import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { kill, start } from '../support/processes.ts';
import { openDesk } from './desk.ts';
import { openReceivers, type Receivers } from './receivers.ts';
import { openShop, publishMany, publishOne } from './shops.ts';

type Death = 'hangs' | 'refuses';

export async function measureDead(options: {
  databaseUrl: string;
  death: Death;
  waiting: number;
  /** Events a round, and how long after each other. */
  events: number;
  everyMs: number;
  rounds: number;
}) {
  const { databaseUrl, death, waiting, rounds } = options;
  const { db, ctx } = openDesk(databaseUrl);
  const receiving = await openReceivers(1);
  const dead = await openDead(death);
  const alone: number[] = [];
  const beside: number[] = [];
  try {
    const healthy = await openShop(ctx, receiving.urls[0]!);
    const lost = await openShop(ctx, dead.url);
    const measure = () => latencies(receiving, () => publishOne(ctx, healthy), options);
    for (let round = 0; round < rounds; round++) {
      for (const isBeside of round % 2 ? [true, false] : [false, true]) {
        if (isBeside) await publishMany(ctx, lost, waiting, 1);
        const worker = await start('outbox/worker', [databaseUrl, '0', '15000']);
        await sleep(2_000);
        (isBeside ? beside : alone).push(...(await measure()));
        await kill(worker);
        await db`truncate delivery_attempts, deliveries, events, receivers`;
      }
    }
  } finally {
    dead.server?.close();
    await receiving.close();
    await db.end({ timeout: 1 });
  }
  return { alone, beside };
}

async function latencies(
  receiving: Receivers,
  publish: () => Promise<void>,
  { events, everyMs }: { events: number; everyMs: number },
): Promise<number[]> {
  const taken: number[] = [];
  const arrivals: (() => void)[] = [];
  receiving.onRequest(() => arrivals.shift()?.());
  for (let count = 0; count < events; count++) {
    const began = performance.now();
    const arrival = new Promise<void>((resolve) => arrivals.push(resolve));
    await publish();
    const committed = performance.now();
    await arrival;
    taken.push(performance.now() - committed);
    await sleep(Math.max(0, everyMs - (performance.now() - began)));
  }
  receiving.onRequest(undefined);
  return taken;
}

async function openDead(death: Death): Promise<{ url: string; server?: Server }> {
  if (death === 'refuses') return { url: 'http://127.0.0.1:1/hook' };
  const server = createServer((socket) => void socket.on('error', () => {}));
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  server.unref();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, server };
}
