// SQL of claiming: which due deliveries are sent now, and which have to wait.
import { type Db, type Fragment, planned, plannedOnce, type Sql } from '../../kernel/db/db.ts';
import { firstOf } from '../../kernel/required.ts';
import type { Format } from './formats.ts';
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
  /** Since when its receiver has only failed; null if its last response was a success. */
  failingSince: Date | null;
  /** It probes a receiver that was held back. */
  isProbe: boolean;
  event: EventRow;
}

/** The pending deliveries of a merchant in a lane are a queue. The index has the queues by merchant and hash of the lane. */
interface Queue {
  merchantId: string;
  hash: bigint;
}

export const beforeAllQueues: Queue = { merchantId: '00000000-0000-0000-0000-000000000000', hash: 0n };

export interface Claim {
  now: Date;
  leaseUntil: Date;
  /** How many of the sender's places are free. */
  free: number;
  /** How many places a lane has that is not in use. */
  perLane: number;
  /** How many deliveries the lanes in use have, and how many more they take. */
  lanes: ReadonlyMap<string, { load: number; room: number }>;
  merchantLoads: ReadonlyMap<string, number>;
  underWay: string[];
  /** The queue where the claim before stopped. */
  after: Queue;
}

/** A claim reads so many of the newest due deliveries. Where fewer are due, these are all. */
const newestRows = 256;
/** Else it also reads the oldest of so many queues, and the next claim goes on behind them. */
const queuesAtOnce = 128;

/**
 * Claims deliveries that are due and can be sent. A claim moves due_at to `leaseUntil`: if this process dies, the delivery
 * comes due again by itself. Deliveries that the process has `underWay` stay with it, also when a sandbox's clock leaps over
 * the lease.
 *
 * A delivery waits for its predecessor (of the same object, to the same receiver), and for a receiver that is held back. After
 * the pause one delivery probes the receiver. A lane takes as many as it has room for. A merchant gets a place only while it has
 * fewer than are free: one merchant gets half of all places, two get a third each, and a place is left for the next.
 *
 * Returns the claimed deliveries, the ids of those that have to wait or to end, and the queue where it stopped if there may be
 * more. all merchants: the sender serves every merchant.
 */
export async function claimDeliveries(
  db: Sql,
  claim: Claim,
): Promise<{ claimed: ClaimedDelivery[]; waiting: string[]; next: Queue | undefined }> {
  const { now, leaseUntil, free } = claim;
  const rows = await plannedOnce(
    db,
    (tx) => tx<(ClaimedDelivery & Looked & { event: Record<string, unknown> })[]>`
    with recursive ${dueWithRoom(tx, claim)}, judged as materialized (
      select due.*, receiver.failing_since, receiver.open_until is not null as is_probe,
        coalesce(receiver.open_until > ${now}, false) or receiver.disabled_at is not null
          or ${hasPredecessor(tx)} or ${isOrphan(tx)} as waits
      from due left join lateral (
        select failing_since, open_until, disabled_at from receivers where id = due.receiver_id limit 1) receiver on true
    ), in_queues as (
      select *, row_number() over (partition by merchant_id, lane order by due_at, id) as of_queue,
        row_number() over (partition by receiver_id order by due_at, id) as of_receiver
      from judged where not waits
    ), in_lanes as (
      select *, row_number() over (partition by lane order by merchant_load + of_queue, due_at, id) as of_lane from in_queues
    ), of_merchants as (
      select *, merchant_load + row_number() over (partition by merchant_id order by load + of_queue, due_at, id) as turn
      from in_lanes where of_lane <= room and (of_receiver = 1 or not is_probe)
    ), in_turn as (
      select *, row_number() over (order by turn, due_at, id) as number from of_merchants
    ), chosen as materialized (
      select * from in_turn where turn + number <= ${free}::integer + 1
    ), locked as materialized (
      select id, ctid as written from deliveries
      where id = any (array(select id from chosen)) and due_at <= ${now} for update skip locked
    ), claimed as (
      update deliveries set due_at = ${leaseUntil}, attempts = attempts + 1, again = false
      where id = any (array(select id from locked))
      returning id, merchant_id, event_id, webhook_id, receiver_id, url, lane, format, attempts, tries, postponed,
        created_at
    ), probed as (
      update receivers set open_until = ${leaseUntil}
      where id = any (array(select receiver_id from locked join chosen using (id) where is_probe))
    )
    select claimed.id, claimed.merchant_id, claimed.webhook_id, claimed.receiver_id, claimed.lane, claimed.attempts,
      claimed.tries, claimed.postponed, coalesce(webhook.endpoint, claimed.url) as url,
      coalesce('webhook.' || webhook.message_type, claimed.format) as format, chosen.failing_since, chosen.is_probe,
      (select to_jsonb(events) from events where events.id = claimed.event_id) as event, looked.*
    from (
      select array(select id from judged where waits) as waiting, last.merchant_id as last_merchant, last.hash as last_hash
      from (select) one left join queues last on last.number = ${queuesAtOnce}
    ) looked
    left join (claimed join chosen using (id) join locked using (id)) on true
    left join webhooks webhook on webhook.id = claimed.webhook_id and webhook.merchant_id = claimed.merchant_id
    -- Of the same instant, what happened first: a replay may have written them again in any order.
    order by claimed.created_at, (select written_in from events where events.id = claimed.event_id), locked.written`,
  );
  const { waiting, lastMerchant: merchantId, lastHash: hash } = firstOf(rows);
  const claimed = rows.filter(({ id }) => id !== null);
  return {
    claimed: claimed.map((row) => ({ ...row, event: readEvent(row.event) })),
    waiting,
    next: merchantId === null || hash === null ? undefined : { merchantId, hash },
  };
}

