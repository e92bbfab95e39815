// All SQL of events, deliveries and their attempts.
import type { Db, Sql, Tx } from '../../kernel/db.ts';

export interface EventRow {
  id: string;
  merchantId: string;
  siteId: string;
  type: string;
  object: string;
  objectId: string;
  sequence: number;
  data: Record<string, unknown>;
  correlationId: string;
  occurredAt: Date;
}

/** What a delivery keeps of its event. */
export type EventKey = Pick<EventRow, 'id' | 'merchantId' | 'objectId' | 'sequence'>;

export interface DeliveryRow {
  id: string;
  merchantId: string;
  eventId: string;
  objectId: string;
  sequence: number;
  url: string;
  lane: string;
  format: string;
  attempts: number;
  createdAt: Date;
}

export interface AttemptRow {
  id: string;
  deliveryId: string;
  number: number;
  at: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  answer: string | null;
}

/** The next number in an object's row of events. Its caller holds the object's lock, so no two get the same. */
export async function nextSequence(tx: Tx, objectId: string): Promise<number> {
  const [row] = await tx<{ next: number }[]>`
    select coalesce(max(sequence), 0) + 1 as next from events where object_id = ${objectId}`;
  return row!.next;
}

export async function insertEvent(tx: Tx, event: EventRow): Promise<void> {
  await tx`
    insert into events (id, merchant_id, site_id, type, object, object_id, sequence, data, correlation_id, occurred_at)
    values (${event.id}, ${event.merchantId}, ${event.siteId}, ${event.type}, ${event.object}, ${event.objectId},
      ${event.sequence}, ${tx.json(event.data as never)}, ${event.correlationId}, ${event.occurredAt})`;
}

/** all merchants: the caller holds the object. */
export async function findNewestEvent(tx: Tx, objectId: string): Promise<EventKey | undefined> {
  const [event] = await tx<EventKey[]>`
    select id, merchant_id, object_id, sequence from events
    where object_id = ${objectId} order by sequence desc limit 1`;
  return event;
}

export async function insertDelivery(tx: Tx, delivery: Omit<DeliveryRow, 'attempts'>): Promise<void> {
  await tx`
    insert into deliveries (id, merchant_id, event_id, object_id, sequence, url, lane, format, created_at, due_at)
    values (${delivery.id}, ${delivery.merchantId}, ${delivery.eventId}, ${delivery.objectId}, ${delivery.sequence},
      ${delivery.url}, ${delivery.lane}, ${delivery.format}, ${delivery.createdAt}, ${delivery.createdAt})`;
}

export interface ClaimedDelivery extends DeliveryRow {
  event: EventRow;
}

/**
 * Claims deliveries that are due, at most `limit` in all, and of each lane at most `perLane` less what is under way
 * in it (`laneLoads`). A claim pushes due_at to `leaseUntil`: if this process dies, the delivery comes due again by
 * itself. What the process itself has `underWay` stays its own, also when a sandbox's clock has jumped over the lease.
 * A delivery waits while an earlier one of the same object to the same address is still pending, so that a
 * receiver sees one object's events in order. all merchants: the sender serves everybody.
 *
 * The lanes are found by skipping from one to the next through the index, so that ten thousand waiting rows of one
 * dead receiver cost the others nothing. Where not all find room, the idlest lanes come first, and among equals
 * chance decides: receivers that hang share what is left over, and never take the last place of the others.
 */
export async function claimDeliveries(
  db: Sql,
  claim: {
    now: Date;
    leaseUntil: Date;
    limit: number;
    perLane: number;
    laneLoads: ReadonlyMap<string, number>;
    underWay: string[];
  },
): Promise<ClaimedDelivery[]> {
  const rows = await db<(DeliveryRow & { event: Record<string, unknown> })[]>`
    with recursive lanes (lane) as (
      (select lane from deliveries where status = 'pending' order by lane limit 1)
      union all
      select (select next.lane from deliveries next where next.status = 'pending' and next.lane > lanes.lane
              order by next.lane limit 1)
      from lanes where lanes.lane is not null
    ), open as materialized (
      select lanes.lane, coalesce(busy.load, 0) as load
      from lanes
      left join unnest(${[...claim.laneLoads.keys()]}::text[], ${[...claim.laneLoads.values()]}::integer[])
        as busy (lane, load) on busy.lane = lanes.lane
      cross join lateral (
        select first.lane from deliveries first
        where first.lane = lanes.lane and first.status = 'pending' and first.due_at <= ${claim.now}
        order by first.due_at limit 1
      ) as in_due
      where lanes.lane is not null and coalesce(busy.load, 0) < ${claim.perLane}::integer
      order by load, random()
    ), due as (
      select picked.id
      from open
      cross join lateral (
        select one.id
        from deliveries one
        where one.lane = open.lane and one.status = 'pending' and one.due_at <= ${claim.now}
          and one.id <> all (${claim.underWay}::uuid[])
          and not exists (
            select 1 from deliveries earlier
            where earlier.object_id = one.object_id and earlier.url = one.url
              and earlier.sequence < one.sequence and earlier.status = 'pending')
        order by one.due_at
        limit ${claim.perLane}::integer - open.load
        for update skip locked
      ) picked
      limit ${claim.limit}
    ), claimed as (
      update deliveries set due_at = ${claim.leaseUntil}, attempts = attempts + 1
      where id = any (array(select id from due))
      returning id, merchant_id, event_id, object_id, sequence, url, lane, format, attempts, created_at
    )
    select claimed.*, (select to_jsonb(events) from events where events.id = claimed.event_id) as event
    from claimed
    order by claimed.created_at`;
  return rows.map((row) => ({ ...row, event: readEvent(row.event) }));
}

function readEvent(row: Record<string, unknown>): EventRow {
  return {
    id: row.id as string,
    merchantId: row.merchant_id as string,
    siteId: row.site_id as string,
    type: row.type as string,
    object: row.object as string,
    objectId: row.object_id as string,
    sequence: row.sequence as number,
    data: row.data as Record<string, unknown>,
    correlationId: row.correlation_id as string,
    occurredAt: new Date(row.occurred_at as string),
  };
}

/** Writes an attempt and what follows from it: delivered, failed for good (dueAt null), or due again at dueAt. */
export async function recordAttempt(
  db: Sql,
  attempt: AttemptRow,
  outcome: { status: 'pending' | 'delivered' | 'failed'; dueAt: Date | null },
): Promise<void> {
  await db`
    with attempt as (
      insert into delivery_attempts (id, delivery_id, number, at, duration_ms, status_code, error, answer)
      values (${attempt.id}, ${attempt.deliveryId}, ${attempt.number}, ${attempt.at}, ${attempt.durationMs},
        ${attempt.statusCode}, ${attempt.error}, ${attempt.answer})
    )
    update deliveries
    set status = ${outcome.status}, due_at = ${outcome.dueAt}
    where id = ${attempt.deliveryId} and status = 'pending' and attempts = ${attempt.number}`;
}

/** How many deliveries wait and since when the oldest of them is due. all merchants: for metrics and readiness. */
export async function deliveryBacklog(
  db: Db,
  now: Date,
): Promise<{ waiting: number; oldestDue: Date | null }> {
  const [row] = await db<{ waiting: number; oldestDue: Date | null }[]>`
    select count(*)::integer as waiting, min(due_at) as oldest_due
    from deliveries where status = 'pending' and due_at <= ${now}`;
  return row!;
}
