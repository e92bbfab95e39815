// (d) from commit to the first byte of the notification at a receiver on this machine. The sandbox's outcome call makes
// a payment succeed. Only the database knows the instant of a commit, but PostgreSQL notifies listeners right after it:
// this process listens on the channel that wakes the service, so its clock starts when the service could know at the
// earliest, a fraction of a millisecond after the commit. It stops at the head of the notification. Outcomes run one at
// a time, so that each wake belongs to the current one.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliverySweep } from '../src/core/notifications/actions.ts';
import { openPool } from '../src/kernel/db/db.ts';
import type { TefoProcess } from '../test/storm/process.ts';
import { percentile } from '../test/support/figures.ts';
import { type Line, milliseconds, rate } from './figures.ts';
import { newRun, perSecond, runLoad } from './load.ts';
import type { Merchant } from './merchant.ts';
import type { Pace } from './throughput.ts';

const samples = 200;
const loadConnections = 32;
/** The same as in src/kernel/concurrency/jobs.ts. */
const wakeChannel = 'tefo_wake';

export async function measureNotifying(tefo: TefoProcess, merchant: Merchant, pace: Pace): Promise<Line[]> {
  const receiver = await startReceiver();
  try {
    const quiet = await latencies(tefo, merchant, receiver);
    // Half of the service's capacity: at its limit a service has a queue, and a queue can have any latency.
    const load = { ...merchant.create(), ...pace, base: tefo.base, connections: loadConnections };
    const half = (await perSecond({ ...load, run: newRun() })) / 2;
    const loading = runLoad({ ...load, run: newRun(), perSecond: half, seconds: 15 });
    await sleep(pace.warmUpSeconds * 1000);
    const busy = await latencies(tefo, merchant, receiver);
    await loading;
    return [lineOf('when quiet', quiet), lineOf(`under ${rate(half)} of new payments`, busy)];
  } finally {
    receiver.close();
  }
}

function lineOf(when: string, measured: number[]): Line {
  const [p50, p99] = [percentile(measured, 50), percentile(measured, 99)];
  const ours = `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`;
  return { part: 'd', what: `commit to notification, ${when}`, ours };
}

async function latencies(tefo: TefoProcess, merchant: Merchant, receiver: Receiver): Promise<number[]> {
  const sql = openPool(await tefo.databaseUrl(), { max: 1, name: 'bench' });
  let committedAt: number | undefined;
  await sql.listen(wakeChannel, (sweep) => {
    if (sweep === deliverySweep) committedAt ??= clock();
  });
  const measured: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const { id } = await merchant.createOne(receiver.url);
    committedAt = undefined;
    const transactionId = await merchant.pay(id);
    const arrivedAt = await receiver.arrival(transactionId);
    measured.push(arrivedAt - committedAt!);
    // An open loop, so that samples meet the sweeps at all moments.
    await sleep(sample % 20);
  }
  await sql.end({ timeout: 1 });
  return measured;
}

interface Receiver {
  url: string;
  /** Resolves to when the first notification of a transaction arrives. */
  arrival(transactionId: string): Promise<number>;
  close(): void;
}

/** Fractional milliseconds. */
const clock = (): number => performance.now();

async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, PromiseWithResolvers<number>>();
  const arrivalOf = (id: string): PromiseWithResolvers<number> => {
    const known = arrivals.get(id) ?? Promise.withResolvers<number>();
    arrivals.set(id, known);
    return known;
  };
  const server = createServer((request, response) => {
    const at = clock();
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      const { data } = JSON.parse(body) as { data: { id: string } };
      arrivalOf(data.id).resolve(at);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, arrival: (id) => arrivalOf(id).promise, close };
}
