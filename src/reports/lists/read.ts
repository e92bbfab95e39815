// Makes a list of its description. Its page, its count and its export are read by one condition, so they cannot differ.
// all merchants: each statement names the viewer, whose merchants `seenBy` puts into the condition.
import { seenBy, type Viewer } from '../../core/viewer.ts';
import { type Db, type Fragment, inTransaction, type Sql, type Tx } from '../../kernel/db/db.ts';
import { type Page, type PageRequest, type Place, pageClause, toPage } from '../../kernel/http/paging.ts';
import {
  type Condition,
  type Description,
  type FilterName,
  type Filters,
  type List,
  mostCounted,
  type PageAsked,
  type Row,
  type Spot,
} from './list.ts';

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
        readPage(
          db,
          description,
          viewer,
          given,
          { limit: request.limit, offset: 0, place: given.place ?? request.place },
          patienceSeconds,
        ),
      ),
    spots: (db, pages) => orTooWide(filters, { words: {} }, () => readSpots(db, description, pages)),
    count: (db, viewer, given) => orTooWide(filters, given, () => countRows(db, description, viewer, given)),
    rows: (db, viewer, given) => allRows(db, description, viewer, given),
  };
}

async function readPage(
  db: Sql,
  description: Description,
  viewer: Viewer,
  filters: Filters,
  request: PageRequest,
  seconds: number,
): Promise<Page<Row>> {
  const found = await planned(db, seconds, (tx) => {
    const more = description.more?.(tx, viewer);
    const order = request.place?.direction === 'before' ? tx`asc` : tx`desc`;
    return tx<Row[]>`
      select page.*, sites.code as site, merchants.code as merchant ${more?.columns ?? tx``}
      from (${rowsOf(tx, description, viewer, filters, request)}) page
      left join sites on sites.id = page.site_id
      left join merchants on merchants.id = page.merchant_id
      ${more?.joins ?? tx``}
      order by page.created_at ${order}, page.id ${order}`;
  });
  return toPage(found, request);
}

/** The statements are sent together: they wait for one answer of the database, and not each for its own. */
function readSpots(db: Sql, description: Description, pages: readonly PageAsked[]): Promise<Spot[][]> {
  return planned(db, patienceSeconds, (tx) =>
    Promise.all(
      pages.map(
        ({ viewer, filters, request }) => tx<Spot[]>`
          select id, created_at from (${description.source(tx)}) listed
          where ${conditionOf(tx, description, viewer, filters)} ${pageClause(tx, request)}`,
      ),
    ),
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
    select ${columns} from (${description.source(db)}) listed
    where ${conditionOf(db, description, viewer, filters)} ${pageClause(db, request)}`;
  if (!description.isCovered) return found(db`listed.*`);
  return db`select covered.* from (${description.source(db)}) covered where id = any (array(${found(db`id`)}))`;
}

async function countRows(
  db: Sql,
  description: Description,
  viewer: Viewer,
  filters: Filters,
): Promise<number> {
  const [row] = await planned(db, patienceSeconds, async (tx) => {
    const isCommon = (await description.isCommon?.(tx, viewer, filters)) ?? false;
    return tx<{ n: number }[]>`
      select count(*)::integer as n from (
        select from (${description.source(tx)}) listed
        where ${conditionOf(tx, description, viewer, filters, isCommon)} limit ${mostCounted + 1}
      ) counted`;
  });
  return row!.n;
}

async function* allRows(
  db: Sql,
  description: Description,
  viewer: Viewer,
  filters: Filters,
): AsyncGenerator<Row[], void, void> {
  const read = (place?: Place): Promise<Page<Row>> => {
    const request = { limit: rowsAtOnce, offset: 0, ...(place && { place }) };
    const reading = readPage(db, description, viewer, filters, request, exportSeconds);
    // It may fail while the rows before are still written.
    reading.catch(() => {});
    return reading;
  };
  let reading = read();
  try {
    for (;;) {
      const { rows, hasMore } = await reading;
      const last = rows.at(-1);
      // The next rows are read while these are written.
      if (hasMore && last) reading = read({ createdAt: last.createdAt, id: last.id, direction: 'after' });
      yield rows;
      if (!hasMore) return;
    }
  } finally {
    await reading.catch(() => {});
  }
}

/** The one condition of a list's page, count and export. */
function conditionOf(
  db: Db,
  description: Description,
  viewer: Viewer,
  filters: Filters,
  isCommon = false,
): Fragment {
  const own = description.conditions ?? {};
  const all = [seenBy(db, viewer)];
  if (description.of) all.push(db`of_id = ${filters.of ?? null}`);
  for (const name of description.filters) {
    const make = own[name] ?? usual[name];
    if (make && isSet(filters, name)) all.push(make(db, filters, viewer, isCommon));
  }
  return all.reduce((joined, one) => db`${joined} and ${one}`);
}

const members: Record<FilterName, keyof Filters> = {
  site: 'siteId',
  merchant: 'merchantId',
  state: 'state',
  from: 'from',
  to: 'to',
  bank: 'bankId',
  min: 'minCents',
  max: 'maxCents',
  reference: 'reference',
  event: 'event',
  receiver: 'receiver',
  type: 'type',
  surface: 'surface',
  finding: 'finding',
  who: 'who',
  action: 'action',
  subject: 'subject',
  after: 'place',
};
const isSet = (filters: Filters, name: FilterName): boolean => filters[members[name]] !== undefined;

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
 * thousand times, and partial indexes are found by values alone.
 */
function planned<T>(db: Sql, seconds: number, statement: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    const [, result] = await Promise.all([
      tx`
        select set_config('plan_cache_mode', 'force_custom_plan', true),
          set_config('statement_timeout', ${`${seconds}s`}, true)`,
      statement(tx),
    ]);
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
