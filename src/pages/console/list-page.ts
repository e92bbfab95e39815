// The page of a list: filters, the count, a table, and the link to the next page. The address holds its whole state.
import { writeCursor } from '../../kernel/http/paging.ts';
import { formatDecimal } from '../../kernel/money.ts';
import { lastOf } from '../../kernel/required.ts';
import { columnsOfPage } from '../../reports/lists/columns.ts';
import { countWords } from '../../reports/lists/csv.ts';
import { queryOf, type Scope } from '../../reports/lists/filters.ts';
import type { Column, Filters, List, Row, Total } from '../../reports/lists/list.ts';
import { placeAfter } from '../../reports/lists/order.ts';
import { TooWide } from '../../reports/lists/read.ts';
import { findScope } from '../../reports/lists/scope.ts';
import type { Outcome } from '../../reports/outcomes.ts';
import { type Html, html } from '../html.ts';
import { monthText } from '../messages/time.ts';
import { type Format, formats, sendRows } from './exports.ts';
import {
  filterChips,
  filterForm,
  filtersIn,
  filtersOf,
  labels,
  quicker,
  readFilters,
  refusedFilters,
} from './filter-form.ts';
import { menu } from './forms.ts';
import { consolePage } from './frame.ts';
import { listFor } from './list-for.ts';
import { marksOfLists, newerRows } from './live/newer.ts';
import { consolePath } from './navigation.ts';
import { looksAt } from './operator-access.ts';
import { readCopy } from './replicas.ts';
import { dayWords, empty, id, listTime, money, outcome, state } from './views/parts.ts';
import { savedViews } from './views/saved-views.ts';
import type { PageRoute, Visit } from './visit.ts';

const rowsOfAPage = 50;

export interface ListPage {
  page: string;
  list: List;
  title: string;
  /** The text of an empty list, and the next step at the console where the visitor has permission for it. */
  first: { words: string; next?: (visit: Visit) => Html | undefined };
  /** Next to the title. */
  tools?: (visit: Visit) => Html | undefined;
  /** Above the filters: items that need attention. */
  above?: (visit: Visit) => Promise<Html | undefined>;
  /** Under the table: forms. */
  below?: (visit: Visit) => Promise<Html | undefined>;
}

export function listRoutes(given: ListPage): PageRoute[] {
  const { page, list } = given;
  const path = consolePath(page);
  return [
    {
      path,
      action: list.action,
      takes: 'filters',
      show: (visit) => showList(visit, given),
      peek: (visits) => peekList(visits, list),
    },
    ...exportRoutes({ path, list }),
  ];
}

/**
 * Returns the exports of a list, one for each format. `of` finds the record that owns the rows, and throws Refusal if the
 * visitor cannot see it.
 */
export function exportRoutes({
  path,
  list,
  of,
}: {
  path: string;
  list: List;
  of?: (visit: Visit) => Promise<string>;
}): PageRoute[] {
  return Object.keys(formats).map((format) => ({
    path: `${path}.${format}`,
    action: list.action,
    isExport: true,
    takes: 'filters',
    show: async (visit) => {
      const thing = await of?.(visit);
      const scope = await findScope(visit.ctx.db, visit.viewer);
      const shown = listFor(visit, list);
      return sendRows(visit, shown, filtersOf(visit, shown, scope, thing), format as Format);
    },
  }));
}

const exportMenu = (path: string, filters: Filters): Html =>
  menu(
    'Export',
    html`<a data-export href="${address(`${path}.csv`, filters)}">CSV</a><a href="${address(`${path}.xlsx`, filters)}">Excel</a>`,
  );

/** Returns a text for each visit, which differs when its list has other rows at the start. */
async function peekList(visits: readonly Visit[], list: List): Promise<string[]> {
  const scopes = new Map<string, Promise<Scope>>();
  const scopeOf = ({ ctx, viewer }: Visit): Promise<Scope> => {
    const key = JSON.stringify(viewer);
    const known = scopes.get(key) ?? findScope(ctx.db, viewer);
    scopes.set(key, known);
    return known;
  };
  const read = async (visit: Visit) =>
    [visit, unsorted(filtersOf(visit, listFor(visit, list), await scopeOf(visit)))] as [Visit, Filters];
  return marksOfLists(list, await Promise.all(visits.map(read)));
}

/** The same rows, the newest first. */
const unsorted = ({ sort: _sort, order: _order, ...filters }: Filters): Filters => filters;

