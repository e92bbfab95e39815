// SQL of sending: claims what is due and may go, puts off what may not, records the outcome.
import { type Db, plannedOnce, type Sql } from '../../kernel/db/db.ts';
import type { Format } from './formats.ts';
import { allottedPlaces, dueIn, type Places } from './places-store.ts';
import { after, type DeliveryState } from './state.ts';
import { type EventRow, ending } from './store.ts';

export interface ClaimedDelivery {
  id: string;
  merchantId: string;
  webhookId: string | null;
  receiverId: string;
  url: string;
  lane: string;
  format: Format;
  /** The number of this attempt. */
  attempts: number;
  /** Failures before it on the present schedule. */
  tries: number;
  postponed: number;
  /** Since when its receiver has only failed; null where its last answer was good. */
  failingSince: Date | null;
  /** It probes a receiver that was held back. */
  isProbe: boolean;
  event: EventRow;
}

export interface Claim extends Places {
  leaseUntil: Date;
  /** A message whose predecessor is on its way waits until then. */
  nextLook: Date;
  /** Claims nothing, but looks at any number of a lane's rows, and puts off what would have to wait. */
  isSift?: boolean;
}

/**
 * Claims deliveries that are due and may go: a claim pushes due_at to `leaseUntil`, so if this process dies, the
 * delivery comes due again by itself. What the process itself has `underWay` stays its own, also when a sandbox's clock
 * has jumped over the lease. It puts off messages whose predecessor (of the same object,
 * to the same receiver) is still pending, and those of a receiver that is held back, but for one that probes it. It ends
 * those of a receiver that is disabled or gone. all merchants: the sender serves everybody, and shares its places
 * among them.
 *
 * Returns the claimed ones, and how many others were put off or ended.
 */
export async function claimDeliveries(
  db: Sql,
  claim: Claim,
): Promise<{ claimed: ClaimedDelivery[]; others: number }> {
  const { now, leaseUntil, limit, underWay } = claim;
  const isSift = claim.isSift ?? false;
  const rows = await plannedOnce(
    db,
    (tx) => tx<(ClaimedDelivery & Others & { event: Record<string, unknown> })[]>`
    with recursive ${allottedPlaces(tx, claim)}, looked as materialized (
      select picked.*
      from ${isSift ? tx`(select merchant_id, lane, ${limit}::integer as places from open)` : tx`allotted`} as open
      cross join lateral (
        select one.id, one.merchant_id, one.receiver_id, one.object_id, one.sequence, one.webhook_id, one.due_at, one.ctid as written
        from deliveries one
        where ${dueIn(tx, now, underWay)}
        order by one.due_at
        limit open.places
        for update skip locked
      ) picked
      limit ${limit}
    ), judged as (
      select looked.id, looked.written, receiver.failing_since, receiver.open_until is not null as is_probe,
        case
          when looked.webhook_id is not null and webhook.id is null then 'end'
          when receiver.disabled_at is not null then 'end'
          when earlier.due_at is not null then 'blocked'
          when receiver.open_until > ${now} then 'held'
          when receiver.open_until is null then 'claim'
          -- While it is not known whether a receiver is back, one message alone tries it.
          when row_number() over (partition by looked.receiver_id, earlier.due_at is null order by looked.due_at) = 1
            then 'claim'
          else 'held'
        end as verdict,
        case
          when earlier.due_at > ${leaseUntil} then earlier.due_at
          when earlier.due_at is not null then ${claim.nextLook}
          when receiver.open_until > ${now} then receiver.open_until
          else ${leaseUntil}
        end as until,
        coalesce('disabled: ' || receiver.disabled_reason, 'the webhook was deleted') as note
      from looked
      left join webhooks webhook on webhook.id = looked.webhook_id and webhook.merchant_id = looked.merchant_id
      left join receivers receiver on receiver.id = looked.receiver_id
      left join lateral (
        select before.due_at from deliveries before
        where before.receiver_id = looked.receiver_id and before.object_id = looked.object_id
          and before.sequence < looked.sequence and before.status = 'pending'
        order by before.sequence limit 1
      ) earlier on true
    ), chosen as materialized (
      select * from judged where verdict <> 'claim' or not ${isSift}
    ), claimed as (
      update deliveries set due_at = ${leaseUntil}, attempts = attempts + 1, again = false
      where id = any (array(select id from chosen where verdict = 'claim'))
      returning id, merchant_id, event_id, webhook_id, receiver_id, url, lane, format, attempts, tries, postponed,
        created_at
    ), probed as (
      update receivers set open_until = ${leaseUntil}
      where id = any (array(
        select claimed.receiver_id from claimed join chosen on chosen.id = claimed.id where chosen.is_probe))
    ), put_off as (
      update deliveries set due_at = (select chosen.until from chosen where chosen.id = deliveries.id)
      where id = any (array(select id from chosen where verdict in ('blocked', 'held')))
    ), ended as (
      update deliveries set status = ${ending(tx)}, due_at = null,
        note = (select chosen.note from chosen where chosen.id = deliveries.id)
      where id = any (array(select id from chosen where verdict = 'end'))
    )
    select claimed.id, claimed.merchant_id, claimed.webhook_id, claimed.receiver_id, claimed.lane, claimed.attempts,
      claimed.tries, claimed.postponed, coalesce(webhook.endpoint, claimed.url) as url,
      coalesce('webhook.' || webhook.message_type, claimed.format) as format, chosen.failing_since, chosen.is_probe,
      (select to_jsonb(events) from events where events.id = claimed.event_id) as event, counted.others, counted.blocked
    from (
      select count(*) filter (where verdict <> 'claim')::integer as others,
        array_agg(id) filter (where verdict = 'blocked') as blocked
      from chosen
    ) counted
    left join (claimed join chosen on chosen.id = claimed.id) on true
    left join webhooks webhook on webhook.id = claimed.webhook_id and webhook.merchant_id = claimed.merchant_id
    -- Of the same instant, what happened first: a replay may have written them again in any order.
    order by claimed.created_at, (select written_in from events where events.id = claimed.event_id), chosen.written`,
  );
  const { others, blocked } = rows[0]!;
  if (blocked) await releaseUnblocked(db, blocked, now);
  const claimed = rows.filter(({ id }) => id !== null);
  return { claimed: claimed.map((row) => ({ ...row, event: readEvent(row.event) })), others };
}

