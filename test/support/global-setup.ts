// Before all tests: starts one real PostgreSQL with a migrated template database, of which tests get copies, and
// creates a data directory as after a first start, for tests that run the service itself. TEST_DATABASE_URL names a
// server to use instead.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { access, constants, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { openPool } from '../../src/kernel/db/db.ts';
import { lockHolder } from '../../src/kernel/db/embedded/data-lock.ts';
import { startEmbedded } from '../../src/kernel/db/embedded/embedded.ts';
import { findServer, stopServer } from '../../src/kernel/db/embedded/postmaster.ts';
import { migrate } from '../../src/kernel/db/migrate.ts';
import { preparedHome } from './prepared.ts';

// A test server need not survive a power cut.
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '256MB',
  max_connections: '200',
  // Its visits to hundreds of databases cost more than they save.
  autovacuum: 'off',
  update_process_title: 'off',
  plan_cache_mode: 'force_generic_plan',
  // Each test file's database is a copy: where the system copies files itself, that takes half the time.
  ...(process.platform === 'linux' && { file_copy_method: 'clone' }),
};

const PREFIX = 'tefo-test-';
const MEMORY = '/dev/shm';
const MEMORY_BYTES = 2 * 1024 ** 3;

let finish: (() => Promise<void>) | undefined;

export async function globalSetup(): Promise<void> {
  // Hundreds of processes load the same files: with a compile cache each saves half a second.
  process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node');
  const home = await preparedHome();
  const room = await roomFor();
  const server = process.env.TEST_DATABASE_URL
    ? given(process.env.TEST_DATABASE_URL)
    : await embedded(home, room);
  const template = `tefo_template_${process.pid}`;
  await makeTemplate(server, template);
  const admin = openPool(server.url, { max: 1 });
  process.env.TEST_HOME = home;
  process.env.TEST_ROOM = room;
  // A session in the template would block every copy.
  await admin`alter database ${admin(template)} allow_connections false`;
  const answers = join(await mkdtemp(join(tmpdir(), 'tefo-answers-')), 'held');
  process.env.TEST_ANSWERS = answers;
  process.env.TEST_ADMIN_URL = server.url;
  process.env.TEST_TEMPLATE = template;
  finish = async () => {
    tellAnswers(answers);
    await rm(dirname(answers), { recursive: true });
    await admin`drop database ${admin(template)}`;
    await admin.end();
    await server.stop();
  };
}

export async function globalTeardown(): Promise<void> {
  await finish?.();
}

/**
 * Prints how many responses test/contract/answers.ts has checked against the documents, if TELL_ANSWERS is set:
 * otherwise the test runner's summary must be the last output.
 */
function tellAnswers(file: string): void {
  if (!process.env.TELL_ANSWERS || !existsSync(file)) return;
  const counts = new Map<string, number>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    for (const [name, count] of Object.entries<number>(JSON.parse(line)))
      counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const operations = new Set([...counts.keys()].map((name) => name.replace(/ \d+$/, '')));
  const all = counts.values().reduce((sum, count) => sum + count, 0);
  console.log(
    `held ${all} answers of ${operations.size} operations (${counts.size} statuses) against the OpenAPI documents`,
  );
}

interface TestServer {
  url: string;
  /** An already migrated database, if any. */
  migrated?: string;
  stop(): Promise<void>;
}

async function makeTemplate(server: TestServer, name: string): Promise<void> {
  // Not from the copied database: it must have no connections.
  const sql = openPool(databaseUrl(server.url, 'template1'), { max: 1 });
  await sql`create database ${sql(name)} template ${sql(server.migrated ?? 'template0')}`;
  await sql.end();
  const db = openPool(databaseUrl(server.url, name), { max: 1 });
  await migrate(db);
  await db.end();
}

function given(url: string): TestServer {
  return { url, stop: async () => {} };
}

async function embedded(home: string, room: string): Promise<TestServer> {
  await removeAbandoned(room);
  const directory = await mkdtemp(join(room, PREFIX));
  // Without its released lock: a parallel run would remove a directory that looks abandoned.
  cpSync(home, directory, { recursive: true, filter: (source) => basename(source) !== 'lock' });
  const server = await startEmbedded(directory, { settings });
  // Also after an interruption without a teardown.
  process.once('exit', () => {
    killServer(directory);
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  const stop = async () => {
    await server.stop();
    tellCrash(join(directory, 'postgres.log'));
  };
  return { url: server.url, stop, migrated: 'postgres' };
}

/** Fails the run when the server crashed: every test that ran at that moment may have failed for it. */
function tellCrash(log: string): void {
  const lines = readFileSync(log, 'utf8').split('\n');
  const first = lines.findIndex((line) => line.includes('was terminated by signal'));
  if (first < 0) return;
  console.error(`PostgreSQL crashed:\n${lines.slice(first, first + 40).join('\n')}`);
  process.exitCode = 1;
}

/** Stops the servers of killed test runs: their lock exists, and its owner is dead. */
async function removeAbandoned(room: string): Promise<void> {
  for (const name of await readdir(room)) {
    const directory = join(room, name);
    if (!name.startsWith(PREFIX) || !existsSync(join(directory, 'lock')) || (await lockHolder(directory)))
      continue;
    const server = await findServer(join(directory, 'postgres'));
    if (server) await stopServer(server.pid);
    // Another run may be removing it at the same time.
    await rm(directory, { recursive: true, force: true }).catch(() => {});
  }
}

/** Uses memory if there is enough: a copy of the template then takes a tenth of the time. */
async function roomFor(): Promise<string> {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= MEMORY_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

function killServer(directory: string): void {
  try {
    const pid = Number(readFileSync(join(directory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (pid > 1) process.kill(pid, 'SIGQUIT');
  } catch {
    // Already stopped.
  }
}

function databaseUrl(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}
