// All SQL of streams: their targets and positions.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { allRows, anyRow, execute, firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type NewRowOf, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Actor } from '../context.ts';

export const streamKinds = ['audit', 'events'] as const;
export type StreamKind = (typeof streamKinds)[number];

export const streams = table('streams', {
  id: t.uuid(),
  name: t.code(),
  kind: t.code<StreamKind>(),
  // An address of the operator.
  target: t.code(),
  settingsSealed: t.code().nullable(),
  createdBy: t.code<Actor>(),
  createdAt: t.timestamptz(),
  position: t.code().later(),
  sequence: t.bigint().later(),
  sentAt: t.timestamptz().nullable().later(),
  dueAt: t.timestamptz().nullable(),
  attempts: t.integer().later(),
  lastError: t.code().nullable().later(),
  removedAt: t.timestamptz().nullable().later(),
});

export type Stream = RowOf<typeof streams>;

const columns = columnsOf(streams);

/** Adds a stream. Returns false if there is one of that name. */
export const insertStream = (tx: Tx, row: NewRowOf<typeof streams>) =>
  anyRow(insertRows(tx, streams, [row], tx`on conflict do nothing`));

export const listStreams = (db: Db) =>
  allRows(db<Stream[]>`select ${columns(db)} from streams where removed_at is null order by name`);

/** Returns a stream that is not removed. */
export const findStream = (db: Db, id: string) =>
  firstRow(db<Stream[]>`select ${columns(db)} from streams where id = ${id} and removed_at is null`);

export const findDueStreams = (db: Sql, now: Date) =>
  allRows(db<Stream[]>`
    select ${columns(db)} from streams where removed_at is null and due_at <= ${now} order by name`);

/** Returns false if there is no stream of that name. */
export const setRemoved = (tx: Tx, name: string, now: Date) =>
  anyRow(tx`
    update streams set removed_at = ${now}, due_at = null, settings_sealed = null
    where name = ${name} and removed_at is null`);

export interface Sent {
  position: string;
  sequence: bigint;
  now: Date;
  dueAt: Date;
}

/** Moves a stream behind the lines that its receiver has. Returns false if it was removed, or moved by another process. */
export const setSent = (db: Db, { id, sequence: from }: Stream, { position, sequence, now, dueAt }: Sent) =>
  anyRow(db`
    update streams set position = ${position}, sequence = ${sequence}, sent_at = ${now}, due_at = ${dueAt}, attempts = 0,
      last_error = null
    where id = ${id} and sequence = ${from} and removed_at is null`);

export const setFailed = (db: Db, { id }: Stream, { error, dueAt }: { error: string; dueAt: Date }) =>
  execute(db`
    update streams set attempts = attempts + 1, last_error = ${error}, due_at = ${dueAt}
    where id = ${id} and removed_at is null`);
