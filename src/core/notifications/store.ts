// SQL of events and their deliveries: written with the change they report, read for lists of messages.
import type { Db, Fragment, Tx } from '../../kernel/db/db.ts';
import { execute, firstValue, onlyRow } from '../../kernel/db/rows.ts';
import { seenBy, type Viewer } from '../viewer.ts';
import type { DeliveryFormat } from './formats.ts';
import { after, type DeliveryState } from './state.ts';

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

/** The columns of its event that a delivery keeps. */
export type EventKey = Pick<EventRow, 'id' | 'merchantId' | 'objectId' | 'sequence'>;

export interface NewEvent extends Omit<EventRow, 'sequence'> {
  /** The merchant's webhooks of its type receive it too. */
  isForWebhooks: boolean;
}

export interface NewDelivery {
  eventId: string;
  /** Null for an address that the object itself names. */
  webhookId: string | null;
  url: string;
  lane: string;
  format: DeliveryFormat;
}

// Of an event and its receiver: an identifier of the event's time without a random part, so that the database can create it.
const deliveryId = (db: Db) => db`
  (left(owed.event_id::text, 20) || right(md5(owed.event_id::text || coalesce(owed.webhook_id::text, owed.url)), 15))::uuid`;

// Sub-selects hide the arrays from the planner. Otherwise it would plan again for each length, which takes longer than
// the work.
const pendingRows = (db: Db, pending: readonly NewDelivery[]) => db`
  select * from unnest((select ${pending.map((one) => one.eventId)}::uuid[]), (select ${pending.map((one) => one.webhookId)}::uuid[]),
    (select ${pending.map((one) => one.url)}::text[]), (select ${pending.map((one) => one.lane)}::text[]),
    (select ${pending.map((one) => one.format)}::text[])) as owed (event_id, webhook_id, url, lane, format)`;

/**
 * Writes events, each under the next number among its object's events, and their deliveries: to the given receivers,
 * and to webhooks. One statement, however many. The caller holds the objects' locks, so no two events get the same
 * number. Marks an event for webhooks without any receiver. Returns the number of deliveries.
 */
export function insertEvents(tx: Tx, events: readonly NewEvent[], pending: readonly NewDelivery[]): Fragment {
  const column = <Key extends keyof NewEvent>(key: Key) => events.map((event) => event[key]);
  return tx`
    with given as materialized (
      select * from unnest((select ${column('id')}::uuid[]), (select ${column('merchantId')}::uuid[]),
        (select ${column('siteId')}::uuid[]), (select ${column('type')}::text[]), (select ${column('object')}::text[]),
        (select ${column('objectId')}::uuid[]), (select ${events.map(({ data }) => JSON.stringify(data))}::text[]),
        (select ${column('correlationId')}::text[]),
        (select ${events.map(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[]),
        (select ${column('isForWebhooks').map(String)}::text[])) with ordinality
        as given (id, merchant_id, site_id, type, object, object_id, data, correlation_id, occurred_at, is_for_webhooks, place)
    ), owed as materialized (
      ${pendingRows(tx, pending)}
      union all
      select given.id, webhooks.id, webhooks.endpoint, webhooks.lane, 'webhook'
      from given
      join webhooks on webhooks.merchant_id = given.merchant_id and webhooks.event_type = given.type
      where given.is_for_webhooks::boolean
    ), written as (
      insert into events (id, merchant_id, site_id, type, object, object_id, sequence, data, correlation_id, occurred_at,
        unheard)
      select id, merchant_id, site_id, type, object, object_id,
        greatest(
          (select coalesce(max(before.sequence), 0) from events before where before.object_id = given.object_id),
          (select coalesce(max(before.sequence), 0) from archived_events before where before.object_id = given.object_id))
          + row_number() over (partition by object_id order by place),
        data::jsonb, correlation_id, occurred_at,
        is_for_webhooks::boolean and not exists (select from owed where owed.event_id = given.id)
      from given
      returning id, merchant_id, site_id, type, object_id, sequence, occurred_at
    ), deliveries as (
      insert into deliveries (id, merchant_id, site_id, event_id, event_type, object_id, sequence, webhook_id, url, lane,
        format, created_at, due_at)
      select ${deliveryId(tx)}, written.merchant_id, written.site_id, written.id, written.type, written.object_id,
        written.sequence, owed.webhook_id, owed.url, owed.lane, owed.format, written.occurred_at, written.occurred_at
      from owed join written on written.id = owed.event_id
      on conflict do nothing
    )
    select count(*)::integer as owed from owed`;
}

