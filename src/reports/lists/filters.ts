// Filters from an address, judged one by one. Empty ones are left out, like empty fields of a form.
import { bankById, bankNamed } from '../../core/banks.ts';
import type { Viewer } from '../../core/viewer.ts';
import { readCursor } from '../../kernel/http/paging.ts';
import { isUuid } from '../../kernel/ids.ts';
import { readTypedAmount } from '../../kernel/money.ts';
import { daysOf, dayWords } from './days.ts';
import { type FilterName, type Filters, filterNames, type List } from './list.ts';

/** The user's scope: the sites and merchants that filters can name. */
export interface Scope {
  viewer: Viewer;
  sites: readonly { id: string; code: string; merchantId: string }[];
  merchants: readonly { id: string; code: string; name: string }[];
}

export interface Problem {
  parameter: string;
  /** The error, as a sentence. */
  message: string;
}

/** Why filters were refused. 400: a parameter, or a site, that is not there; 422: a value that is wrongly written. */
export interface RefusedFilters {
  status: 400 | 422;
  problems: Problem[];
}

export type ParsedFilters =
  | { filters: Filters; refused?: undefined }
  | { filters?: undefined; refused: RefusedFilters };

/** Without dates a list is of so many days, today included. */
export const usualDays = '30d';

class Wrong extends Error {
  readonly status: 400 | 422;
  parameter = '';

  constructor(status: 400 | 422, message: string) {
    super(message);
    this.status = status;
  }

  about(parameter: string): this {
    this.parameter = parameter;
    return this;
  }
}

/** Judges the parameters of a list's address at an instant. `of` is the thing whose rows are listed, by its id. */
export function parseFilters(
  list: Pick<List, 'filters' | 'words' | 'of'>,
  query: Readonly<Record<string, unknown>>,
  scope: Scope,
  now: Date,
  of?: string,
): ParsedFilters {
  const filters: Filters = { words: {}, ...(list.of && { of }) };
  const wrong: Wrong[] = [];
  for (const [parameter, given] of Object.entries(query)) {
    try {
      readOne(filters, list, parameter, given, scope, now);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      wrong.push(error.about(parameter));
    }
  }
  if (wrong.length === 0) wrong.push(...contradictionsIn(filters));
  if (wrong.length > 0) return { refused: refusalOf(wrong) };
  const hasDays = filters.words.from !== undefined || filters.words.to !== undefined;
  if (list.filters.includes('from') && !hasDays) Object.assign(filters, daysOf(usualDays, now));
  return { filters };
}

function readOne(
  filters: Filters,
  list: Pick<List, 'filters' | 'words'>,
  parameter: string,
  given: unknown,
  scope: Scope,
  now: Date,
): void {
  const name = knownName(list, parameter, scope);
  const text = oneText(given);
  if (text === '') return;
  if (name !== 'after') filters.words[name] = text;
  Object.assign(filters, readers[name]({ text, name, list, scope, now }));
}

function refusalOf(wrong: readonly Wrong[]): RefusedFilters {
  return {
    status: wrong.some(({ status }) => status === 400) ? 400 : 422,
    problems: wrong.map(({ parameter, message }) => ({ parameter, message })),
  };
}

/** Returns the names of the filters that a user has on a list: `merchant` is for users with several. */
export function filtersFor(list: Pick<List, 'filters'>, { merchants }: Viewer): FilterName[] {
  const seesMany = merchants === 'all' || merchants.length > 1;
  return list.filters.filter((name) => name !== 'merchant' || seesMany);
}

/** Returns the query of a list's address: its filters with some of them changed, or left out where they are undefined. */
export function queryOf(
  filters: Pick<Filters, 'words'>,
  changed: Partial<Record<FilterName, string | undefined>> = {},
): string {
  const all = { ...filters.words, ...changed };
  return new URLSearchParams(
    filterNames.flatMap((name) => {
      const word = all[name];
      return word ? [[name, word]] : [];
    }),
  ).toString();
}

/** The filters whose values are a customer's: personal data that no record of their use keeps. */
export const personalFilters: readonly FilterName[] = ['customer', 'q'];

