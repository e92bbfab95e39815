// The number of new rows since a list was shown. They are announced, and never inserted: no row that is being read moves.
import { readCursor, writeCursor } from '../../../kernel/http/paging.ts';
import { firstOf } from '../../../kernel/required.ts';
import { queryOf } from '../../../reports/lists/filters.ts';
import type { Filters, List, Spot } from '../../../reports/lists/list.ts';
import { type Html, html } from '../../html.ts';
import { readCopy } from '../replicas.ts';
import type { Visit } from '../visit.ts';
import { live } from './parts.ts';

/** More are not counted. */
const mostNewer = 99;
/**
 * Rows are created at one time and become visible at another, at commit: a new row can appear below rows that are shown.
 * So a page knows its newest rows by their ids, and counts every other row among them.
 */
const mostKnown = 20;
/** Instead of a row, if the list had none. */
const noRow = 'none';

/** Returns the announcement; empty on the page itself, whose rows are `shown`. */
export async function newerRows(
  visit: Visit,
  list: List,
  filters: Filters,
  path: string,
  shown: readonly Spot[] = [],
): Promise<Html> {
  // New rows can be anywhere in a list in another order.
  if (filters.sort ?? filters.order) return live(visit, 'newer', html``);
  const { place, ...first } = filters;
  visit.live.since ??=
    visit.live.seen ?? sinceOf(place || shown.length === 0 ? await newestOf(visit, list, first) : shown);
  const count = visit.live.isStream ? await countSince(visit, list, first, visit.live.since) : 0;
  if (count === 0) return live(visit, 'newer', html``);
  visit.live.isDone = count > mostNewer;
  const words = visit.live.isDone ? `more than ${mostNewer}` : `${count}`;
  const query = queryOf(first);
  const link = html`<p class="newer"><a href="${query === '' ? path : `${path}?${query}`}">${words} newer</a></p>`;
  return live(visit, 'newer', link, `${words} newer ${list.nouns[count === 1 ? 0 : 1]}.`);
}

/** Returns a text for each visit of a list, which differs when its newest rows changed. */
export async function marksOfLists(list: List, visits: readonly [Visit, Filters][]): Promise<string[]> {
  const [first] = visits;
  if (!first) return [];
  const pages = visits.map(([{ viewer }, { place: _, ...filters }]) => ({
    viewer,
    filters,
    request: newest,
  }));
  const found = await readCopy(first[0], (db) => list.spots(db, pages));
  return found.map((spots) => spots.map(({ id }) => id).join());
}

const newest = { limit: mostKnown - 1, offset: 0 };

async function newestOf(visit: Visit, list: List, filters: Filters): Promise<readonly Spot[]> {
  const page = { viewer: visit.viewer, filters, request: newest };
  return firstOf(await readCopy(visit, (db) => list.spots(db, [page])));
}

const tailOf = (id: string): string => id.slice(-8);

/** The start of a page when it was shown: the oldest of its newest rows, and the ends of their ids. */
function sinceOf(rows: readonly Spot[]): string {
  const known = rows.slice(0, mostKnown);
  const last = known.length === mostKnown ? known.at(-1) : undefined;
  const from = last ? writeCursor({ direction: 'before', createdAt: last.createdAt, id: last.id }) : noRow;
  return [from, ...known.map(({ id }) => tailOf(id))].join('.');
}

async function countSince(visit: Visit, list: List, filters: Filters, since: string): Promise<number> {
  const [from = '', ...tails] = since.split('.', mostKnown + 1);
  const place = readCursor(from);
  if (!place && from !== noRow) return 0;
  const request = {
    limit: mostNewer + mostKnown,
    offset: 0,
    ...(place && { place: { ...place, direction: 'before' as const } }),
  };
  const known = new Set(tails);
  const page = { viewer: visit.viewer, filters, request };
  const spots = firstOf(await readCopy(visit, (db) => list.spots(db, [page])));
  return spots.filter(({ id }) => !known.has(tailOf(id))).length;
}
