// Lists, charts, search and exports are read at a replica where the settings name one. Who has just sent a form reads at the
// primary for as long as a replica may be behind: they find what they have done.
import type { FastifyReply } from 'fastify';
import type { Sql } from '../../kernel/db/db.ts';
import { mostReplicaSeconds, type Reader } from '../../kernel/db/replica.ts';
import { type Html, html } from '../html.ts';
import { hasJustWritten, noteWriting } from './session-cookie.ts';
import type { Visit } from './visit.ts';

/** Of younger data nothing is said, in seconds. */
const toldSeconds = 5;
/** Reading and showing take time as well, in seconds. */
const marginSeconds = 10;

type Reading = Pick<Visit, 'ctx' | 'request'> & { ageSeconds?: number | undefined };

/** Runs a read that decides nothing about money. */
export function readCopy<T>(visit: Reading, read: (db: Sql) => Promise<T>): Promise<T> {
  const { ctx, request } = visit;
  if (!ctx.replica || hasJustWritten(request)) return read(ctx.db);
  return ctx.replica.read(ctx.db, read, (seconds) => {
    visit.ageSeconds = Math.max(visit.ageSeconds ?? 0, seconds);
  });
}

/** Returns what runs the reads of an export. */
export const copyReader =
  (visit: Reading): Reader =>
  (read) =>
    readCopy(visit, read);

/** Has this person's reads answered by the primary until every replica knows what they did. */
export function readAtPrimaryNow({ ctx }: Pick<Visit, 'ctx'>, reply: FastifyReply): void {
  if (ctx.replica) noteWriting(reply, mostReplicaSeconds + marginSeconds);
}

/** Returns how old a page's data is, where that is worth knowing. */
export function ageWords({ ageSeconds = 0 }: Pick<Visit, 'ageSeconds'>): Html | undefined {
  if (ageSeconds <= toldSeconds) return undefined;
  return html`<p class="hint" role="status">As of ${Math.round(ageSeconds)} seconds ago: this is read from a copy of the database that is behind.</p>`;
}
