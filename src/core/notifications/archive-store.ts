// SQL of events and deliveries that are archived to files: which are old enough, and which columns stay. A version is
// the transaction that wrote a row: it changes with the row. Scalar sub-selects read the rows on which an archived one
// depends, because the planner keeps them: with a join it could begin with the other table, and read all of it.
import type { Db, Fragment, Tx } from '../../kernel/db/db.ts';
import { anyRow } from '../../kernel/db/rows.ts';
import type { AgedRow, Shelf } from '../retention.ts';

/**
 * Finished deliveries, each with its attempts. A delivery that waits stays, and one that a replay under way can take.
 * all merchants: the service archives the deliveries of every merchant.
 */
export const deliveryShelf: Shelf = {
  read: (tx, { before, after }, limit) => tx<AgedRow[]>`
    select delivery.id, delivery.created_at::text as at, concat_ws(' ', delivery.xmin, tried.versions) as version,
      json_build_object('table', 'deliveries', 'row', to_json(delivery), 'attempts', tried.attempts)::text as line
    from deliveries delivery
    cross join lateral (
      select coalesce(jsonb_agg(to_jsonb(attempt) order by attempt.number), '[]') as attempts, ${versions(tx)} as versions
      from delivery_attempts attempt where attempt.delivery_id = delivery.id
    ) tried
    where delivery.created_at < ${before}
      and (delivery.created_at, delivery.id) > (${after.at}::text::timestamptz, ${after.id}::uuid) and delivery.status <> 'pending'
      and (
        select id from replays where replays.receiver_id = delivery.receiver_id
          and delivery.created_at between replays.since and replays.until limit 1) is null
    order by delivery.created_at, delivery.id limit ${limit}`,
  remove: async (tx, rows) => {
    const same = await tx<{ id: string }[]>`
      select delivery.id from deliveries delivery join ${given(tx, rows)} using (id)
      where given.version = concat_ws(' ', delivery.xmin, (
        select ${versions(tx)} from delivery_attempts attempt where attempt.delivery_id = delivery.id))
      order by delivery.id for update of delivery`;
    const ids = same.map(({ id }) => id);
    await tx`delete from delivery_attempts where delivery_id = any (${ids}::uuid[])`;
    const gone = await tx`
      with gone as (
        delete from deliveries where id = any (${ids}::uuid[]) returning id, merchant_id, created_at, status, attempts
      ), counted as (
        insert into archived_deliveries as known (merchant_id, hour, at_once, retried, failed)
        select merchant_id, date_trunc('hour', created_at), count(*) filter (where status = 'delivered' and attempts <= 1),
          count(*) filter (where status = 'delivered' and attempts > 1), count(*) filter (where status <> 'delivered')
        from gone group by 1, 2
        on conflict (merchant_id, hour) do update set at_once = known.at_once + excluded.at_once,
          retried = known.retried + excluded.retried, failed = known.failed + excluded.failed
      )
      select id from gone`;
    return gone.count;
  },
};

const versions = (db: Db) => db`string_agg(attempt.xmin::text, ' ' order by attempt.number)`;

/** The rows that were read, as a table. */
const given = (tx: Tx, rows: readonly AgedRow[]) => tx`
  unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ version }) => version)}::text[]) as given (id, version)`;

/**
 * Events without pending deliveries: those were archived first. `isUntold`: true for an `event` that can still need a
 * delivery. all merchants: the service archives the events of every merchant.
 */
export const eventShelf = (isUntold: (db: Db) => Fragment): Shelf => ({
  read: (tx, { before, after }, limit) => tx<AgedRow[]>`
    select event.id, event.occurred_at::text as at, event.xmin::text as version,
      json_build_object('table', 'events', 'row', to_json(event))::text as line
    from events event
    where event.occurred_at < ${before} and (event.occurred_at, event.id) > (${after.at}::text::timestamptz, ${after.id}::uuid)
      and (select id from deliveries where deliveries.event_id = event.id limit 1) is null
      and not (event.unheard and exists (
        select from replays where replays.merchant_id = event.merchant_id and replays.with_unheard
          and event.occurred_at between replays.since and replays.until))
      and not ${isUntold(tx)}
    order by event.occurred_at, event.id limit ${limit}`,
  remove: async (tx, rows) => {
    const gone = await tx`
      with gone as (
        delete from events using ${given(tx, rows)}
        where events.id = given.id and events.xmin::text = given.version
          and not exists (select from deliveries where deliveries.event_id = events.id)
        returning events.id, merchant_id, object, object_id, sequence, type, occurred_at
      )
      insert into archived_events (id, merchant_id, object, object_id, sequence, type, occurred_at)
      select id, merchant_id, object, object_id, sequence, type, occurred_at from gone`;
    return gone.count;
  },
});

/** True if some of an object's messages to a merchant's receivers are in the archive. */
export const hasArchived = (db: Db, merchantId: string, objectId: string) =>
  anyRow(db`
    select from archived_events where object_id = ${objectId} and merchant_id = ${merchantId}
    union all
    select from events where object_id = ${objectId} and merchant_id = ${merchantId} and ${isNotifiedInArchive(db)}
    limit 1`);

/** Returns which events of a merchant are in the archive, or have archived deliveries. */
export async function findArchived(
  db: Db,
  merchantId: string,
  eventIds: readonly string[],
): Promise<string[]> {
  const ids = [...eventIds];
  const rows = await db<{ id: string }[]>`
    select id from archived_events where id = any (${ids}::uuid[]) and merchant_id = ${merchantId}
    union all
    select id from events where id = any (${ids}::uuid[]) and merchant_id = ${merchantId} and ${isNotifiedInArchive(db)}`;
  return rows.map(({ id }) => id);
}

/** Of an event whose deliveries may have gone to the archive: those of its hour, or of a later one, have. */
const isNotifiedInArchive = (db: Db) => db`
  not unheard and exists (
    select from archived_deliveries archived
    where archived.merchant_id = events.merchant_id and archived.hour >= date_trunc('hour', events.occurred_at))`;
