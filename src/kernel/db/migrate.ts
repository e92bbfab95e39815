// Brings a database to the schema of this version: migrations/NNNN_name.sql, forward only, each file once.
import { setTimeout as sleep } from 'node:timers/promises';
import { firstOf } from '../required.ts';
import { type Db, inTransaction, isDeadlock, isLockTimeout, type Sql, type Tx } from './db.ts';
import { estimateMigrations, type MigrationEstimate } from './migration-estimate.ts';
import { type Migration, numberOf, readMigrations, stepsOf } from './migration-files.ts';
import { onlyRow } from './rows.ts';

/**
 * The number of times that a migration requests its lock, and its wait each time: statements that queue behind it wait
 * no longer.
 */
const lockTries = 60;
const lockMs = 200;
const betweenMs = 500;
/** While another process migrates, this one looks again after so long. */
const turnMs = 100;

/** The database and the migration files disagree; the message describes how. */
export class MigrationRefused extends Error {}

/**
 * Applies the missing migrations and returns their names: each in a transaction, or statement by statement if it is
 * online. Any number of processes can call it at once: one of them applies each migration. Throws MigrationRefused if
 * the file of an applied migration was changed, or if the database has migrations that this version cannot run with.
 * Calls `onApplied` after each.
 */
export async function migrate(
  db: Sql,
  folder?: URL,
  onApplied: (name: string) => void = () => {},
): Promise<string[]> {
  const files = await readMigrations(folder);
  const applied: string[] = [];
  for (;;) {
    const [next] = missing(files, await readApplied(db));
    if (!next) return applied;
    if (await applyPatiently(db, next)) {
      applied.push(next.name);
      onApplied(next.name);
    } else await sleep(turnMs);
  }
}

/** Returns the migrations that the database lacks; empty when it is ready. */
export async function pendingMigrations(db: Sql, folder?: URL): Promise<string[]> {
  return (await findPending(db, folder)).map(({ name }) => name);
}

/** Returns the migrations of a newer version that this one can run with. */
export async function newerMigrations(db: Sql, folder?: URL): Promise<string[]> {
  const known = new Set((await readMigrations(folder)).map(({ name }) => name));
  return (await readApplied(db)).map(({ name }) => name).filter((name) => !known.has(name));
}

/** Returns what the migrations that the database lacks will lock, and about how long they take. Changes nothing. */
export async function estimatePending(db: Sql, folder?: URL): Promise<MigrationEstimate[]> {
  return estimateMigrations(db, await findPending(db, folder));
}

async function findPending(db: Sql, folder?: URL): Promise<Migration[]> {
  return missing(await readMigrations(folder), await readApplied(db));
}

type Applied = Pick<Migration, 'name' | 'checksum' | 'beside'>;

async function readApplied(db: Db): Promise<Applied[]> {
  const [table] = await db<
    { found: boolean }[]
  >`select to_regclass('public.migrations') is not null as found`;
  if (!table?.found) return [];
  // A database that an older version made has no such column yet.
  return db<Applied[]>`
    select name, checksum, to_jsonb(migrations) ->> 'beside' as beside from migrations order by name`;
}

/** Returns the migrations that are missing. Throws MigrationRefused if files and database do not go together. */
function missing(files: Migration[], applied: Applied[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]));
  const newest = files.map(numberOf).at(-1) ?? '0000';
  for (const { name, checksum, beside } of applied) {
    const file = known.get(name);
    if (!file && (beside === null || beside > newest)) {
      throw new MigrationRefused(
        `the database is ahead: it has the migration ${name}, which this version of tefo does not know. ` +
          'Start a newer version.',
      );
    }
    if (file && file.checksum !== checksum) {
      throw new MigrationRefused(
        `migrations/${name}.sql was changed after it had been applied. Restore the file; write a new migration instead.`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  return files.filter(({ name }) => !done.has(name));
}

/** Applies one migration. Returns false if another process has applied it, or is about to. */
async function applyPatiently(db: Sql, migration: Migration): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (migration.isOnline
        ? applyOnline(db, migration)
        : inTransaction(db, (tx) => applyWhole(tx, migration)));
    } catch (error) {
      // An older version that is starting waits for the lock that this one has, with a snapshot that this one waits for.
      const isLocked = isLockTimeout(error) || isDeadlock(error);
      if (!isLocked || attempt === lockTries) throw inMigration(migration, error);
      await sleep(betweenMs);
    }
  }
}

async function applyWhole(tx: Tx, migration: Migration): Promise<boolean> {
  // The lock ends with the transaction, so a killed process leaves none. No process waits for it: a waiting one has a
  // snapshot, and an index that another process creates online would wait for that snapshot.
  const turn = await onlyRow(
    tx<Turn[]>`select pg_try_advisory_xact_lock(hashtext('tefo migrations')) as is_ours`,
  );
  if (!turn.isOurs || (await isApplied(tx, migration))) return false;
  await tx`select set_config('lock_timeout', ${String(lockMs)}, true)`;
  await tx.unsafe(migration.sql).simple();
  await note(tx, migration);
  return true;
}

async function applyOnline(db: Sql, migration: Migration): Promise<boolean> {
  const connection = await db.reserve();
  try {
    const turn = firstOf(
      await connection<Turn[]>`
      select pg_try_advisory_lock(hashtext('tefo migrations')) as is_ours`,
    );
    if (!turn.isOurs) return false;
    try {
      if (await isApplied(connection, migration)) return false;
      // It waits for open transactions, and no other statement waits for it.
      await connection`set statement_timeout = 0`;
      await connection`set lock_timeout = 0`;
      const steps = stepsOf(migration);
      await dropUnfinishedIndexes(connection, steps);
      for (const step of steps) await connection.unsafe(step);
      await note(connection, migration);
      return true;
    } finally {
      await connection`reset statement_timeout`;
      await connection`reset lock_timeout`;
      await connection`select pg_advisory_unlock(hashtext('tefo migrations'))`;
    }
  } finally {
    connection.release();
  }
}

type Turn = { isOurs: boolean };

/** Drops the indexes of an online migration that was ended while it made them: they are there, and lead nowhere. */
async function dropUnfinishedIndexes(db: Db, steps: string[]): Promise<void> {
  const made = steps.flatMap((step) => /index concurrently if not exists (\w+)/.exec(step)?.[1] ?? []);
  const unfinished = await db<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relname::text = any (${made}::text[])`;
  for (const { name } of unfinished) await db.unsafe(`drop index concurrently ${name}`);
}

async function isApplied(db: Db, { name }: Migration): Promise<boolean> {
  return (await readApplied(db)).some((applied) => applied.name === name);
}

async function note(db: Db, { name, checksum, beside }: Migration): Promise<void> {
  await db.unsafe(`
    create table if not exists migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    alter table migrations add column if not exists beside text`);
  await db`insert into migrations (name, checksum, beside) values (${name}, ${checksum}, ${beside})`;
}

function inMigration({ name }: Migration, error: unknown): unknown {
  if (error instanceof Error) error.message = `migration ${name}: ${error.message}`;
  return error;
}
