// Pages through a list, newest first, exactly while rows arrive: a link contains the position where the previous page
// ended, so that new rows never move old ones to another page, and the last page costs as much as the first.
import type { Db } from '../db/db.ts';
import { isUuid } from '../ids.ts';

export interface Place {
  createdAt: Date;
  id: string;
  /** "after": the rows older than this one; "before": the rows newer than it. */
  direction: 'after' | 'before';
  /** The row's value in a list that is sorted by another value. */
  value?: string;
}

export interface PageRequest {
  /** 1 to 500 rows. */
  limit: number;
  /** How many rows come before the page. The database only skips them when there is no place. */
  offset: number;
  place?: Place;
}

export interface Page<Row> {
  rows: Row[];
  hasMore: boolean;
  request: PageRequest;
}

/** Returns a place as opaque text for a link. */
export function writeCursor(place: Place): string {
  const { direction, createdAt, id, value } = place;
  const parts = [direction, createdAt.getTime(), id, ...(value === undefined ? [] : [value])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

const mostValue = 40;

/** Reads what writeCursor wrote; returns undefined for anything else. */
export function readCursor(text: string): Place | undefined {
  try {
    const [direction, time, id, value] = JSON.parse(
      Buffer.from(text, 'base64url').toString('utf8'),
    ) as unknown[];
    if ((direction !== 'after' && direction !== 'before') || !isUuid(id)) return undefined;
    if (typeof time !== 'number' || !Number.isInteger(time) || Math.abs(time) > 8.64e15) return undefined;
    if (value !== undefined && (typeof value !== 'string' || value.length > mostValue)) return undefined;
    return { direction, createdAt: new Date(time), id, ...(value !== undefined && { value }) };
  } catch {
    return undefined;
  }
}

/** Returns the condition, order and limit of a page over (created_at, id), for the end of a query's `where`. */
export function pageClause(db: Db, page: PageRequest) {
  const { place, limit, offset } = page;
  if (!place) return db`order by created_at desc, id desc limit ${limit + 1} offset ${offset}`;
  return place.direction === 'after'
    ? db`and (created_at, id) < (${place.createdAt}, ${place.id}) order by created_at desc, id desc limit ${limit + 1}`
    : db`and (created_at, id) > (${place.createdAt}, ${place.id}) order by created_at, id limit ${limit + 1}`;
}

/** Makes a page of the rows of a query with pageClause: one row more than the limit means that there are more. */
export function toPage<Row>(found: Row[], request: PageRequest): Page<Row> {
  const rows = found.slice(0, request.limit);
  const isBackward = request.place?.direction === 'before';
  if (isBackward) rows.reverse();
  // On the way back, the page the reader came from always follows.
  return { rows, hasMore: isBackward || found.length > request.limit, request };
}