/** The newest event of each object. all merchants: the caller holds the objects. */
export const listNewestEvents = (tx: Tx, objectIds: readonly string[]) => tx<EventKey[]>`
    select newest.* from unnest(${[...objectIds]}::uuid[]) as given (id)
    cross join lateral (
      select id, merchant_id, object_id, sequence from events
      where events.object_id = given.id order by sequence desc limit 1
    ) newest`;

/**
 * Adds deliveries of earlier events to receivers, due from `dueAt` on, and clears the mark of events without a
 * recipient. A receiver that already has a delivery gets no second one. all merchants: the caller found the events.
 */
export const insertDeliveries = (tx: Tx, pending: readonly NewDelivery[], dueAt: Date) =>
  execute(tx`
    with owed as materialized (${pendingRows(tx, pending)}), heard as (
      update events set unheard = false where id in (select event_id from owed) and unheard
    )
    insert into deliveries (id, merchant_id, site_id, event_id, event_type, object_id, sequence, webhook_id, url, lane,
      format, created_at, due_at)
    select ${deliveryId(tx)}, events.merchant_id, events.site_id, events.id, events.type, events.object_id,
      events.sequence, owed.webhook_id, owed.url, owed.lane, owed.format, ${dueAt}, ${dueAt}
    from owed join events on events.id = owed.event_id
    on conflict do nothing`);

/** Returns a merchant's events of an object that had no recipient, in order. */
export async function listWithoutRecipient(
  db: Db,
  merchantId: string,
  objectId: string,
): Promise<(EventKey & { type: string; occurredAt: Date })[]> {
  return db<(EventKey & { type: string; occurredAt: Date })[]>`
    select id, merchant_id, object_id, sequence, type, occurred_at from events
    where object_id = ${objectId} and merchant_id = ${merchantId} and unheard
    order by sequence`;
}

/** The SQL of `endingOf`: the state in which a delivery ends whose receiver receives nothing more. */
export const ending = (db: Db) =>
  db`case when attempts > 0 then ${after('giveUp')} else ${after('skip')} end`;

export interface DeliveryView {
  id: string;
  eventId: string;
  eventType: string;
  sequence: number;
  webhookId: string | null;
  url: string;
  status: DeliveryState;
  note: string | null;
  attempts: number;
  createdAt: Date;
  dueAt: Date | null;
  /** Of the receiver, if it is disabled. */
  disabledReason: string | null;
}

/** Returns the deliveries of an object's events, in the order of the events. */
export const listDeliveries = (db: Db, merchantId: string, objectId: string) => db<DeliveryView[]>`
    select delivery.id, delivery.event_id, event.type as event_type, delivery.sequence, delivery.webhook_id,
      delivery.url, delivery.status, delivery.note, delivery.attempts, delivery.created_at, delivery.due_at,
      receiver.disabled_reason
    from deliveries delivery
    join events event on event.id = delivery.event_id
    left join receivers receiver on receiver.id = delivery.receiver_id
    where delivery.object_id = ${objectId} and delivery.merchant_id = ${merchantId}
    order by delivery.sequence, delivery.created_at, delivery.id`;

export interface AttemptView {
  deliveryId: string;
  at: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
}

/** Every attempt at an object's deliveries, in order. */
export const listAttempts = (db: Db, merchantId: string, objectId: string) => db<AttemptView[]>`
    select attempt.delivery_id, attempt.at, attempt.duration_ms, attempt.status_code, attempt.error
    from deliveries delivery
    join delivery_attempts attempt on attempt.delivery_id = delivery.id
    where delivery.object_id = ${objectId} and delivery.merchant_id = ${merchantId}
    order by attempt.number`;

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

/** More deliveries that are due are not counted: where so many wait, a count must not take longer still. */
const mostCounted = 100_000;

/** How many deliveries wait, at most 100 000, and since when the oldest of them is due. all merchants: for metrics and readiness. */
export const deliveryBacklog = (db: Db, now: Date) =>
  onlyRow(db<{ waiting: number; oldestDue: Date | null }[]>`
    select (
      select count(*)::integer from (
        select from deliveries where due_at is not null and due_at <= ${now} limit ${mostCounted}) due
    ) as waiting, (select min(due_at) from deliveries where due_at is not null and due_at <= ${now}) as oldest_due`);

/** Returns the merchant of an object with events, if the viewer sees it. */
export const findOwnerOfEvents = (db: Db, viewer: Viewer, objectId: string) =>
  firstValue(db<{ merchantId: string }[]>`
    select merchant_id from events where object_id = ${objectId} and ${seenBy(db, viewer)}
    union all
    select merchant_id from archived_events where object_id = ${objectId} and ${seenBy(db, viewer)}
    limit 1`);
