// Every metric of the service, declared in one place: docs/operations/metrics.md is generated from it. A figure read at
// a scrape costs at most an index's first rows, or a bounded count.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context.ts';
import { emailBacklog, emailKinds } from '../core/emails/actions.ts';
import { exportState, linkLag } from '../core/ledger/actions.ts';
import type { Meter } from '../core/meter.ts';
import { countDisabled, deliveryBacklog } from '../core/notifications/actions.ts';
import { listStreams } from '../core/streams/actions.ts';
import type { TransactionState } from '../core/transactions/actions.ts';
import { isHeld } from '../core/transfers/actions.ts';
import type { Jobs } from '../kernel/concurrency/jobs.ts';
import type { Sql } from '../kernel/db/db.ts';
import type { Heartbeat } from '../kernel/db/heartbeat.ts';
import type { SocketFigures } from '../kernel/http/sockets.ts';
import { createMetrics, type Metrics, measureRequests } from '../kernel/process/metrics.ts';
import { lastCheck } from '../reports/checks/last.ts';
import { streamLag } from '../reports/streams/rows.ts';
import { transactionStatus } from '../surfaces/one/transaction-wire.ts';

/** A figure that takes longer is left out (NaN): a scrape must not wait for a lock. */
const figureMs = 2_000;

/** The sources of the figures that each scrape reads. */
export interface Sources {
  ctx: Context;
  jobs: Jobs;
  /** Returns how many log lines could not be written. */
  dropped: (() => number) | undefined;
  pulse: Heartbeat | undefined;
  sockets: () => SocketFigures;
}

export interface ServiceMetrics extends Pick<Metrics, 'registry'> {
  meter: Meter;
  onSweep(name: string, seconds: number): void;
  measure(server: FastifyInstance): void;
  /** Reads the other figures at each scrape from here on. */
  read(sources: Sources): void;
}

/** The surface of a path, by its beginning; the longest comes first. */
const surfaces: readonly (readonly [prefix: string, surface: string])[] = [
  ['/one/', 'one'],
  ['/payments/', 'payments'],
  ['/payouts/', 'payouts'],
  ['/external/', 'external'],
  ['/console', 'console'],
  ['/sandbox', 'sandbox'],
  ['/docs', 'docs'],
  ['/bank/', 'bank'],
  ['/health', 'probes'],
  ['/metrics', 'probes'],
];
const apis = ['one', 'payments', 'payouts', 'external'];

/**
 * Returns the surface of a path: an API, the console, the sandbox, the documentation, the simulated bank, the probes, or
 * the customers' pages.
 */
export function surfaceOf({ url }: { url: string }): string {
  return surfaces.find(([prefix]) => url.startsWith(prefix))?.[1] ?? 'pages';
}

/** Declares every metric. They count from here on; figures that are read at a scrape come with `read`. */
export function serviceMetrics(): ServiceMetrics {
  const metrics = createMetrics();
  const { counters, histogram } = metrics;
  const onLimited = counters(
    'tefo_limited_requests_total',
    'Requests with a 429 response, by surface.',
    ['surface'],
    apis.map((surface) => [surface]),
  );
  return {
    registry: metrics.registry,
    meter: meterOf(metrics),
    onSweep: (
      (observe) => (name: string, seconds: number) =>
        observe(seconds, name)
    )(
      histogram(
        'tefo_sweep_seconds',
        'Duration of the runs of each sweep.',
        ['sweep'],
        [0.01, 0.05, 0.25, 1, 5, 30, 120],
      ),
    ),
    measure: (server) => {
      measureRequests(server, metrics, surfaceOf);
      server.addHook('onResponse', (request, reply, done) => {
        if (reply.statusCode === 429) onLimited(surfaceOf(request));
        done();
      });
    },
    read: (sources) => readAtScrapes(metrics, sources),
  };
}

