// SQL of sharing: how many of the free places each merchant's lanes get.
import type { Sql, Tx } from '../../kernel/db/db.ts';
import { randomBelow } from '../../kernel/random.ts';

export interface Places {
  now: Date;
  /** How many are free, of all the sender has. */
  free: number;
  /** At most so many are given at once. */
  limit: number;
  /** A lane has so many, whoever they are given to. */
  perLane: number;
  /** Lanes that have some already: how many, and how many more they take. */
  lanes: ReadonlyMap<string, { load: number; room: number }>;
  merchantLoads: ReadonlyMap<string, number>;
  underWay: string[];
}

// Reading this many due rows is faster than skipping through merchants and lanes.
const few = 256;
// This many due rows of each merchant are read. Where there are more, its lanes are walked through as well.
const firstRows = 32;
// This many lanes of all merchants together are walked through; of each at least a few.
const lanesWalked = 512;
const fewestLanes = 8;

/**
 * Common table expressions that end in `allotted`: (merchant_id, lane, places), the places of each lane that has due
 * messages. They belong in a `with recursive`.
 *
 * One place after the other goes to the merchant that has the fewest, as long as that are fewer than are free. So who floods
 * receivers that hang gets half of all places, two get a third each, and there is always one left for somebody who has none.
 * Among a merchant's lanes the idlest comes first, and where equals compete chance decides.
 *
 * Where few rows are due, their lanes are all there are. Else the merchants are found by skipping from one to the next
 * through the index; those that have their share already are passed over with all they have. Of each other, the lanes of
 * its first due rows are looked at, and where those are not all, so are as many others, from anywhere on: ten million rows
 * of one dead receiver, or a million dead receivers, cost the others nothing.
 */
export function allottedPlaces(tx: Tx | Sql, places: Places) {
  const { now, free, limit, perLane, lanes, merchantLoads, underWay } = places;
  const seed = randomBelow(2 ** 31);
  return tx`
    first_due as materialized (
      select merchant_id, lane from deliveries where due_at <= ${now} order by due_at limit ${few + 1}
    ), merchants_in_turn (id) as (
      (select merchant_id from deliveries where due_at is not null and (select count(*) from first_due) > ${few}
        order by merchant_id limit 1)
      union all
      select (select next.merchant_id from deliveries next
              where next.due_at is not null and next.merchant_id > merchants_in_turn.id
              order by next.merchant_id limit 1)
      from merchants_in_turn where merchants_in_turn.id is not null
    ), merchant_loads as materialized (
      select * from unnest(${[...merchantLoads.keys()]}::uuid[], ${[...merchantLoads.values()]}::integer[])
        as busy (merchant_id, load)
    ), merchants_with_room as materialized (
      select id, greatest(${fewestLanes}, ${lanesWalked} / (count(*) over ())::integer) as steps
      from merchants_in_turn left join merchant_loads on merchant_loads.merchant_id = id
      where id is not null and coalesce(load, 0) < ${free}::integer
    ), merchants_due as materialized (
      select id, steps, lanes, number
      from merchants_with_room
      cross join lateral (
        select array_agg(distinct lane) as lanes, count(*) as number
        from (
          select lane from deliveries
          where merchant_id = merchants_with_room.id and due_at <= ${now}
          order by due_at limit ${firstRows}
        ) first
      ) first
      where number > 0
    ), lanes (merchant_id, lane) as (
      select merchant_id, lane from first_due left join merchant_loads using (merchant_id)
      where (select count(*) from first_due) <= ${few} and coalesce(load, 0) < ${free}::integer
      union
      select id, unnest(lanes) from merchants_due
      union
      select id, walked.lane
      from merchants_due
      cross join lateral (
        with recursive walk (lane, hash, steps, is_around) as (
          select null::text, hashtextextended(id::text, ${seed}), 0, false
          union all
          select next.lane, next.hash, walk.steps + 1, next.is_around
          from walk
          cross join lateral (
            (select next.lane, hashtextextended(next.lane, 0) as hash, walk.is_around as is_around from deliveries next
              where next.merchant_id = merchants_due.id and next.status = 'pending' and hashtextextended(next.lane, 0) > walk.hash
              order by hashtextextended(next.lane, 0) limit 1)
            union all
            (select next.lane, hashtextextended(next.lane, 0), true from deliveries next
              where next.merchant_id = merchants_due.id and next.status = 'pending' and not walk.is_around
              order by hashtextextended(next.lane, 0) limit 1)
            limit 1
          ) next
          where walk.steps < merchants_due.steps
            and (not next.is_around or next.hash <= hashtextextended(merchants_due.id::text, ${seed}))
        )
        select walk.lane from walk where walk.lane is not null
      ) walked
      where number = ${firstRows}
    ), open as materialized (
      select lanes.merchant_id, lanes.lane, coalesce(busy.load, 0) as load, coalesce(busy.room, ${perLane}::integer) as room
      from lanes
      left join unnest(${[...lanes.keys()]}::text[], ${[...lanes.values()].map(({ load }) => load)}::integer[],
          ${[...lanes.values()].map(({ room }) => room)}::integer[]) as busy (lane, load, room)
        on busy.lane = lanes.lane
      where coalesce(busy.room, ${perLane}::integer) > 0
    ), wanted as (
      -- A place for each due message that its lane has room for, numbered as its merchant would take them.
      select open.merchant_id, open.lane, open.room, coalesce(merchant_loads.load, 0) + row_number() over (
          partition by open.merchant_id order by open.load + due.number, hashtextextended(open.lane, ${seed})) as turn
      from open
      cross join lateral (
        select row_number() over () as number
        from (
          select from deliveries one
          where ${dueIn(tx, now, underWay)}
          order by one.due_at limit open.room
        ) due
      ) due
      left join merchant_loads on merchant_loads.merchant_id = open.merchant_id
    ), within_lanes as (
      select merchant_id, lane, turn, room, row_number() over (
          partition by lane order by turn, hashtextextended(merchant_id::text, ${seed})) as of_lane
      from wanted
    ), given as (
      select merchant_id, lane, turn,
        row_number() over (order by turn, hashtextextended(merchant_id::text, ${seed})) as number
      from within_lanes where of_lane <= room
    ), allotted as materialized (
      select merchant_id, lane, count(*)::integer as places
      from given where number <= ${limit} and turn + number <= ${free}::integer + 1
      group by merchant_id, lane
    )`;
}

/**
 * What is due of the merchant and the lane of `open`, and not under way; of a delivery `one`. Said so that no index but that
 * of lanes serves it: by another the planner would walk the due rows of all lanes, or of all merchants.
 */
export const dueIn = (tx: Tx | Sql, now: Date, underWay: string[]) => tx`
  one.merchant_id = open.merchant_id and one.status = 'pending' and one.lane is not distinct from open.lane
  and (one.merchant_id, hashtextextended(one.lane, 0), one.due_at)
    <= (open.merchant_id, hashtextextended(open.lane, 0), ${now})
  and hashtextextended(one.lane, 0) = hashtextextended(open.lane, 0)
  and one.id <> all (${underWay}::uuid[])`;
