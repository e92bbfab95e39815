// The rows of streams: audit entries by their position in the chain, and events in the order of their transactions.
import type { ReadRows, Rows } from '../../core/streams/jobs.ts';
import type { Db } from '../../kernel/db/db.ts';
import { allRows, onlyRow } from '../../kernel/db/rows.ts';

/** Reads the rows behind a position. */
export const readStreamRows: ReadRows = (db, kind, position, limit) =>
  kind === 'audit' ? readAudit(db, position, limit) : readEvents(db, position, limit);

/**
 * Entries take their position under a lock that their transaction keeps until its end: none appears before another one.
 * all merchants: a stream is the operator’s.
 */
async function readAudit(db: Db, position: string, limit: number): Promise<Rows> {
  const rows = await allRows(db<{ at: Date; position: bigint }[]>`
    select position, at, who, merchant_id as merchant, action, subject, before, after, why, network, correlation_id,
      encode(hash, 'hex') as hash
    from console.audit where position > ${position === '' ? '0' : position}::text::bigint
    order by position limit ${limit}`);
  return {
    rows: rows.map(({ position: _number, ...row }) => row),
    position: String(rows.at(-1)?.position ?? position),
  };
}

interface Place {
  writtenIn: string;
  sequence: number;
  id: string;
}

const beginning: Place = { writtenIn: '0', sequence: 0, id: '00000000-0000-0000-0000-000000000000' };

const placeOf = (position: string): Place => (position === '' ? beginning : (JSON.parse(position) as Place));

/**
 * A transaction that began earlier may commit later: rows are read up to the first transaction that is still open.
 * all merchants: a stream is the operator’s.
 */
async function readEvents(db: Db, position: string, limit: number): Promise<Rows> {
  const { writtenIn, sequence, id } = placeOf(position);
  await assertOwnNumbers(db, writtenIn);
  const rows = await allRows(db<(Place & { at: Date })[]>`
    select written_in::text as written_in, occurred_at as at, id, type, merchant_id as merchant, site_id as site, object,
      object_id, sequence, data, correlation_id
    from events
    where written_in is not null and written_in < pg_snapshot_xmin(pg_current_snapshot())
      and (written_in, sequence, id) > (${writtenIn}::text::xid8, ${sequence}::integer, ${id}::uuid)
    -- Not the text of the result, which has the same name.
    order by events.written_in, events.sequence, events.id limit ${limit}`);
  const last = rows.at(-1);
  return {
    rows: rows.map(({ writtenIn: _number, sequence: objectSequence, ...row }) => ({
      ...row,
      objectSequence,
    })),
    position: last
      ? JSON.stringify({ writtenIn: last.writtenIn, sequence: last.sequence, id: last.id })
      : position,
  };
}

/** A number that this server has not given out yet comes from another server, from which the database was copied. */
async function assertOwnNumbers(db: Db, writtenIn: string): Promise<void> {
  const { isOwn } = await onlyRow(db<{ isOwn: boolean }[]>`
    select ${writtenIn}::text::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as is_own`);
  if (!isOwn)
    throw new Error('the database was copied from another server: remove the stream and add it again');
}

const mostCounted = 100_000;

/** Returns how many rows a stream has not sent, 100,000 at most, and the time of the oldest. all merchants: as above. */
export async function streamLag(db: Db, { kind, position }: { kind: 'audit' | 'events'; position: string }) {
  if (kind === 'audit')
    return onlyRow(db<{ lag: number; oldest: Date | null }[]>`
      select count(*)::integer as lag, min(at) as oldest from (
        select at from console.audit where position > ${position === '' ? '0' : position}::text::bigint
        order by position limit ${mostCounted}
      ) as unsent`);
  const { writtenIn, sequence, id } = placeOf(position);
  return onlyRow(db<{ lag: number; oldest: Date | null }[]>`
    select count(*)::integer as lag, min(occurred_at) as oldest from (
      select occurred_at from events
      where written_in is not null
        and (written_in, sequence, id) > (${writtenIn}::text::xid8, ${sequence}::integer, ${id}::uuid)
      order by written_in, sequence, id limit ${mostCounted}
    ) as unsent`);
}
