// Brings a database to the schema of this version: migrations/NNNN_name.sql, forward only, each file once.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, isLockTimeout, type Sql, type Tx } from './db.ts';
import { estimateMigrations, type MigrationEstimate } from './migration-estimate.ts';

export { dumpSchema } from './schema-dump.ts';

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

const FOLDER = new URL('../../../migrations/', import.meta.url);
const FILE = /^\d{4}_[a-z0-9_]+\.sql$/;
const LOCK_TRIES = 20;

/** The database and the migration files disagree; the message says how. */
export class MigrationRefused extends Error {}

/**
 * Applies the missing migrations, one transaction per file, and returns their names. Any number of processes may call
 * it at once: one of them applies each migration. Throws MigrationRefused when the file of an applied migration was
 * changed, or when the database has migrations this version does not know. Calls `onApplied` after each.
 */
export async function migrate(
  db: Sql,
  folder: URL = FOLDER,
  onApplied: (name: string) => void = () => {},
): Promise<string[]> {
  const files = await readMigrations(folder);
  const applied: string[] = [];
  for (;;) {
    const name = await applyNext(db, files);
    if (name === undefined) return applied;
    applied.push(name);
    onApplied(name);
  }
}

/** Returns the migrations that the database lacks; empty when it is ready. */
export async function pendingMigrations(db: Sql, folder: URL = FOLDER): Promise<string[]> {
  return (await findPending(db, folder)).map(({ name }) => name);
}

/** Returns what the migrations that the database lacks will lock, and about how long they take. Changes nothing. */
export async function estimatePending(db: Sql, folder: URL = FOLDER): Promise<MigrationEstimate[]> {
  return estimateMigrations(db, await findPending(db, folder));
}

async function findPending(db: Sql, folder: URL): Promise<Migration[]> {
  const files = await readMigrations(folder);
  const [table] = await db<
    { found: boolean }[]
  >`select to_regclass('public.migrations') is not null as found`;
  const rows = table?.found ? await db<Applied[]>`select name, checksum from migrations order by name` : [];
  return missing(files, rows);
}

type Applied = { name: string; checksum: string };

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => FILE.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return {
        name: name.slice(0, -'.sql'.length),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    }),
  );
}

async function applyNext(db: Sql, files: Migration[]): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(db, (tx) => applyFirstMissing(tx, files));
    } catch (error) {
      // Waits for locks in short turns, so that the queue behind this statement never grows long.
      if (!isLockTimeout(error) || attempt === LOCK_TRIES) throw error;
      await sleep(500);
    }
  }
}

async function applyFirstMissing(tx: Tx, files: Migration[]): Promise<string | undefined> {
  // The lock ends with the transaction, so that a killed process leaves none and it works through poolers.
  await tx`select pg_advisory_xact_lock(hashtext('tefo migrations'))`;
  await tx`
    create table if not exists migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`;
  const next = missing(files, await tx<Applied[]>`select name, checksum from migrations order by name`)[0];
  if (!next) return undefined;
  await tx`set local lock_timeout = '1s'`;
  try {
    await tx.unsafe(next.sql).simple();
  } catch (error) {
    (error as Error).message = `migration ${next.name}: ${(error as Error).message}`;
    throw error;
  }
  await tx`insert into migrations (name, checksum) values (${next.name}, ${next.checksum})`;
  return next.name;
}

function missing(files: Migration[], applied: Applied[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]));
  for (const row of applied) {
    const file = known.get(row.name);
    if (!file) {
      throw new MigrationRefused(
        `the database is ahead: it has the migration ${row.name}, which this version of tefo does not know. ` +
          'Start a newer version.',
      );
    }
    if (file.checksum !== row.checksum) {
      throw new MigrationRefused(
        `migrations/${row.name}.sql was changed after it had been applied. Restore the file; write a new migration instead.`,
      );
    }
  }
  const done = new Set(applied.map((row) => row.name));
  return files.filter((file) => !done.has(file.name));
}
