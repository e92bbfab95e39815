// The embedded PostgreSQL: a real server in the data directory, for machines without a database.
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries, runnerFor } from './binaries.ts';
import { lockDataDir, lockHolder } from './data-lock.ts';
import { createCluster, findServer, freePort, launch, type Site, stopServer, USER } from './postmaster.ts';

export interface EmbeddedOptions {
  /** Server settings that replace or add to the usual ones; tests use them to switch off durability. */
  settings?: Record<string, string>;
  /** Called when the server crashed and with the result of restarting it. */
  onCrash?: (message: string) => void;
}

export interface Embedded {
  url: string;
  /** Shuts down fast; safe to call twice. */
  stop(): Promise<void>;
}

const SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '128MB',
  max_connections: '60',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // Nothing replicates from this server, so the WAL holds only what recovery needs.
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

/**
 * Starts the server of `dataDir` (created on first use) on a free port of 127.0.0.1, and keeps it running until `stop`.
 * Throws DataDirInUse while another running process holds the directory.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const home = resolve(dataDir);
  await mkdir(home, { recursive: true, mode: 0o700 });
  const unlock = await lockDataDir(home);
  try {
    const site = await prepare(home);
    const settings = { ...SETTINGS, ...options.settings };
    const orphan = await findServer(site.directory);
    if (orphan) await stopServer(orphan.pid);
    const port = await freePort();
    const stop = keepRunning(await launch(site, port, settings), () => launch(site, port, settings), options);
    return {
      url: urlOf(port, await readFile(passwordFile(home), 'utf8')),
      stop: () => stop().finally(unlock),
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Returns the address of the server that a running tefo has in `dataDir`, or undefined. */
export async function connectionOfRunning(dataDir: string): Promise<string | undefined> {
  const home = resolve(dataDir);
  if (!(await lockHolder(home))) return undefined;
  const server = await findServer(directoryOf(home));
  if (!server?.ready) return undefined;
  return urlOf(server.port, await readFile(passwordFile(home), 'utf8'));
}

async function prepare(home: string): Promise<Site> {
  const binaries = await findBinaries();
  const directory = directoryOf(home);
  const exists = await stat(directory).catch(() => undefined);
  const run = await runnerFor(exists ? directory : home);
  const site = { ...binaries, run, directory, log: join(home, 'postgres.log') };
  if (!exists) {
    await writePassword(home);
    await createCluster(site, passwordFile(home));
  }
  return site;
}

async function writePassword(home: string): Promise<void> {
  const path = passwordFile(home);
  await writeFile(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
  // initdb reads it, perhaps as the directory's owner while tefo runs as root. Only root can change a file's owner.
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(home);
  await chown(path, uid, gid);
}

const longestPauseMs = 2_000;

/** Restarts a crashed server on the same port, and retries until it starts. */
function keepRunning(first: ChildProcess, again: () => Promise<ChildProcess>, options: EmbeddedOptions) {
  let child: ChildProcess | undefined = first;
  let stopping = false;
  let restarting = Promise.resolve();
  const ending = new AbortController();

  const watch = (server: ChildProcess) => {
    child = server;
    // A running server must not keep this process alive; its users do.
    server.unref();
    server.once('exit', () => {
      if (!stopping) restarting = restart();
    });
  };
  const restart = async () => {
    child = undefined;
    options.onCrash?.('the embedded PostgreSQL ended unexpectedly; starting it again');
    for (let pauseMs = 250; !stopping; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        watch(await again());
        return;
      } catch (error) {
        // Another program may hold its port for a moment; its disk may be full for an hour.
        options.onCrash?.((error as Error).message);
      }
      await sleep(pauseMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  watch(first);
  return async () => {
    stopping = true;
    ending.abort();
    await restarting;
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null)
      await stopServer(child.pid);
  };
}

function directoryOf(home: string): string {
  return join(home, 'postgres');
}

function passwordFile(home: string): string {
  return join(home, 'postgres-password');
}

function urlOf(port: number, password: string): string {
  return `postgres://${USER}:${password.trim()}@127.0.0.1:${port}/postgres`;
}