/** Returns the words of filters for a record of their use, without personal data. */
export const recordedWords = ({ words }: Pick<Filters, 'words'>): Filters['words'] =>
  Object.fromEntries(
    Object.entries(words).map(([name, word]) => [
      name,
      personalFilters.includes(name as FilterName) ? '(hidden)' : word,
    ]),
  );

interface Given {
  text: string;
  name: FilterName;
  list: Pick<List, 'words'>;
  scope: Scope;
  now: Date;
}
type Reader = (given: Given) => Partial<Filters>;

const readers: Record<FilterName, Reader> = {
  site: ({ text, scope }) => {
    const site = scope.sites.find(({ code }) => code === text);
    if (!site) throw new Wrong(400, `No site with the code “${text}”.`);
    return { siteId: site.id };
  },
  merchant: ({ text, scope }) => {
    const merchant = scope.merchants.find(({ code }) => code === text);
    if (!merchant) throw new Wrong(400, `There is no merchant ${text}.`);
    return { merchantId: merchant.id };
  },
  state: oneOf,
  outcome: oneOf,
  customer: ({ text }) => ({ customer: text }),
  q: ({ text }) => ({ q: text }),
  sort: oneOf,
  order: oneOf,
  event: oneOf,
  type: oneOf,
  surface: oneOf,
  action: oneOf,
  finding: ({ text }) => ({ finding: text }),
  who: ({ text }) => ({ who: text }),
  subject: ({ text }) => ({ subject: text }),
  reference: ({ text }) => ({ reference: text }),
  from: ({ text, now }) => ({ from: days(text, now).from }),
  to: ({ text, now }) => ({ to: days(text, now).to }),
  bank: ({ text }) => {
    const bank = bankById(text) ?? bankNamed(text);
    if (!bank) throw new Wrong(422, `${text} is no bank: write a bank's id, or its name.`);
    return { bankId: bank.id };
  },
  min: ({ text }) => ({ minCents: cents(text) }),
  max: ({ text }) => ({ maxCents: cents(text) }),
  receiver: ({ text }) => {
    if (!isUuid(text)) throw new Wrong(422, 'A receiver is named by its id.');
    return { receiver: text.toLowerCase() };
  },
  after: ({ text }) => {
    const place = readCursor(text);
    if (!place) throw new Wrong(422, 'This is no place in a list: go back to its first page.');
    return { place };
  },
};

function knownName(list: Pick<List, 'filters'>, parameter: string, scope: Scope): FilterName {
  const name = filtersFor(list, scope.viewer).find((known) => known === parameter);
  if (!name) throw new Wrong(400, `This list has no filter ${parameter}.`);
  return name;
}

/** The longest that any filter may be. */
const mostCharacters = 200;

function oneText(given: unknown): string {
  if (typeof given !== 'string') throw new Wrong(422, 'The value is given more than once.');
  const text = given.trim();
  if (text.length > mostCharacters)
    throw new Wrong(422, `The value has more than ${mostCharacters} characters.`);
  // PostgreSQL takes no such text.
  if (text.includes('\0') || !text.isWellFormed())
    throw new Wrong(422, 'The value has characters that are not allowed.');
  return text;
}

function oneOf({ text, name, list }: Given): Partial<Filters> {
  const words = list.words[name] ?? [];
  if (!words.includes(text)) throw new Wrong(422, `${text} is not one of ${words.join(', ')}.`);
  return { [name]: text };
}

function days(text: string, now: Date): { from: Date; to: Date } {
  const range = daysOf(text, now);
  if (range) return range;
  throw new Wrong(422, `${text} is not a date: write it as 2026-11-21, or as one of ${dayWords.join(', ')}.`);
}

function cents(text: string): bigint {
  const amount = readTypedAmount(text);
  if (amount === undefined)
    throw new Wrong(422, `“${text}” is not an amount: enter rands, such as 50,25 or 50.25.`);
  return amount;
}

function contradictionsIn({ from, to, minCents, maxCents }: Filters): Wrong[] {
  const wrong: Wrong[] = [];
  if (from && to && from >= to) wrong.push(new Wrong(422, 'The last day is before the first.').about('to'));
  if (minCents !== undefined && maxCents !== undefined && minCents > maxCents)
    wrong.push(new Wrong(422, 'The most is less than the least.').about('max'));
  return wrong;
}
