// SQL of resending: messages that did not reach a receiver, and events that had no recipient when they happened.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { allValues, anyRow, execute, firstRow } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type RowOf, t, table } from '../../kernel/db/table.ts';
import { after } from './state.ts';
import type { EventKey } from './store.ts';

const replays = table('replays', {
  id: t.uuid(),
  merchantId: t.uuid(),
  receiverId: t.uuid(),
  webhookId: t.uuid().nullable(),
  /** Messages from here on are still to be sent. */
  since: t.timestamptz(),
  until: t.timestamptz(),
  /** Also events that had no recipient when they happened: for webhooks only. */
  withUnheard: t.boolean(),
  /** Only failed deliveries, none that were skipped. */
  failedOnly: t.boolean(),
  createdAt: t.timestamptz(),
});

export type Replay = RowOf<typeof replays>;

const columns = columnsOf(replays);

// A new schedule for a delivery, to where its webhook now is. Its attempts go on counting.
const anew = (db: Db, now: Date) => db`due_at = ${now}, ${fresh(db)}`;

const fresh = (db: Db) => db`
  status = ${after('resend')}, tries = 0, postponed = 0, note = null,
  url = coalesce((select endpoint ${itsWebhook(db)}), deliveries.url),
  lane = coalesce((select lane ${itsWebhook(db)}), deliveries.lane)`;

const itsWebhook = (db: Db) => db`
  from webhooks where webhooks.id = deliveries.webhook_id and webhooks.merchant_id = deliveries.merchant_id`;

const isReachable = (db: Db) => db`
  (deliveries.webhook_id is null or exists (select 1 ${itsWebhook(db)}))
  and not exists (
    select 1 from receivers where receivers.id = deliveries.receiver_id and receivers.disabled_at is not null)`;

// An attempt has begun that is not on record. Only true of rows that are locked: attempts are recorded under their lock.
const isBeingTried = (db: Db) => db`
  deliveries.status = 'pending' and deliveries.attempts > 0 and not exists (
    select from delivery_attempts
    where delivery_attempts.delivery_id = deliveries.id and delivery_attempts.number = deliveries.attempts)`;

/**
 * Resends deliveries, whatever their state: at once, or after the attempt under way. The mark outlives that attempt,
 * and a late response to it; the next claim removes it, so that several requests during one attempt lead to one resend.
 */
const sendOnceMore = (tx: Tx, merchantId: string, locked: readonly { id: string }[], now: Date) =>
  execute(tx`
    update deliveries set again = true, ${fresh(tx)},
      due_at = case when ${isBeingTried(tx)} then due_at else least(due_at, ${now}) end
    where id = any (${locked.map(({ id }) => id)}::uuid[]) and merchant_id = ${merchantId}`);

/** Sends all messages of an object's events again, to receivers that can still be reached. Returns how many there are. */
export async function sendObjectAgain(
  tx: Tx,
  merchantId: string,
  objectId: string,
  now: Date,
): Promise<number> {
  const locked = await tx<{ id: string }[]>`
    select id from deliveries
    where object_id = ${objectId} and merchant_id = ${merchantId} and ${isReachable(tx)}
    order by id for update`;
  await sendOnceMore(tx, merchantId, locked, now);
  return locked.length;
}

/** Makes pending deliveries of a receiver due at once, with a new schedule. */
export const hastenPending = (
  tx: Tx,
  receiver: { id: string; merchantId: string },
  now: Date,
  dueSoon: Date,
) =>
  execute(tx`
    update deliveries set ${anew(tx, now)}
    where receiver_id = ${receiver.id} and merchant_id = ${receiver.merchantId} and status = 'pending'
      and due_at > ${dueSoon}`);

/** Sends some messages of a receiver again. Returns which of `eventIds` are its messages. */
export async function sendEventsAgain(
  tx: Tx,
  { merchantId, receiverId }: Pick<Replay, 'merchantId' | 'receiverId'>,
  eventIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const locked = await tx<{ id: string; eventId: string }[]>`
    select id, event_id from deliveries
    where event_id = any (${[...eventIds]}::uuid[]) and receiver_id = ${receiverId} and merchant_id = ${merchantId}
    order by id for update`;
  await sendOnceMore(tx, merchantId, locked, now);
  return locked.map(({ eventId }) => eventId);
}

export const insertReplay = (tx: Tx, replay: Replay) => execute(insertRows(tx, replays, [replay]));

/** Returns the replays under way, the oldest first. all merchants: the sweep's. */
export const findReplays = (db: Db) =>
  allValues(db<{ id: string }[]>`select id from replays order by created_at, id limit 100`);

/** Locks a replay that no other process works on. all merchants: the sweep's. */
export const lockReplay = (tx: Tx, id: string) =>
  firstRow(tx<Replay[]>`
    select ${columns(tx)} from replays where id = ${id} for update skip locked`);

