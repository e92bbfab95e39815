// (f) the lists of a merchant with --rows payments compared with ten thousand: milliseconds per page. Rare rows are the
// oldest, so that a list that scans the others scans all of them.
import { openPool, type Sql } from '../src/kernel/db/db.ts';
import type { TefoProcess } from '../test/storm/process.ts';
import { median } from '../test/support/figures.ts';
import { addPayments } from '../test/support/many-rows.ts';
import { type Line, milliseconds } from './figures.ts';
import type { Request } from './load.ts';
import type { Merchant } from './merchant.ts';
import type { Pace } from './throughput.ts';

const fewRows = 10_000;
const rowsAtOnce = 100_000;
const readings = 60;
/** Warm-up requests: after five, PostgreSQL decides whether a statement gets a generic plan. */
const unmeasured = 10;

const lists: [path: string, query: Record<string, string>][] = [
  ['/payments', {}],
  ['/payments', { merchantReference: 'order-777' }],
  ['/payments', { status: 'Created' }],
  ['/payments', { status: 'Cancelled' }],
  ['/payments', { status: 'Expired' }],
  ['/transactions', {}],
  ['/transactions', { merchantReference: 'order-777' }],
  ['/transactions', { status: 'Refunded' }],
  ['/transactions', { status: 'Error' }],
  ['/transactions', { status: 'Pending' }],
  ['/transactions', { status: 'Incomplete' }],
];

export async function measureLists(tefo: TefoProcess, merchant: Merchant, { rows }: Pace): Promise<Line[]> {
  const db = openPool(await tefo.databaseUrl(), { max: 1 });
  const requests = lists.map(([path, query]) => merchant.list(path, query));
  try {
    await fill(db, 0, fewRows);
    const few = await timesOf(tefo.base, requests);
    await fill(db, fewRows, rows);
    const many = await timesOf(tefo.base, requests);
    return lists.map(([path, query], index) => ({
      part: 'f',
      what: [`GET ${path}`, ...new URLSearchParams(query)].join(' ').replace(',', '='),
      ours: milliseconds(many[index]!),
      theirs: milliseconds(few[index]!),
      ratio: many[index]! / few[index]!,
      target: '<= 1.5',
    }));
  } finally {
    await db.end();
  }
}

async function fill(db: Sql, from: number, to: number): Promise<void> {
  const [site] = await db<{ id: string; merchantId: string }[]>`
    select id, merchant_id from sites order by created_at limit 1`;
  for (let next = from; next < to; next += rowsAtOnce) {
    await addPayments(db, { site: site!, from: next, to: Math.min(next + rowsAtOnce, to), now: new Date() });
  }
  // Does the work of autovacuum; otherwise the first lists write.
  await db`vacuum analyze payments, transactions`;
}

async function timesOf(base: string, requests: Request[]): Promise<number[]> {
  const times: number[] = [];
  for (const request of requests) {
    const taken: number[] = [];
    for (let read = 0; read < unmeasured + readings; read += 1) taken.push(await timeOf(base, request));
    times.push(median(taken.slice(unmeasured)));
  }
  return times;
}

async function timeOf(base: string, { paths, headers, expected }: Request): Promise<number> {
  const start = performance.now();
  const answer = await fetch(base + paths[0], { headers });
  const text = await answer.text();
  if (answer.status !== expected) throw new Error(`${paths[0]}: ${answer.status} ${text}`);
  return performance.now() - start;
}
