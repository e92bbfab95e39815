// A separate tefo: the real entry as a child process over a temporary data directory with its embedded, durable
// PostgreSQL, to be killed and restarted. Every end of this process ends both children and deletes the directory.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Credentials } from '../../src/app/credentials.ts';
import { connectionOfRunning } from '../../src/kernel/db/embedded/embedded.ts';
import { findServer, stopServer } from '../../src/kernel/db/embedded/postmaster.ts';
import { freePort } from '../support/ports.ts';

const entry = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const command = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const startMs = 60_000;
const stopMs = 20_000;

export interface TefoProcess {
  /** http://127.0.0.1:<port> */
  base: string;
  /** Of the service's process while it runs. */
  pid(): number | undefined;
  /** Starts the process; resolves before it is ready. */
  launch(): void;
  /** Resolves when /health/ready returns 200, with the milliseconds since `launch`; throws when the process ended. */
  ready(): Promise<number>;
  /** SIGKILL of the service's process; its PostgreSQL lives on until the next start ends it. */
  kill(): Promise<void>;
  /** SIGKILL of the PostgreSQL server; resolves when the service has started another, throws when it does not. */
  killPostgres(): Promise<void>;
  /** An orderly end, which also stops PostgreSQL. */
  stop(): Promise<void>;
  /** The demo merchant's, which the first start creates just after it is ready. */
  credentials(): Promise<Credentials>;
  databaseUrl(): Promise<string>;
  /** Of the PostgreSQL server that runs. */
  postgresPid(): Promise<number>;
  /** Runs the command line on the same data directory. */
  command(...args: string[]): Promise<{ code: number | null; out: string }>;
  /** Ends everything and deletes the data directory. */
  remove(): Promise<void>;
}

/** `nodeArgs` are for the service's process, for example --cpu-prof; `env` are settings of all that runs there. */
export async function makeTefo(
  options: { nodeArgs?: string[]; env?: Record<string, string> } = {},
): Promise<TefoProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tefo-storm-'));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = {
    ...outsideEnvironment(),
    TEFO_DATA_DIR: dataDir,
    TEFO_PORT: String(port),
    TEFO_PUBLIC_URL: base,
    ...options.env,
  };
  const cluster = join(dataDir, 'postgres');
  let child: ChildProcess | undefined;
  let launchedAt = 0;
  let said = '';

  const isAlive = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || !isAlive()) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const forget = onExit(() => {
    if (isAlive()) child?.kill('SIGKILL');
    killServerNow(cluster);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  /** The process id of the server that accepts connections, as soon as it is one that `isIt`. */
  const readyServer = async (isIt: (pid: number) => boolean): Promise<number> => {
    const deadline = performance.now() + startMs;
    while (performance.now() < deadline) {
      const server = await findServer(cluster);
      if (server?.ready && isIt(server.pid)) return server.pid;
      await sleep(5);
    }
    throw new Error('PostgreSQL was not there within a minute');
  };

  const stop = async (): Promise<void> => {
    const late = setTimeout(() => void end('SIGKILL'), stopMs);
    await end('SIGTERM');
    clearTimeout(late);
  };

  return {
    base,
    pid: () => (isAlive() ? child?.pid : undefined),
    launch: () => {
      said = '';
      launchedAt = performance.now();
      // In the data directory, so that no .env of the working directory has a say.
      child = spawn(process.execPath, [...(options.nodeArgs ?? []), entry], {
        env,
        cwd: dataDir,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr?.on('data', (text) => {
        said = `${said}${text}`.slice(-4_000);
      });
    },
    ready: async () => {
      const deadline = performance.now() + startMs;
      while (!(await answersReady(base))) {
        if (!isAlive()) throw new Error(`the service ended while it started: ${said.trim()}`);
        if (performance.now() > deadline) throw new Error('the service was not ready within a minute');
        await sleep(5);
      }
      return performance.now() - launchedAt;
    },
    kill: () => end('SIGKILL'),
    killPostgres: async () => {
      const killed = await readyServer(() => true);
      process.kill(killed, 'SIGKILL');
      await readyServer((pid) => pid !== killed);
    },
    stop,
    credentials: async () => {
      const file = join(dataDir, 'credentials.json');
      while (!existsSync(file)) await sleep(5);
      return JSON.parse(await readFile(file, 'utf8'));
    },
    postgresPid: () => readyServer(() => true),
    databaseUrl: async () => (await connectionOfRunning(dataDir))!,
    command: async (...args) => {
      const run = spawn(process.execPath, [command, ...args], {
        env,
        cwd: dataDir,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let out = '';
      for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (out += text));
      await once(run, 'close');
      return { code: run.exitCode, out };
    },
    remove: async () => {
      await stop();
      const server = await findServer(cluster);
      if (server) await stopServer(server.pid);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
      forget();
    },
  };
}

/** The environment without the user's settings of tefo, and without the variables of a test run. */
function outsideEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(TEFO_|DATABASE_URL$|NODE_TEST_CONTEXT$)/.test(name),
  );
  return Object.fromEntries(kept);
}

function answersReady(base: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(`${base}/health/ready`, { agent: false, timeout: 2_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

/**
 * Ends the server of a cluster while all its clients are idle, and only if the process of that id is really this server.
 */
function killServerNow(cluster: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const isOurs = process.platform !== 'linux' || readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    if (pid <= 1 || !isOurs) return;
    process.kill(pid, 'SIGQUIT');
    // Its files can be deleted once it is gone: then a signal to it throws.
    for (let waits = 0; waits < 100; waits += 1) {
      process.kill(pid, 0);
      Atomics.wait(pause, 0, 0, 20);
    }
  } catch {
    // It has been stopped.
  }
}

const endings = new Set<() => void>();
let isListening = false;

/** Runs `ending` when this process ends, also by Ctrl-C; returns the function that cancels it. */
export function onExit(ending: () => void): () => void {
  if (!isListening) {
    isListening = true;
    process.once('exit', () => endings.forEach((each) => void each()));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
  }
  endings.add(ending);
  return () => void endings.delete(ending);
}
