// SQL of attempts: the result of a claimed delivery, and its effect on the next one.
import type { Db, Sql } from '../../kernel/db/db.ts';
import { execute } from '../../kernel/db/rows.ts';
import type { ClaimedDelivery } from './claim-store.ts';
import { after, type DeliveryState } from './state.ts';

/**
 * Takes claims back whose attempts were not made: they are due again. all merchants: the
 * sender's own.
 */
export const returnClaims = (
  db: Db,
  claimed: readonly Pick<ClaimedDelivery, 'id' | 'attempts'>[],
  now: Date,
) =>
  execute(db`
    update deliveries set attempts = deliveries.attempts - 1, due_at = ${now}
    from unnest(${claimed.map(({ id }) => id)}::uuid[], ${claimed.map(({ attempts }) => attempts)}::integer[])
      as given (id, attempts)
    where deliveries.id = given.id and deliveries.attempts = given.attempts
      and deliveries.status <> all ('{delivered,failed,skipped}')`);

/**
 * Makes deliveries due that were postponed while their receiver was held back, up to `until`. Only the successful probe is
 * under way.
 * all merchants: a receiver is one merchant’s.
 */
export const releaseHeld = (db: Sql, receiverId: string, now: Date, until: Date) =>
  execute(db`
    update deliveries set due_at = ${now}
    where receiver_id = ${receiverId} and status = 'pending' and due_at > ${now} and due_at <= ${until}`);

/** An attempt, and its effect on its delivery. */
export interface AttemptRecord {
  id: string;
  deliveryId: string;
  number: number;
  at: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  /** The first part of the receiver's response. */
  answer: string | null;
  status: DeliveryState;
  /** When it is due again; null if nothing is left to try. */
  dueAt: Date | null;
  tries: number;
  postponed: number;
}

/**
 * Writes attempts and their effects. An attempt whose claim was taken over in the meantime stays on record and changes
 * nothing. A delivery that was resent in the meantime is due at once, whatever the attempt's result. When a delivery
 * ends, the next message of its object to its receiver is due at once. all merchants: the sender serves every merchant.
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
      -- In one order, so that two that lock several rows never wait for each other.
      select id, status, attempts from deliveries where id = any (${column('deliveryId')}::uuid[]) order by id for update
    ), settled as (
      -- By their ids alone. With the status in the condition the planner could read all pending rows.
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

// Of what `settled` holds and has ended: the next message of its object to its receiver. The condition that it is
// still pending is worded so that no partial index serves it.
// all merchants: the sender serves every merchant.
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
 * Records at its attempt that a response came too late, and ends the delivery if it was accepted and is not being
 * resent. all merchants: the sender serves every merchant.
 */
export const recordLateAnswer = (
  db: Sql,
  late: { deliveryId: string; number: number; statusCode: number; error: string; isTaken: boolean },
  now: Date,
) =>
  execute(db`
    with attempt as (
      update delivery_attempts set status_code = ${late.statusCode}, error = ${late.error}
      where delivery_id = ${late.deliveryId} and number = ${late.number}
    ), settled as (
      update deliveries set status = ${after('deliver')}, due_at = null
      where id = ${late.deliveryId} and attempts = ${late.number} and status = 'pending' and not again
        and ${late.isTaken}
      returning status, receiver_id, object_id, sequence
    )
    ${makeNextDue(db, now)}`);
