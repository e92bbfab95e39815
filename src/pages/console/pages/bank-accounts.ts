// Bank accounts: the list, one account with its balances, statements and open lines, and the categories of its owner.
import { Readable } from 'node:stream';
import { type BankAccount, findSeenAccount, findSeenAccounts } from '../../../core/accounts/actions.ts';
import { listCategories } from '../../../core/statements/actions.ts';
import { overviewOf, recentOf } from '../../../core/statements/overview.ts';
import { may } from '../../../core/users/permissions.ts';
import { exportLines } from '../../../reports/books/line-export.ts';
import { type Html, html } from '../../html.ts';
import { noteExport } from '../exports.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import {
  accountFacts,
  accountsTable,
  categoriesView,
  filesView,
  linesView,
  statementsView,
  uploadView,
} from '../views/bank-account-page.ts';
import { empty } from '../views/parts.ts';
import { type Again, type AnyVisit, type PageRoute, type Problem, Refusal, type Visit } from '../visit.ts';

export const page = 'bank-accounts';
const action = 'bank-account.see';
export const accountPath = (id: string, ...more: string[]): string => consolePath(page, id, ...more);

export const bankAccountPages: PageRoute[] = [
  { path: consolePath(page), action, show: showAccounts },
  { path: `${consolePath(page)}/:id`, action, show: (visit) => showAccount(visit) },
  { path: `${consolePath(page)}/:id/lines.csv`, action, isExport: true, show: sendLines },
];

async function showAccounts(visit: Visit): Promise<Html> {
  const { ctx, viewer } = visit;
  const accounts = await findSeenAccounts(ctx.db, viewer);
  const all = [];
  for (const account of accounts) all.push(await overviewOf(ctx, account));
  const none =
    viewer.merchants === 'all'
      ? 'No bank accounts yet. An operator’s admin adds the first one.'
      : 'You have no bank account here. The operator’s accounts receive your payments.';
  const main = all.length === 0 ? empty(none) : accountsTable(all);
  const tools =
    may(visit.user.rights, 'bank-account.create') &&
    html`<a class="act-button act-main" href="${accountPath('new')}">New bank account</a>`;
  return consolePage(visit, { title: 'Bank accounts', page, main, ...(tools && { tools }) });
}

/** Returns the account of the address. Throws Refusal for one that does not exist or that the viewer does not see. */
export async function ownAccount({ ctx, viewer, params }: AnyVisit): Promise<BankAccount> {
  const account = await findSeenAccount(ctx.db, viewer, params.id ?? '');
  if (!account) throw new Refusal(404, 'Bank account not found, or you do not have access.');
  return account;
}

async function sendLines(visit: Visit) {
  const { id } = await ownAccount(visit);
  await noteExport(visit, 'statement lines', { account: id });
  return visit.reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="statement_lines.csv"')
    .send(Readable.from(exportLines(visit.ctx.db, id)));
}

interface Refused {
  upload?: Problem;
  category?: Again;
}

export async function showAccount(visit: Visit, again: Refused = {}): Promise<Html> {
  const account = await ownAccount(visit);
  const { rights } = visit.user;
  const { ctx } = visit;
  const overview = await overviewOf(ctx, account);
  const recent = await recentOf(ctx, account);
  const mayUpload = may(rights, 'statement.upload', account.merchantId);
  const mayChange = may(rights, 'category.change', account.merchantId);
  const categories = mayChange ? await listCategories(ctx, account.merchantId) : [];
  return consolePage(visit, {
    title: `Bank account ${account.id}`,
    page,
    tools: html`<a data-export href="${accountPath(account.id, 'lines.csv')}">Export lines as CSV</a>`,
    main: html`<p><a href="${consolePath(page)}">Bank accounts</a></p>
<div class="thing facts-first"><div>
${accountFacts(overview)}
${linesView(overview, recent.lines)}
${statementsView(recent.statements)}
${filesView(overview.files)}
</div><aside aria-label="Actions">
${mayUpload && uploadView(account, again.upload)}
${mayChange && categoriesView(account, categories, again.category)}
</aside></div>`,
  });
}
