// Makes a list of its description. Its page, its count and its export are read by one condition, so they cannot differ.
// all merchants: each statement names the viewer, whose merchants `seenBy` puts into the condition.
import { seenBy, type Viewer } from '../../core/viewer.ts';
import { type Db, type Fragment, inTransaction, type Sql, type Tx } from '../../kernel/db/db.ts';
import type { Reader } from '../../kernel/db/replica.ts';
import { type Page, type PageRequest, type Place, toPage } from '../../kernel/http/paging.ts';
import {
  type Condition,
  type Description,
  type FilterName,
  type Filters,
  isJoined,
  isSet,
  joinsOf,
  type List,
  mostCounted,
  type PageAsked,
  type Row,
  type Spot,
} from './list.ts';
import { orderOf, pageOf } from './order.ts';

/** A person waits so long for a page, in seconds; what takes longer must be narrowed. */
const patienceSeconds = 2;
/** An export may take so long for each of its statements, in seconds. */
const exportSeconds = 60;
/** So many rows an export reads at once. */
export const rowsAtOnce = 500;

/** A list took too long: it must be narrowed. */
export class TooWide extends Error {
  /** Filters that are not set and would help, the best first. */
  readonly narrowBy: readonly FilterName[];

  constructor(narrowBy: readonly FilterName[]) {
    super(`This takes too long: narrow it by ${narrowBy.join(' or ') || 'fewer days'}.`);
    this.narrowBy = narrowBy;
  }
}

export function makeList(description: Description): List {
  const { columns, sum, filters } = description;
  const summed = columns.find(({ key }) => key === sum);
  return {
    ...description,
    of: description.of ?? null,
    words: description.words ?? {},
    sum: summed ? (row) => summed.value(row) as bigint : null,
    leadsTo: description.leadsTo ?? (() => undefined),
    page: (db, viewer, given, request) =>
      orTooWide(filters, given, () =>
        readPage(db, description, viewer, given, {
          limit: request.limit,
          offset: 0,
          place: given.place ?? request.place,
        }),
      ),
    spots: (db, pages) => orTooWide(filters, { words: {} }, () => readSpots(db, description, pages)),
    count: (db, viewer, given) => orTooWide(filters, given, () => countRows(db, description, viewer, given)),
    rows: (reader, viewer, given, make) => allRows(reader, description, viewer, given, make),
  };
}

async function readPage(
  db: Sql,
  description: Description,
  viewer: Viewer,
  filters: Filters,
  request: PageRequest,
): Promise<Page<Row>> {
  const rows: Row[] = [];
  await eachRow(db, description, viewer, filters, request, patienceSeconds, (row) => rows.push(row));
  return toPage(rows, request);
}

/** Hands over the rows of a page, and the one behind it, each as it arrives: it is in memory no longer than it is looked at. */
async function eachRow(
  db: Sql,
  description: Description,
  viewer: Viewer,
  filters: Filters,
  request: PageRequest,
  seconds: number,
  take: (row: Row) => void,
): Promise<void> {
  await planned(
    db,
    seconds,
    async (tx) => {
      const more = description.more?.(tx, viewer);
      await tx<Row[]>`
        select page.*, sites.code as site, merchants.code as merchant ${more?.columns ?? tx``}
        from (${rowsOf(tx, description, viewer, filters, request)}) page
        left join sites on sites.id = page.site_id
        left join merchants on merchants.id = page.merchant_id
        ${more?.joins ?? tx``}
        order by ${orderOf(tx, description, viewer, filters, request)}`.forEach(take);
    },
    isJoined(description, filters),
  );
}

/** The statements are sent together: they wait for one answer of the database, and not each for its own. */
function readSpots(db: Sql, description: Description, pages: readonly PageAsked[]): Promise<Spot[][]> {
  return planned(
    db,
    patienceSeconds,
    (tx) =>
      Promise.all(
        pages.map(
          ({ viewer, filters, request }) => tx<Spot[]>`
            select id, created_at from ${listedOf(tx, description, viewer, filters)}
              ${pageOf(tx, description, viewer, filters, request)}`,
        ),
      ),
    pages.some(({ filters }) => isJoined(description, filters)),
  );
}

function rowsOf(
  db: Db,
  description: Description,
  viewer: Viewer,
  filters: Filters,
  request: PageRequest,
): Fragment {
  const found = (columns: Fragment) => db`
    select ${columns} from ${listedOf(db, description, viewer, filters)}
      ${pageOf(db, description, viewer, filters, request)}`;
  if (!description.isCovered) return found(db`listed.*`);
  return db`select covered.* from (${description.source(db)}) covered where id = any (array(${found(db`id`)}))`;
}

async function countRows(
  db: Sql,
  description: Description,
  viewer: Viewer,
  filters: Filters,
): Promise<number> {
  const [row] = await planned(
    db,
    patienceSeconds,
    (tx) => tx<{ n: number }[]>`
      select count(*)::integer as n from (
        select from ${listedOf(tx, description, viewer, filters)} limit ${mostCounted + 1}
      ) counted`,
    isJoined(description, filters),
  );
  return row!.n;
}

/** What was made of so many rows, and where the next begin. */
interface Part<Made> {
  all: Made[];
  next?: Place;
}

