// Reports: the account statement of a period, with the ledger's lines behind each figure, as a page, as CSV and as PDF.
import type { FastifyReply } from 'fastify';
import { formatDecimal } from '../../../kernel/money.ts';
import { statementCsv } from '../../../reports/account-statement/csv.ts';
import {
  type FigureName,
  figureNames,
  figureWords,
  signRule,
} from '../../../reports/account-statement/figures.ts';
import { type StatementHead, statementPdf } from '../../../reports/account-statement/pdf.ts';
import {
  monthBeside,
  type Period,
  type PeriodWord,
  periodWords,
  readPeriod,
} from '../../../reports/account-statement/period.ts';
import { readStatement, type Statement } from '../../../reports/account-statement/statement.ts';
import type { Scope } from '../../../reports/lists/filters.ts';
import { TooWide } from '../../../reports/lists/read.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { dayText } from '../../messages/time.ts';
import { countWord } from '../charts/formats.ts';
import { noteExport } from '../exports.ts';
import { choice, field } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { readCopy } from '../replicas.ts';
import { money } from '../views/parts.ts';
import { type Fields, type PageRoute, type Problem, Refusal, type Visit } from '../visit.ts';

const page = 'reports';
const path = consolePath(page);
const action = 'report.see';
const takes = ['period', 'from', 'to', 'merchant', 'site'] as const;

export const reportPages: PageRoute[] = [
  { path, action, takes, show: showReport },
  { path: `${path}.csv`, action, isExport: true, takes, show: (visit) => sendReport(visit, 'csv') },
  { path: `${path}.pdf`, action, isExport: true, takes, show: (visit) => sendReport(visit, 'pdf') },
];

interface Asked {
  scope: Scope;
  period: Period;
  merchant: Scope['merchants'][number] | undefined;
  site: Scope['sites'][number] | undefined;
}

/** Reads the query. Throws Refusal for an invalid parameter. A foreign merchant or site is as unknown as one that is not there. */
function askedOf({ query, ctx }: Visit, scope: Scope): Asked {
  const { period, wrong } = readPeriod(query, ctx.clock.now());
  if (wrong) throw new Refusal(422, wrong.message, wrong.field);
  return { scope, period, ...ownersIn(query, scope) };
}

/** Returns the merchant and the site that a query names. Throws Refusal for codes that the visitor does not see. */
export function ownersIn({ merchant = '', site = '' }: Fields, scope: Scope) {
  const found = scope.merchants.find(({ code }) => code === merchant);
  if (merchant !== '' && !found)
    throw new Refusal(400, `No merchant with code "${merchant.slice(0, 50)}".`, 'merchant');
  const own = scope.sites.find(
    ({ code, merchantId }) => code === site && (!found || merchantId === found.id),
  );
  if (site !== '' && !own) throw new Refusal(400, `No site with code "${site.slice(0, 50)}".`, 'site');
  return { merchant: found, site: own };
}

const readFor = (visit: Visit, { period, merchant, site }: Asked): Promise<Statement> =>
  readCopy(visit, (db) =>
    readStatement(db, {
      viewer: visit.viewer,
      merchantId: merchant?.id,
      siteId: site?.id,
      from: period.from,
      to: period.to,
    }),
  );

/** Returns the query of an address, without what is not set. */
function queryWith({ merchant, site }: Pick<Asked, 'merchant' | 'site'>, more: Fields): string {
  const given = { ...more, merchant: merchant?.code ?? '', site: site?.code ?? '' };
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString();
}

const daysOf = ({ first, last }: Period): { from: string; to: string } => ({
  from: first.toString(),
  to: last.toString(),
});

async function showReport(visit: Visit): Promise<Html> {
  const scope = await findScope(visit.ctx.db, visit.viewer);
  let asked: Asked;
  let statement: Statement;
  try {
    asked = askedOf(visit, scope);
    statement = await readFor(visit, asked);
  } catch (error) {
    return refused(visit, scope, error);
  }
  const { period } = asked;
  await looksAt(visit, asked.merchant?.id ?? asked.site?.merchantId);
  const query = queryWith(asked, daysOf(period));
  const main = html`${periods(asked)}
${filters(scope, { ...visit.query, ...daysOf(period) })}
${figures(asked, statement)}`;
  const tools = html`<a data-export href="${path}.csv?${query}">Export CSV</a><a href="${path}.pdf?${query}">Export PDF</a>`;
  return consolePage(visit, { title: 'Reports', page, main, tools });
}

/** Shows the form again with the input and its error. */
function refused(visit: Visit, scope: Scope, error: unknown): Html {
  const problem: Problem | undefined =
    error instanceof Refusal
      ? error.problem
      : error instanceof TooWide
        ? { status: 422, message: 'This report takes too long. Choose fewer days, or one merchant.' }
        : undefined;
  if (!problem) throw error;
  visit.reply.code(problem.status);
  return consolePage(visit, { title: 'Reports', page, main: filters(scope, visit.query, problem) });
}

const words: Record<PeriodWord, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
};

