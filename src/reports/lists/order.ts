// The order of a list: by the time at which its rows were created, the newest first. Across merchants, and with joins,
// no index may have that order: then ids, which follow the time, give it.
import { plus } from '../../kernel/clock.ts';
import type { Db, Fragment } from '../../kernel/db/db.ts';
import { type PageRequest, pageClause } from '../../kernel/http/paging.ts';
import { firstIdAt } from '../../kernel/ids.ts';
import { isJoined, type ListQuery } from './condition.ts';
import type { Filters } from './list.ts';

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

/** Returns the condition, order and limit of a page, for the end of a query's `where`. */
export function pageOf(db: Db, query: ListQuery, request: PageRequest): Fragment {
  if (!isById(query)) return pageClause(db, request);
  const { place, limit, offset } = request;
  const within = idsWithin(db, query.filters, 'id');
  if (!place) return db`${within} order by id desc limit ${limit + 1} offset ${offset}`;
  return place.direction === 'after'
    ? db`${within} and id < ${place.id} order by id desc limit ${limit + 1}`
    : db`${within} and id > ${place.id} order by id limit ${limit + 1}`;
}

/** Returns the order of a page's rows, which are aliased as `page`. */
export function orderOf(db: Db, query: ListQuery, { place }: PageRequest): Fragment {
  const way = place?.direction === 'before' ? db`asc` : db`desc`;
  return isById(query) ? db`page.id ${way}` : db`page.created_at ${way}, page.id ${way}`;
}
