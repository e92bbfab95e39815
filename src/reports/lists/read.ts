// Reads a list by its description. Its page, its count and its export have one condition (condition.ts), so they cannot differ.
import { type Db, type Fragment, planned, type Sql, type Tx } from '../../kernel/db/db.ts';
import type { Plan } from '../../kernel/db/plans.ts';
import type { Reader } from '../../kernel/db/replica.ts';
import { type Page, type PageRequest, type Place, toPage } from '../../kernel/http/paging.ts';
import { firstOf } from '../../kernel/required.ts';
import { isJoined, type ListQuery, listedOf } from './condition.ts';
import {
  type Description,
  type FilterName,
  type Filters,
  type Gathering,
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
const rowsAtOnce = 2_000;

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
  const { columns, sum, filters: offered } = description;
  const summed = columns.find(({ key }) => key === sum);
  return {
    ...description,
    of: description.of ?? null,
    words: description.words ?? {},
    sum: summed ? (row) => summed.value(row) as bigint : null,
    leadsTo: description.leadsTo ?? (() => undefined),
    page: (db, viewer, filters, { limit, place }) =>
      orTooWide(offered, filters, () =>
        readPage(db, { description, viewer, filters }, { limit, offset: 0, place: filters.place ?? place }),
      ),
    spots: (db, pages) => orTooWide(offered, { words: {} }, () => readSpots(db, description, pages)),
    count: (db, viewer, filters) =>
      orTooWide(offered, filters, () => countRows(db, { description, viewer, filters })),
    rows: (reader, viewer, filters, gather) => allRows(reader, { description, viewer, filters }, gather),
  };
}

async function readPage(db: Sql, query: ListQuery, request: PageRequest): Promise<Page<Row>> {
  const rows: Row[] = [];
  await eachRow(db, query, request, patienceSeconds, (row) => rows.push(row));
  return toPage(rows, request);
}

/**
 * Passes on the rows of a page, and the one behind it, each as it arrives: it is in memory only while it is processed.
 */
async function eachRow(
  db: Sql,
  query: ListQuery,
  request: PageRequest,
  seconds: number,
  take: (row: Row) => void,
): Promise<void> {
  const read = async (tx: Tx): Promise<void> => {
    const more = query.description.more?.(tx, query.viewer);
    await tx<Row[]>`
      select page.*, sites.code as site, merchants.code as merchant ${more?.columns ?? tx``}
      from (${rowsOf(tx, query, request)}) page
      left join sites on sites.id = page.site_id
      left join merchants on merchants.id = page.merchant_id
      ${more?.joins ?? tx``}
      order by ${orderOf(tx, query, request)}`.forEach((row) => {
      receive(row);
    });
  };
  // What hangs on the driver's query was seen to live until the whole heap is collected, long after the query had ended: an
  // export's rows would all wait for that. So the callback lets go of them.
  let receive = take;
  try {
    await planned(db, planOf(query), read, seconds);
  } finally {
    receive = () => {};
  }
}

/** The statements are sent together: they wait for one round trip to the database, and not each for its own. */
function readSpots(db: Sql, description: Description, pages: readonly PageAsked[]): Promise<Spot[][]> {
  const asked = pages.map(({ viewer, filters, request }) => ({
    query: { description, viewer, filters },
    request,
  }));
  const read = (tx: Tx, { query, request }: (typeof asked)[number]): Promise<Spot[]> =>
    tx`select id, created_at from ${listedOf(tx, query)} ${pageOf(tx, query, request)}`;
  const plan = asked.some(({ query }) => isJoined(query)) ? 'for its values, nested' : 'for its values';
  return planned(db, plan, (tx) => Promise.all(asked.map((one) => read(tx, one))), patienceSeconds);
}

function rowsOf(db: Db, query: ListQuery, request: PageRequest): Fragment {
  const { description } = query;
  const found = (columns: Fragment) =>
    db`select ${columns} from ${listedOf(db, query)} ${pageOf(db, query, request)}`;
  if (!description.isCovered) return found(db`listed.*`);
  return db`select covered.* from (${description.source(db)}) covered where id = any (array(${found(db`id`)}))`;
}

async function countRows(db: Sql, query: ListQuery): Promise<number> {
  const count = (tx: Tx): Promise<{ n: number }[]> => tx`
    select count(*)::integer as n from (
      select from ${listedOf(tx, query)} limit ${mostCounted + 1}
    ) counted`;
  const row = firstOf(await planned(db, planOf(query), count, patienceSeconds));
  return row.n;
}

/** Collects the results of `make` for each row. */
export function eachMade<Made>(make: (row: Row) => Made): () => Gathering<Made[]> {
  return () => {
    const all: Made[] = [];
    return { add: (row) => all.push(make(row)), end: () => all };
  };
}

/** The part collected from so many rows, and where the next begin. */
interface Gathered<Part> {
  part: Part;
  next?: Place | undefined;
}

async function* allRows<Part>(
  reader: Reader,
  query: ListQuery,
  gather: () => Gathering<Part>,
): AsyncGenerator<Part, void, void> {
  const read = (place?: Place): Promise<Gathered<Part>> => {
    const reading = reader((db) => gatherRows(db, query, place, gather()));
    // It may fail while the rows before are still written.
    reading.catch(() => {});
    return reading;
  };
  let reading = read();
  try {
    for (;;) {
      const { part, next } = await reading;
      // The next rows are read while these are written.
      if (next) reading = read(next);
      yield part;
      if (!next) return;
    }
  } finally {
    await reading.catch(() => {});
  }
}

async function gatherRows<Part>(
  db: Sql,
  query: ListQuery,
  place: Place | undefined,
  gathering: Gathering<Part>,
): Promise<Gathered<Part>> {
  let count = 0;
  let last: Place | undefined;
  let next: Place | undefined;
  await eachRow(db, query, { limit: rowsAtOnce, offset: 0, place }, exportSeconds, (row) => {
    if (count === rowsAtOnce) next = last;
    else {
      gathering.add(row);
      count += 1;
      last = { createdAt: row.createdAt, id: row.id, direction: 'after' };
    }
  });
  return { part: gathering.end(), next };
}

/** Nothing of a list that joins is joined by hashing or sorting it. */
const planOf = (query: ListQuery): Plan => (isJoined(query) ? 'for its values, nested' : 'for its values');

/** What narrows a list, the best first. */
const narrowing: readonly FilterName[] = ['reference', 'site', 'merchant', 'state', 'from', 'action', 'who'];

/** Runs what a person waits for, with a plan for its own values. Throws TooWide when it takes more than two seconds. */
export function inPatience<T>(
  db: Sql,
  offered: readonly FilterName[],
  filters: Filters,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return orTooWide(offered, filters, () => planned(db, 'for its values', work, patienceSeconds));
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
