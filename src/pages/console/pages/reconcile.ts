// Reconciliation by bank account: the statement, the ledger, the difference, and the rows that cause it.
import { type BankAccount, findSeenAccounts } from '../../../core/accounts/actions.ts';
import { bankById } from '../../../core/banks.ts';
import { clearingOf } from '../../../core/ledger/actions.ts';
import { simulatorAccount } from '../../../core/rails.ts';
import { type Difference, type Reconciliation, reconcile } from '../../../core/statements/reconciliation.ts';
import { dayOf } from '../../../kernel/business-days.ts';
import { parseDay } from '../../../kernel/calendar.ts';
import { reconciliationCsv } from '../../../reports/books/reconciliation.ts';
import { lists } from '../../../reports/lists/all.ts';
import { type Html, html } from '../../html.ts';
import { noteExport } from '../exports.ts';
import { field } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { empty, money } from '../views/parts.ts';
import { type FormRoute, type PageRoute, Refusal, type Visit } from '../visit.ts';
import { lineForms, linePage, linePath } from './statement-lines.ts';

const page = 'reconcile';
const path = consolePath(page);
const action = 'reconcile.see';
const daysBack = 10;

export const reconcilePages: PageRoute[] = [
  {
    path,
    action,
    takes: ['day'],
    show: async (visit) => {
      const { day } = visit.query;
      if (day === undefined) return showDay(visit, dayOf(visit.ctx.clock.now()), true);
      return visit.reply.redirect(consolePath(page, dayIn(day).toString()), 303);
    },
  },
  {
    path: `${path}/:day`,
    action,
    show: (visit) => showDay(visit, dayIn(visit.params.day ?? ''), false),
  },
  {
    path: `${path}/:day.csv`,
    action,
    isExport: true,
    show: (visit) => sendDay(visit, dayIn(visit.params.day ?? '')),
  },
  ...listRoutes({
    page: 'reconcile/lines',
    list: lists.openLines,
    title: 'Unreconciled bank lines',
    first: { words: 'No unreconciled lines. A line appears here when nothing explains it.' },
  }),
  linePage,
];

export const reconcileForms: FormRoute[] = lineForms;

function dayIn(text: string): Temporal.PlainDate {
  const day = text.length === 10 ? parseDay(text) : undefined;
  if (day) return day;
  throw new Refusal(422, 'Enter a date as YYYY-MM-DD.', 'day');
}

interface Reconciled {
  account: BankAccount;
  result: Reconciliation;
}

async function showDay(visit: Visit, day: Temporal.PlainDate, isNow: boolean): Promise<Html> {
  const all = await reconcileAll(visit, day);
  const main = html`${dayForm(day)}${verdict(all)}
${all.map((one) => accountView(one))}
${all.length === 0 && (await withoutAccounts(visit))}`;
  const title = isNow ? 'Reconciliation' : `Reconciliation as at ${day}`;
  const tools = html`<a data-export href="${consolePath(page, `${day}.csv`)}">Export as CSV</a>`;
  return consolePage(visit, { title, page, main, ...(all.length > 0 && { tools }) });
}

async function reconcileAll({ ctx, viewer }: Visit, day: Temporal.PlainDate): Promise<Reconciled[]> {
  const all: Reconciled[] = [];
  for (const account of await findSeenAccounts(ctx.db, viewer))
    all.push({ account, result: await reconcile(ctx, account, day.toString()) });
  return all;
}