function periods(asked: Asked): Html {
  const to = (period: string, text: string) =>
    html`<a href="${path}?${queryWith(asked, { period })}">${text}</a>`;
  return html`<p class="presets">${periodWords.map((word) => html`${to(word, words[word])} `)}
${to(monthBeside(asked.period, -1), 'Month before')} ${to(monthBeside(asked.period, 1), 'Month after')}</p>`;
}

function filters(scope: Scope, typed: Fields, problem?: Problem): Html {
  const option = ({ code }: { code: string }) => [code, code] as const;
  return html`<form class="filters" method="get" action="${path}" role="search" aria-label="Filters">
${problem && html`<p class="wrong" role="alert" tabindex="-1" data-focus>${problem.message}</p>`}
${field({ name: 'from', label: 'From', type: 'date', typed, problem })}
${field({ name: 'to', label: 'To', type: 'date', typed, problem, isOptional: true })}
${
  (scope.merchants.length > 1 || problem?.field === 'merchant') &&
  choice({
    name: 'merchant',
    label: 'Merchant',
    options: [['', 'All'], ...scope.merchants.map(({ code, name }) => [code, `${name} (${code})`] as const)],
    chosen: typed.merchant,
    problem,
  })
}
${choice({ name: 'site', label: 'Site', options: [['', 'All'], ...scope.sites.map(option)], chosen: typed.site, problem })}
<button class="quiet-button">Show</button></form>`;
}

const isSum = (name: FigureName): boolean => name === 'opening' || name === 'net' || name === 'closing';

function figures(asked: Asked, statement: Statement): Html {
  const { period, merchant, site, scope } = asked;
  const [first, last] = [period.first, period.last].map((day) => dayText('en', day.toString()));
  const owner = site?.code ?? merchant?.code ?? (scope.merchants.length === 1 ? '' : 'all merchants');
  return html`<div class="table" tabindex="0" role="region" aria-label="Account statement"><table class="statement">
<caption>Account statement, ${first} to ${last}${owner && `, ${owner}`}</caption>
<thead><tr><th scope="col">Figure</th><th scope="col" class="money">Lines</th><th scope="col" class="money">Amount</th></tr></thead>
<tbody>${figureNames.map((name) => figureRow(asked, name, statement[name]))}</tbody></table></div>
<p class="hint">${signRule}</p>`;
}

function figureRow(asked: Asked, name: FigureName, { cents, lines }: Statement[FigureName]): Html {
  const { label, meaning } = figureWords[name];
  const isBalance = name === 'opening' || name === 'closing';
  return html`<tr${isSum(name) && html` class="statement-sum"`}><th scope="row">${label}<span class="hint">${meaning}</span></th>
<td class="money">${isBalance ? '' : countWord(lines)}</td>
<td class="money"><a href="${linesOf(asked, name)}" data-figure="${name}" data-value="${formatDecimal(cents)}" aria-label="${label}: ${money(cents)}">${money(cents)}</a></td></tr>`;
}

/** Returns the address of the ledger's lines that add up to a figure; of a balance, the trial balance of its day. */
function linesOf(asked: Asked, figure: FigureName): string {
  const { period } = asked;
  const days: Fields =
    figure === 'opening'
      ? { figure: 'balance', day: period.first.subtract({ days: 1 }).toString() }
      : figure === 'closing'
        ? { figure: 'balance', day: period.last.toString() }
        : { figure, ...daysOf(period) };
  return `${consolePath('ledger')}?${queryWith(asked, days)}`;
}

async function sendReport(visit: Visit, format: 'csv' | 'pdf'): Promise<FastifyReply> {
  const scope = await findScope(visit.ctx.db, visit.viewer);
  const asked = askedOf(visit, scope);
  const statement = await readFor(visit, asked).catch((error) => {
    if (error instanceof TooWide) throw new Refusal(422, error.message, 'from');
    throw error;
  });
  const head = headOf(visit, asked);
  await noteExport(visit, 'account statement', {
    ...daysOf(asked.period),
    merchant: asked.merchant?.code ?? '',
    site: asked.site?.code ?? '',
    format,
  });
  const only = asked.scope.merchants.length === 1 ? asked.scope.merchants[0] : undefined;
  const owner = asked.site?.code ?? (asked.merchant ?? only)?.code ?? 'all';
  const name = ['statement', owner, head.first, head.last].join('_');
  visit.reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
  return format === 'csv'
    ? visit.reply.type('text/csv; charset=utf-8').send(statementCsv(statement, head))
    : visit.reply.type('application/pdf').send(await statementPdf(statement, head));
}

function headOf({ ctx }: Visit, { scope, period, merchant, site }: Asked): StatementHead {
  const id = merchant?.id ?? site?.merchantId;
  const own =
    scope.merchants.length === 1 ? scope.merchants[0] : scope.merchants.find((one) => one.id === id);
  return {
    issuer: ctx.policy.operator,
    owner: own ? `${own.name} (${own.code})` : 'All merchants',
    site: site?.code ?? null,
    first: period.first.toString(),
    last: period.last.toString(),
    madeAt: ctx.clock.now(),
  };
}
