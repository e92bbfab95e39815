// Lists, charts, search and exports are read from a replica, if the settings name one. A user who has just sent a form reads from
// the primary for as long as a replica may be behind, so that their change is visible.
import type { FastifyReply } from 'fastify';
import type { Sql } from '../../kernel/db/db.ts';
import { mostReplicaSeconds, type Reader } from '../../kernel/db/replica.ts';
import { type Html, html } from '../html.ts';
import { hasJustWritten, noteWriting } from './session-cookie.ts';
import type { Visit } from './visit.ts';

/** A smaller delay is not shown, in seconds. */
const reportedSeconds = 5;
/** Allowance for reading and rendering, in seconds. */
const marginSeconds = 10;

type Reading = Pick<Visit, 'ctx' | 'request'> & { ageSeconds?: number | undefined };

/** Runs a read that decides nothing about money, on a replica if possible. */
export function readCopy<T>(visit: Reading, read: (db: Sql) => Promise<T>): Promise<T> {
  const { ctx, request } = visit;
  if (!ctx.replica || hasJustWritten(request)) return read(ctx.db);
  return ctx.replica.read(ctx.db, read, (seconds) => {
    visit.ageSeconds = Math.max(visit.ageSeconds ?? 0, seconds);
  });
}

/** Returns the runner for the reads of an export. */
export const copyReader =
  (visit: Reading): Reader =>
  (read) =>
    readCopy(visit, read);

/** Sends this user's reads to the primary until every replica has their change. */
export function readAtPrimaryNow({ ctx }: Pick<Visit, 'ctx'>, reply: FastifyReply): void {
  if (ctx.replica) noteWriting(reply, mostReplicaSeconds + marginSeconds);
}

/** Returns the age of a page's data, if it is worth showing. */
export function ageWords({ ageSeconds = 0 }: Pick<Visit, 'ageSeconds'>): Html | undefined {
  if (ageSeconds <= reportedSeconds) return undefined;
  return html`<p class="hint" role="status">Data as of ${Math.round(ageSeconds)} seconds ago: the database replica is behind.</p>`;
}
