// The service as an operator runs it: the real entry as a child process on its own data directory and a free port, to
// be signalled, killed and restarted. Remaining processes end with this one.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Credentials } from '../../src/app/credentials.ts';
import { connectionOfRunning } from '../../src/kernel/db/embedded/embedded.ts';
import { findServer, stopServer } from '../../src/kernel/db/embedded/postmaster.ts';
import { tefoWith } from './cli.ts';
import { freePort } from './ports.ts';
import { until } from './until.ts';

const ownSource = fileURLToPath(new URL('../../src', import.meta.url));

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  pid: number;
  /** Its output so far. */
  said(): string;
  /** Resolves when it has ended. */
  ended: Promise<Ended>;
  /** Resolves with the milliseconds from its start until it is ready; throws when it has ended instead. */
  ready(): Promise<number>;
  signal(signal: NodeJS.Signals): void;
}

export type Tefo = Awaited<ReturnType<typeof makeTefo>>;

/**
 * `env` are settings for every process of this home. Its database exists, empty and migrated, unless it is for a first
 * start. `source` is the folder `src` of another version, which runs in place of this one. `nodeArgs` are for the service, for
 * example --cpu-prof. For measurements (`isMeasured`) nothing differs from a service of an operator, whose output is discarded.
 */
export async function makeTefo(
  env: Record<string, string> = {},
  { isFirstStart = false, source = ownSource, nodeArgs = [] as string[], isMeasured = false } = {},
) {
  const [entry, cli] = [join(source, 'main.ts'), join(source, 'cli', 'main.ts')];
  const dataDir = await mkdtemp(join(process.env.TEST_ROOM ?? tmpdir(), 'tefo-operations-'));
  const { TEST_HOME: prepared } = process.env;
  if (prepared && !isFirstStart && !env.DATABASE_URL) cpSync(prepared, dataDir, { recursive: true });
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const ownSettings = {
    TEFO_DATA_DIR: dataDir,
    ...(!isMeasured && { TEFO_REFUSAL_LIMIT: '0' }),
    TEFO_PORT: String(port),
    TEFO_PUBLIC_URL: base,
    ...env,
  };
  const settings = { ...outsideEnvironment(), ...ownSettings };
  const cluster = join(dataDir, 'postgres');
  const children = new Set<ChildProcess>();
  const launch = (
    args: string[],
    more: Record<string, string> = {},
    { descriptors, output = 'pipe' }: { descriptors?: number; output?: 'pipe' | 'ignore' } = {},
  ): ChildProcess => {
    // In the data directory, so that the .env of the working directory is not read.
    const options = { cwd: dataDir, env: { ...settings, ...more } };
    const command = [process.execPath, ...args];
    if (descriptors) command.unshift('sh', '-c', `ulimit -n ${descriptors}; exec "$0" "$@"`);
    const [program, ...rest] = command;
    const child = spawn(program!, rest, { ...options, stdio: ['ignore', output, 'pipe'] });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  /** The server that accepts connections, as soon as it is one that `isIt`. */
  const readyServer = (isIt = (_pid: number): boolean => true) =>
    until(async () => {
      const found = await findServer(cluster);
      return found?.ready && isIt(found.pid) && found.pid;
    });
  const forget = onExit(() => {
    for (const child of children) child.kill('SIGKILL');
    endServerNow(cluster);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  return {
    base,
    port,
    dataDir,
    /** `descriptors`: how many files and sockets it may have open. */
    start: (more?: Record<string, string>, limits?: { descriptors: number }): Running => {
      const options = { ...limits, ...(isMeasured && { output: 'ignore' as const }) };
      return follow(launch([...nodeArgs, entry], more, options), more?.TEFO_PORT ?? String(port));
    },
    /** Runs the command line with the same settings, in this process. */
    command: async (...args: string[]): Promise<Ended> => {
      const { code, out, err } = await tefoWith(ownSettings)(...args);
      return { code, signal: null, stdout: out, stderr: err };
    },
    /** The same as a separate program. */
    program: (...args: string[]) => endOf(launch([cli, ...args])),
    /** Runs a long-running command with the same settings. */
    background: (...args: string[]): Omit<Running, 'ready'> => follow(launch([cli, ...args]), String(port)),
    /** The embedded PostgreSQL's process, if it runs. */
    postmaster: async () => (await findServer(cluster))?.pid,
    /** The same, as soon as it accepts connections. */
    readyPostmaster: () => readyServer(),
    /** Kills the embedded PostgreSQL; resolves when it was restarted and the service is ready again. */
    killDatabase: async () => {
      const killed = await readyServer();
      process.kill(killed, 'SIGKILL');
      await readyServer((pid) => pid !== killed);
      // The service checks four times a second: its last result may be from before.
      await sleep(300);
      await untilReady(String(port));
    },
    databaseUrl: async () => (await connectionOfRunning(dataDir))!,
    credentials: async (): Promise<Credentials> =>
      JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')),
    /** The log file of all starts. */
    log: () => readFile(join(dataDir, 'tefo.log'), 'utf8').catch(() => ''),
    /** Stops its processes and deletes the data directory. */
    remove: async () => {
      for (const child of children) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      const server = await findServer(cluster);
      if (server) await stopServer(server.pid);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
      forget();
    },
  };
}

function follow(child: ChildProcess, port: string): Running {
  const began = performance.now();
  const ended = endOf(child);
  const said = textOf(child);
  return {
    pid: child.pid!,
    said,
    ended,
    ready: async () => {
      await untilReady(port, () => {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`the service has ended: ${said()}`);
      });
      return performance.now() - began;
    },
    signal: (signal) => void child.kill(signal),
  };
}

function textOf(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (more) => {
      text += more;
    });
  }
  return () => text;
}

async function endOf(child: ChildProcess): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (more) => {
      texts[name] += more;
    });
  }
  const [code, signal] = await once(child, 'close');
  return { code, signal, ...texts };
}

async function untilReady(port: string, check = (): void => {}): Promise<void> {
  const look = async () => {
    const isReady = await answersReady(port);
    if (!isReady) check();
    return isReady;
  };
  await until(look, { pauseMs: 10 });
}

/** Whether a process of the service is ready. */
export async function answersReady(port: string | number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Returns the environment without tefo's settings and without the marks of a test run. */
export function outsideEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(TEFO_|DATABASE_URL$|NODE_TEST_CONTEXT$)/.test(name),
  );
  return Object.fromEntries(kept);
}

/** Returns a process and its descendants, so that a server's sessions hang with it. Linux only. */
export async function familyOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

/** Whether a process is alive. */
export function isAlive(pid: number): boolean {
  return (
    existsSync(`/proc/${pid}/stat`) && !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  );
}

function endServerNow(cluster: string): void {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (pid > 1) process.kill(pid, 'SIGQUIT');
  } catch {
    // Already stopped.
  }
}

const endings = new Set<() => void>();

/** Runs `ending` when this process ends, also by a signal; returns a function that cancels it. */
export function onExit(ending: () => void): () => void {
  if (endings.size === 0) {
    process.once('exit', () => endings.forEach((each) => void each()));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
  }
  endings.add(ending);
  return () => void endings.delete(ending);
}
