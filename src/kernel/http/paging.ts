// Paging through a list, newest first, that stays exact while rows arrive: a link carries the place where the page
// before ended, so that new rows never push old ones onto another page, and the last page costs what the first does.
import type { Db } from '../db/db.ts';
import { isUuid } from '../ids.ts';

export interface Place {
  createdAt: Date;
  id: string;
  /** "after": the rows older than this one; "before": the rows newer than it. */
  direction: 'after' | 'before';
}

export interface PageRequest {
  /** 1 to 500 rows. */
  limit: number;
  /** How many rows stand before the page. Only counted by the database where there is no place. */
  offset: number;
  place?: Place;
}

export interface Page<Row> {
  rows: Row[];
  hasMore: boolean;
  request: PageRequest;
}

/** A place as opaque text for a link. */
export function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify([place.direction, place.createdAt.getTime(), place.id])).toString(
    'base64url',
  );
}

/** Reads what writeCursor wrote; undefined for anything else. */
export function readCursor(text: string): Place | undefined {
  try {
    const [direction, time, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    if ((direction !== 'after' && direction !== 'before') || !isUuid(id)) return undefined;
    if (typeof time !== 'number' || !Number.isInteger(time) || Math.abs(time) > 8.64e15) return undefined;
    return { direction, createdAt: new Date(time), id };
  } catch {
    return undefined;
  }
}

/** The condition, order and bounds of a page over (created_at, id), to stand at the end of a query's `where`. */
export function pageClause(db: Db, page: PageRequest) {
  const { place, limit, offset } = page;
  if (!place) return db`order by created_at desc, id desc limit ${limit + 1} offset ${offset}`;
  return place.direction === 'after'
    ? db`and (created_at, id) < (${place.createdAt}, ${place.id}) order by created_at desc, id desc limit ${limit + 1}`
    : db`and (created_at, id) > (${place.createdAt}, ${place.id}) order by created_at, id limit ${limit + 1}`;
}

/** Makes a page of what a query with pageClause answered: one row more than asked for tells that there are more. */
export function toPage<Row>(found: Row[], request: PageRequest): Page<Row> {
  const rows = found.slice(0, request.limit);
  const isBackward = request.place?.direction === 'before';
  if (isBackward) rows.reverse();
  // Going back, the page that was left is always further on.
  return { rows, hasMore: isBackward || found.length > request.limit, request };
}
