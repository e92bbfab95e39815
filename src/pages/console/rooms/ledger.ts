// The ledger: the balance of each kind of account at the end of a day, and the journals that changed it.
import { Readable } from 'node:stream';
import { type AccountKind, accountKinds, formatHead, ledgerHead } from '../../../core/ledger/actions.ts';
import { dayOf } from '../../../kernel/business-days.ts';
import { dayRange, parseDay } from '../../../kernel/calendar.ts';
import { readCursor, writeCursor } from '../../../kernel/http/paging.ts';
import { getOrThrow } from '../../../kernel/required.ts';
import {
  type Balance,
  type BookedJournal,
  exportDayBook,
  type JournalFilter,
  pageJournals,
  readBalances,
} from '../../../reports/books/actions.ts';
import type { Scope } from '../../../reports/lists/filters.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { noteExport } from '../exports.ts';
import { choice, field } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { empty, money, pathOfThing, id as shownId, time } from '../views/parts.ts';
import { type Fields, type PageRoute, Refusal, type Visit } from '../visit.ts';

const room = 'ledger';
const path = consolePath(room);
const action = 'ledger.see';
const takes = ['site', 'day', 'kind', 'after'] as const;
const rowsOfAPage = 50;

export const ledgerPages: PageRoute[] = [
  { path, action, takes, show: showLedger },
  { path: `${path}.csv`, action, isExport: true, takes, show: sendDayBook },
];

interface Asked extends JournalFilter {
  day: string;
  site: string;
}

/** Reads the query. Throws Refusal for an invalid parameter. */
function askedOf({ query, ctx, viewer }: Visit, scope: Scope): Asked {
  const today = dayOf(ctx.clock.now()).toString();
  const { site = '', kind = 'merchant' } = query;
  const typed = query.day || today;
  const day = typed.length === 10 ? parseDay(typed) : undefined;
  if (!day) throw new Refusal(422, 'Enter a date as YYYY-MM-DD.', 'day');
  const found = scope.sites.find(({ code }) => code === site);
  if (site !== '' && !found) throw new Refusal(400, `No site with code "${site.slice(0, 50)}".`, 'site');
  if (!kindsFor(viewer.merchants === 'all').includes(kind as AccountKind))
    throw new Refusal(422, 'Unknown kind of account.', 'kind');
  return {
    viewer,
    siteId: found?.id,
    kind: kind as AccountKind,
    ...dayRange(day, day),
    day: day.toString(),
    site,
  };
}

const allKinds = Object.keys(accountKinds) as AccountKind[];
/** Accounts of the service and of its banks belong to the operator. */
const kindsFor = (isOperator: boolean): AccountKind[] =>
  isOperator ? allKinds : allKinds.filter((kind) => accountKinds[kind].owner === 'site');

