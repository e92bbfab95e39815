// The search box: any id, reference, amount, account's tail or line of a statement, without choosing its kind. It reads
// the tables themselves, so the newest rows are found.
import type { Context } from '../../core/context.ts';
import { comparable } from '../../core/deposits/references.ts';
import type { Viewer } from '../../core/viewer.ts';
import { getOrThrow } from '../../kernel/required.ts';
import type { Outcome } from '../outcomes.ts';
import { readTogether } from '../timelines/scope.ts';
import { withoutParts } from '../timelines/search.ts';
import { describeRoots, findByCorrelation, findRoots, findSubjects } from '../timelines/store.ts';
import type { TimelineKind } from '../timelines/timeline.ts';
import { type Reading, readText } from './reading.ts';
import type { Scope } from './store.ts';
import * as store from './store.ts';

/** What of a hit the text is. */
export const meanings = [
  'id',
  'correlation id',
  'reference',
  'bank reference',
  'site',
  'account',
  'amount',
  'beginning',
  'part',
  'customer',
] as const;
export type Meaning = (typeof meanings)[number];

export interface Hit {
  kind: TimelineKind | 'refund' | 'customer' | 'site';
  /** A site's code. */
  id: string;
  by: Meaning;
  reference: string | null;
  /** Null for money without an owner yet. */
  siteCode: string | null;
  /** Null if it has no states. */
  state: string | null;
  /** Of a payment. */
  outcome?: Outcome | undefined;
  /** In cents; null if it has no amount. */
  amountCents: bigint | null;
  createdAt: Date;
  /** Where it is shown: a timeline, and its step; or the payments of a site, by its code. */
  path: { kind: TimelineKind | 'customer' | 'site'; id: string; record?: string };
}

export interface Hits {
  /** At most fifty, the newest first; the site of the text on the first page. */
  hits: Hit[];
  /** There are more. */
  isCut: boolean;
}

export interface Query {
  /** As it was typed or pasted. */
  text: string;
  /** Limits it to the site with this code. */
  siteCode?: string;
  /** 1 is the first; absent: the first. */
  page?: number;
  /** The merchants whose customers are searched too; absent: none. */
  customersOf?: Viewer;
}

/** The hits of a page, and the last page: a text that means more must be narrowed. */
const mostHits = 50;
export const mostPages = 20;

/**
 * Returns the possible meanings of a text in the viewer's scope, as of one instant. Takes any text, and never throws
 * for it.
 */
export function search(
  ctx: Context,
  viewer: Viewer,
  { text, siteCode, page = 1, customersOf }: Query,
): Promise<Hits> {
  const reading = readText(text);
  if (reading.text === '') return Promise.resolve({ hits: [], isCut: false });
  return readTogether(ctx, async (db) => {
    const scope: Scope = { db, viewer, siteCode, mostOfEach: page * mostHits + 1 };
    const [site, found] = await findAll(scope, reading, customersOf);
    const { chosen, isCut } = choose(found, page);
    const described = await describe(scope, chosen);
    return { hits: [...(site && page === 1 ? [hitOfSite(site)] : []), ...described], isCut };
  });
}

type FoundBy = store.Found & { by: Meaning };

