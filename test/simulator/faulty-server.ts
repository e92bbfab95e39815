// A PostgreSQL server that plays kill, stop, slow down and fill. It is as durable as the service's own, on a small disk in memory where
// the machine allows that.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, type Sql } from '../../src/kernel/db/db.ts';
import { startEmbedded } from '../../src/kernel/db/embedded/embedded.ts';
import { findServer } from '../../src/kernel/db/embedded/postmaster.ts';
import { familyOf } from '../support/process.ts';
import { until } from '../support/until.ts';

export interface FaultyServer {
  url: string;
  /** Connections of the play, which are not the service's. */
  db: Sql;
  /** SIGKILL of the server; resolves when another accepts connections. */
  kill(): Promise<void>;
  /** SIGKILL of a session, after which the server ends all sessions and recovers. */
  killSession(): Promise<void>;
  /** An orderly restart, which ends all sessions. */
  restart(): Promise<void>;
  /** All its processes stop for so many milliseconds. */
  hang(ms: number): Promise<void>;
  /** Each commit takes a tenth of a second longer, for so many milliseconds. */
  slowDown(ms: number): Promise<void>;
  /** Its disk is full for so many milliseconds. */
  fillDisk(ms: number): Promise<void>;
  /** How many deadlocks it has ended so far. */
  countDeadlocks(): Promise<number>;
  /** Resolves when it executes statements. */
  ready(): Promise<void>;
  end(): Promise<void>;
}

const settings = {
  max_connections: '100',
  // Little WAL, so that the disk can be small.
  min_wal_size: '32MB',
  max_wal_size: '128MB',
  deadlock_timeout: '200ms',
  autovacuum: 'off',
};
const diskSize = '700m';
/** Filled in small parts. */
const spareBytes = 4_000_000;
/** Of the sessions that the service opens. */
const serviceName = 'tefo';

export async function openFaultyServer(): Promise<FaultyServer> {
  const disk = await openDisk();
  const home = join(disk.path, 'home');
  // A data directory with a migrated database: globalSetup has prepared it.
  cpSync(process.env.TEST_HOME!, home, { recursive: true, filter: (path) => basename(path) !== 'lock' });
  const server = await startEmbedded(home, { settings });
  const db = openPool(server.url, { max: 3, name: 'faults', waitSeconds: 60 });
  const directory = join(home, 'postgres');

  const ready = async (): Promise<void> => void (await until(() => db`select 1`.then(Boolean, () => false)));
  const signalled = async (signal: NodeJS.Signals): Promise<void> => {
    const killed = (await findServer(directory))!.pid;
    process.kill(killed, signal);
    await until(async () => {
      const found = await findServer(directory);
      return Boolean(found?.ready) && found!.pid !== killed;
    });
    await ready();
  };

  return {
    ...{ url: server.url, db, ready },
    kill: () => signalled('SIGKILL'),
    restart: () => signalled('SIGINT'),
    killSession: async () => {
      const [session] = await db<{ pid: number }[]>`
        select pid from pg_stat_activity where application_name = ${serviceName} order by random() limit 1`;
      if (session) process.kill(session.pid, 'SIGKILL');
      await ready();
    },
    hang: async (ms) => {
      const family = await familyOf((await findServer(directory))!.pid);
      signalAll(family, 'SIGSTOP');
      await sleep(ms);
      signalAll(family, 'SIGCONT');
    },
    slowDown: async (ms) => {
      for (const setting of ['commit_delay = 100000', 'commit_siblings = 0'])
        await db.unsafe(`alter system set ${setting}`);
      await db`select pg_reload_conf()`;
      await sleep(ms);
      await db.unsafe('alter system reset all');
      await db`select pg_reload_conf()`;
    },
    fillDisk: async (ms) => {
      const release = await disk.fill(db);
      await sleep(ms);
      await release();
      await ready();
    },
    countDeadlocks: async () =>
      (await readFile(join(home, 'postgres.log'), 'utf8')).split('deadlock detected').length - 1,
    end: async () => {
      await db.end({ timeout: 1 });
      await server.stop();
      await disk.end();
    },
  };
}

/** A process that has ended since gets no signal. */
function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}

interface Disk {
  path: string;
  /** Fills it, and returns the function that frees it. */
  fill(db: Sql): Promise<() => Promise<void>>;
  end(): Promise<void>;
}

/** A separate disk; where the machine refuses one, inserts are refused as PostgreSQL does on a full disk. */
async function openDisk(): Promise<Disk> {
  const path = await mkdtemp(join(tmpdir(), 'tefo-crowd-'));
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 5 });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return { path, fill: refuseInserts, end: remove };
  }
  const unmount = () => void execFileSync('umount', ['--lazy', path]);
  process.once('exit', unmount);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: async () => {
      const { bavail, bsize } = await statfs(path);
      execFileSync('fallocate', ['--length', String(bavail * bsize - spareBytes), ballast]);
      // The rest in small parts, because sessions write at the same time.
      const part = Buffer.alloc(4_096);
      while (
        await appendFile(ballast, part).then(
          () => true,
          () => false,
        )
      );
      return () => rm(ballast);
    },
    end: async () => {
      process.off('exit', unmount);
      unmount();
      await remove();
    },
  };
}

const filled = ['payments', 'refunds', 'payouts', 'transitions'];

async function refuseInserts(db: Sql): Promise<() => Promise<void>> {
  await db.unsafe(`create or replace function refuse_insert() returns trigger language plpgsql as
    $$ begin raise 'no space left on device' using errcode = 'disk_full'; end $$`);
  for (const table of filled)
    await db.unsafe(`create trigger full_disk before insert on ${table} execute function refuse_insert()`);
  return async () => {
    for (const table of filled) await db.unsafe(`drop trigger full_disk on ${table}`);
  };
}
