// The order of a list: by the time at which its rows were made, the newest first. Of all merchants together, and of what is
// joined, that order may stand in no index of its own: then ids, which follow the time, give it.
import type { Viewer } from '../../core/viewer.ts';
import { plus } from '../../kernel/clock.ts';
import type { Db, Fragment } from '../../kernel/db/db.ts';
import { type PageRequest, pageClause } from '../../kernel/http/paging.ts';
import { firstIdAt } from '../../kernel/ids.ts';
import { type Description, type Filters, isJoined } from './list.ts';

/** How far an id's time may be from that of its row, in milliseconds: an id was once drawn a moment after its row's time. */
const slack = 60_000;

function isById(description: Description, { merchants }: Viewer, filters: Filters): boolean {
  if (description.followsIds !== true) return false;
  const isOfAll = merchants === 'all' && filters.merchantId === undefined && filters.siteId === undefined;
  return isOfAll || isJoined(description, filters);
}

/** Returns the condition that an id is of the time that is asked for, or a moment away from it. */
export function idsWithin(db: Db, { from, to }: Filters, column: string): Fragment {
  const name = db(column);
  return db`
    ${from ? db`and ${name} >= ${firstIdAt(plus(from, -slack))}` : db``}
    ${to ? db`and ${name} < ${firstIdAt(plus(to, slack))}` : db``}`;
}

/** Returns the condition, order and limit of a page, for the end of a query's `where`. */
export function pageOf(
  db: Db,
  description: Description,
  viewer: Viewer,
  filters: Filters,
  request: PageRequest,
): Fragment {
  if (!isById(description, viewer, filters)) return pageClause(db, request);
  const { place, limit, offset } = request;
  const within = idsWithin(db, filters, 'id');
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
