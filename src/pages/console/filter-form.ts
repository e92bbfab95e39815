// The filters of a list: read from the query, validated, and shown as a form with the input.
import { banksIn } from '../../core/banks.ts';
import { parseDay } from '../../kernel/calendar.ts';
import { firstOf } from '../../kernel/required.ts';
import { auditLabel } from '../../reports/lists/audit-texts.ts';
import {
  filtersFor,
  type ParsedFilters,
  parseFilters,
  queryOf,
  type RefusedFilters,
  type Scope,
} from '../../reports/lists/filters.ts';
import type { FilterName, Filters, List } from '../../reports/lists/list.ts';
import { type Outcome, outcomeLabel } from '../../reports/outcomes.ts';
import { type Html, html } from '../html.ts';
import { choice, field } from './forms.ts';
import { stateLabel } from './views/parts.ts';
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
  q: 'Name, e-mail or phone',
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
  sort: 'Sorted by',
  order: 'Order',
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
  const names = filtersFor(list, scope.viewer).filter((name) => !notTyped.includes(name));
  const chips = filterChips(visit, list, { words }, scope, path);
  const isFolded = chips.length > 0 && !problem;
  return html`${names.includes('from') && presets(words, path)}
${isFolded && html`<p class="chips">${chips} <a href="${path}"${quicker(path)}>Clear all</a></p>`}
<details class="fold filter-fold${isFolded && ' is-set'}"${problem && html` open`}>
<summary>${isFolded ? 'Change filters' : 'Filters'}</summary>
<form class="filters" method="get" action="${path}" role="search" aria-label="Filters"${quicker(path)}>
${problem && html`<p class="wrong" role="alert" tabindex="-1" data-focus>${problem.message}</p>`}
${names.map((name) => {
  const typed = words as Record<string, string>;
  const options = optionsOf(visit, list, scope, name);
  if (!options)
    return field({
      name,
      label: labels[name],
      typed,
      problem,
      isOptional: true,
      ...dayField(name, words[name]),
    });
  return choice({
    name,
    label: labels[name],
    options: [['', 'All'], ...options],
    chosen: words[name],
    problem,
  });
})}
${(['sort', 'order'] as const).map((name) => words[name] && html`<input type="hidden" name="${name}" value="${words[name]}">`)}
<button class="quiet-button" id="show-rows">Apply</button>${problem && html` <a href="${path}"${quicker(path)}>Clear</a>`}
</form></details>`;
}

/** Returns a link for each set filter, in words, which leads to the list without it. */
export function filterChips(
  visit: Visit,
  list: List,
  { words }: Pick<Filters, 'words'>,
  scope: Scope,
  path: string,
): Html[] {
  const set = filtersFor(list, scope.viewer).filter((name) => !notTyped.includes(name) && words[name]);
  const textOf = (name: FilterName): string => {
    const chosen = optionsOf(visit, list, scope, name)?.find(([value]) => value === words[name]);
    return chosen?.[1] ?? words[name] ?? '';
  };
  return chipsOf(set, words, textOf).map(([says, without]) => chip(says, `${path}${without}`));
}

/** Filters without a field: headings and links set them. */
const notTyped: readonly FilterName[] = ['after', 'sort', 'order'];

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
  if (named)
    return named.length > mostChoices
      ? undefined
      : named.map((one) => [one.code, 'name' in one ? `${one.name} (${one.code})` : one.code]);
  return list.words[name]?.map((word) => [word, optionLabel(name, word)]);
}

function optionLabel(name: FilterName, word: string): string {
  if (name === 'outcome') return outcomeLabel(word as Outcome);
  if (name === 'action') return auditLabel(word);
  return name === 'state' ? stateLabel(word) : word.replaceAll('_', ' ');
}

/** A day is picked; a word for days stays a word. */
function dayField(name: FilterName, typed: string | undefined): { type?: 'date' } {
  const isDay = name === 'from' || name === 'to';
  return isDay && (typed === undefined || parseDay(typed)) ? { type: 'date' } : {};
}

const presetWords = [
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['7d', '7 days'],
  ['month', 'This month'],
  ['last-month', 'Last month'],
  ['quarter', 'This quarter'],
  ['last-quarter', 'Last quarter'],
] as const;

type Words = Filters['words'];

/** Returns links that set the days and keep the other filters. */
function presets(words: Words, path: string): Html {
  return html`<p class="presets">${presetWords.map(([word, says]) => {
    const to = `${path}?${queryOf({ words }, { from: word, to: word })}`;
    const isNow = words.from === word && words.to === word;
    return html`<a href="${to}"${quicker(to)}${isNow && html` aria-current="true"`}>${says}</a> `;
  })}</p>`;
}

/** Returns the set filters in words, each with the query without it; the days of a preset are one. */
function chipsOf(
  set: readonly FilterName[],
  words: Words,
  textOf: (name: FilterName) => string,
): [says: string, without: string][] {
  const preset = words.from === words.to && presetWords.find(([word]) => word === words.from);
  const without = (...names: FilterName[]): string => {
    const rest = queryOf({ words }, Object.fromEntries(names.map((name) => [name, undefined])));
    return rest === '' ? '' : `?${rest}`;
  };
  return set
    .filter((name) => !(preset && name === 'to'))
    .map((name) =>
      preset && name === 'from'
        ? [preset[1], without('from', 'to')]
        : [`${labels[name]}: ${textOf(name)}`, without(name)],
    );
}

const chip = (says: string, to: string): Html =>
  html`<a class="chip" href="${to}"${quicker(to)} aria-label="Remove filter ${says}">${says} ×</a> `;