interface Looked {
  waiting: string[];
  lastMerchant: string | null;
  lastHash: bigint | null;
}

/** Common table expressions that end in `due`: due deliveries whose lane and merchant have room. */
function dueWithRoom(db: Db, { now, free, perLane, lanes, merchantLoads, underWay, after }: Claim) {
  const isOpen = db`coalesce(room, ${perLane}::integer) > 0 and coalesce(merchant_load, 0) < ${free}::integer`;
  const columns = db`one.id, one.merchant_id, one.lane, receiver_id, object_id, sequence, webhook_id, due_at`;
  const own = db`one.id <> all (${underWay}::uuid[])`;
  const hash = db`hashtextextended(one.lane, 0)`;
  return db`
    lanes as materialized (
      select * from unnest(${[...lanes.keys()]}::text[], ${[...lanes.values()].map(({ load }) => load)}::integer[],
        ${[...lanes.values()].map(({ room }) => room)}::integer[]) as lanes (lane, load, room)
    ), merchants as materialized (
      select * from unnest(${[...merchantLoads.keys()]}::uuid[], ${[...merchantLoads.values()]}::integer[])
        as merchants (merchant_id, merchant_load)
    ), newest as materialized (
      select ${columns} from deliveries one where due_at <= ${now} and ${own} order by due_at desc limit ${newestRows}
    ), queues (merchant_id, hash, lane, number) as (
      select ${after.merchantId}::uuid, ${after.hash}::bigint, null, 0 where (select count(*) from newest) = ${newestRows}
      union all
      select next.*, queues.number + 1 from queues cross join lateral (
        select merchant_id, ${hash}, lane from deliveries one
        where status = 'pending' and (merchant_id, ${hash}) > (queues.merchant_id, queues.hash)
        order by merchant_id, ${hash} limit 1
      ) next
      where queues.number < ${queuesAtOnce}
    ), open_queues as (
      -- Each is read as far as the places reach, and all are served.
      select queues.*, least(coalesce(room, ${perLane}::integer), greatest(${free}::integer / count(*) over (), ${perLane})) as most
      from queues left join lanes using (lane) left join merchants using (merchant_id)
      where number > 0 and ${isOpen}
    ), oldest as (
      select one.* from open_queues
      cross join lateral (
        -- Compared so that only the index of queues serves it. By another the planner would read all that is due.
        select ${columns} from deliveries one
        where status = 'pending' and one.merchant_id = open_queues.merchant_id and ${hash} = open_queues.hash and ${own}
          and (one.merchant_id, ${hash}, due_at) <= (open_queues.merchant_id, open_queues.hash, ${now})
        order by due_at limit open_queues.most
      ) one
    ), due as (
      select one.*, coalesce(load, 0) as load, coalesce(room, ${perLane}::integer) as room,
        coalesce(merchant_load, 0) as merchant_load
      from (
        select * from oldest
        union
        -- Where all queues were read, the oldest of each are enough.
        select * from newest where (select coalesce(max(number), ${queuesAtOnce}) from queues) = ${queuesAtOnce}
      ) one
      left join lanes using (lane) left join merchants using (merchant_id)
      where ${isOpen}
    )`;
}

