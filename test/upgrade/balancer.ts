// A load balancer as docs/operations/scale.md sets HAProxy up: to processes that are ready, and a connection that is refused is
// tried at another. It counts what merchants and customers would have seen fail.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answersReady } from '../support/process.ts';

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

const lookMs = 250;

export async function startBalancer() {
  const ready = new Map<number, boolean>();
  const agent = new Agent({ keepAlive: false });
  const failures: string[] = [];
  let [requests, slowestMs, turn, isOver] = [0, 0, 0, false];

  const server = createServer(async (asked, answer) => {
    const began = performance.now();
    const body = await Array.fromAsync(asked);
    requests += 1;
    for (const port of inTurn()) if (await pass(port, asked, Buffer.concat(body), answer)) break;
    if (!answer.headersSent) answer.writeHead(503, { 'retry-after': '1' }).end();
    if (answer.statusCode >= 500) failures.push(`${answer.statusCode} ${asked.method} ${asked.url}`);
    slowestMs = Math.max(slowestMs, performance.now() - began);
  });

  /** All that are ready, each time beginning with the next. */
  function inTurn(): number[] {
    const ports = [...ready].filter(([, isReady]) => isReady).map(([port]) => port);
    turn += 1;
    return ports.map((_, index) => ports[(index + turn) % ports.length]!);
  }

  /** Passes a request on. Returns false when no process listened there, and so nothing was sent. */
  function pass(
    port: number,
    asked: IncomingMessage,
    body: Buffer,
    answer: ServerResponse,
  ): Promise<boolean> {
    const { method, url, headers } = asked;
    return new Promise((resolve) => {
      const sent = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (received) => {
        answer.writeHead(received.statusCode!, received.headers);
        received.pipe(answer).once('close', () => resolve(true));
        received.once('error', () => answer.destroy());
      });
      sent.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve(false);
        if (!answer.headersSent) answer.writeHead(502).end(error.message);
        resolve(true);
      });
      sent.end(body);
    });
  }

  async function look(): Promise<void> {
    while (!isOver) {
      for (const port of ready.keys()) {
        const isReady = await answersReady(port);
        if (ready.has(port)) ready.set(port, isReady);
      }
      await sleep(lookMs);
    }
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const looking = look();
  return {
    base: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    /** Leads to the process on this port from now on. */
    add: (port: number) => void ready.set(port, true),
    drop: (port: number) => void ready.delete(port),
    /** The responses since it began; the slowest since the last query. */
    figures: () => {
      const figures = { requests, failures, slowestMs };
      slowestMs = 0;
      return figures;
    },
    close: async (): Promise<void> => {
      isOver = true;
      await looking;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