export async function showList(visit: Visit, given: ListPage): Promise<Html> {
  const { page, title, first, tools, above, below } = given;
  const list = listFor(visit, given.list);
  const path = consolePath(page);
  const scope = await findScope(visit.ctx.db, visit.viewer);
  const read = readFilters(visit, list, scope);
  if (read.refused && !visit.live.isStream)
    return consolePage(visit, { title, page, main: refusedFilters(visit, list, scope, path, read.refused) });
  const filters = filtersIn(read);
  if (visit.live.isStream) return newerRows(visit, list, filters, path);
  const siteOf = scope.sites.find((site) => site.id === filters.siteId);
  const [top, views, rows, bottom] = await Promise.all([
    above?.(visit),
    savedViews(visit, page, queryOf(filters)),
    countedRows(visit, list, filters, path, async (total, body, rows) => {
      const table = body(`${totalWords(list, total)}${rangeWords(list, filters)}`, totalView(list, total));
      return html`${await newerRows(visit, list, filters, path, rows)}
${table}
${total.count === 0 && nothing(visit, list, filters, scope, path, first)}`;
    }),
    below?.(visit),
    looksAt(visit, filters.merchantId ?? siteOf?.merchantId),
  ]);
  const main = html`${top}
${views}
${filterForm(visit, list, filters, scope, path)}
${rows}
${bottom}`;
  const links = html`${exportMenu(path, filters)}${tools?.(visit)}`;
  return consolePage(visit, { title, page, main, tools: links });
}

/** Returns rows with their count; if that takes too long, a hint which filter to narrow, with status 422. */
async function countedRows(
  visit: Visit,
  list: List,
  filters: Filters,
  path: string,
  show: (total: Total, body: Body, rows: readonly Row[]) => Html | Promise<Html>,
): Promise<Html> {
  try {
    const [{ rows, body }, total] = await Promise.all([
      listBody(visit, list, filters, path),
      readCopy(visit, (db) => list.totals(db, visit.viewer, filters)),
    ]);
    return await show(total, body, rows);
  } catch (error) {
    if (!(error instanceof TooWide)) throw error;
    visit.reply.code(422);
    return html`<p class="wrong" role="alert">${narrowWords(error)}</p>`;
  }
}

function narrowWords({ narrowBy }: TooWide): string {
  const [best, other] = narrowBy.map((name) => labels[name]);
  if (best === undefined) return 'This search takes too long. Choose fewer days.';
  return `This search takes too long. Narrow it with ${best}${other === undefined ? '' : ` or ${other}`}.`;
}

/** Returns the number of rows in words: "57 payments", "more than 10 000 payments". */
const totalWords = (list: List, { count, isMore }: Total): string =>
  isMore ? countWords(list, count + 1) : countWords(list, count, true);

/** Returns the number and the sum of all rows of the filter. */
function totalView(list: List, total: Total): Html {
  const { count, cents, isMore } = total;
  return html`<p class="totals">Total: <span data-total="count" data-value="${String(count)}">${totalWords(list, total)}</span>${
    cents !== null &&
    html`, ${isMore && 'at least '}<strong data-total="amount" data-value="${formatDecimal(cents)}">${money(cents)}</strong>`
  }</p>`;
}

/** The table under a caption, with a text below it. */
type Body = (caption: string, foot?: Html) => Html;

/** Returns the table of a page of a list, with the link to the next page and the given caption. */
export async function listBody(
  visit: Visit,
  list: List,
  filters: Filters,
  path: string,
): Promise<{ rows: readonly Row[]; body: Body }> {
  const request = { limit: rowsOfAPage, offset: 0, ...(filters.place && { place: filters.place }) };
  const { rows, hasMore } = await readCopy(visit, (db) => list.page(db, visit.viewer, filters, request));
  const older = hasMore && address(path, filters, { after: writeCursor(placeAfter(filters, lastOf(rows))) });
  const sorting: Sorting = (key) => sortLink(list, filters, path, key);
  const body: Body = (caption, foot) => html`${table(visit, list, rows, caption, sorting)}
${foot}
${older && html`<p class="more"><a rel="next" href="${older}"${quicker(older)}>Next page</a></p>`}`;
  return { rows, body };
}

/** Returns the address that sorts by a column, or turns its order round; undefined for a column without an order. */
type Sorting = (key: string) => { href: string; now: 'ascending' | 'descending' | undefined } | undefined;

function sortLink(list: List, filters: Filters, path: string, key: string): ReturnType<Sorting> {
  if (!list.words.sort?.includes(key)) return undefined;
  const { sort = 'created', order = sort === 'outcome' ? 'asc' : 'desc' } = filters;
  const isNow = sort === key;
  const next = isNow && order === 'desc' ? 'asc' : isNow ? 'desc' : key === 'outcome' ? 'asc' : 'desc';
  const now = order === 'asc' ? 'ascending' : 'descending';
  return { href: address(path, filters, { sort: key, order: next }), now: isNow ? now : undefined };
}

