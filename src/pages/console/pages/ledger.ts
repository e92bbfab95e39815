// The ledger: the balance of each kind of account at the end of a period, and the journals that changed it, or a figure of an account
// statement, in the period.
import { Readable } from 'node:stream';
import { type AccountKind, accountKinds, formatHead, ledgerHead } from '../../../core/ledger/actions.ts';
import { readCursor, writeCursor } from '../../../kernel/http/paging.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { getOrThrow } from '../../../kernel/required.ts';
import {
  balanceKinds,
  figureWords,
  movementNames,
  movements,
  netOf,
  partOf,
} from '../../../reports/account-statement/figures.ts';
import { type ReadPeriod, readPeriod } from '../../../reports/account-statement/period.ts';
import {
  type Balance,
  type BookedJournal,
  exportDayBook,
  type JournalFilter,
  type JournalTotal,
  pageJournals,
  readBalances,
  readTotal,
} from '../../../reports/books/actions.ts';
import type { Scope } from '../../../reports/lists/filters.ts';
import { inPatience, TooWide } from '../../../reports/lists/read.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { dayText } from '../../messages/time.ts';
import { counted } from '../charts/formats.ts';
import { noteExport } from '../exports.ts';
import { choice, field } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { empty, listTime, money, pathOfThing, id as shownId, time } from '../views/parts.ts';
import { type Fields, type PageRoute, Refusal, type Visit } from '../visit.ts';
import { ownersIn } from './reports.ts';

const page = 'ledger';
const path = consolePath(page);
const action = 'ledger.see';
const takes = ['merchant', 'site', 'kind', 'figure', 'day', 'period', 'from', 'to', 'after'] as const;
const rowsOfAPage = 50;

export const ledgerPages: PageRoute[] = [
  { path, action, takes, show: showLedger },
  { path: `${path}.csv`, action, isExport: true, takes, show: sendJournals },
];

interface Asked extends JournalFilter {
  /** Days, "2026-11-21". */
  first: string;
  last: string;
  merchant: string;
  site: string;
  kind: AccountKind | '';
  figure: LedgerFigure | '';
}

/** A figure of an account statement, whose lines are listed in place of an account's. */
const ledgerFigures = ['balance', ...movementNames, 'net'] as const;
type LedgerFigure = (typeof ledgerFigures)[number];

/** Reads the query. Throws Refusal for an invalid parameter. */
function askedOf({ query, ctx, viewer }: Visit, scope: Scope): Asked {
  const { merchant = '', site = '', kind = '', figure = '' } = query;
  const { period, wrong } = periodOf(query, ctx.clock.now());
  if (wrong) throw new Refusal(422, wrong.message, wrong.field);
  const { merchant: owner, site: found } = ownersIn(query, scope);
  if (kind !== '' && !kindsFor(viewer.merchants === 'all').includes(kind as AccountKind))
    throw new Refusal(422, 'Unknown kind of account.', 'kind');
  if (figure !== '' && !(ledgerFigures as readonly string[]).includes(figure))
    throw new Refusal(422, 'Unknown figure of an account statement.', 'figure');
  return {
    viewer,
    merchantId: owner?.id,
    siteId: found?.id,
    ...accountsOf(kind as Asked['kind'], figure as Asked['figure']),
    from: period.from,
    to: period.to,
    first: period.first.toString(),
    last: period.last.toString(),
    merchant,
    site,
  };
}

/** Returns the accounts and their movements: of a figure, or all of one kind of account. */
function accountsOf(
  kind: Asked['kind'],
  figure: Asked['figure'],
): Pick<Asked, 'kinds' | 'movements' | 'part' | 'kind' | 'figure'> {
  if (figure === '') return { figure, kind: kind || 'merchant', kinds: [kind || 'merchant'] };
  if (figure === 'balance') return { figure, kind, kinds: balanceKinds };
  const names = figure === 'net' ? netOf : [figure];
  const moved = names.flatMap((name) => (name === 'vat' && figure === 'net' ? [] : movements[name]));
  return { figure, kind, kinds: balanceKinds, movements: moved, part: partOf(figure) };
}

/** Reads the period: one day, today if none is given, or as account statements have it. */
function periodOf({ day = '', period = '', from = '', to = '' }: Fields, now: Date): ReadPeriod {
  if (period !== '' || from !== '' || to !== '') {
    if (day === '') return readPeriod({ period, from, to }, now);
    return { wrong: { field: 'day', message: 'Give a day, or a period, not both.' } };
  }
  const read = readPeriod({ from: day || 'today', to: day || 'today' }, now);
  return read.wrong ? { wrong: { ...read.wrong, field: 'day' } } : read;
}

