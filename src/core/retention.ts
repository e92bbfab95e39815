// Rows that are kept for some days, and then in files: a batch is written to a file, and only then deleted. A crash between
// the two leaves rows that are both in the database and in a file, and the next run writes them again: a row is in one file
// or in several, and never in none.
import { join } from 'node:path';
import { dayMs, hourMs, plus } from '../kernel/clock.ts';
import type { Sweep } from '../kernel/concurrency/jobs.ts';
import { isDatabaseAway, planned, type Tx } from '../kernel/db/db.ts';
import { newId } from '../kernel/ids.ts';
import { removeDrafts, writeArchive } from '../kernel/process/archive.ts';
import { firstOf, getOrThrow, lastOf } from '../kernel/required.ts';
import type { Context } from './context.ts';

export const retentionKinds = ['event', 'delivery', 'evidence'] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** A row that is old enough. */
export interface AgedRow {
  id: string;
  /** Its time, "2026-11-20 08:00:00+00". */
  at: string;
  /** Changes with the row. */
  version: string;
  /** All of it, as one line of JSON. */
  line: string;
}

export interface AgedSpan {
  before: Date;
  /** The last row that was read: rows deleted before it are still in the index, and take time to pass over. */
  after: Pick<AgedRow, 'at' | 'id'>;
}

/** A table, or several that belong together, whose rows are over at some time. */
export interface Shelf {
  /** Reads the oldest rows of a span, without locking them. */
  read(tx: Tx, span: AgedSpan, limit: number): Promise<AgedRow[]>;
  /** Deletes those that are still as they were read. Returns how many. */
  remove(tx: Tx, rows: readonly AgedRow[]): Promise<number>;
}

export interface RetentionPlan {
  folder: string;
  /** In the order in which they go. `days`: 0 is for ever. */
  kinds: { kind: RetentionKind; days: number; shelves: Shelf[] }[];
}

export interface ArchivedRows {
  kind: RetentionKind;
  archived: number;
  deleted: number;
  files: number;
}

// A row may be 50 kB long, and all of a batch is in memory.
const rowsAtOnce = 2_000;

/** Archives all rows that are too old. Returns the number of each kind. */
export async function runRetention(
  ctx: Context,
  plan: RetentionPlan,
  limit = rowsAtOnce,
): Promise<ArchivedRows[]> {
  const done = new Map(retentionKinds.map((kind) => [kind, { kind, archived: 0, deleted: 0, files: 0 }]));
  for await (const { kind, archived, deleted } of batchesOf(ctx, plan, limit)) {
    const sum = getOrThrow(done, kind);
    sum.archived += archived;
    sum.deleted += deleted;
    sum.files += 1;
  }
  return [...done.values()];
}

/** Does the same once a day by the clock, batch by batch; wherever the clock of a sandbox stops, while it is moved. */
export function createRetentionSweep(ctx: Context, plan: RetentionPlan, limit = rowsAtOnce): Sweep {
  let batches: ReturnType<typeof batchesOf> | undefined;
  let doneOn: number | undefined;
  let isPassing = false;
  return {
    name: 'retention.run',
    intervalMs: hourMs,
    // No client waits for it, and others need the database in the meantime.
    gatherMs: { whenWoken: 0, whenBusy: 50 },
    passing: (now) => {
      isPassing = now;
    },
    run: async () => {
      const today = Math.floor(ctx.clock.now().getTime() / dayMs);
      if (doneOn === today && !isPassing) return 0;
      batches ??= batchesOf(ctx, plan, limit);
      try {
        const { value, done } = await batches.next();
        if (!done) return value.archived;
      } catch (error) {
        batches = undefined;
        throw error;
      }
      batches = undefined;
      doneOn = today;
      return 0;
    },
  };
}

const beginning = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

type Batch = Pick<ArchivedRows, 'kind' | 'archived' | 'deleted'>;

/** Archives each shelf by itself, batch by batch. Throws the first failure after the last shelf. */
async function* batchesOf(ctx: Context, plan: RetentionPlan, limit: number): AsyncGenerator<Batch, void> {
  const failures: unknown[] = [];
  for (const { kind, days, shelves } of plan.kinds.filter((one) => one.days > 0)) {
    const before = plus(ctx.clock.now(), -days * dayMs);
    const folder = join(plan.folder, kind);
    for (const shelf of shelves) {
      try {
        for await (const batch of shelfBatches(ctx, { shelf, folder, before, limit }))
          yield { kind, ...batch };
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function* shelfBatches(
  ctx: Context,
  { shelf, folder, before, limit }: { shelf: Shelf; folder: string; before: Date; limit: number },
): AsyncGenerator<Omit<Batch, 'kind'>, void> {
  let after: AgedSpan['after'] | undefined = beginning;
  while (after) {
    const { rows, deleted } = await archiveBatch(ctx, { shelf, folder, span: { before, after }, limit });
    if (rows.length > 0) yield { archived: rows.length, deleted };
    // A row that changed in the meantime is left to the next run.
    after = rows.length === limit && deleted > 0 ? rows.at(-1) : undefined;
  }
}

/**
 * Writes a batch to a file and deletes it, in one transaction. It holds no lock on a row while it writes: a row that is changed
 * in the meantime is left.
 */
function archiveBatch(
  ctx: Context,
  { shelf, folder, span, limit }: { shelf: Shelf; folder: string; span: AgedSpan; limit: number },
): Promise<{ rows: AgedRow[]; deleted: number }> {
  return planned(ctx.db, 'once', async (tx) => {
    // One writes in a folder at a time, in whatever process.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`retention ${folder}`}, 0))`;
    const rows = await shelf.read(tx, span, limit);
    if (rows.length === 0) return { rows, deleted: 0 };
    await removeDrafts(folder);
    const name = `${stamp(firstOf(rows))}_${stamp(lastOf(rows))}_${newId(ctx.clock)}.jsonl.gz`;
    await writeArchive(
      folder,
      name,
      rows.map(({ line }) => line),
    );
    return { rows, deleted: await shelf.remove(tx, rows) };
  });
}

/** A row's time in the form for the name of a file: "20261120T080000Z". */
const stamp = ({ at }: AgedRow): string =>
  new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
