// All SQL of listeners: their places, and the events that they read. Transaction numbers (xid8) are passed as text: the
// driver has no unsigned numbers.

import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { Db, Tx } from '../../kernel/db/db.ts';
import { allValues, anyRow, execute, onlyRow } from '../../kernel/db/rows.ts';
import { firstOf } from '../../kernel/required.ts';
import type { KeptPlace, Written } from './place.ts';

export type Event = Parameters<RenderNotification>[0];

export interface Listener {
  id: string;
  merchantId: string;
  siteId: string;
  name: string;
  /** The current listener. */
  holder: string;
}

/**
 * Transaction numbers that this server has not given out yet come from another server, from which the database was
 * copied. Such events count as old.
 * all merchants: the site is the caller’s.
 */
export const forgetOtherServers = (tx: Tx, siteId: string) =>
  execute(tx`
    update events set written_in = null
    where site_id = ${siteId} and written_in >= pg_snapshot_xmax(pg_current_snapshot())`);

/**
 * Returns a site's listener, locked until the transaction ends, or undefined if its place is not from this server.
 * all merchants: the site is the caller’s.
 */
export async function lockListener(
  tx: Tx,
  siteId: string,
  name: string,
): Promise<(Listener & { place: KeptPlace; lastEventId: string | null }) | undefined> {
  const [row] = await tx<(Listener & { below: string; told: string[]; lastEventId: string | null })[]>`
    select id, merchant_id, site_id, name, holder, told_below::text as below, told, last_event_id from listeners
    where site_id = ${siteId} and name = ${name} and told_below <= pg_snapshot_xmax(pg_current_snapshot())
    for update`;
  if (!row) return undefined;
  const { below, told, ...listener } = row;
  const written = await tx<{ id: string; writtenIn: string }[]>`
    select id, written_in::text as written_in from events
    where site_id = ${siteId} and id = any(${told}::uuid[]) and written_in is not null`;
  return { ...listener, place: { below: BigInt(below), delivered: written.map(readWritten) } };
}

const readWritten = ({ id, writtenIn }: { id: string; writtenIn: string }): Written => ({
  id,
  writtenIn: BigInt(writtenIn),
});

/** Returns the place before the events of a site since an instant, or since now if it is null. */
export async function placeSince(
  tx: Tx,
  { merchantId, siteId }: Pick<Listener, 'merchantId' | 'siteId'>,
  since: Date | null,
): Promise<KeptPlace> {
  const rows = await tx<{ below: string; id: string | null; writtenIn: string | null }[]>`
    with start as (
      select least(pg_snapshot_xmin(pg_current_snapshot()), (
        select min(written_in) from events
        where merchant_id = ${merchantId} and site_id = ${siteId} and occurred_at >= ${since}::timestamptz
      )) as below
    )
    select start.below::text as below, event.id, event.written_in::text as written_in
    from start
    left join events event on event.site_id = ${siteId} and event.written_in >= start.below
      and (${since}::timestamptz is null or event.occurred_at < ${since}::timestamptz)`;
  const told = rows.filter((row): row is { below: string; id: string; writtenIn: string } => row.id !== null);
  return { below: BigInt(firstOf(rows).below), delivered: told.map(readWritten) };
}

/** Sets a listener's place, and replaces a holder with the same name. */
export const putListener = (tx: Tx, listener: Listener, place: KeptPlace, now: Date) =>
  onlyRow(tx<Listener[]>`
    insert into listeners as known (id, merchant_id, site_id, name, holder, told_below, told, created_at)
    values (${listener.id}, ${listener.merchantId}, ${listener.siteId}, ${listener.name}, ${listener.holder},
      ${String(place.below)}::xid8, ${idsOf(place)}::uuid[], ${now})
    on conflict (site_id, name) do update
      set holder = excluded.holder, told_below = excluded.told_below, told = excluded.told
    returning known.id, known.merchant_id, known.site_id, known.name, known.holder`);

const idsOf = ({ delivered: told }: KeptPlace): string[] => told.map(({ id }) => id);

export const setHolder = (tx: Tx, { id, merchantId, holder }: Listener) =>
  execute(tx`update listeners set holder = ${holder} where id = ${id} and merchant_id = ${merchantId}`);