/**
 * Makes the next failed or skipped messages of a replay due: some `limit` of them, and those of the same instant,
 * because those of one object keep their order within a piece. Returns the instant of the last; undefined without any.
 */
export async function sendNextAgain(
  tx: Tx,
  replay: Replay,
  limit: number,
  now: Date,
): Promise<Date | undefined> {
  const undone = tx`
    receiver_id = ${replay.receiverId} and merchant_id = ${replay.merchantId} and status in ('failed', 'skipped')
    and (status = 'failed' or not ${replay.failedOnly})
    and created_at >= ${replay.since} and created_at <= ${replay.until}`;
  const [last] = await tx<{ at: Date | null }[]>`
    select max(created_at) as at from (
      select created_at from deliveries where ${undone} order by created_at limit ${limit}) next`;
  if (!last?.at) return undefined;
  await tx`update deliveries set ${anew(tx, now)} where ${undone} and created_at <= ${last.at}`;
  return last.at;
}

/**
 * Counts the messages that a replay would send, by type, with the oldest of each: at most `limit` messages, and as many
 * events without a recipient.
 */
export function countUndone(
  db: Db,
  replay: Omit<Replay, 'id' | 'webhookId' | 'createdAt'>,
  eventType: string,
  limit: number,
): Promise<{ type: string; count: number; oldest: Date }[]> {
  const { merchantId, receiverId, since, until, withUnheard, failedOnly } = replay;
  return db`
    with undone as (
      (select event_id as id, created_at as at from deliveries
        where receiver_id = ${receiverId} and merchant_id = ${merchantId} and status in ('failed', 'skipped')
          and (status = 'failed' or not ${failedOnly}) and created_at >= ${since} and created_at <= ${until}
        order by created_at limit ${limit})
      union all
      (select id, occurred_at from events
        where ${withUnheard} and merchant_id = ${merchantId} and type = ${eventType} and unheard
          and occurred_at >= ${since} and occurred_at <= ${until}
        order by occurred_at limit ${limit})
    )
    select event.type, count(*)::integer as count, min(undone.at) as oldest
    from undone join events event on event.id = undone.id
    group by event.type order by event.type`;
}

/** True if some of a time is still to be sent to a receiver again. */
export const isUnderWay = (
  tx: Tx,
  { id, merchantId }: { id: string; merchantId: string },
  { since, until }: Pick<Replay, 'since' | 'until'>,
) =>
  anyRow(tx`
    select from replays
    where receiver_id = ${id} and merchant_id = ${merchantId} and until >= ${since} and since <= ${until} limit 1`);

/**
 * Returns the oldest events of a type in a replay's time that had no recipient: some `limit`, and those of the same
 * instant.
 */
export async function listWithoutRecipientIn(
  tx: Tx,
  replay: Replay,
  eventType: string,
  limit: number,
): Promise<EventKey[]> {
  const withoutRecipient = tx`
    merchant_id = ${replay.merchantId} and type = ${eventType} and unheard
    and occurred_at >= ${replay.since} and occurred_at <= ${replay.until}`;
  return tx<EventKey[]>`
    select id, merchant_id, object_id, sequence from events
    where ${withoutRecipient} and occurred_at <= (
      select max(occurred_at) from (
        select occurred_at from events where ${withoutRecipient} order by occurred_at limit ${limit}) next)
    order by occurred_at, sequence
    for update skip locked`;
}

/** Returns the events of a type, among those given, that had no recipient. */
export async function findWithoutRecipient(
  tx: Tx,
  merchantId: string,
  eventIds: readonly string[],
  eventType: string,
): Promise<EventKey[]> {
  return tx<EventKey[]>`
    select id, merchant_id, object_id, sequence from events
    where id = any (${[...eventIds]}::uuid[]) and merchant_id = ${merchantId} and type = ${eventType} and unheard`;
}

/** all merchants: the sweep has claimed the replay. */
export const moveReplay = (tx: Tx, id: string, since: Date) =>
  execute(tx`update replays set since = ${since} where id = ${id}`);

/** all merchants: the sweep has claimed the replay. */
export const deleteReplay = (tx: Tx, id: string) => execute(tx`delete from replays where id = ${id}`);

/** Deletes the replays to a receiver. all merchants: a receiver belongs to one merchant. */
export const deleteReplaysTo = (tx: Tx, receiverId: string) =>
  execute(tx`delete from replays where receiver_id = ${receiverId}`);

/** Returns the unfinished replays to a receiver, the oldest first. */
export const listReplaysTo = (db: Db, merchantId: string, receiverId: string) => db<Replay[]>`
    select ${columns(db)} from replays
    where receiver_id = ${receiverId} and merchant_id = ${merchantId} order by created_at, id`;

/** Forgets a replay; false for one that has ended. */
export const endReplay = (tx: Tx, merchantId: string, id: string) =>
  anyRow(tx`delete from replays where id = ${id} and merchant_id = ${merchantId}`);