function meterOf({ counters, histogram }: Metrics): Meter {
  const count = counters(
    'tefo_transactions_total',
    'Transactions that reached a status of the One API, by bank; "none" without a bank. A new one counts as Incomplete.',
    ['status', 'bank'],
  );
  const observeCall = histogram(
    'tefo_bank_request_seconds',
    'Duration of calls to banks, by operation and outcome: answered (any response), unavailable, timeout, conflict, error.',
    ['bank', 'operation', 'outcome'],
    [0.01, 0.05, 0.25, 1, 2.5, 5, 10, 30],
  );
  const attempt = counters(
    'tefo_delivery_attempts_total',
    'Attempts to deliver a notification to a webhook or a notifyUrl, by outcome: delivered, retry, failed.',
    ['kind', 'outcome'],
    ['webhook', 'address'].flatMap((kind) =>
      ['delivered', 'retry', 'failed'].map((outcome) => [kind, outcome]),
    ),
  );
  const email = counters(
    'tefo_email_attempts_total',
    'Attempts to send an e-mail, by kind and outcome: sent, rejected (for good), failed (retried).',
    ['kind', 'outcome'],
    Object.keys(emailKinds).flatMap((kind) =>
      ['sent', 'rejected', 'failed'].map((outcome) => [kind, outcome]),
    ),
  );
  const wrongHash = counters(
    'tefo_hash_refusals_total',
    'Requests rejected for a wrong hash, by surface. A request with many items counts once per site.',
    ['surface'],
    [['payments'], ['payouts'], ['external']],
  );
  return {
    transaction: (from, to, bank) => {
      const status = transactionStatus[to as TransactionState];
      if (from === null || transactionStatus[from as TransactionState] !== status)
        count(status, bank ?? 'none');
    },
    bankCall: ({ bank, operation, outcome, seconds }) => observeCall(seconds, bank, operation, outcome),
    attempt,
    email,
    wrongHash,
    diagnosis: counters(
      'tefo_diagnoses_total',
      'Analyses of wrong hashes, by result: found, none, or gave_up.',
      ['result'],
    ),
    ambiguous: counters(
      'tefo_ambiguous_requests_total',
      'Payment requests from browsers with an ambiguous hash, by the field whose end is unclear.',
      ['field'],
    ),
  };
}

function readAtScrapes(metrics: Metrics, { ctx, jobs, dropped = () => 0, pulse, sockets }: Sources): void {
  const { gauge, gauges } = metrics;
  metrics.counter('tefo_log_lines_dropped_total', 'Log lines that could not be written.', dropped);
  gauge(
    'tefo_database_clock_skew_seconds',
    'Seconds that this machine’s clock is ahead of the database’s.',
    () => (pulse?.skewMs() ?? 0) / 1000,
  );
  gauges(
    'tefo_database_connections',
    'Database connections of all Tefo processes, as listed by PostgreSQL, by state.',
    'state',
    async () => (await soonEnough(connectionStates(ctx.db))) ?? [],
  );
  gauge(
    'tefo_replica_age_seconds',
    'Maximum age of the replica’s data; NaN while the replica is not used or not configured.',
    () => ctx.replica?.ageSeconds(),
  );
  metrics.counter(
    'tefo_replica_reads_total',
    'Reads of lists, charts, search and exports that the replica served.',
    () => ctx.replica?.counts().answered ?? 0,
  );
  metrics.counter(
    'tefo_replica_misses_total',
    'Reads of this kind that the primary served: the replica was unavailable, too far behind, or in conflict with replay.',
    () => ctx.replica?.counts().missed ?? 0,
  );
  gauges(
    'tefo_sweep_age_seconds',
    'Duration of the current run of each sweep; 0 while it is idle.',
    'sweep',
    () => [...jobs.ages()].map(([name, ms]): [string, number] => [name, ms / 1000]),
  );
  gauge('tefo_connections', 'Open connections of clients.', () => sockets().open);
  gauge(
    'tefo_connections_crowded_out',
    'Connections of clients closed since the start because the limit was reached.',
    () => sockets().crowdedOut,
  );
  const backlog = shared(() => deliveryBacklog(ctx.db, ctx.clock.now()));
  gauge(
    'tefo_deliveries_due',
    'Due notifications that are not delivered; 100000 means that many or more.',
    async () => (await backlog())?.waiting,
  );
  gauge(
    'tefo_deliveries_oldest_due_seconds',
    'Waiting time of the oldest due notification; 0 if there is no due notification.',
    () => backlog().then((found) => found && (found.oldestDue ? secondsSince(ctx, found.oldestDue) : 0)),
  );
  gauge('tefo_receivers_disabled', 'Disabled webhooks and addresses.', () =>
    soonEnough(countDisabled(ctx.db)),
  );
  const outbox = shared(() => emailBacklog(ctx.db, ctx.clock.now()));
  gauge(
    'tefo_emails_waiting',
    'E-mails that are not sent yet; 100000 means that many or more.',
    async () => (await outbox())?.waiting,
  );
  gauge(
    'tefo_emails_oldest_waiting_seconds',
    'Age of the oldest e-mail that is not sent yet; 0 without one.',
    () => outbox().then((found) => found && (found.oldest ? secondsSince(ctx, found.oldest) : 0)),
  );
  gauges(
    'tefo_stream_lag_lines',
    'Lines of each stream that are not sent; 100000 means that many or more.',
    'stream',
    async () => (await soonEnough(streamLags(ctx))) ?? [],
  );
  readLedger(metrics, ctx);
  gauge('tefo_money_out_held', '1 while outgoing money is on hold, because a restore is not released.', () =>
    soonEnough(isHeld(ctx.db).then(Number)),
  );
}