/** A predecessor of the delivery `due` is pending. all merchants: a receiver is one merchant's. */
const hasPredecessor = (db: Db) => db`(due.sequence > 1 and exists (
  select from deliveries before
  where before.receiver_id = due.receiver_id and before.object_id = due.object_id
    and before.sequence < due.sequence and before.status = 'pending'))`;

/** The webhook of the delivery `due` was deleted. */
const isOrphan = (db: Db) => db`(due.webhook_id is not null and (
  select id from webhooks where id = due.webhook_id and merchant_id = due.merchant_id) is null)`;

/** Of a receiver that is held back, disabled or gone, so many due deliveries are postponed or ended at once. */
const postponedAtOnce = 512;

/**
 * Ends deliveries whose receiver is disabled or deleted, and postpones the others: until their receiver is no longer held
 * back, or until their predecessor is due, at least until `nextLook`. The receiver or the predecessor is locked: a transaction
 * that ends the wait at the same time finds them postponed, and makes them due. Returns how many, with others of the same
 * receivers. all merchants: the sender serves every merchant.
 */
export async function postponeWaiting(db: Sql, ids: string[], now: Date, nextLook: Date): Promise<number> {
  if (ids.length === 0) return 0;
  return planned(db, 'once', async (tx) => {
    const waiting = tx`due.id = any (${ids}::uuid[]) and due.due_at <= ${now}`;
    const dueOf = (receivers: Fragment) => tx`
      deliveries due join ${receivers} receiver on receiver.id = due.receiver_id
      where due.status = 'pending' and due.due_at <= ${now} limit ${postponedAtOnce} for update of due skip locked`;
    const ended = await tx`
      with gone as materialized (
        select due.receiver_id as id, min(coalesce('disabled: ' || receiver.disabled_reason, 'the webhook was deleted')) as note
        from deliveries due left join receivers receiver on receiver.id = due.receiver_id
        where ${waiting} and (receiver.disabled_at is not null or ${isOrphan(tx)})
        group by due.receiver_id
      )
      update deliveries set status = ${ending(tx)}, due_at = null, note = one.note
      from (select due.id, receiver.note from ${dueOf(tx`gone`)}) one where deliveries.id = one.id`;
    const held = await tx`
      with held as materialized (
        select id, open_until from receivers
        where open_until > ${now} and id = any (array(select due.receiver_id from deliveries due where ${waiting}))
        for share skip locked
      )
      update deliveries set due_at = one.open_until
      from (select due.id, receiver.open_until from ${dueOf(tx`held`)}) one where deliveries.id = one.id`;
    const blocked = await tx`
      update deliveries set due_at = greatest(one.until, ${nextLook})
      from (
        select due.id, before.due_at as until
        from deliveries due join deliveries before on before.receiver_id = due.receiver_id
          and before.object_id = due.object_id and before.sequence < due.sequence and before.status = 'pending'
        where ${waiting}
        for update of due skip locked for share of before skip locked
      ) one
      where deliveries.id = one.id`;
    return ended.count + held.count + blocked.count;
  });
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