/** Sends the balances and differences of a day: first each account's balance, then the rows that cause the difference. */
async function sendDay(visit: Visit, day: Temporal.PlainDate) {
  const all = await reconcileAll(visit, day);
  await noteExport(visit, 'reconciliation', { day: day.toString() });
  return visit.reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="reconciliation_${day}.csv"`)
    .send(reconciliationCsv(all.map(({ result }) => result)));
}

function dayForm(day: Temporal.PlainDate): Html {
  const days = Array.from({ length: daysBack }, (_, index) => day.subtract({ days: index + 1 }).toString());
  return html`<form class="filters" method="get" action="${path}" aria-label="Day">
${field({ name: 'day', label: 'As at', type: 'date', typed: { day: day.toString() } })}
<button class="quiet-button">Show</button></form>
<details><summary>Previous days</summary><ul>${days.map((one) => html`<li><a href="${consolePath(page, one)}">${one}</a></li>`)}</ul></details>`;
}

const agrees = ({ statement, difference, rows }: Reconciliation): boolean =>
  statement !== null && difference === 0n && rows.length === 0;

function verdict(all: readonly Reconciled[]): Html | undefined {
  if (all.length === 0) return undefined;
  const wrong = all.filter(({ result }) => result.statement !== null && !agrees(result));
  if (wrong.length > 0)
    return html`<p class="wrong" role="status">${wrong.length === 1 ? 'One account differs' : `${wrong.length} accounts differ`} from the bank’s statement: ${wrong.map(({ account }) => account.id).join(', ')}.</p>`;
  const unreported = all.filter(({ result }) => result.statement === null).length;
  if (unreported > 0)
    return html`<p>${unreported} of ${all.length} accounts ${unreported === 1 ? 'has' : 'have'} no statement.</p>`;
  return html`<p class="said" role="status">All accounts agree with their statements.</p>`;
}

function accountView({ account, result }: Reconciled): Html {
  const { day, opening, statement, books, difference, rows } = result;
  const title = `${account.id}: ${bankById(account.bankId)?.name ?? 'bank'} ${account.number}`;
  return html`<section class="panel" aria-labelledby="a-${account.id}"><h2 id="a-${account.id}">${title}</h2>
<table><caption>${statement === null ? `No statement up to ${day}` : `Statement to ${day}`}</caption><tbody>
<tr><th scope="row">Opening balance</th><td class="money">${opening === null ? 'not known' : money(opening)}</td></tr>
<tr><th scope="row">Statement</th><td class="money">${statement === null ? 'none' : money(statement)}</td></tr>
<tr><th scope="row">Ledger balance</th><td class="money">${money(books)}</td></tr>
<tr><th scope="row">Difference</th><td class="money"><strong>${statement === null ? 'not known' : money(difference)}</strong></td></tr></tbody></table>
${rows.length > 0 && differences(account, rows)}
<p><a href="${consolePath('bank-accounts', account.id)}">Bank account and upload</a> · <a href="${consolePath('ledger')}?day=${day}">View ledger for the day</a></p></section>`;
}

const kinds: Record<Difference['kind'], string> = {
  open: 'on the statement, not in the ledger',
  dropped: 'in the ledger, dropped by the bank',
  missing: 'in the ledger, not on the statement',
};

function differences({ id }: BankAccount, rows: readonly Difference[]): Html {
  const sum = rows.reduce((total, { amount }) => total + amount, 0n);
  return html`<div class="table" tabindex="0" role="region" aria-label="Rows of ${id}"><table class="cards">
<caption>${rows.length} ${rows.length === 1 ? 'row causes' : 'rows cause'} the difference</caption>
<thead><tr><th scope="col">Date</th><th scope="col">Type</th><th scope="col" class="money">Amount</th><th scope="col">Text</th><th scope="col">Line</th></tr></thead>
<tbody>${rows.map(
    ({
      date,
      kind,
      amount,
      text,
      lineId,
    }) => html`<tr><td data-label="Date">${date}</td><td data-label="Type">${kinds[kind]}</td>
<td class="money" data-label="Amount">${money(amount)}</td><td data-label="Text">${text}</td><td data-label="Line">${lineId && html`<a href="${linePath(lineId)}">${kind === 'open' ? 'Match' : 'View'}</a>`}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row" colspan="2">Total</th><td class="money">${money(sum)}</td><td colspan="2"></td></tr></tfoot></table></div>`;
}

async function withoutAccounts({ ctx, viewer, deps }: Visit): Promise<Html> {
  if (viewer.merchants !== 'all')
    return empty(
      'You have no bank account here. The operator reconciles the accounts that receive your payments.',
    );
  if (!deps.isStaging)
    return empty('No bank accounts yet. A bank account appears here when an administrator adds it.');
  const books = await clearingOf(ctx.db, simulatorAccount);
  return html`<section class="panel" aria-label="The simulated bank"><h2>Simulated bank</h2>
<p>Ledger balance: ${money(books)}. The simulated bank sends no statements, so there is nothing to reconcile.</p>
<p><a href="${consolePath('ledger')}?kind=bank_clearing">View journals</a></p></section>`;
}