async function streamLags(ctx: Context): Promise<[string, number][]> {
  const lags: [string, number][] = [];
  for (const stream of await listStreams(ctx))
    lags.push([stream.name, (await streamLag(ctx.db, stream)).lag]);
  return lags;
}

function readLedger({ gauge }: Metrics, ctx: Context): void {
  const lag = shared(() => linkLag(ctx));
  gauge(
    'tefo_ledger_unlinked',
    'Journals that are not linked to the hash chain yet; 100000 means that many or more.',
    async () => (await lag())?.waiting,
  );
  gauge(
    'tefo_ledger_link_lag_seconds',
    'Age of the first journal that is not linked yet; 0 if all are linked.',
    async () => (await lag())?.seconds,
  );
  const exported = shared(() => exportState(ctx.db, ctx.clock.now()));
  gauge(
    'tefo_ledger_head_behind_seconds',
    'Age of the first linked journal that the exported head does not cover; NaN without an exported head.',
    async () => (await exported())?.behindSeconds,
  );
  gauge(
    'tefo_ledger_head_trouble',
    '1 if the head could not be exported, or if this ledger does not contain the exported head.',
    () => exported().then((state) => state && Number(state.trouble !== null)),
  );
  const check = shared(() => lastCheck(ctx.db));
  gauge(
    'tefo_check_findings',
    'Number of findings of the last `tefo check`; NaN if it never ran.',
    async () => (await check())?.findings,
  );
  gauge('tefo_check_age_seconds', 'Time since the last `tefo check`; NaN if it never ran.', () =>
    check().then((last) => last && secondsSince(ctx, last.at)),
  );
}

const secondsSince = ({ clock }: Context, at: Date): number => (clock.now().getTime() - at.getTime()) / 1000;

const states = ['active', 'idle', 'idle in transaction'];

/** all merchants: sessions of the database, for metrics. */
async function connectionStates(db: Sql): Promise<[string, number][]> {
  const rows = await db<{ state: string; count: number }[]>`
    select coalesce(state, 'other') as state, count(*)::integer from pg_stat_activity
    where datname = current_database() and application_name like 'tefo%' group by 1`;
  const found = new Map(rows.map(({ state, count }) => [state, count]));
  return [...new Set([...states, ...found.keys()])].map((state) => [state, found.get(state) ?? 0]);
}

/** Reads once for all figures of a scrape. Returns undefined when it fails or takes too long. */
function shared<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let reading: Promise<T | undefined> | undefined;
  return () =>
    (reading ??= soonEnough(read()).finally(() => {
      reading = undefined;
    }));
}

/** Returns the result of `reading`; undefined when it fails or takes too long. */
function soonEnough<T>(reading: Promise<T>): Promise<T | undefined> {
  const found = reading.catch(() => undefined);
  return Promise.race([found, sleep(figureMs, undefined, { ref: false })]);
}