const allKinds = Object.keys(accountKinds) as AccountKind[];
/** Accounts of the service and of its banks belong to the operator. */
const kindsFor = (isOperator: boolean): AccountKind[] =>
  isOperator ? allKinds : allKinds.filter((kind) => accountKinds[kind].owner === 'site');

const words = (kind: string): string => {
  const plain = kind.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

const figureLabel = (figure: LedgerFigure): string =>
  figure === 'balance' ? 'Merchant and float' : figureWords[figure].label;

const subjectOf = ({ kind, figure }: Asked): string => (figure === '' ? words(kind) : figureLabel(figure));

const daysOf = ({ first, last }: Pick<Asked, 'first' | 'last'>): string =>
  first === last ? `on ${first}` : `from ${first} to ${last}`;

/** Returns the query of an address, with some parameters changed, or left out if they are empty. */
function address({ first, last, merchant, site, kind, figure }: Asked, changed: Fields = {}): string {
  const days: Fields = first === last ? { day: first } : { from: first, to: last };
  const given: Fields = { ...days, kind: figure === '' ? kind : '', figure, merchant, site, ...changed };
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString();
}

async function showLedger(visit: Visit): Promise<Html> {
  const { db } = visit.ctx;
  const scope = await findScope(db, visit.viewer);
  const asked = askedOf(visit, scope);
  const balances = (await readBalances(visit.ctx, asked)).filter(
    ({ kind }) => asked.figure === '' || asked.kinds.includes(kind),
  );
  const isOperator = visit.viewer.merchants === 'all';
  await looksAt(visit, asked.merchantId ?? scope.sites.find(({ id }) => id === asked.siteId)?.merchantId);
  const main = html`${presets(asked)}
${filters(asked, scope, isOperator)}
${balances.length === 0 ? empty('No journals yet. The first payment creates the first journal.') : balancesTable(asked, balances, isOperator)}
${asked.figure !== 'balance' && (await journals(visit, asked))}
${isOperator && (await head(visit))}`;
  const tools = html`<a data-export href="${path}.csv?${address(asked)}">Export journals as CSV</a>`;
  return consolePage(visit, { title: 'Ledger', page, main, tools });
}

const presetWords: readonly (readonly [period: string, words: string])[] = [
  ['this-month', 'This month'],
  ['last-month', 'Last month'],
  ['this-quarter', 'This quarter'],
  ['last-quarter', 'Last quarter'],
];

const presets = (asked: Asked): Html =>
  html`<p class="presets"><a href="${path}?${address(asked, { from: '', to: '', day: '' })}">Today</a> ${presetWords.map(
    ([period, text]) =>
      html`<a href="${path}?${address(asked, { from: '', to: '', day: '', period })}">${text}</a> `,
  )}</p>`;

function filters(asked: Asked, { sites, merchants }: Scope, isOperator: boolean): Html {
  const kinds = kindsFor(isOperator).map((kind) => [kind, words(kind)] as const);
  const codes = (all: readonly { code: string }[]) => [
    ['', 'All'] as const,
    ...all.map(({ code }) => [code, code] as const),
  ];
  const typed = { from: asked.first, to: asked.last };
  return html`<form class="filters" method="get" action="${path}" role="search" aria-label="Filters">
${merchants.length > 1 && choice({ name: 'merchant', label: 'Merchant', options: codes(merchants), chosen: asked.merchant })}
${choice({ name: 'site', label: 'Site', options: codes(sites), chosen: asked.site })}
${choice({ name: 'kind', label: 'Account', options: kinds, chosen: asked.kind || 'merchant' })}
${field({ name: 'from', label: 'From', type: 'date', typed })}
${field({ name: 'to', label: 'To', type: 'date', typed })}
<button class="quiet-button">Show</button></form>`;
}

function balancesTable(asked: Asked, balances: readonly Balance[], isOperator: boolean): Html {
  const order = new Map(allKinds.map((kind, index) => [kind, index]));
  const rows = balances.toSorted((one, other) => getOrThrow(order, one.kind) - getOrThrow(order, other.kind));
  const sum = rows.reduce((total, { cents }) => total + cents, 0n);
  const isWhole =
    isOperator && asked.siteId === undefined && asked.merchantId === undefined && asked.figure === '';
  const sumWords = isWhole
    ? sum === 0n
      ? 'Debits and credits balance.'
      : 'Debits and credits do not balance: run tefo check.'
    : asked.figure === ''
      ? undefined
      : 'Balance';
  return html`<div class="table" tabindex="0" role="region" aria-label="Balances"><table class="cards">
<caption>Trial balance at ${dayText('en', asked.last)}</caption>
<thead><tr><th scope="col">Account</th><th scope="col">Meaning</th><th scope="col" class="money">Debit</th><th scope="col" class="money">Credit</th></tr></thead>
<tbody>${rows.map(
    ({
      kind,
      cents,
    }) => html`<tr><td data-label="Account"><a data-row href="${path}?${address(asked, { kind, figure: '' })}">${words(kind)}</a></td>
<td data-label="Meaning">${accountKinds[kind].meaning}</td>${sides(cents)}</tr>`,
  )}</tbody>
${sumWords && html`<tfoot><tr><th scope="row" colspan="2">${sumWords}</th>${sides(sum)}</tr></tfoot>`}</table></div>`;
}

const sides = (cents: bigint): Html =>
  html`<td class="money" data-label="Debit">${cents > 0n ? money(cents) : ''}</td><td class="money" data-label="Credit">${cents < 0n ? money(-cents) : ''}</td>`;

async function journals(visit: Visit, asked: Asked): Promise<Html> {
  const { after } = visit.query;
  const place = after === undefined ? undefined : readCursor(after);
  if (after !== undefined && !place)
    throw new Refusal(422, 'Unknown position in the list: go back to the first page.', 'after');
  const title = html`<h2 id="journals">${subjectOf(asked)} ${daysOf(asked)}</h2>`;
  const section = (body: Html) => html`<section aria-labelledby="journals">${title}${body}</section>`;
  const request = { limit: rowsOfAPage, offset: 0, ...(place && { place }) };
  try {
    const [{ rows, hasMore }, total] = await inPatience(visit.ctx.db, [], { words: {} }, (tx) =>
      Promise.all([pageJournals(tx, asked, request), readTotal(tx, asked)]),
    );
    const last = rows.at(-1);
    if (!last) return section(html`<p>No journals in this period.</p>${totalLine(total)}`);
    const older = address(asked, {
      after: writeCursor({ direction: 'after', createdAt: last.createdAt, id: last.id }),
    });
    return section(html`${totalLine(total)}
<div class="table" tabindex="0" role="region" aria-label="Journals"><table class="cards"><caption>Journals, newest first</caption>
<thead><tr><th scope="col">Posted</th><th scope="col">Reference</th><th scope="col">Posting</th><th scope="col">Account</th><th scope="col" class="money">Debit</th><th scope="col" class="money">Credit</th></tr></thead>
<tbody>${rows.map((row) => journalRow(row))}</tbody></table></div>
${hasMore && html`<p class="more"><a rel="next" href="${path}?${older}">Next page</a></p>`}`);
  } catch (error) {
    if (!(error instanceof TooWide)) throw error;
    visit.reply.code(422);
    return section(html`<p class="wrong" role="alert">This takes too long. Choose fewer days.</p>`);
  }
}

/** Credits raise the balance of a merchant, so the sum is shown as account statements show it. */
const totalLine = ({ count, cents }: JournalTotal): Html =>
  html`<p><span data-total="count" data-value="${String(count)}">${counted(count, 'journal')}</span>,
credits less debits <strong data-total="amount" data-value="${formatDecimal(-cents)}">${money(-cents)}</strong></p>`;

function journalRow({
  id,
  createdAt,
  template,
  object,
  thingId,
  reference,
  account,
  amountCents,
}: BookedJournal): Html {
  const to = pathOfThing(object, thingId);
  const what = reference ?? words(object).toLowerCase();
  return html`<tr id="row-${id}"><td data-label="Posted">${listTime(createdAt)}</td>
<td data-label="Reference">${to ? html`<a data-row href="${to}">${what}</a>` : what}</td><td data-label="Posting">${words(template)}</td>
<td data-label="Account">${account}</td>${sides(amountCents)}</tr>`;
}

async function head({ ctx }: Visit): Promise<Html> {
  const { linkedAt, waiting, ...last } = await ledgerHead(ctx.db);
  return html`<details class="panel"><summary>Integrity</summary>
<p>Integrity hash: ${shownId(formatHead(last))}</p>
<p>${linkedAt && html`Last journal hashed ${time(linkedAt)}. `}${waiting === 0 ? 'All journals are in the hash chain.' : `${waiting} journals are not in the hash chain yet.`}</p>
<p class="hint">Store this hash outside of this machine. <code>npx tefo ledger verify --head HEAD</code> then proves that no journal changed since.</p></details>`;
}

async function sendJournals(visit: Visit) {
  const scope = await findScope(visit.ctx.db, visit.viewer);
  const asked = askedOf(visit, scope);
  const { first, last, kind, figure, merchant, site } = asked;
  const what = figure || kind;
  await noteExport(visit, 'ledger', { from: first, to: last, account: what, merchant, site });
  return visit.reply
    .type('text/csv; charset=utf-8')
    .header(
      'content-disposition',
      `attachment; filename="ledger_${what}_${first}${first === last ? '' : `_${last}`}.csv"`,
    )
    .send(Readable.from(exportDayBook(visit.ctx.db, asked)));
}
