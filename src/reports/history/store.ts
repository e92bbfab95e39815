// SQL that reads the history of all nouns. It writes nothing.

import { mostAttempts } from '../../core/hash-mismatches/actions.ts';
import type { Db } from '../../kernel/db/db.ts';
import { allValues, firstRow, onlyValue } from '../../kernel/db/rows.ts';

/** The requested part of a site's history. */
export interface Scope {
  merchantId: string;
  siteId: string;
  from: Date;
  /** The smallest id of an attempt that may have been made since `from`. */
  firstId: string;
  /** Limits it to these objects, and to requests with this reference; null for all. */
  about: { objectIds: string[]; reference: string } | null;
  /** The limit for each kind; the newest count. */
  limit: number;
}

export interface EventEntry {
  kind: 'event';
  at: Date;
  id: string;
  type: string;
  object: string;
  objectId: string;
  sequence: number;
  state: string | null;
  reason: string | null;
  reference: string | null;
  correlationId: string;
}

export async function listEvents(db: Db, scope: Scope): Promise<EventEntry[]> {
  const { merchantId, siteId, from, about, limit } = scope;
  return db<EventEntry[]>`
    select 'event' as kind, occurred_at as at, id, type, object, object_id, sequence, data->>'state' as state,
      data->>'reason' as reason,
      coalesce(data->>'merchantReference', data->>'jobReference', data->>'name') as reference, correlation_id
    from events
    where merchant_id = ${merchantId} and site_id = ${siteId} and occurred_at >= ${from}
      ${about ? db`and object_id = any(${about.objectIds}::uuid[])` : db``}
    order by occurred_at desc, id desc
    limit ${limit}`;
}

/** One attempt to deliver a message. */
export interface AttemptEntry {
  kind: 'delivery';
  at: Date;
  id: string;
  eventId: string;
  type: string;
  object: string;
  objectId: string;
  url: string;
  number: number;
  statusCode: number | null;
  error: string | null;
  /** The first 4 096 characters of the response; null if it was empty. */
  answer: string | null;
  durationMs: number;
  correlationId: string;
}

export async function listAttempts(db: Db, scope: Scope): Promise<AttemptEntry[]> {
  const { merchantId, siteId, firstId, about, limit } = scope;
  return db<AttemptEntry[]>`
    select 'delivery' as kind, attempt.at, attempt.id, event.id as event_id, event.type, event.object, event.object_id,
      delivery.url, attempt.number, attempt.status_code, attempt.error, attempt.answer,
      attempt.duration_ms, event.correlation_id
    from delivery_attempts attempt
    join deliveries delivery on delivery.id = attempt.delivery_id
    join events event on event.id = delivery.event_id
    where attempt.id >= ${firstId} and delivery.merchant_id = ${merchantId} and event.site_id = ${siteId}
      ${about ? db`and delivery.object_id = any(${about.objectIds}::uuid[])` : db``}
    order by attempt.id desc
    limit ${limit}`;
}

/** A request with a wrong hash. */
export interface MismatchEntry {
  kind: 'mismatch';
  at: Date;
  id: string;
  surface: string;
  reference: string | null;
  /** Null until it is examined. */
  findings: { mistake: string; cause: string; cure: string }[] | null;
  /** Nothing was found because the search was abandoned. */
  isGivenUp: boolean;
  /** How many fields of the request were not kept. */
  dropped: number;
  correlationId: string;
}

export async function listMismatches(db: Db, scope: Scope): Promise<MismatchEntry[]> {
  const { merchantId, siteId, from, about, limit } = scope;
  return db<MismatchEntry[]>`
    select 'mismatch' as kind, created_at as at, id, surface, reference, findings,
      findings is null and attempts >= ${mostAttempts} as is_given_up, dropped, correlation_id
    from hash_mismatches
    where merchant_id = ${merchantId} and site_id = ${siteId} and created_at >= ${from}
      ${about ? db`and reference = ${about.reference}` : db``}
    order by created_at desc, id desc
    limit ${limit}`;
}

/**
 * Returns the objects of a site with a merchant's reference or an id of Tefo. all merchants: the site is the caller’s.
 */
export const findObjects = (db: Db, siteId: string, reference: string, id: string | null) =>
  allValues(db<{ id: string }[]>`
    with paid as (
      select id from payments where site_id = ${siteId} and merchant_reference = ${reference}
      union
      select id from payments where site_id = ${siteId} and id = ${id}::uuid
      union
      select payment_id from transactions where site_id = ${siteId} and id = ${id}::uuid
      union
      select transactions.payment_id from refunds join transactions on transactions.id = refunds.transaction_id
      where refunds.site_id = ${siteId} and refunds.id = ${id}::uuid
    ), tried as (
      select transactions.id from transactions join paid on transactions.payment_id = paid.id
    )
    select id from paid
    union select id from tried
    union select refunds.id from refunds join tried on refunds.transaction_id = tried.id
    union select id from payouts where site_id = ${siteId} and (merchant_reference = ${reference} or id = ${id}::uuid)
    union select id from subscriptions where site_id = ${siteId} and (merchant_reference = ${reference} or id = ${id}::uuid)
    union select id from bulk_jobs where site_id = ${siteId} and (reference = ${reference} or id = ${id}::uuid)`);

/** Returns the requests that made or moved objects. all merchants: the caller has found the objects at its site. */
export const findCorrelations = (db: Db, objectIds: readonly string[]) =>
  allValues(db<{ correlationId: string }[]>`
    select correlation_id from transitions where object_id = any(${objectIds}::uuid[])
    union select correlation_id from payments where id = any(${objectIds}::uuid[])
    union select correlation_id from transactions where id = any(${objectIds}::uuid[])
    union select correlation_id from refunds where id = any(${objectIds}::uuid[])
    union select correlation_id from payouts where id = any(${objectIds}::uuid[])
    union select correlation_id from subscriptions where id = any(${objectIds}::uuid[])
    union select correlation_id from bulk_jobs where id = any(${objectIds}::uuid[])`);

/** Returns the number of an object's newest event, or 0. */
export const lastSequence = (db: Db, merchantId: string, objectId: string) =>
  onlyValue(db<{ last: number }[]>`
    select coalesce(max(sequence), 0) as last from events
    where object_id = ${objectId} and merchant_id = ${merchantId}`);

/** Returns an object's newest event of a type, after a number. */
export const findEvent = (
  db: Db,
  merchantId: string,
  { objectId, type, after = 0 }: { objectId: string; type: string; after?: number },
) =>
  firstRow(db<{ id: string; sequence: number }[]>`
    select id, sequence from events
    where object_id = ${objectId} and merchant_id = ${merchantId} and type = ${type} and sequence > ${after}
    order by sequence desc limit 1`);
