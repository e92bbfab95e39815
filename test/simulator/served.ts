// A service in a separate process, which the crowd kills. Its parent sends the place of its database and its time, moves its clock, and
// has it do due work.
import type { AddressInfo } from 'node:net';
import { manualClock } from '../../src/kernel/clock.ts';
import { poolSize } from '../support/database.ts';
import { startService } from '../support/running.ts';
import { resolveExamples } from '../support/webhook-shop.ts';

/** The first message. */
export interface Begin {
  databaseUrl: string;
  env: Record<string, string>;
  now: number;
}

/** Each later one: moves the clock, then does the work. */
export interface Order {
  id: number;
  now: number;
  /** `renew` replaces broken connections to the database. */
  work: 'drain' | 'renew' | 'none';
}

/** To the parent: the port, when it listens; then the end of each order. */
export type Report = { port: number } | { id: number; error?: string };

const report = (message: Report): void => void process.send!(message);

process.once('disconnect', () => process.exit());
process.once('message', begin);

async function begin({ databaseUrl, env, now }: Begin): Promise<void> {
  resolveExamples();
  const clock = manualClock(new Date(now));
  // The merchants exist: it needs no other.
  const over = { databaseUrl, merchant: {} as never };
  const service = await startService({ env, over, clock, waitSeconds: 5, statementSeconds: 3 });
  const work = {
    none: async () => {},
    drain: service.drain,
    renew: async () => {
      await Promise.all(Array.from({ length: poolSize }, () => service.db`select`));
    },
  };
  process.on('message', (order: Order) => {
    if (order.now > clock.now().getTime()) clock.set(new Date(order.now));
    work[order.work]().then(
      () => report({ id: order.id }),
      (error) => report({ id: order.id, error: String(error?.stack ?? error) }),
    );
  });
  report({ port: (service.server.server.address() as AddressInfo).port });
}
