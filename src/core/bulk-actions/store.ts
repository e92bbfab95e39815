// All SQL of tasks and their items.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { anyRow, execute, firstRow, onlyRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Actor } from '../context.ts';
import type { Viewer } from '../viewer.ts';

export const bulkActionKinds = ['resend', 'cancel'] as const;
export type BulkActionKind = (typeof bulkActionKinds)[number];

export const bulkActions = table('tasks', {
  id: t.uuid(),
  kind: t.code<BulkActionKind>(),
  /** The merchants whose payments it can include; null: all merchants. */
  merchants: t.uuids().nullable(),
  /** The filter as the person saw it. */
  filters: t.text('redact'),
  itemCount: t.integer(),
  sumCents: t.bigint(),
  /** Items before this one have an outcome. */
  nextIndex: t.integer().later(),
  /** How many times it was claimed since the last progress. */
  tries: t.integer().later(),
  createdBy: t.code<Actor>(),
  correlationId: t.code(),
  createdAt: t.timestamptz(),
  dueAt: t.timestamptz().nullable().unread(),
  completedAt: t.timestamptz().nullable().later(),
});

export type BulkAction = RowOf<typeof bulkActions>;

const columns = columnsOf(bulkActions);

export const bulkActionItems = table('task_items', {
  taskId: t.uuid().unread(),
  /** Its position in the task, from 0. */
  index: t.integer(),
  merchantId: t.uuid(),
  paymentId: t.uuid(),
  reference: t.text('keep'),
  amountCents: t.bigint(),
  outcome: t.code<'done' | 'refused'>().nullable().later(),
  /** Why it was refused. */
  why: t.text('redact').nullable().later(),
});

export type BulkActionItem = RowOf<typeof bulkActionItems>;

const itemColumns = columnsOf(bulkActionItems);

/** Adds a task that is due at once. */
export const insertBulkAction = (tx: Tx, task: BulkAction) =>
  execute(insertRows(tx, bulkActions, [{ ...task, dueAt: task.createdAt }]));

type NewItem = Omit<BulkActionItem, 'outcome' | 'why'>;

export async function insertItems(tx: Tx, taskId: string, added: readonly NewItem[]): Promise<void> {
  const rows = added.map((item) => ({ ...item, taskId }));
  await insertRows(tx, bulkActionItems, rows);
}

/** A task is seen by who sees all whose payments may be among it. */
const seenBy = (db: Db, { merchants }: Viewer) =>
  merchants === 'all' ? db`true` : db`merchants <@ ${[...merchants]}::uuid[]`;

export const findSeenBulkAction = (db: Db, viewer: Viewer, id: string) =>
  firstRow(db<BulkAction[]>`select ${columns(db)} from tasks where id = ${id} and ${seenBy(db, viewer)}`);

/** Returns the newest tasks that a viewer sees. */
export const listBulkActions = (db: Db, viewer: Viewer, limit: number) => db<BulkAction[]>`
    select ${columns(db)} from tasks where ${seenBy(db, viewer)} order by created_at desc, id desc limit ${limit}`;

/** Returns how many items of a task have each outcome. all merchants: the caller has found the task. */
export const countOutcomes = (db: Db, taskId: string) =>
  onlyRow(db<{ done: number; refused: number }[]>`
    select count(*) filter (where outcome = 'done')::integer as done,
      count(*) filter (where outcome = 'refused')::integer as refused
    from task_items where task_id = ${taskId}`);

/** Claims the task that has been due the longest: if this process dies, it comes due again. all merchants: the sweep's. */
export const claimBulkAction = (db: Sql, now: Date, leaseUntil: Date) =>
  firstRow(db<BulkAction[]>`
    update tasks set due_at = ${leaseUntil}, tries = tries + 1
    where id = (select id from tasks where due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning ${columns(db)}`);

/** Returns the next items without an outcome. all merchants: the caller has claimed the task. */
export const findNext = (db: Db, { id, nextIndex }: BulkAction, limit: number) => db<BulkActionItem[]>`
    select ${itemColumns(db)} from task_items
    where task_id = ${id} and index >= ${nextIndex} order by index limit ${limit}`;

/** Locks an item; returns false if it has an outcome. all merchants: the caller has claimed the task. */
export const lockOpen = (tx: Tx, taskId: string, index: number) =>
  anyRow(tx`
    select from task_items where task_id = ${taskId} and index = ${index} and outcome is null for update`);

/** Writes the outcome of an item that is locked, and moves its task on. all merchants: the caller has claimed the task. */
export async function setOutcome(
  tx: Tx,
  taskId: string,
  { index, outcome, why }: Pick<BulkActionItem, 'index' | 'outcome' | 'why'>,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<void> {
  await tx`
    update task_items set outcome = ${outcome}, why = ${why} where task_id = ${taskId} and index = ${index}`;
  await tx`
    update tasks set next_index = ${index + 1}, tries = 0,
      due_at = case when item_count > ${index + 1} then ${dueAt}::timestamptz end,
      completed_at = case when item_count = ${index + 1} then ${now}::timestamptz end
    where id = ${taskId} and next_index <= ${index}`;
}

/** Makes a bulk action due, so that it continues after others. all merchants: the caller has claimed it. */
export const makeDue = (db: Db, id: string, at: Date) =>
  execute(db`update tasks set due_at = ${at} where id = ${id} and due_at is not null`);
