// The filters of a list: read from the query, validated, and shown as a form with the input.
import { banksIn } from '../../core/banks.ts';
import { firstOf } from '../../kernel/required.ts';
import {
  filtersFor,
  type ParsedFilters,
  parseFilters,
  type RefusedFilters,
  type Scope,
} from '../../reports/lists/filters.ts';
import type { FilterName, Filters, List } from '../../reports/lists/list.ts';
import type { Outcome } from '../../reports/outcomes.ts';
import { type Html, html } from '../html.ts';
import { choice, field } from './forms.ts';
import { outcomeLabel } from './views/parts.ts';
import { type Problem, Refusal, type Visit } from './visit.ts';

/** Reads the query. Throws Refusal for an unknown or invalid filter. */
export const filtersOf = (visit: Visit, list: List, scope: Scope, of?: string): Filters =>
  filtersIn(readFilters(visit, list, scope, of));

export const readFilters = (visit: Visit, list: List, scope: Scope, of?: string): ParsedFilters =>
  parseFilters(list, visit.query, scope, visit.ctx.clock.now(), of);

export function filtersIn({ filters, refused }: ParsedFilters): Filters {
  if (!refused) return filters;
  throw new Refusal(refused.status, messageOf(refused), firstOf(refused.problems).parameter);
}

const messageOf = ({ problems }: RefusedFilters): string => problems.map(({ message }) => message).join(' ');

/** Returns the form of filters with the input and its error, in place of rows. */
export function refusedFilters(
  visit: Visit,
  list: List,
  scope: Scope,
  path: string,
  refused: RefusedFilters,
): Html {
  visit.reply.code(refused.status);
  const { parameter } = firstOf(refused.problems);
  const problem: Problem = { status: refused.status, message: messageOf(refused), field: parameter };
  return filterForm(visit, list, { words: visit.query }, scope, path, problem);
}

export const labels: Record<FilterName, string> = {
  site: 'Site',
  merchant: 'Merchant',
  state: 'State',
  outcome: 'Outcome',
  customer: 'Customer',
  from: 'From',
  to: 'To',
  bank: 'Bank',
  min: 'Amount from',
  max: 'Amount to',
  reference: 'Reference',
  event: 'Event',
  receiver: 'Receiver',
  type: 'Type',
  surface: 'API',
  finding: 'Error',
  who: 'User',
  action: 'Action',
  subject: 'Object',
  after: '',
};

/** With scripts only the content of `main` is replaced; without scripts it is an ordinary link or form. */
export const quicker = (to: string): Html =>
  html` hx-get="${to}" hx-select="#main" hx-target="#main" hx-swap="outerHTML" hx-push-url="true"`;

/**
 * Returns the form of a list's filters, which leads to another address. Where it would fill a screen it is folded, and
 * shows the filters that are set.
 */
export function filterForm(
  visit: Visit,
  list: List,
  { words }: Pick<Filters, 'words'>,
  scope: Scope,
  path: string,
  problem?: Problem,
): Html {
  const names = filtersFor(list, scope.viewer).filter((name) => name !== 'after');
  const set = names.filter((name) => words[name]);
  const said = set.map((name) => {
    const chosen = optionsOf(visit, list, scope, name)?.find(([value]) => value === words[name]);
    return `${labels[name].toLowerCase()} ${chosen?.[1] ?? words[name]}`;
  });
  return html`<details class="fold filter-fold"${problem && html` open`}>
<summary>Filters${said.length > 0 && `: ${said.join(', ')}`}</summary>
<form class="filters" method="get" action="${path}" role="search" aria-label="Filters"${quicker(path)}>
${problem && html`<p class="wrong" role="alert" tabindex="-1" data-focus>${problem.message}</p>`}
${names.map((name) => {
  const typed = words as Record<string, string>;
  const options = optionsOf(visit, list, scope, name);
  if (!options)
    return field({ name, label: labels[name], typed, problem, example: examples[name], isOptional: true });
  return choice({
    name,
    label: labels[name],
    options: [['', 'All'], ...options],
    chosen: words[name],
    problem,
  });
})}
<button class="quiet-button" id="show-rows">Apply</button>${(problem || set.length > 0) && html` <a href="${path}"${quicker(path)}>Clear</a>`}
</form></details>`;
}

/** With more options than this, the value is typed instead of chosen. */
const mostChoices = 100;

function optionsOf(
  { deps }: Visit,
  list: List,
  { sites, merchants }: Scope,
  name: FilterName,
): [string, string][] | undefined {
  if (name === 'bank')
    return banksIn(deps.isStaging ? 'staging' : 'production').map(({ id: bankId, name: words }) => [
      bankId,
      words,
    ]);
  const named = name === 'site' ? sites : name === 'merchant' ? merchants : undefined;
  if (named) return named.length > mostChoices ? undefined : named.map(({ code }) => [code, code]);
  return list.words[name]?.map((word) => [
    word,
    name === 'outcome' ? outcomeLabel(word as Outcome) : word.replaceAll('_', ' '),
  ]);
}

const examples: Partial<Record<FilterName, string>> = { from: 'YYYY-MM-DD or 7d', to: 'today' };