/**
 * Takes claims back whose attempts were not made: they are due again, for whoever has a place for them. all merchants: the
 * sender's own.
 */
export async function returnClaims(
  db: Db,
  claimed: readonly Pick<ClaimedDelivery, 'id' | 'attempts'>[],
  now: Date,
): Promise<void> {
  await db`
    update deliveries set attempts = deliveries.attempts - 1, due_at = ${now}
    from unnest(${claimed.map(({ id }) => id)}::uuid[], ${claimed.map(({ attempts }) => attempts)}::integer[])
      as given (id, attempts)
    where deliveries.id = given.id and deliveries.attempts = given.attempts
      and deliveries.status <> all ('{delivered,failed,skipped}')`;
}

interface Others {
  others: number;
  blocked: string[] | null;
}

// A predecessor may have ended while its successor was put off. Nobody else would make the successor due again.
// all merchants: the sweep sends for everybody.
async function releaseUnblocked(db: Sql, ids: string[], now: Date): Promise<void> {
  await db`
    update deliveries set due_at = ${now}
    where id = any (${ids}::uuid[]) and status = 'pending' and due_at > ${now} and not exists (
      select 1 from deliveries before
      where before.receiver_id = deliveries.receiver_id and before.object_id = deliveries.object_id
        and before.sequence < deliveries.sequence and before.status = 'pending')`;
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

/**
 * Makes due what was put off while its receiver was held back, up to `until`. Only the probe that succeeded is under way.
 * all merchants: a receiver is one merchant’s.
 */
export async function releaseHeld(db: Sql, receiverId: string, now: Date, until: Date): Promise<void> {
  await db`
    update deliveries set due_at = ${now}
    where receiver_id = ${receiverId} and status = 'pending' and due_at > ${now} and due_at <= ${until}`;
}

/** An attempt, and what follows from it for its delivery. */
export interface AttemptRecord {
  id: string;
  deliveryId: string;
  number: number;
  at: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  /** The first of what the receiver answered. */
  answer: string | null;
  status: DeliveryState;
  /** When it is due again; null where nothing is left to try. */
  dueAt: Date | null;
  tries: number;
  postponed: number;
}

/**
 * Writes attempts and what follows from each. An attempt whose claim was taken over meanwhile stays on record and changes
 * nothing. A delivery that somebody asked to send again is due at once, whatever came of the attempt. When a delivery
 * ends, the next message of its object to its receiver is due at once.
 * all merchants: the sweep sends for everybody.
 */
export async function recordAttempts(db: Db, records: AttemptRecord[], now: Date): Promise<void> {
  const column = <Key extends keyof AttemptRecord>(key: Key) => records.map((record) => record[key]);
  const times = (key: 'at' | 'dueAt') => records.map((record) => record[key]?.toISOString() ?? null);
  await db`
    with given as (
      select * from unnest(${column('id')}::uuid[], ${column('deliveryId')}::uuid[], ${column('number')}::integer[],
        ${times('at')}::timestamptz[], ${column('durationMs')}::integer[], ${column('statusCode')}::integer[],
        ${column('error')}::text[], ${column('answer')}::text[], ${column('status')}::text[],
        ${times('dueAt')}::timestamptz[], ${column('tries')}::integer[], ${column('postponed')}::integer[])
        as given (id, delivery_id, number, at, duration_ms, status_code, error, answer, status, due_at, tries, postponed)
    ), attempts as (
      insert into delivery_attempts (id, delivery_id, number, at, duration_ms, status_code, error, answer)
      select id, delivery_id, number, at, duration_ms, status_code, error, answer from given
      -- Not of a delivery that went to the archive while a second attempt was under way.
      where exists (select from deliveries where deliveries.id = given.delivery_id)
    ), locked as materialized (
      -- In one order: of two that lock several at once, none waits for what the other has.
      select id, status, attempts from deliveries where id = any (${column('deliveryId')}::uuid[]) order by id for update
    ), settled as (
      -- By their ids alone: what is pending is judged of the locked rows, else all that is pending could be read.
      update deliveries set
        status = case when again then ${after('resend')} else given.status end,
        due_at = case when again then ${now} else given.due_at end,
        tries = case when again then 0 else given.tries end,
        postponed = case when again then 0 else given.postponed end
      from given join locked on locked.id = given.delivery_id and locked.attempts = given.number
      where deliveries.id = locked.id and locked.status = 'pending'
      returning deliveries.status, deliveries.receiver_id, deliveries.object_id, deliveries.sequence
    )
    ${makeNextDue(db, now)}`;
}

// Of what `settled` holds and has ended: the next message of its object to its receiver. Whether that is pending still is
// asked so that no index of what is pending serves it.
// all merchants: the sweep sends for everybody.
const makeNextDue = (db: Db, now: Date) => db`
  update deliveries set due_at = ${now}
  where id = any (array(
      select (select next.id from deliveries next
        where next.receiver_id = settled.receiver_id and next.object_id = settled.object_id
          and next.sequence > settled.sequence and next.status = 'pending'
        order by next.sequence limit 1)
      from settled where settled.status <> 'pending'))
    and status <> all ('{delivered,failed,skipped}') and tries = 0 and postponed = 0`;

/**
 * Notes at its attempt that an answer came too late, and ends the delivery if it was taken and nobody sends it again, or has
 * asked for that.
 * all merchants: the sweep sends for everybody.
 */
export async function recordLateAnswer(
  db: Sql,
  late: { deliveryId: string; number: number; statusCode: number; error: string; isTaken: boolean },
  now: Date,
): Promise<void> {
  await db`
    with attempt as (
      update delivery_attempts set status_code = ${late.statusCode}, error = ${late.error}
      where delivery_id = ${late.deliveryId} and number = ${late.number}
    ), settled as (
      update deliveries set status = ${after('deliver')}, due_at = null
      where id = ${late.deliveryId} and attempts = ${late.number} and status = 'pending' and not again
        and ${late.isTaken}
      returning status, receiver_id, object_id, sequence
    )
    ${makeNextDue(db, now)}`;
}
