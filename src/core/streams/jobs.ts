// Sends streams: batch by batch in their order, each stream by itself, so that one that is down delays no other.
import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs, plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { type Db, isDatabaseAway } from '../../kernel/db/db.ts';
import { type AssertAlone, alone } from '../../kernel/db/session-lock.ts';
import type { Post } from '../../kernel/http/outbound.ts';
import type { Context } from '../context.ts';
import { streamSweep } from './actions.ts';
import { type Batch, sendBatch } from './sending.ts';
import * as store from './store.ts';

/** The rows behind a position, in their order, and the position behind the last of them. */
export interface Rows {
  rows: readonly ({ at: Date } & Record<string, unknown>)[];
  position: string;
}

/** Reads at most `limit` rows. All rows before a returned one are visible: none appears between them later. */
export type ReadRows = (db: Db, kind: store.StreamKind, position: string, limit: number) => Promise<Rows>;

export interface StreamOptions {
  ctx: Context;
  post: Post;
  read: ReadRows;
}

/** The wait after each failed attempt, in milliseconds; the last one repeats. */
const delaysMs = [10_000, 30_000, ...[1, 5, 15].map((minutes) => minutes * minuteMs)];
/** The time between two files on an SFTP server, unless a file is full. */
const uploadMs = 5 * minuteMs;
const batchRows = 500;
const pollMs = 500;
/**
 * How long one run begins batches, in milliseconds: as long as a receiver can hang, so that it delays no other stream, and not until
 * a large backlog is sent, because a service that stops waits for the run.
 */
const runMs = 30_000;

export function createStreamSweep(options: StreamOptions): Sweep {
  const { ctx } = options;
  return {
    name: streamSweep,
    intervalMs: 2_000,
    nextDue: (after) => firstDue(ctx.db, 'streams', 'due_at', after),
    run: () => runStreams(options),
  };
}

/** Sends all due streams, and returns the number of batches. One process at a time sends. */
export async function runStreams(options: StreamOptions): Promise<number> {
  const { db, clock } = options.ctx;
  if ((await store.findDueStreams(db, clock.now())).length === 0) return 0;
  return (await alone(db, 'tefo streams', (assertAlone) => sendAll(options, assertAlone))) ?? 0;
}

/**
 * Sends every stream until nothing is pending, or the run has lasted long enough. A stream that is up goes on while another one waits
 * for its receiver.
 */
async function sendAll(options: StreamOptions, assertAlone: AssertAlone): Promise<number> {
  const { ctx } = options;
  const busy = new Map<string, Promise<void>>();
  const ends = performance.now() + runMs;
  const isOver = () => performance.now() > ends;
  let sent = 0;
  const send = async (stream: store.Stream) => {
    while (!isOver() && (await sendNext(options, assertAlone, stream.id))) sent += 1;
  };
  let failure: { error: unknown } | undefined;
  do {
    for (const stream of await store.findDueStreams(ctx.db, ctx.clock.now())) {
      if (busy.has(stream.id)) continue;
      const work = send(stream)
        .catch((error: unknown) => {
          failure = { error };
        })
        .finally(() => busy.delete(stream.id));
      busy.set(stream.id, work);
    }
    await Promise.race([Promise.all(busy.values()), sleep(pollMs)]);
  } while (busy.size > 0 && !failure && !isOver());
  await Promise.all(busy.values());
  if (failure) throw failure.error;
  return sent;
}

/** Sends the next batch of a stream. Returns false if nothing is pending, or it could not be sent. */
async function sendNext({ ctx, post, read }: StreamOptions, assertAlone: AssertAlone, id: string) {
  const now = ctx.clock.now();
  // Read again: it may have been removed.
  const stream = await store.findStream(ctx.db, id);
  if (!stream?.dueAt || stream.dueAt > now) return false;
  try {
    const { rows, position } = await read(ctx.db, stream.kind, stream.position, batchRows);
    if (rows.length === 0) return false;
    await assertAlone();
    await sendBatch(ctx, post, stream, batchOf(stream, rows));
    const isPaused = stream.target.startsWith('sftp:') && rows.length < batchRows;
    const sequence = stream.sequence + BigInt(rows.length);
    const dueAt = isPaused ? plus(now, uploadMs) : now;
    return await store.setSent(ctx.db, stream, { position, sequence, now, dueAt });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const delay = delaysMs[Math.min(stream.attempts, delaysMs.length - 1)] ?? minuteMs;
    const message = (error as Error).message.slice(0, 300);
    await store.setFailed(ctx.db, stream, { error: message, dueAt: plus(now, delay) });
    ctx.log.warn({ stream: stream.name, error }, 'a stream could not be sent');
    return false;
  }
}

/** Writes rows as lines. A row that is sent again has the same number. */
function batchOf({ kind, sequence }: store.Stream, rows: Rows['rows']): Batch {
  const lines = rows.map(({ at, ...row }, index) =>
    JSON.stringify({ sequence: Number(sequence) + index + 1, at: at.toISOString(), kind, ...row }),
  );
  return {
    text: `${lines.join('\n')}\n`,
    ...{ first: sequence + 1n, last: sequence + BigInt(rows.length) },
    day: (rows.at(-1)?.at ?? new Date(0)).toISOString().slice(0, 10),
  };
}
