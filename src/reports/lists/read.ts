// Reads a list by its description. Its page, its count and its export have one condition (condition.ts), so they cannot differ.
import { seenBy } from '../../core/viewer.ts';
import { type Db, type Fragment, planned, type Sql, type Tx } from '../../kernel/db/db.ts';
import type { Plan } from '../../kernel/db/plans.ts';
import type { Reader } from '../../kernel/db/replica.ts';
import { type Page, type PageRequest, type Place, toPage } from '../../kernel/http/paging.ts';
import type { Cents } from '../../kernel/money.ts';
import { firstOf } from '../../kernel/required.ts';
import { readCustomerText } from '../customers.ts';
import { isJoined, type ListQuery, listedOf } from './condition.ts';
import { totalOfDays } from './day-totals.ts';
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
  type Total,
} from './list.ts';
import { orderOf, outcomesInOrder, pageOf, placeAfter } from './order.ts';

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
      orTooWide(offered, filters, async () =>
        readPage(db, await understood(db, { description, viewer, filters }), {
          ...{ limit, offset: 0, place: filters.place ?? place },
        }),
      ),
    spots: (db, pages) => orTooWide(offered, { words: {} }, () => readSpots(db, description, pages)),
    count: (db, viewer, filters) =>
      orTooWide(offered, filters, async () =>
        countRows(db, await understood(db, { description, viewer, filters })),
      ),
    totals: async (db, viewer, filters) =>
      readTotals(
        db,
        await orTooWide(offered, filters, () => understood(db, { description, viewer, filters })),
      ),
    rows: (reader, viewer, filters, gather) => allRows(reader, { description, viewer, filters }, gather),
  };
}

/** Returns a query in which the text of a customer is the parts to look for. */
async function understood(db: Sql, query: ListQuery, seconds = patienceSeconds): Promise<ListQuery> {
  const { viewer, filters } = query;
  const text = filters.customer ?? filters.q;
  if (text === undefined) return query;
  const whose = { viewer, merchantId: filters.merchantId };
  const read = (tx: Tx) => readCustomerText(tx, text, whose);
  return {
    ...query,
    filters: { ...filters, customerParts: await planned(db, 'for its values', read, seconds) },
  };
}

async function readPage(db: Sql, query: ListQuery, request: PageRequest): Promise<Page<Row>> {
  const rows: Row[] = [];
  await eachRow(db, query, request, patienceSeconds, (row) => rows.push(row));
  return toPage(rows, request);
}

/** Passes on the rows of a page, and the one behind it. Those of a list that is sorted by outcome are read for one outcome at a time. */
async function eachRow(
  db: Sql,
  query: ListQuery,
  request: PageRequest,
  seconds: number,
  take: (row: Row) => void,
): Promise<void> {
  const { place } = request;
  const parts = outcomesInOrder(query.filters, place);
  if (!parts) return eachRowOf(db, query, request, seconds, take);
  let left = request.limit + 1;
  for (const [index, outcome] of parts.entries()) {
    if (left === 0) return;
    const part = { ...query, filters: { ...query.filters, outcome } };
    const rest = { limit: left - 1, offset: 0, ...(index === 0 && place && { place }) };
    await eachRowOf(db, part, rest, seconds, (row) => {
      left -= 1;
      take(row);
    });
  }
}

/** Passes on the rows of one statement, each as it arrives: it is in memory only while it is processed. */
async function eachRowOf(
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
async function readSpots(db: Sql, description: Description, pages: readonly PageAsked[]): Promise<Spot[][]> {
  const asked = await Promise.all(
    pages.map(async ({ viewer, filters, request }) => ({
      query: await understood(db, { description, viewer, filters }),
      request,
    })),
  );
  const read = (tx: Tx, { query, request }: (typeof asked)[number]): Promise<Spot[]> =>
    tx`select id, created_at from ${listedOf(tx, query)} ${pageOf(tx, query, request)}`;
  const plan = asked.some(({ query }) => isJoined(query)) ? 'for its values, nested' : 'for its values';
  return planned(db, plan, (tx) => Promise.all(asked.map((one) => read(tx, one))), patienceSeconds);
}

function rowsOf(db: Db, query: ListQuery, request: PageRequest): Fragment {
  const { description } = query;
  const found = (columns: Fragment, more = db``) =>
    db`select ${columns} from ${listedOf(db, query)} ${more} ${pageOf(db, query, request)}`;
  if (query.filters.sort === 'amount') {
    // The index of amounts has those of each merchant that are not open.
    const ofEach = db`
      select ended.* from (select id as owner_id from merchants where ${seenBy(db, query.viewer, 'id')}) owner
      cross join lateral (${found(db`listed.*`, db`and state <> 'created' and merchant_id = owner.owner_id`)}) ended`;
    const both = db`(${ofEach}) union all (${found(db`listed.*`, db`and state = 'created'`)})`;
    return db`select * from (${both}) both_kinds ${pageOf(db, query, { limit: request.limit, offset: 0 })}`;
  }
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

async function readTotals(db: Sql, query: ListQuery): Promise<Total> {
  const { description, viewer, filters } = query;
  const { filters: offered } = description;
  const known = await ifInTime(() =>
    orTooWide(offered, filters, () =>
      planned(db, planOf(query), (tx) => addRows(tx, query), patienceSeconds),
    ),
  );
  const count = known?.count ?? (await orTooWide(offered, filters, () => countRows(db, query)));
  if (count <= mostCounted) return { count, cents: known?.cents ?? null, isMore: false };
  const whole = await ifInTime(() =>
    inPatience(db, offered, filters, (tx) => totalOfDays(tx, description, viewer, filters)),
  );
  // A name for a part of a state is not a state of theirs.
  if (whole && whole.count >= count) return { ...whole, isMore: false };
  return { count: mostCounted, cents: description.isSigned ? null : (known?.cents ?? null), isMore: true };
}

/** The sum of more rows than are counted is of as many as are. */
async function addRows(tx: Tx, query: ListQuery): Promise<{ count: number; cents: Cents | null }> {
  const { sum } = query.description;
  const cents = sum ? tx`${tx(`${sum}_cents`)} as cents` : tx`null::bigint as cents`;
  const [row] = await tx<[{ count: number; cents: Cents | null }]>`
    select count(*)::integer as count, (sum(cents) filter (where place <= ${mostCounted}))::bigint as cents from (
      select row_number() over () as place, cents from (
        select ${cents} from ${listedOf(tx, query)} limit ${mostCounted + 1}
      ) found
    ) counted`;
  return sum ? { count: row.count, cents: row.cents ?? 0n } : row;
}

async function ifInTime<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooWide) return undefined;
    throw error;
  }
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
  asked: ListQuery,
  gather: () => Gathering<Part>,
): AsyncGenerator<Part, void, void> {
  const query = await reader((db) => understood(db, asked, exportSeconds));
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
      last = placeAfter(query.filters, row);
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