function address(path: string, filters: Filters, changed: Parameters<typeof queryOf>[1] = {}): string {
  const query = queryOf(filters, changed);
  return query === '' ? path : `${path}?${query}`;
}

function rangeWords({ filters }: List, { words }: Filters): string {
  if (!filters.includes('from')) return '';
  return words.from === undefined && words.to === undefined ? ' · last 30 days' : '';
}

function nothing(
  visit: Visit,
  list: List,
  filters: Filters,
  scope: Scope,
  path: string,
  first: ListPage['first'],
): Html {
  const days = rangeWords(list, filters) && ' This list shows the last 30 days.';
  if (Object.keys(filters.words).length === 0) return empty(`${first.words}${days}`, first.next?.(visit));
  const chips = filterChips(visit, list, filters, scope, path);
  return html`<div class="empty"><p>No results. Remove a filter:</p><p class="chips">${chips}</p></div>`;
}

interface Part {
  list: List;
  /** The record that owns the rows. */
  of: string;
  path: string;
  title: string;
  /** Shown if there are no rows at all. */
  none: string;
}

/** Returns a list of the parts of one record, as a section of its page: filters, count, rows, the link to the next page. */
export async function partList(visit: Visit, { list: given, of, path, title, none }: Part): Promise<Html> {
  const list = listFor(visit, given);
  const scope = await findScope(visit.ctx.db, visit.viewer);
  const read = readFilters(visit, list, scope, of);
  if (read.refused)
    return html`<h2 id="part">${title}</h2>${refusedFilters(visit, list, scope, path, read.refused)}`;
  const filters = read.filters;
  const isAll = Object.keys(filters.words).length === 0;
  let isEmpty = false;
  const rows = await countedRows(visit, list, filters, path, (total, body) => {
    if (total.count > 0) return body(totalWords(list, total), totalView(list, total));
    isEmpty = isAll;
    return isAll ? empty(none) : html`<p>No results. <a href="${path}">Show all</a></p>`;
  });
  return html`<div class="part"><div class="title"><h2 id="part">${title}</h2>
<div class="tools">${exportMenu(path, filters)}</div></div>
${isEmpty ? undefined : filterForm(visit, list, filters, scope, path)}
${rows}
</div>`;
}

/** Returns rows as a table; on narrow screens each is a card. */
export function table(
  visit: Visit,
  list: List,
  rows: readonly Row[],
  caption: string,
  sorting: Sorting = () => undefined,
): Html {
  const isForMany = visit.viewer.merchants === 'all' || visit.viewer.merchants.length > 1;
  const columns = columnsOfPage(list, isForMany);
  return html`<div class="table" tabindex="0" role="region" aria-label="${list.caption}"><table class="cards">
<caption>${caption}</caption>
<thead><tr>${columns.map(({ key, heading, kind }) => {
    const link = sorting(key);
    const now = link ? link.now : key === 'created' && 'descending';
    return html`<th scope="col"${kind === 'money' && html` class="money"`}${now && html` aria-sort="${now}"`}>${link ? html`<a href="${link.href}"${quicker(link.href)}>${heading}</a>` : heading}</th>`;
  })}</tr></thead>
<tbody>
${rows.map((row) => html`<tr id="row-${row.id}">${columns.map((column) => cell(list, column, row))}</tr>`)}
</tbody></table></div>`;
}

function cell(list: List, column: Column, row: Row): Html {
  const { kind, heading } = column;
  const value = column.value(row);
  const label = html` data-label="${heading}"`;
  if (value === null || value === '') return html`<td></td>`;
  if (kind === 'money') return html`<td class="money"${label}>${money(value as bigint)}</td>`;
  if (kind === 'time' || kind === 'utc') return html`<td${label}>${listTime(value as Date)}</td>`;
  if (kind === 'day')
    return html`<td${label}>${column.key === 'period' ? monthText('en', String(value)) : dayWords(String(value))}</td>`;
  if (kind === 'outcome') return html`<td class="is-state"${label}>${outcome(value as Outcome)}</td>`;
  if (kind === 'state') return html`<td class="is-state"${label}>${state(String(value))}</td>`;
  if (kind !== 'link') return html`<td${label}>${kind === 'id' ? id(String(value)) : value}</td>`;
  const thing = list.leadsTo(row);
  return html`<td${label}>${thing ? html`<a data-row href="${consolePath(thing.page, thing.id)}">${value}</a>` : value}</td>`;
}
