// (d) from commit to the first byte of the notification at a receiver on this machine. A payment is taken to success
// by the sandbox's outcome call; the receiver notes when the notification's head arrives. Nobody outside the
// database knows the instant of a commit, so the clock starts at the event's own occurred_at, which the service
// takes just before it: the figure holds the rest of the transaction and the commit itself, and up to one
// millisecond that the timestamp cuts off. The true latency is lower. Both are of one machine's clock.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../src/kernel/db.ts';
import type { TefoProcess } from '../test/storm/process.ts';
import { type Line, milliseconds, quantile, rate } from './figures.ts';
import { newRun, perSecond, runLoad } from './load.ts';
import type { Merchant } from './merchant.ts';
import type { Pace } from './throughput.ts';

const samples = 200;
const loadConnections = 32;

export async function measureNotifying(tefo: TefoProcess, merchant: Merchant, pace: Pace): Promise<Line[]> {
  const receiver = await startReceiver();
  try {
    const quiet = await latencies(tefo, merchant, receiver);
    // Half of what the service can do: a service at its limit has a queue, and a queue has any latency one likes.
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
  const [p50, p99] = [quantile(measured, 0.5), quantile(measured, 0.99)];
  const ours = `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`;
  return { part: 'd', what: `commit to notification, ${when}`, ours };
}

async function latencies(tefo: TefoProcess, merchant: Merchant, receiver: Receiver): Promise<number[]> {
  const ids: string[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const { id } = await merchant.createOne(receiver.url);
    ids.push(await merchant.pay(id));
    // Unlike a closed loop, so that samples meet the sweeps at all moments.
    await sleep(sample % 20);
  }
  const deadline = performance.now() + 30_000;
  while (ids.some((id) => !receiver.arrivals.has(id)) && performance.now() < deadline) await sleep(50);
  const sql = openPool(await tefo.databaseUrl(), { max: 1 });
  const events = await sql<{ objectId: string; occurredAt: Date }[]>`
    select object_id, occurred_at from events where object_id in ${sql(ids)}`;
  await sql.end();
  return events.map((event) => receiver.arrivals.get(event.objectId)! - event.occurredAt.getTime());
}

interface Receiver {
  url: string;
  /** When the first notification of a transaction arrived, in milliseconds since 1970 with fractions. */
  arrivals: Map<string, number>;
  close(): void;
}

async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, number>();
  const server = createServer((request, response) => {
    const at = performance.timeOrigin + performance.now();
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      const { data } = JSON.parse(body) as { data: { id: string } };
      if (!arrivals.has(data.id)) arrivals.set(data.id, at);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, arrivals, close };
}