/** Returns the site with the code, and lists of the found objects, each the newest first. */
async function findAll(
  scope: Scope,
  reading: Reading,
  customersOf: Viewer | undefined,
): Promise<[store.SiteRow | undefined, FoundBy[][]]> {
  const { text, words, beginnings, amounts, spoken, lastFour, isLine } = reading;
  const ours = [...new Set([...reading.ours, ...words.map(comparable)])];
  const as = async (by: Meaning, found: Promise<store.Found[]>): Promise<FoundBy[]> =>
    (await found).map((one) => ({ ...one, by }));
  const [site] = await store.findSite(scope, text.toUpperCase());
  const wanted = { words, beginnings, cents: amounts, spoken, siteId: site?.id ?? null };
  const nothing = Promise.resolve([]);
  const [newest, ...lists] = await Promise.all([
    store.findAmongNewest(scope, wanted),
    as('id', findIds(scope, reading)),
    as('correlation id', findRequest(scope, text)),
    as('reference', store.findReferences(scope, words)),
    as('reference', store.findOurs(scope, { words, comparable: ours })),
    as('bank reference', store.findPrinted(scope, words)),
    as('bank reference', findOrdered(scope, words)),
    as('account', lastFour === null ? nothing : store.findAccounts(scope, lastFour)),
    as('beginning', store.findBeginnings(scope, beginnings)),
    as('part', spoken === null ? nothing : store.findSpoken(scope, spoken)),
    as('part', spoken === null ? nothing : store.findSpokenLinks(scope, spoken)),
    as('customer', customersOf ? findNamed(scope, customersOf, reading) : nothing),
    as('amount', amounts.length === 0 ? nothing : store.findAmounts(scope, amounts)),
  ]);
  const all = [
    ...lists.flat(),
    ...newest.map(({ kind, id, createdAt, ...is }) => ({ kind, id, createdAt, by: meant(is) })),
  ];
  const byMeaning = Map.groupBy(all, ({ by }) => by);
  // An amount in a line is the least specific: it counts only if nothing else in the line is known.
  const isNamed = isLine && all.some(({ by }) => by !== 'amount');
  return [
    site,
    meanings
      .filter((by) => !(isNamed && by === 'amount'))
      .map((by) => (byMeaning.get(by) ?? []).toSorted((one, other) => +other.createdAt - +one.createdAt)),
  ];
}

type Newest = Awaited<ReturnType<typeof store.findAmongNewest>>[number];

function meant(is: Omit<Newest, keyof store.Found>): Meaning {
  if (is.isReference) return 'reference';
  if (is.isPrinted) return 'bank reference';
  if (is.isAmount) return 'amount';
  if (is.isBeginning) return 'beginning';
  return is.isSpoken ? 'part' : 'site';
}

/** A line of a statement names no customer as a whole, and fewer letters are in too many names. */
async function findNamed(
  scope: Scope,
  customersOf: Viewer,
  { text, amounts }: Reading,
): Promise<store.Found[]> {
  const isName = text.length >= leastName && text.length <= mostName && amounts.length === 0;
  const isNumber = /^\+?[\d ()-]{7,}$/.test(text);
  return isName || isNumber ? store.findCustomers(scope, customersOf, text) : [];
}

const leastName = 3;
const mostName = 60;

async function findIds(scope: Scope, { ids }: Reading): Promise<store.Found[]> {
  if (ids.length === 0) return [];
  const subjects = [...ids.map((id) => ({ id, record: `begin/${id}` })), ...(await findSubjects(scope, ids))];
  return asFound(scope, subjects);
}

async function findRequest(scope: Scope, text: string): Promise<store.Found[]> {
  const made = await findByCorrelation(scope, text);
  return asFound(
    scope,
    made.map((id) => ({ id })),
  );
}

async function findOrdered(scope: Scope, words: string[]): Promise<store.Found[]> {
  const paid = await store.findOrdered(scope, words);
  return asFound(
    scope,
    paid.map((id) => ({ id })),
  );
}

/** Returns the timelines and refunds with these ids, or to which these belong. */
async function asFound(scope: Scope, subjects: { id: string; record?: string }[]): Promise<store.Found[]> {
  if (subjects.length === 0) return [];
  const recordOf = new Map(subjects.map(({ id, record }) => [id, record]));
  const refunds = await store.describeRefunds(scope, [...recordOf.keys()]);
  const own = new Set(refunds.map(({ id }) => id));
  const roots = await findRoots(
    scope,
    [...recordOf.keys()].filter((id) => !own.has(id)),
  );
  const described = await describeRoots(scope, roots);
  const records = Map.groupBy(roots, ({ id }) => id);
  // A message or a booking is more exact than the object that it is about.
  const recordFor = (id: string) => {
    const meant = getOrThrow(records, id).map(({ of }) => recordOf.get(of));
    return meant.find((record) => !record?.startsWith('begin/')) ?? meant[0];
  };
  return [
    ...refunds.map(({ id, createdAt }) => ({
      kind: 'refund' as const,
      id,
      createdAt,
      record: recordOf.get(id),
    })),
    ...described.map(({ kind, id, createdAt }) => ({
      kind,
      id,
      createdAt,
      record: recordFor(id),
    })),
  ];
}