/** Saves a listener's place and its resent events. Returns false if another holder took over. */
export const keepPlace = (
  db: Db,
  { id, merchantId, holder }: Listener,
  place: KeptPlace,
  resent: readonly string[],
  lastEventId: string | null,
) =>
  anyRow(db`
    update listeners
    set told_below = ${String(place.below)}::xid8, told = ${idsOf(place)}::uuid[],
      again = array(select unnest(again) except select unnest(${resent}::uuid[])),
      last_event_id = coalesce(${lastEventId}::uuid, last_event_id)
    where id = ${id} and merchant_id = ${merchantId} and holder = ${holder}`);

const eventColumns = (db: Db) => db`
  id, merchant_id, site_id, type, object, object_id, sequence, data, correlation_id, occurred_at`;

export type PendingEvent = Event & { writtenIn: bigint };

export interface Reading {
  events: PendingEvent[];
  /** All events below it were visible. */
  visibleBelow: bigint;
  /** The events whose resend was requested. */
  again: string[];
}

/**
 * Returns the next events of a listener's site in the order in which they were written, limited to its types, or
 * undefined if another holder took over. One statement reads the events and `visibleBelow`.
 * all merchants: the listener’s site is its merchant’s.
 */
export async function readPending(
  db: Db,
  { id, siteId, holder }: Listener,
  { from, known }: { from: bigint; known: string[] },
  types: readonly string[] | null,
  limit: number,
): Promise<Reading | undefined> {
  type Row = Omit<PendingEvent, 'id' | 'writtenIn'> & { id: string | null; writtenIn: string };
  const rows = await db<(Row & { visibleBelow: string; again: string[] })[]>`
    select place.visible_below::text as visible_below, mine.again, event.*
    from (select pg_snapshot_xmin(pg_current_snapshot()) as visible_below) as place
    cross join (select again from listeners where id = ${id} and holder = ${holder}) as mine
    left join lateral (
      select ${eventColumns(db)}, written_in::text as written_in from events
      where site_id = ${siteId} and written_in >= ${String(from)}::xid8
        and (${types}::text[] is null or type = any(${types}::text[])) and id <> all(${known}::uuid[])
      order by events.written_in, sequence, id
      limit ${limit}
    ) as event on true`;
  const [first] = rows;
  if (!first) return undefined;
  return {
    visibleBelow: BigInt(first.visibleBelow),
    again: first.again,
    events: rows.flatMap(({ visibleBelow: _below, again: _again, id: eventId, writtenIn, ...event }) =>
      eventId === null ? [] : [{ ...event, id: eventId, writtenIn: BigInt(writtenIn) }],
    ),
  };
}

/** Returns events of a listener's site by ids. all merchants: the listener’s site is its merchant’s. */
export const findEvents = (db: Db, { siteId }: Listener, ids: readonly string[]) => db<Event[]>`
    select ${eventColumns(db)} from events
    where site_id = ${siteId} and id = any(${ids}::uuid[]) order by object_id, sequence`;

/**
 * Returns the number of a listener's pending events, 10 000 at most, and the time of the oldest.
 * all merchants: the listener’s site is its merchant’s.
 */
export const countPending = (
  db: Db,
  { siteId }: Listener,
  place: KeptPlace,
  types: readonly string[] | null,
) =>
  onlyRow(db<{ waiting: number; oldest: Date | null }[]>`
    select count(*)::integer as waiting, min(occurred_at) as oldest from (
      select occurred_at from events
      where site_id = ${siteId} and written_in >= ${String(place.below)}::xid8
        and (${types}::text[] is null or type = any(${types}::text[])) and id <> all(${idsOf(place)}::uuid[])
      limit 10000
    ) as pending`);

/** Requests a resend of an object's events from the merchant's listeners. Returns their names. */
export const askAgain = (db: Db, merchantId: string, objectId: string) =>
  allValues(db<{ name: string }[]>`
    update listeners set again = array(
      select unnest(again) union
      select id from events where object_id = ${objectId} and merchant_id = ${merchantId}
    )
    where merchant_id = ${merchantId}
      and site_id in (select site_id from events where object_id = ${objectId} and merchant_id = ${merchantId})
    returning name`);
