// The trace of a request, stored so that later work that follows from the request continues it. The caller can choose
// the correlation id, so only with the merchant does it identify a request.
import { dayMs, hourMs, plus } from '../kernel/clock.ts';
import type { Sweep } from '../kernel/concurrency/jobs.ts';
import { batch } from '../kernel/db/batch.ts';
import { afterCommit, type Sql } from '../kernel/db/db.ts';
import { rowCount } from '../kernel/db/rows.ts';
import { apart, isTracing, requestTrace } from '../kernel/tracing.ts';
import type { AnyContext, Context } from './context.ts';

interface Request {
  merchantId: string;
  correlationId: string;
}

interface KeptTrace extends Request {
  traceparent: string;
  at: Date;
}

/** The time for which later work continues a request's trace: no tool would show the whole of a longer one. */
const keptMs = dayMs;

/** Returns the correlation id for objects that a request creates, and stores the request's trace. */
export function correlated(scope: AnyContext, merchantId: string): string {
  keepTrace(scope, merchantId);
  return scope.correlationId;
}

/**
 * Stores the trace of the present request, which is about a merchant. No caller waits for it, and it is not part of the
 * transaction: a trace may be lost, and must cost a payment nothing.
 */
export function keepTrace({ correlationId, db, clock }: AnyContext, merchantId: string): void {
  const traceparent = requestTrace();
  if (traceparent === undefined) return;
  const kept: KeptTrace = { merchantId, correlationId, traceparent, at: clock.now() };
  const write = (pool: Sql) => apart(() => void keep(pool, kept).catch(() => {}));
  if ('begin' in db) write(db);
  else afterCommit(db, `trace ${merchantId} ${correlationId}`, write);
}

const keep = batch<KeptTrace, void>(async (db, traces) => {
  const column = (name: keyof KeptTrace) => traces.map((trace) => trace[name]);
  await db`
    insert into traces (merchant_id, correlation_id, traceparent, at)
    select * from unnest(${column('merchantId') as string[]}::uuid[], ${column('correlationId') as string[]}::text[],
      ${column('traceparent') as string[]}::text[], ${traces.map(({ at }) => at.toISOString())}::timestamptz[])
    on conflict do nothing`;
});

/** Returns where the trace of a request is at; undefined if none is kept, and if nothing is traced. */
export async function traceOf(db: Sql, request: Request): Promise<string | undefined> {
  return isTracing() ? apart(() => find(db, request)) : undefined;
}

const find = batch(async (db, requests: readonly Request[]) => {
  const rows = await db<(Request & { traceparent: string })[]>`
    select traces.merchant_id, traces.correlation_id, traces.traceparent
    from unnest(${requests.map(({ merchantId }) => merchantId)}::uuid[],
      ${requests.map(({ correlationId }) => correlationId)}::text[]) as asked (merchant_id, correlation_id)
    join traces on traces.merchant_id = asked.merchant_id and traces.correlation_id = asked.correlation_id`;
  const keyOf = (one: Request) => `${one.merchantId} ${one.correlationId}`;
  const found = new Map(rows.map((row) => [keyOf(row), row.traceparent]));
  return requests.map((request) => found.get(keyOf(request)));
});

/**
 * Returns the sweep that deletes traces of requests of more than a day ago, some at a time.
 * all merchants: no process reads these traces any more.
 */
export const createTraceExpiry = ({ db, clock }: Context): Sweep => ({
  name: 'traces.forget',
  intervalMs: hourMs,
  run: () =>
    rowCount(db`
      delete from traces where ctid in (
        select ctid from traces where at < ${plus(clock.now(), -keptMs)} limit 10000)`),
});