/** Takes the newest of each meaning in turn, so that none is pushed out by one that means much. */
function choose(lists: FoundBy[][], page: number): { chosen: FoundBy[]; isCut: boolean } {
  const chosen = new Map<string, FoundBy>();
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let place = 0; place < longest; place += 1) {
    for (const list of lists) {
      const one = list[place];
      if (!one || chosen.has(one.id)) continue;
      if (chosen.size === page * mostHits) return { chosen: pageOf(chosen, page), isCut: true };
      chosen.set(one.id, one);
    }
  }
  return { chosen: pageOf(chosen, page), isCut: false };
}

const pageOf = (chosen: ReadonlyMap<string, FoundBy>, page: number): FoundBy[] =>
  [...chosen.values()].slice((page - 1) * mostHits);

async function describe(scope: Scope, chosen: FoundBy[]): Promise<Hit[]> {
  const by = new Map(chosen.map((one) => [one.id, one]));
  const isRefund = ({ kind }: FoundBy) => kind === 'refund';
  const isCustomer = ({ kind }: FoundBy) => kind === 'customer';
  const roots = chosen.filter((one) => !isRefund(one) && !isCustomer(one)) as {
    kind: TimelineKind;
    id: string;
  }[];
  const customers = await store.describeCustomers(
    scope,
    chosen.filter(isCustomer).map(({ id }) => id),
  );
  const timelines = withoutParts(await describeRoots(scope, roots));
  const refunds = await store.describeRefunds(
    scope,
    chosen.filter(isRefund).map(({ id }) => id),
  );
  const found = await store.describeOutcomes(
    scope,
    timelines.filter(({ kind }) => kind === 'payment').map(({ id }) => id),
  );
  const outcomes = new Map(found.map(({ id, outcome }) => [id, outcome]));
  const hits: Hit[] = [
    ...timelines.map(({ owner: _owner, subscriptionId: _subscription, ...match }) => {
      const { by: meaning, record } = getOrThrow(by, match.id);
      const outcome = outcomes.get(match.id);
      return {
        ...match,
        ...(outcome && { outcome }),
        by: meaning,
        path: { kind: match.kind, id: match.id, ...(record && { record }) },
      };
    }),
    ...refunds.map(({ paymentId, ...refund }) => ({
      kind: 'refund' as const,
      ...refund,
      by: getOrThrow(by, refund.id).by,
      path: {
        kind: 'payment' as const,
        id: paymentId,
        record: getOrThrow(by, refund.id).record ?? `begin/${refund.id}`,
      },
    })),
  ];
  hits.sort((one, other) => +other.createdAt - +one.createdAt || (one.id < other.id ? 1 : -1));
  return [...customers.map(hitOfCustomer), ...hits];
}

const hitOfCustomer = ({ id, name, contact, createdAt }: store.CustomerRow): Hit => ({
  ...{
    kind: 'customer',
    id,
    by: 'customer',
    reference: contact === null ? name : `${name} (${contact})`,
    siteCode: null,
    state: null,
    amountCents: null,
  },
  createdAt,
  path: { kind: 'customer', id },
});

const hitOfSite = ({ code, name, createdAt }: store.SiteRow): Hit => ({
  kind: 'site',
  id: code,
  by: 'site',
  reference: name,
  siteCode: code,
  state: null,
  amountCents: null,
  createdAt,
  path: { kind: 'site', id: code },
});