const words = (kind: string): string => {
  const plain = kind.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

function address({ day, site, kind }: Asked, more: Fields = {}): string {
  const given = { day, kind, ...(site && { site }), ...more };
  return new URLSearchParams(given).toString();
}

async function showLedger(visit: Visit): Promise<Html> {
  const { db } = visit.ctx;
  const scope = await findScope(db, visit.viewer);
  const asked = askedOf(visit, scope);
  const balances = await readBalances(visit.ctx, asked);
  const isOperator = visit.viewer.merchants === 'all';
  const main = html`${filters(asked, scope, isOperator)}
${balances.length === 0 ? empty('No journals yet. The first payment creates the first journal.') : balancesTable(asked, balances, isOperator)}
${await journals(visit, asked)}
${isOperator && (await head(visit))}`;
  const tools = html`<a data-export href="${path}.csv?${address(asked)}">Export day book as CSV</a>`;
  return consolePage(visit, { title: 'Ledger', room, main, tools });
}

function filters(asked: Asked, { sites }: Scope, isOperator: boolean): Html {
  const kinds = kindsFor(isOperator).map((kind) => [kind, words(kind)] as const);
  return html`<form class="filters" method="get" action="${path}" role="search" aria-label="Filters">
${choice({ name: 'site', label: 'Site', options: [['', 'All'], ...sites.map(({ code }) => [code, code] as const)], chosen: asked.site })}
${choice({ name: 'kind', label: 'Account', options: kinds, chosen: asked.kind })}
${field({ name: 'day', label: 'Date', type: 'date', typed: { day: asked.day } })}
<button class="quiet-button">Show</button></form>`;
}

function balancesTable(asked: Asked, balances: readonly Balance[], isOperator: boolean): Html {
  const order = new Map(allKinds.map((kind, index) => [kind, index]));
  const rows = balances.toSorted((one, other) => getOrThrow(order, one.kind) - getOrThrow(order, other.kind));
  const sum = rows.reduce((total, { cents }) => total + cents, 0n);
  const isWhole = isOperator && asked.siteId === undefined;
  return html`<div class="table" tabindex="0" role="region" aria-label="Balances"><table class="cards">
<caption>Trial balance at ${asked.day}</caption>
<thead><tr><th scope="col">Account</th><th scope="col">Meaning</th><th scope="col" class="money">Debit</th><th scope="col" class="money">Credit</th></tr></thead>
<tbody>${rows.map(
    ({
      kind,
      cents,
    }) => html`<tr><td data-label="Account"><a data-row href="${path}?${address({ ...asked, kind })}">${words(kind)}</a></td>
<td data-label="Meaning">${accountKinds[kind].meaning}</td>${sides(cents)}</tr>`,
  )}</tbody>
${isWhole && html`<tfoot><tr><th scope="row" colspan="2">${sum === 0n ? 'Debits and credits balance.' : 'Debits and credits do not balance: run tefo check.'}</th>${sides(sum)}</tr></tfoot>`}</table></div>`;
}

const sides = (cents: bigint): Html =>
  html`<td class="money" data-label="Debit">${cents > 0n ? money(cents) : ''}</td><td class="money" data-label="Credit">${cents < 0n ? money(-cents) : ''}</td>`;

async function journals(visit: Visit, asked: Asked): Promise<Html> {
  const { after } = visit.query;
  const place = after === undefined ? undefined : readCursor(after);
  if (after !== undefined && !place)
    throw new Refusal(422, 'Unknown position in the list: go back to the first page.', 'after');
  const request = { limit: rowsOfAPage, offset: 0, ...(place && { place }) };
  const { rows, hasMore } = await pageJournals(visit.ctx.db, asked, request);
  const last = rows.at(-1);
  const title = html`<h2 id="journals">${words(asked.kind)} on ${asked.day}</h2>`;
  if (!last)
    return html`<section aria-labelledby="journals">${title}<p>No journals for this account on this day.</p></section>`;
  const older = address(asked, {
    after: writeCursor({ direction: 'after', createdAt: last.createdAt, id: last.id }),
  });
  return html`<section aria-labelledby="journals">${title}
<div class="table" tabindex="0" role="region" aria-label="Journals"><table class="cards"><caption>Journals, newest first</caption>
<thead><tr><th scope="col">Posted</th><th scope="col">Posting</th><th scope="col">Source</th><th scope="col">Account</th><th scope="col" class="money">Debit</th><th scope="col" class="money">Credit</th></tr></thead>
<tbody>${rows.map((row) => journalRow(row))}</tbody></table></div>
${hasMore && html`<p class="more"><a rel="next" href="${path}?${older}">Next page</a></p>`}</section>`;
}

function journalRow({ id, createdAt, template, object, thingId, account, amountCents }: BookedJournal): Html {
  const to = pathOfThing(object, thingId);
  const what = words(object).toLowerCase();
  return html`<tr id="row-${id}"><td data-label="Posted">${time(createdAt)}</td><td data-label="Posting">${words(template)}</td>
<td data-label="Source">${to ? html`<a href="${to}">${what}</a>` : what}</td><td data-label="Account">${account}</td>${sides(amountCents)}</tr>`;
}

async function head({ ctx }: Visit): Promise<Html> {
  const { linkedAt, waiting, ...last } = await ledgerHead(ctx.db);
  return html`<details class="panel"><summary>Integrity</summary>
<p>Integrity hash: ${shownId(formatHead(last))}</p>
<p>${linkedAt && html`Last journal hashed ${time(linkedAt)}. `}${waiting === 0 ? 'All journals are in the hash chain.' : `${waiting} journals are not in the hash chain yet.`}</p>
<p class="hint">Store this hash outside of this machine. <code>npx tefo ledger verify --head HEAD</code> then proves that no journal changed since.</p></details>`;
}

async function sendDayBook(visit: Visit) {
  const scope = await findScope(visit.ctx.db, visit.viewer);
  const asked = askedOf(visit, scope);
  await noteExport(visit, 'ledger', { day: asked.day, kind: asked.kind, site: asked.site });
  return visit.reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="ledger_${asked.kind}_${asked.day}.csv"`)
    .send(Readable.from(exportDayBook(visit.ctx.db, asked)));
}
