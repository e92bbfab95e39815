// One PostgreSQL server process on one data directory: creates, starts, finds and stops it.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from './binaries.ts';
import { guard } from './guard.ts';
import { isPostgresOn, waitForExit } from './processes.ts';

const START_MS = 60_000;
const FAST_STOP_MS = 15_000;
const LOG_BYTES = 16 * 1024 * 1024;

export const USER = 'tefo';

export interface Site {
  run: Run;
  postgres: string;
  initdb: string;
  directory: string;
  log: string;
}

/** Creates the data directory once; deletes an interrupted creation and starts again. */
export async function createCluster(site: Site, passwordFile: string): Promise<void> {
  const draft = `${site.directory}.new`;
  await rm(draft, { recursive: true, force: true });
  const log = await openLog(site.log);
  const child = site.run(
    site.initdb,
    [
      ...[`--pgdata=${draft}`, `--username=${USER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      '--no-instructions',
    ],
    { stdio: ['ignore', log.fd, log.fd] },
  );
  const failure = await exitOf(child);
  await log.close();
  if (failure) throw new Error(`initdb failed (${failure}); see ${site.log}`);
  await rename(draft, site.directory);
}

/** Starts the server and waits until it accepts connections. Returns its process. */
export async function launch(
  site: Site,
  port: number,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    const offset = await size(site.log);
    const child = await spawnServer(site, port, settings);
    const failure = await Promise.race([exitOf(child), ready(site.directory, child, deadline)]);
    if (failure === undefined) return child;
    const said = (await readFile(site.log, 'utf8')).slice(offset);
    // Sessions of a killed server hold its memory for a moment longer.
    if (!said.includes('still in use') || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start (${failure}); see ${site.log}\n${said.trim()}`);
    }
    await sleep(200);
  }
}

/** Returns the server that runs on the data directory, no matter which process started it. */
export async function findServer(
  directory: string,
): Promise<{ pid: number; port: number; ready: boolean } | undefined> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (!(await isPostgresOn(pid, await realpath(directory)))) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7] === 'ready' };
}

/** Cuts the sessions and writes everything. A server that does not stop is killed and recovers later. */
export async function stopServer(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitForExit(pid, FAST_STOP_MS)) return;
  }
}

/** A TCP port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free TCP port on 127.0.0.1');
  return address.port;
}

async function spawnServer(
  site: Site,
  port: number,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const all = { ...settings, port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await openLog(site.log);
  try {
    // In its own process group: Ctrl-C must reach only tefo.
    const server = site.run(site.postgres, ['-D', site.directory, ...flags], {
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    guard(server, site.directory);
    return server;
  } finally {
    await log.close();
  }
}

async function ready(directory: string, child: ChildProcess, deadline: number): Promise<string | undefined> {
  for (;;) {
    const server = await findServer(directory);
    if (server?.ready && server.pid === child.pid) return undefined;
    if (child.exitCode !== null || child.signalCode !== null) return 'it ended';
    if (performance.now() > deadline) {
      child.kill('SIGQUIT');
      return 'it took too long';
    }
    await sleep(10);
  }
}

/** Returns why the process failed, or undefined when it succeeded. */
async function exitOf(child: ChildProcess): Promise<string | undefined> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return code === 0 ? undefined : `exit ${signal ?? code}`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function openLog(path: string) {
  if ((await size(path)) > LOG_BYTES) await rename(path, `${path}.1`);
  await mkdir(dirname(path), { recursive: true });
  return open(path, 'a', 0o600);
}

async function size(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}
