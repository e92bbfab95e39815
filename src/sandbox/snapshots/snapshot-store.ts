// Snapshots of a sandbox: every table is copied within the database, and restored. Each is one transaction, so that
// no other session sees a partial state, and needs no more rights than migrations. The clock is not part of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, isLockTimeout, type Sql, type Tx } from '../../kernel/db/db.ts';
import { onlyRow, onlyValue } from '../../kernel/db/rows.ts';
import { copyTables, countRows, lockTables, replaceRows, tablesOf } from './table-copies.ts';

export interface Snapshot {
  name: string;
  savedAt: Date;
  rows: number;
}

/** A snapshot cannot be saved or restored. The message says why. */
export class SnapshotRefused extends Error {
  readonly kind: 'invalid' | 'notFound' | 'conflict';
  constructor(kind: SnapshotRefused['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Each takes as much space as its data. */
const mostSnapshots = 20;
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;
const channel = 'tefo_restored';

interface Row {
  id: bigint;
  name: string;
  savedAt: Date;
  migrations: string;
  rowCount: bigint;
}

const columns = (tx: Sql | Tx) => tx`id, name, saved_at, migrations, row_count`;
const schemaOf = ({ id }: { id: bigint }): string => `snapshot_${id}`;
const shown = ({ name, savedAt, rowCount }: Row): Snapshot => ({ name, savedAt, rows: Number(rowCount) });

/** Throws SnapshotRefused if the simulated bank has its own database: a snapshot of one would not fit the other. */
export function assertOneDatabase(isBankApart: boolean): void {
  if (isBankApart) {
    throw new SnapshotRefused(
      'conflict',
      'snapshots cover one database, and the simulated bank has its own (TEFO_BANK_DATABASE_URL)',
    );
  }
}

/** Saves everything under a name and replaces an earlier snapshot of it. `at` is the sandbox's time. */
export async function saveSnapshot(db: Sql, name: string, at: Date): Promise<Snapshot> {
  if (!namePattern.test(name)) {
    throw new SnapshotRefused(
      'invalid',
      'name must be 1 to 63 letters, digits, dots, dashes and underscores, and begin with a letter or a digit',
    );
  }
  // All tables as of one moment after the lock, so the lock must be the first statement.
  return db.begin('isolation level repeatable read', async (tx) => {
    await takeTurn(tx);
    await remove(tx, name);
    await assertRoom(tx);
    const row = await onlyRow(tx<Row[]>`
      insert into sandbox_snapshots (name, saved_at, migrations, row_count)
      values (${name}, ${at}, ${await migrationsOf(tx)}, 0)
      returning ${columns(tx)}`);
    const schema = schemaOf(row);
    const tables = await tablesOf(tx);
    await tx.unsafe(`create schema ${schema}`);
    await copyTables(tx, tables, schema);
    const rowCount = await countRows(tx, tables, schema);
    await tx`update sandbox_snapshots set row_count = ${rowCount} where id = ${row.id}`;
    return shown({ ...row, rowCount });
  }) as Promise<Snapshot>;
}

/**
 * Restores everything from a snapshot and clears the caches of every process. Sequences and the clock keep their current
 * values.
 */
export async function restoreSnapshot(db: Sql, name: string): Promise<Snapshot> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(db, (tx) => restore(tx, name));
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt === mostAttempts) {
        throw new SnapshotRefused('conflict', 'the sandbox is busy: its tables could not be locked');
      }
      await sleep(attempt * 10);
    }
  }
}

const mostAttempts = 30;

async function restore(tx: Tx, name: string): Promise<Snapshot> {
  // Shorter than the server's deadlock timeout, so that this transaction fails in a deadlock and not the other one.
  await tx`set local lock_timeout = '300ms'`;
  await takeTurn(tx);
  const [row] = await tx<Row[]>`select ${columns(tx)} from sandbox_snapshots where name = ${name}`;
  if (!row) throw new SnapshotRefused('notFound', 'snapshot not found');
  if (row.migrations !== (await migrationsOf(tx))) {
    throw new SnapshotRefused(
      'conflict',
      'the snapshot was saved by another version of Tefo, whose tables differ',
    );
  }
  const tables = await tablesOf(tx);
  await lockTables(tx, tables);
  await replaceRows(tx, tables, schemaOf(row));
  await tx`select pg_notify(${channel}, '')`;
  return shown(row);
}

/** Returns all snapshots, the newest first. */
export async function listSnapshots(db: Sql): Promise<Snapshot[]> {
  const rows = await db<Row[]>`select ${columns(db)} from sandbox_snapshots order by id desc`;
  return rows.map(shown);
}

/** Deletes a snapshot. Returns false for an unknown name. */
export function deleteSnapshot(db: Sql, name: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await takeTurn(tx);
    return remove(tx, name);
  });
}

/** Calls `forget` whenever any process has restored a snapshot. Returns a function that stops it. */
export async function listenForRestores(db: Sql, forget: () => void): Promise<() => Promise<void>> {
  const subscription = await db.listen(channel, forget);
  return () => subscription.unlisten();
}

async function takeTurn(tx: Tx): Promise<void> {
  // The duration of copying depends on the amount of data.
  await tx`set local statement_timeout = 0`;
  await tx`lock table sandbox_snapshots in share row exclusive mode`;
}

async function remove(tx: Tx, name: string): Promise<boolean> {
  const [row] = await tx<{ id: bigint }[]>`delete from sandbox_snapshots where name = ${name} returning id`;
  if (row) await tx.unsafe(`drop schema ${schemaOf(row)} cascade`);
  return row !== undefined;
}

async function assertRoom(tx: Tx): Promise<void> {
  const { count } = await tx`select from sandbox_snapshots`;
  if (count >= mostSnapshots) {
    throw new SnapshotRefused(
      'conflict',
      `the limit of ${mostSnapshots} snapshots is reached: delete one first`,
    );
  }
}

const migrationsOf = (tx: Tx) =>
  onlyValue(tx<{ digest: string }[]>`
    select md5(string_agg(name || ' ' || checksum, ' ' order by name)) as digest from migrations`);
