// SQL of events and of the deliveries they owe: written with what happened, read by those who ask what was told.
import type { Db, Tx } from '../../kernel/db/db.ts';

export interface EventRow {
  id: string;
  merchantId: string;
  siteId: string;
  type: string;
  object: string;
  objectId: string;
  /** Its number among the object's events, from 1. */
  sequence: number;
  data: Record<string, unknown>;
  correlationId: string;
  occurredAt: Date;
}

/** What a delivery keeps of its event. */
export type EventKey = Pick<EventRow, 'id' | 'merchantId' | 'objectId' | 'sequence'>;

export interface NewDelivery {
  id: string;
  /** Null for an address that the object itself names. */
  webhookId: string | null;
  url: string;
  lane: string;
  format: string;
}

/**
 * Writes an event under the next number in its object's row of events, and answers the number. The caller holds the
 * object's lock, so no two get the same. `unheard`: nobody is owed it, though a webhook could have been.
 */
export async function insertEvent(
  tx: Tx,
  event: Omit<EventRow, 'sequence'> & { unheard: boolean },
): Promise<number> {
  const [row] = await tx<{ sequence: number }[]>`
    insert into events (id, merchant_id, site_id, type, object, object_id, sequence, data, correlation_id, occurred_at,
      unheard)
    values (${event.id}, ${event.merchantId}, ${event.siteId}, ${event.type}, ${event.object}, ${event.objectId},
      (select coalesce(max(sequence), 0) + 1 from events where object_id = ${event.objectId}),
      ${tx.json(event.data as never)}, ${event.correlationId}, ${event.occurredAt}, ${event.unheard})
    returning sequence`;
  return row!.sequence;
}

/** all merchants: the caller holds the object. */
export async function findNewestEvent(tx: Tx, objectId: string): Promise<EventKey | undefined> {
  const [event] = await tx<EventKey[]>`
    select id, merchant_id, object_id, sequence from events
    where object_id = ${objectId} order by sequence desc limit 1`;
  return event;
}

/** Owes an event to receivers from `dueAt` on; it is no longer unheard. Whoever is owed it already is not again. */
export async function insertDeliveries(
  tx: Tx,
  event: EventKey,
  deliveries: NewDelivery[],
  dueAt: Date,
): Promise<void> {
  const rows = deliveries.map((delivery) => ({
    ...delivery,
    merchantId: event.merchantId,
    eventId: event.id,
    objectId: event.objectId,
    sequence: event.sequence,
    createdAt: dueAt,
    dueAt,
  }));
  await tx`
    insert into deliveries ${tx(
      rows,
      'id',
      'merchantId',
      'eventId',
      'objectId',
      'sequence',
      'webhookId',
      'url',
      'lane',
      'format',
      'createdAt',
      'dueAt',
    )}
    on conflict (event_id, receiver_id) do nothing`;
}

/** Marks events as heard: somebody is owed them now. */
export async function setHeard(tx: Tx, eventId: string): Promise<void> {
  await tx`update events set unheard = false where id = ${eventId} and unheard`;
}

/** A merchant's events of an object that nobody was to be told of, in order. */
export async function listUnheard(
  db: Db,
  merchantId: string,
  objectId: string,
): Promise<(EventKey & { type: string; occurredAt: Date })[]> {
  return db<(EventKey & { type: string; occurredAt: Date })[]>`
    select id, merchant_id, object_id, sequence, type, occurred_at from events
    where object_id = ${objectId} and merchant_id = ${merchantId} and unheard
    order by sequence`;
}

export interface DeliveryView {
  id: string;
  eventId: string;
  eventType: string;
  sequence: number;
  webhookId: string | null;
  url: string;
  status: 'pending' | 'delivered' | 'failed' | 'skipped';
  note: string | null;
  attempts: number;
  createdAt: Date;
  dueAt: Date | null;
  /** Of the receiver, if it is disabled. */
  disabledReason: string | null;
}

/** What an object's events are owed to, in the order of the events. */
export async function listDeliveries(db: Db, merchantId: string, objectId: string): Promise<DeliveryView[]> {
  return db<DeliveryView[]>`
    select delivery.id, delivery.event_id, event.type as event_type, delivery.sequence, delivery.webhook_id,
      delivery.url, delivery.status, delivery.note, delivery.attempts, delivery.created_at, delivery.due_at,
      receiver.disabled_reason
    from deliveries delivery
    join events event on event.id = delivery.event_id
    left join receivers receiver on receiver.id = delivery.receiver_id
    where delivery.object_id = ${objectId} and delivery.merchant_id = ${merchantId}
    order by delivery.sequence, delivery.created_at, delivery.id`;
}

export interface AttemptView {
  deliveryId: string;
  at: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
}

/** Every attempt at an object's deliveries, in order. */
export async function listAttempts(db: Db, merchantId: string, objectId: string): Promise<AttemptView[]> {
  return db<AttemptView[]>`
    select attempt.delivery_id, attempt.at, attempt.duration_ms, attempt.status_code, attempt.error
    from deliveries delivery
    join delivery_attempts attempt on attempt.delivery_id = delivery.id
    where delivery.object_id = ${objectId} and delivery.merchant_id = ${merchantId}
    order by attempt.number`;
}

/** The addresses that an object itself names, as receivers. */
export async function listAddresses(
  db: Db,
  merchantId: string,
  objectId: string,
): Promise<{ id: string; merchantId: string; webhookId: null }[]> {
  return db<{ id: string; merchantId: string; webhookId: null }[]>`
    select distinct receiver_id as id, merchant_id, webhook_id from deliveries
    where object_id = ${objectId} and merchant_id = ${merchantId} and webhook_id is null`;
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
