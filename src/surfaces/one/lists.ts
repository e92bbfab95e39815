// Lists: from whole South African days to an envelope whose links visit every row exactly once.
import Type from 'typebox';
import type { Site } from '../../core/merchants/actions.ts';
import { dayRange, parseDay, startOfDay } from '../../kernel/calendar.ts';
import { type Page, type PageRequest, readCursor, toPage, writeCursor } from '../../kernel/http/paging.ts';
import type { Call } from './deps.ts';
import { invalid } from './errors.ts';
import { type Reply, replyOf } from './keyed.ts';
import { text } from './wire.ts';

const defaultLimit = 50;

export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
};

/** Like pageQuery, for lists that change while a client reads them. */
export const cursorQuery = {
  ...pageQuery,
  cursor: Type.Optional(text(200)),
};

export const rangeQuery = {
  fromDate: text(40),
  toDate: text(40),
  ...cursorQuery,
};

/** Like rangeQuery, but either day may be left out. */
export const openRangeQuery = {
  ...rangeQuery,
  fromDate: Type.Optional(rangeQuery.fromDate),
  toDate: Type.Optional(rangeQuery.toDate),
};

export const siteQuery = { siteCode: Type.Optional(text(50)) };

type PageQuery = { limit?: number; offset?: number; cursor?: string };
type RangeQuery = PageQuery & { fromDate: string; toDate: string };

// The days that the database can hold. There is nothing to find beyond them.
const earliest = Temporal.PlainDate.from('1900-01-01');
const latest = Temporal.PlainDate.from('9000-01-01');

/** Reads fromDate and toDate as the half-open range of instants [from, to). */
export function readRange({ fromDate, toDate }: RangeQuery): { from: Date; to: Date } {
  const first = readDay(fromDate, 'fromDate');
  const last = readDay(toDate, 'toDate');
  if (Temporal.PlainDate.compare(last, first) < 0) {
    throw invalid({ parameter: 'toDate' }, 'toDate must not be before fromDate');
  }
  return dayRange(clamp(first), clamp(last));
}

/** Like readRange, but either day may be left out. */
export function readOpenRange({ fromDate, toDate }: Partial<RangeQuery>): { from?: Date; to?: Date } {
  if (fromDate !== undefined && toDate !== undefined) return readRange({ fromDate, toDate });
  return {
    ...(fromDate !== undefined && { from: startOfDay(clamp(readDay(fromDate, 'fromDate'))) }),
    ...(toDate !== undefined && { to: dayRange(earliest, clamp(readDay(toDate, 'toDate'))).to }),
  };
}

function readDay(given: string, parameter: string): Temporal.PlainDate {
  const day = parseDay(given);
  if (!day) throw invalid({ parameter }, `${parameter} must be a date, like 2026-11-21`);
  return day;
}

function clamp(day: Temporal.PlainDate): Temporal.PlainDate {
  if (Temporal.PlainDate.compare(day, earliest) < 0) return earliest;
  return Temporal.PlainDate.compare(day, latest) > 0 ? latest : day;
}

export function readPage({ limit = defaultLimit, offset = 0, cursor }: PageQuery): PageRequest {
  if (cursor === undefined) return { limit, offset };
  const place = readCursor(cursor);
  const year = place?.createdAt.getUTCFullYear() ?? 0;
  if (!place || year < 1900 || year > 9000)
    throw invalid({ parameter: 'cursor' }, 'cursor must come from a link in a response');
  return { limit, offset, place };
}

/** Returns the site that a query names. Throws a 400 if it is not the merchant's. */
export async function readSite(call: Call, siteCode: string): Promise<Site> {
  const site = await call.deps.directory.siteByCode(siteCode);
  if (site?.merchantId === call.merchantId) return site;
  throw invalid({ parameter: 'siteCode' }, 'siteCode is not one of your sites');
}

/** Returns the id of the site that a list's query names, or undefined if it names none. */
export async function siteIdOf(call: Call<{ siteCode?: string }>): Promise<string | undefined> {
  const { siteCode } = call.query;
  return siteCode === undefined ? undefined : (await readSite(call, siteCode)).id;
}

/** Returns a page of rows in the envelope. `path` is the list's own, relative to the base address. */
export async function pageReply<Row extends { id: string; createdAt: Date }>(
  call: Call<PageQuery>,
  path: string,
  page: Page<Row>,
  write: (row: Row) => unknown,
): Promise<Reply> {
  const { limit, offset } = page.request;
  const results = await Promise.all(page.rows.map(write));
  const [first, last] = [page.rows[0], page.rows.at(-1)];
  const next = last && page.hasMore && { offset: offset + results.length, cursor: cursorAt(last, 'after') };
  const prev = offset > 0 && {
    offset: Math.max(0, offset - limit),
    cursor: first && cursorAt(first, 'before'),
  };
  return envelope(call, path, { limit, offset, results, hasMore: page.hasMore, next, prev });
}

/** Returns a page of rows that are all in memory, oldest first. For short lists, such as a merchant's webhooks. */
export function pageOf<Row extends { id: string; createdAt: Date }>(
  all: Row[],
  request: PageRequest,
): Page<Row> {
  const { place, limit, offset } = request;
  const from = (rows: Row[], start: number) => toPage(rows.slice(start, start + limit + 1), request);
  if (!place) return from(all, offset);
  const isBehind = ({ createdAt, id }: Row) => {
    const later = createdAt.getTime() - place.createdAt.getTime();
    return later > 0 || (later === 0 && id > place.id);
  };
  if (place.direction === 'after') return from(all.filter(isBehind), 0);
  return from(all.filter((row) => !isBehind(row) && row.id !== place.id).toReversed(), 0);
}

function cursorAt({ id, createdAt }: { id: string; createdAt: Date }, direction: 'after' | 'before'): string {
  return writeCursor({ id, createdAt, direction });
}

/** Returns a part of a short, constant list in the envelope. */
export function sliceReply(call: Call<PageQuery>, path: string, all: unknown[]): Reply {
  const { limit, offset } = readPage(call.query);
  const results = all.slice(offset, offset + limit);
  const hasMore = offset + results.length < all.length;
  const next = hasMore && { offset: offset + results.length };
  const prev = offset > 0 && { offset: Math.max(0, offset - limit) };
  return envelope(call, path, { limit, offset, results, hasMore, next, prev });
}

interface PlaceInList {
  offset: number;
  cursor?: string;
}

function envelope(
  call: Call<PageQuery>,
  path: string,
  list: {
    limit: number;
    offset: number;
    results: unknown[];
    hasMore: boolean;
    next?: PlaceInList | false;
    prev?: PlaceInList | false;
  },
): Reply {
  const { limit, offset, results, hasMore, next, prev } = list;
  const { limit: _limit, offset: _offset, cursor, ...asked } = call.query;
  const link = (place: PlaceInList): string => {
    const query = new URLSearchParams(asked as Record<string, string>);
    query.set('limit', String(limit));
    query.set('offset', String(place.offset));
    if (place.cursor !== undefined) query.set('cursor', place.cursor);
    return `${call.deps.config.oneUrl}${path}?${query}`;
  };
  return replyOf(200, {
    links: {
      self: link({ offset, cursor }),
      first: link({ offset: 0 }),
      ...(next && { next: link(next) }),
      ...(prev && { prev: link(prev) }),
    },
    results,
    meta: { limit, offset, count: results.length, hasMore },
  });
}
