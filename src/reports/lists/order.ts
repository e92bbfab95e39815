// The order of a list: by the time at which its rows were made, the newest first. Of all merchants together, that order may
// stand in no index of its own: then ids, which follow the time, give it.
import type { Viewer } from '../../core/viewer.ts';
import { plus } from '../../kernel/clock.ts';
import type { Db, Fragment } from '../../kernel/db/db.ts';
import { type PageRequest, pageClause } from '../../kernel/http/paging.ts';
import { firstIdAt } from '../../kernel/ids.ts';
import type { Description, Filters } from './list.ts';

/** How far an id's time may be from that of its row, in milliseconds: an id was once drawn a moment after its row's time. */
const slack = 60_000;

const isById = (
  { followsIds }: Description,
  { merchants }: Viewer,
  { merchantId, siteId }: Filters,
): boolean => followsIds === true && merchants === 'all' && merchantId === undefined && siteId === undefined;

/** Returns the condition, order and limit of a page, for the end of a query's `where`. */
export function pageOf(
  db: Db,
  description: Description,
  viewer: Viewer,
  filters: Filters,
  request: PageRequest,
): Fragment {
  if (!isById(description, viewer, filters)) return pageClause(db, request);
  const { from, to } = filters;
  const { place, limit, offset } = request;
  const within = db`
    ${from ? db`and id >= ${firstIdAt(plus(from, -slack))}` : db``}
    ${to ? db`and id < ${firstIdAt(plus(to, slack))}` : db``}`;
  if (!place) return db`${within} order by id desc limit ${limit + 1} offset ${offset}`;
  return place.direction === 'after'
    ? db`${within} and id < ${place.id} order by id desc limit ${limit + 1}`
    : db`${within} and id > ${place.id} order by id limit ${limit + 1}`;
}

/** Returns the order of a page's rows, which stand at `page`. */
export function orderOf(
  db: Db,
  description: Description,
  viewer: Viewer,
  filters: Filters,
  { place }: PageRequest,
): Fragment {
  const way = place?.direction === 'before' ? db`asc` : db`desc`;
  return isById(description, viewer, filters)
    ? db`page.id ${way}`
    : db`page.created_at ${way}, page.id ${way}`;
}
