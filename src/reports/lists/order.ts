// The order of a list: by the time at which its rows were created, the newest first, or by another value. Across merchants, and
// with joins, no index may have the order of time: then ids, which follow it, give it.
import { plus } from '../../kernel/clock.ts';
import type { Db, Fragment } from '../../kernel/db/db.ts';
import { type PageRequest, type Place, pageClause } from '../../kernel/http/paging.ts';
import { firstIdAt } from '../../kernel/ids.ts';
import { type Outcome, outcomes } from '../outcomes.ts';
import { isJoined, type ListQuery } from './condition.ts';
import type { Filters, Row } from './list.ts';

/** How far an id's time may be from that of its row, in milliseconds: an id was once drawn a moment after its row's time. */
const slack = 60_000;

function isById(query: ListQuery): boolean {
  const { description, viewer, filters } = query;
  if (description.followsIds !== true) return false;
  const isOfAll =
    viewer.merchants === 'all' && filters.merchantId === undefined && filters.siteId === undefined;
  return isOfAll || isJoined(query);
}

/** Returns the condition that an id is in the requested time, or a moment away from it. */
export function idsWithin(db: Db, { from, to }: Filters, column: string): Fragment {
  const name = db(column);
  return db`
    ${from ? db`and ${name} >= ${firstIdAt(plus(from, -slack))}` : db``}
    ${to ? db`and ${name} < ${firstIdAt(plus(to, slack))}` : db``}`;
}

/** True for the order of an index of time, or of ids, from its start. */
const isOldestFirst = ({ sort = 'created', order }: Filters): boolean =>
  sort === 'created' && order === 'asc';

/** Returns the condition, order and limit of a page, for the end of a query's `where`. */
export function pageOf(db: Db, query: ListQuery, request: PageRequest): Fragment {
  if (query.filters.sort === 'amount') return pageByAmount(db, query.filters, request);
  if (isOldestFirst(query.filters)) return pageFromOldest(db, query, request);
  if (!isById(query)) return pageClause(db, request);
  const { place, limit, offset } = request;
  const within = idsWithin(db, query.filters, 'id');
  if (!place) return db`${within} order by id desc limit ${limit + 1} offset ${offset}`;
  return place.direction === 'after'
    ? db`${within} and id < ${place.id} order by id desc limit ${limit + 1}`
    : db`${within} and id > ${place.id} order by id limit ${limit + 1}`;
}

function pageFromOldest(db: Db, query: ListQuery, { place, limit }: PageRequest): Fragment {
  if (isById(query)) {
    const behind = place ? db`and id > ${place.id}` : db``;
    return db`${idsWithin(db, query.filters, 'id')} ${behind} order by id limit ${limit + 1}`;
  }
  const behind = place ? db`and (created_at, id) > (${place.createdAt}, ${place.id})` : db``;
  return db`${behind} order by created_at, id limit ${limit + 1}`;
}

/** Rows of one amount are in the order in which the index of amounts has them. */
function pageByAmount(db: Db, { order }: Filters, { place, limit }: PageRequest): Fragment {
  const isUp = order === 'asc';
  const sorted = amountOrder(db, isUp);
  if (!place) return db`order by ${sorted} limit ${limit + 1}`;
  // A place of another order has no amount.
  const amount = /^\d{1,18}$/.test(place.value ?? '') ? (place.value ?? '0') : '0';
  const behind = isUp
    ? db`amount_cents >= ${amount} and (amount_cents > ${amount} or (created_at, id) < (${place.createdAt}, ${place.id}))`
    : db`amount_cents <= ${amount} and (amount_cents < ${amount} or (created_at, id) > (${place.createdAt}, ${place.id}))`;
  return db`and ${behind} order by ${sorted} limit ${limit + 1}`;
}

const amountOrder = (db: Db, isUp: boolean): Fragment =>
  isUp ? db`amount_cents, created_at desc, id desc` : db`amount_cents desc, created_at, id`;

/** Returns the order of a page's rows, which are aliased as `page`. */
export function orderOf(db: Db, query: ListQuery, { place }: PageRequest): Fragment {
  const { filters } = query;
  if (filters.sort === 'amount') return amountOrder(db, filters.order === 'asc');
  const way = place?.direction === 'before' || isOldestFirst(filters) ? db`asc` : db`desc`;
  return isById(query) ? db`page.id ${way}` : db`page.created_at ${way}, page.id ${way}`;
}

/** Returns the place of a row, behind which the next page begins. */
export function placeAfter(
  { sort = 'created' }: Filters,
  { createdAt, id, amountCents, outcome }: Row,
): Place {
  const value = { created: undefined, amount: amountCents, outcome }[sort];
  return { createdAt, id, direction: 'after', ...(value !== undefined && { value: String(value) }) };
}

/**
 * Returns the outcomes whose rows follow one another in a list that is sorted by outcome, from the place on; undefined for other
 * lists. Rows of one outcome are the newest first.
 */
export function outcomesInOrder(
  { sort, order, outcome }: Filters,
  place: Place | undefined,
): Outcome[] | undefined {
  if (sort !== 'outcome' || outcome !== undefined) return undefined;
  const all = [...outcomes].sort();
  if (order === 'desc') all.reverse();
  const first = place ? all.indexOf(place.value as Outcome) : 0;
  return all.slice(Math.max(0, first));
}
