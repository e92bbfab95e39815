// A service as two processes over one PostgreSQL, for plays with faults. Requests of merchants go to a process that is killed and started
// again, through a proxy that keeps its address. The other is this process: it does due work, and judges read through it.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { poolSize } from '../support/database.ts';
import { freePort } from '../support/ports.ts';
import { startService, type TestService } from '../support/running.ts';
import { until } from '../support/until.ts';
import { demoKeys } from '../support/world.ts';
import { type FaultyServer, openFaultyServer } from './faulty-server.ts';
import type { Begin, Order, Report } from './served.ts';

export interface Cluster {
  /** Of this process: its address leads to the other. */
  service: TestService;
  server: FaultyServer;
  /** SIGKILL of the process that serves requests; its clock may be behind by so many milliseconds when it starts again. */
  killService(behindMs?: number): Promise<void>;
  /** It stops for so many milliseconds. */
  hangService(ms: number): Promise<void>;
  /** Breaks all connections of merchants: their requests are carried out, or not. */
  cutConnections(): void;
  /** Has the other process do due work; throws when it ends meanwhile. */
  drainThere(): Promise<void>;
  /** Sets whether faults may happen from now on. */
  expectFaults(areExpected: boolean): void;
  areFaultsExpected(): boolean;
  /** Plays a fault, and resolves when the service works again. */
  disturb(fault: () => Promise<void>): Promise<void>;
  /** Whether a fault may have changed the result of what began at an instant of performance.now(). */
  wasDisturbed(since: number): boolean;
  /** Moves the clock of this process to that of the other. */
  follow(now: Date): void;
  /** Ends of processes that no fault caused. */
  violations: string[];
  end(): Promise<void>;
}

export async function openCluster(): Promise<Cluster> {
  const server = await openFaultyServer();
  const proxy = await openProxy();
  // A killed process leaves its files.
  const room = await mkdtemp(join(tmpdir(), 'tefo-served-'));
  const env = {
    TEFO_PUBLIC_URL: `http://127.0.0.1:${proxy.port}`,
    TEFO_MASTER_KEYS: demoKeys,
    TEFO_ALLOWED_NETWORKS: '127.0.0.0/8',
    TEFO_ANSWER_SECONDS: '8',
  };
  const own = await startService({ env, over: { databaseUrl: server.url } });
  const now = (): number => own.clock.now().getTime();
  const violations: string[] = [];
  const start = async (behindMs = 0): Promise<Served> => {
    const begin = { databaseUrl: server.url, env, now: now() - behindMs };
    const served = await startServed(begin, room, (end) => violations.push(end));
    proxy.lead(served.port);
    return served;
  };
  let served = await start();
  let [faults, lastFault, areExpected] = [0, Number.NEGATIVE_INFINITY, false];
  const wasDisturbed = (since: number): boolean => faults > 0 || lastFault >= since;

  /** New connections to the database, in both processes. */
  const renew = async (): Promise<void> => {
    await server.ready();
    await until(() => served.order('renew', now()).then(Boolean, () => false));
    const all = () => Promise.all(Array.from({ length: poolSize }, () => own.db`select`));
    await until(() => all().then(Boolean, () => false));
  };

  return {
    ...{ server, wasDisturbed, violations },
    follow: (to) => own.clock.set(to),
    service: {
      ...own,
      clock: {
        ...own.clock,
        advance: (ms) => {
          own.clock.advance(ms);
          served.order('none', now()).catch(() => {});
        },
        set: (to) => {
          own.clock.set(to);
          served.order('none', now()).catch(() => {});
        },
      },
      // Work that a fault interrupts is done again, or left for later.
      drain: () => insist(own.drain, wasDisturbed),
    },
    killService: async (behindMs) => {
      await served.kill();
      served = await start(behindMs);
    },
    hangService: async (ms) => {
      served.signal('SIGSTOP');
      await sleep(ms);
      served.signal('SIGCONT');
    },
    cutConnections: proxy.cut,
    drainThere: async () => void (await served.order('drain', now())),
    expectFaults: (expected) => {
      areExpected = expected;
    },
    areFaultsExpected: () => areExpected,
    disturb: async (fault) => {
      faults += 1;
      try {
        await fault();
        await renew();
      } finally {
        lastFault = performance.now();
        faults -= 1;
      }
    },
    end: async () => {
      await served.kill();
      proxy.close();
      await own.end();
      await server.end();
      await rm(room, { recursive: true, force: true });
    },
  };
}

/** Does `work` until it succeeds; an error that no fault explains is thrown. */
async function insist(work: () => Promise<void>, wasDisturbed: Cluster['wasDisturbed']): Promise<void> {
  for (;;) {
    const began = performance.now();
    const error = await work().then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    if (!error) return;
    if (!wasDisturbed(began)) throw error;
    await sleep(50);
  }
}

interface Served {
  port: number;
  /** Resolves when it has done the order; rejects when it has failed, or the process has ended. */
  order(work: Order['work'], now: number): Promise<true>;
  signal(signal: NodeJS.Signals): void;
  kill(): Promise<void>;
}

const program = fileURLToPath(new URL('served.ts', import.meta.url));
const plant = fileURLToPath(new URL('plant.ts', import.meta.url));

/** Starts the process; `onEnd` receives an end that is not its kill. */
async function startServed(begin: Begin, room: string, onEnd: (violation: string) => void): Promise<Served> {
  const { NODE_TEST_CONTEXT: _, ...outside } = process.env;
  const env = { ...outside, TMPDIR: room };
  const execArgv = process.env.PLANT ? ['--import', plant] : [];
  const child = fork(program, { env, execArgv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let [said, isKilled] = ['', false];
  child.stderr!.on('data', (text) => {
    said = `${said}${text}`.slice(-2_000);
  });
  const waiting = new Map<number, PromiseWithResolvers<true>>();
  child.once('exit', (code) => {
    if (!isKilled) onEnd(`the service ended with the code ${code}: ${said}`);
    for (const { reject } of waiting.values()) reject(new Error('the service has ended'));
  });
  child.on('message', (report: Report) => {
    if (!('id' in report)) return;
    const { resolve, reject } = waiting.get(report.id)!;
    waiting.delete(report.id);
    if (report.error === undefined) resolve(true);
    else reject(new Error(report.error));
  });
  child.send(begin);
  const port = await portOf(child, () => said);
  let last = 0;
  return {
    port,
    order: (work, now) => {
      last += 1;
      const done = Promise.withResolvers<true>();
      if (!child.connected) done.reject(new Error('the service has ended'));
      else {
        waiting.set(last, done);
        child.send({ id: last, now, work } satisfies Order, (error) => error && done.reject(error));
      }
      return done.promise;
    },
    signal: (signal) => void child.kill(signal),
    kill: async () => {
      isKilled = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function portOf(child: ChildProcess, said: () => string): Promise<number> {
  const first = once(child, 'message').then(([report]) => (report as { port: number }).port);
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the service did not start: ${said()}`);
  });
  return await Promise.race([first, ended]);
}

/** Passes connections on to the current process. */
async function openProxy() {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let target = 0;
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    from.pipe(to);
    to.pipe(from);
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port,
    cut,
    lead: (to: number) => {
      target = to;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