async function* allRows<Made>(
  reader: Reader,
  description: Description,
  viewer: Viewer,
  filters: Filters,
  make: (row: Row) => Made,
): AsyncGenerator<Made[], void, void> {
  const read = (place?: Place): Promise<Part<Made>> => {
    const request = { limit: rowsAtOnce, offset: 0, ...(place && { place }) };
    const reading = reader((db) => readPart(db, description, viewer, filters, request, make));
    // It may fail while the rows before are still written.
    reading.catch(() => {});
    return reading;
  };
  let reading = read();
  try {
    for (;;) {
      const { all, next } = await reading;
      // The next rows are read while these are written.
      if (next) reading = read(next);
      yield all;
      if (!next) return;
    }
  } finally {
    await reading.catch(() => {});
  }
}

async function readPart<Made>(
  db: Sql,
  description: Description,
  viewer: Viewer,
  filters: Filters,
  request: PageRequest,
  make: (row: Row) => Made,
): Promise<Part<Made>> {
  const part: Part<Made> = { all: [] };
  let last: Place | undefined;
  await eachRow(db, description, viewer, filters, request, exportSeconds, (row) => {
    if (part.all.length === request.limit) part.next = last!;
    else {
      part.all.push(make(row));
      last = { createdAt: row.createdAt, id: row.id, direction: 'after' };
    }
  });
  return part;
}

/** The rows of a list, from the source on: one condition of its page, count and export. */
function listedOf(db: Db, description: Description, viewer: Viewer, filters: Filters): Fragment {
  const joins = joinsOf(description, filters).map((join) => join(db, filters, viewer));
  return db`
    (${description.source(db)}) listed ${joins.reduce((all, one) => db`${all} ${one}`, db``)}
    where ${conditionOf(db, description, viewer, filters)}`;
}

function conditionOf(db: Db, description: Description, viewer: Viewer, filters: Filters): Fragment {
  const own = description.conditions ?? {};
  const all = [seenBy(db, viewer)];
  if (description.of) all.push(db`of_id = ${filters.of ?? null}`);
  for (const name of description.filters) {
    // What is joined for a filter has said it.
    const make = description.joins?.[name] ? undefined : (own[name] ?? usual[name]);
    if (make && isSet(filters, name)) all.push(make(db, filters, viewer));
  }
  return all.reduce((joined, one) => db`${joined} and ${one}`);
}

const usual: Partial<Record<FilterName, Condition>> = {
  site: (db, { siteId }) => db`site_id = ${siteId!}`,
  merchant: (db, { merchantId }) => db`merchant_id = ${merchantId!}`,
  state: (db, { state }) => db`state = ${state!}`,
  from: (db, { from }) => db`created_at >= ${from!}`,
  to: (db, { to }) => db`created_at < ${to!}`,
  bank: (db, { bankId }) => db`bank_id = ${bankId!}`,
  min: (db, { minCents }) => db`amount_cents >= ${minCents!}`,
  max: (db, { maxCents }) => db`amount_cents <= ${maxCents!}`,
  reference: (db, { reference }) => beginsWith(db, reference!),
  event: (db, { event }) => db`event = ${event!}`,
  type: (db, { type }) => db`type = ${type!}`,
  surface: (db, { surface }) => db`surface = ${surface!}`,
  receiver: (db, { receiver }) => db`receiver_id = ${receiver!}`,
};

/** The condition of a reference that begins with a text, which an index in the order of bytes serves. */
export function beginsWith(db: Db, text: string): Fragment {
  return db`reference like ${`${text.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/**
 * The same for a table whose index of references is by site: those of the site that is asked for, or of all sites that
 * the viewer sees.
 */
export function beginsWithAtSites(
  db: Db,
  { reference, siteId, merchantId }: Filters,
  viewer: Viewer,
): Fragment {
  const begins = beginsWith(db, reference!);
  if (siteId !== undefined) return begins;
  const own = merchantId === undefined ? db`` : db`and sites.merchant_id = ${merchantId}`;
  return db`${begins} and site_id = any (array(select sites.id from sites where ${seenBy(db, viewer, 'sites.merchant_id')} ${own}))`;
}

/**
 * Runs a statement by a plan made for its own values: how many rows a merchant, a state or a bank has differs by a
 * thousand times, and partial indexes are found by values alone. `isNested`: nothing is joined by hashing or sorting it.
 */
function planned<T>(
  db: Sql,
  seconds: number,
  statement: (tx: Tx) => Promise<T>,
  isNested = false,
): Promise<T> {
  const ofAll = isNested ? 'off' : 'on';
  return inTransaction(db, async (tx) => {
    // It goes before whatever the statement begins with, and is not waited for.
    const set = tx`
      select set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('statement_timeout', ${`${seconds}s`}, true),
        set_config('enable_hashjoin', ${ofAll}, true), set_config('enable_mergejoin', ${ofAll}, true)`.execute();
    const [, result] = await Promise.all([set, statement(tx)]);
    return result;
  });
}

/** What narrows a list, the best first. */
const narrowing: readonly FilterName[] = ['reference', 'site', 'merchant', 'state', 'from', 'action', 'who'];

/** Runs what a person waits for, with a plan for its own values. Throws TooWide when it takes more than two seconds. */
export function inPatience<T>(
  db: Sql,
  offered: readonly FilterName[],
  filters: Filters,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return orTooWide(offered, filters, () => planned(db, patienceSeconds, work));
}

async function orTooWide<T>(
  offered: readonly FilterName[],
  filters: Filters,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // 57014: the statement took longer than it may.
    if ((error as { code?: unknown } | null)?.code !== '57014') throw error;
    throw new TooWide(
      narrowing.filter((name) => offered.includes(name) && filters.words[name] === undefined),
    );
  }
}
