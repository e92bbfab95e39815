// How many rows a list has got since its page was shown. They are announced, and never put in: nothing moves that is read.
import { readCursor, writeCursor } from '../../../kernel/http/paging.ts';
import { queryOf } from '../../../reports/lists/filters.ts';
import type { Filters, List, Row } from '../../../reports/lists/list.ts';
import { type Html, html } from '../../html.ts';
import type { Visit } from '../visit.ts';
import { live } from './parts.ts';

/** More are not counted. */
const mostNewer = 99;
/** In place of a row, where the list had none. */
const noRow = 'none';

/**
 * Returns the announcement; empty on the page itself, whose rows are `shown`. A row that was committed long after it was
 * made may be missed.
 */
export async function newerRows(
  visit: Visit,
  list: List,
  filters: Filters,
  path: string,
  shown: readonly Row[] = [],
): Promise<Html> {
  const { place, ...first } = filters;
  visit.live.since ??=
    visit.live.seen ?? sinceOf(place || shown.length === 0 ? await newestOf(visit, list, first) : shown[0]);
  const rows = visit.live.isStream ? await rowsSince(visit, list, first, visit.live.since) : [];
  if (rows.length === 0) return live(visit, 'newer', html``);
  visit.live.isDone = rows.length > mostNewer;
  const count = visit.live.isDone ? `more than ${mostNewer}` : `${rows.length}`;
  const query = queryOf(first);
  const link = html`<p class="newer"><a href="${query === '' ? path : `${path}?${query}`}">${count} newer</a></p>`;
  return live(visit, 'newer', link, `${count} newer ${list.nouns[rows.length === 1 ? 0 : 1]}.`);
}

/** Returns the newest row that matches; undefined where there is none. */
export async function newestOf(
  { ctx, viewer }: Visit,
  list: List,
  filters: Filters,
): Promise<Row | undefined> {
  return (await list.page(ctx.db, viewer, filters, { limit: 1, offset: 0 })).rows[0];
}

const sinceOf = (row: Row | undefined): string =>
  row ? writeCursor({ direction: 'before', createdAt: row.createdAt, id: row.id }) : noRow;

async function rowsSince(
  { ctx, viewer }: Visit,
  list: List,
  filters: Filters,
  since: string,
): Promise<readonly Row[]> {
  const place = readCursor(since);
  if (!place && since !== noRow) return [];
  const request = {
    limit: mostNewer + 1,
    offset: 0,
    ...(place && { place: { ...place, direction: 'before' as const } }),
  };
  return (await list.page(ctx.db, viewer, filters, request)).rows;
}
