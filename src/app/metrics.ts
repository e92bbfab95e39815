// Every metric of the service, declared in one place: docs/operations/metrics.md is written from it. What is read at a
// scrape costs at most an index's first rows, or a count that ends at a bound.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context.ts';
import { exportState, linkLag } from '../core/ledger/actions.ts';
import type { Meter } from '../core/meter.ts';
import { countDisabled, deliveryBacklog } from '../core/notifications/actions.ts';
import type { TransactionState } from '../core/transactions/actions.ts';
import { isHeld } from '../core/transfers/actions.ts';
import type { Jobs } from '../kernel/concurrency/jobs.ts';
import type { Sql } from '../kernel/db/db.ts';
import type { Heartbeat } from '../kernel/db/heartbeat.ts';
import type { SocketFigures } from '../kernel/http/sockets.ts';
import { createMetrics, type Metrics, measureRequests } from '../kernel/process/metrics.ts';
import { lastCheck } from '../reports/checks/last.ts';
import { transactionStatus } from '../surfaces/one/transaction-wire.ts';

/** A figure that takes longer is left out (NaN): a scrape must not wait for a lock. */
const figureMs = 2_000;

/** What the figures of each scrape are read from. */
export interface Sources {
  ctx: Context;
  jobs: Jobs;
  /** Returns how many log lines could not be written. */
  dropped: (() => number) | undefined;
  pulse: Heartbeat | undefined;
  sockets: () => SocketFigures;
}

export interface ServiceMetrics extends Pick<Metrics, 'registry'> {
  /** Counts payments, banks and notifications. */
  meter: Meter;
  /** Counts a sweep's run. */
  onSweep(name: string, seconds: number): void;
  /** Measures the requests of a server. */
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
 * Whose a path is: an API, the console, the sandbox, the documents, the simulated bank's, of those who watch the service, or
 * the pages that customers see.
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
    'Requests that were answered 429, by surface.',
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
        'How long the runs of each sweep took.',
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
    'Transactions that came to a status of the One API, by the bank; "none" where none was chosen. A new one counts as Incomplete.',
    ['status', 'bank'],
  );
  const observeCall = histogram(
    'tefo_bank_request_seconds',
    'How long calls to banks took, by operation and outcome: answered (whatever it said), unavailable, timeout, conflict, error.',
    ['bank', 'operation', 'outcome'],
    [0.01, 0.05, 0.25, 1, 2.5, 5, 10, 30],
  );
  const attempt = counters(
    'tefo_delivery_attempts_total',
    'Attempts to deliver a notification, to a webhook or to an address that the object named, by outcome: delivered, retry, failed.',
    ['kind', 'outcome'],
    ['webhook', 'address'].flatMap((kind) =>
      ['delivered', 'retry', 'failed'].map((outcome) => [kind, outcome]),
    ),
  );
  const wrongHash = counters(
    'tefo_hash_refusals_total',
    'Requests that were refused for a wrong hash, by surface. Of one request with many items, each site counts once.',
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
    wrongHash,
    diagnosis: counters(
      'tefo_diagnoses_total',
      'Searches for the mistake of a wrong hash, by what came of them: found, none, or gave_up.',
      ['result'],
    ),
    ambiguous: counters(
      'tefo_ambiguous_requests_total',
      'Payment requests that payers brought whose hash does not tell where a field ends, by the field.',
      ['field'],
    ),
  };
}

function readAtScrapes(metrics: Metrics, { ctx, jobs, dropped = () => 0, pulse, sockets }: Sources): void {
  const { gauge, gauges } = metrics;
  metrics.counter('tefo_log_lines_dropped_total', 'Lines of the log that could not be written.', dropped);
  gauge(
    'tefo_database_clock_skew_seconds',
    'By how much the clock of this machine is ahead of the database’s.',
    () => (pulse?.skewMs() ?? 0) / 1000,
  );
  gauges(
    'tefo_database_connections',
    'Connections to the database of every process of Tefo, as PostgreSQL lists them, by state.',
    'state',
    async () => (await soonEnough(connectionStates(ctx.db))) ?? [],
  );
  gauge(
    'tefo_replica_age_seconds',
    'How old the data of the replica is at most; no number while it is not read, or the settings name none.',
    () => ctx.replica?.ageSeconds(),
  );
  metrics.counter(
    'tefo_replica_reads_total',
    'Reads of lists, charts, search and exports that the replica answered.',
    () => ctx.replica?.counts().answered ?? 0,
  );
  metrics.counter(
    'tefo_replica_misses_total',
    'Such reads that the primary answered in its place: it was away, too far behind, or in the way of what it replays.',
    () => ctx.replica?.counts().missed ?? 0,
  );
  gauges(
    'tefo_sweep_age_seconds',
    'How long the present run of each sweep has lasted; 0 while it waits.',
    'sweep',
    () => [...jobs.ages()].map(([name, ms]): [string, number] => [name, ms / 1000]),
  );
  gauge('tefo_connections', 'Connections of callers that are open.', () => sockets().open);
  gauge(
    'tefo_connections_crowded_out',
    'Connections of callers sent away since the start because there was no room.',
    () => sockets().crowdedOut,
  );
  const backlog = shared(() => deliveryBacklog(ctx.db, ctx.clock.now()));
  gauge(
    'tefo_deliveries_due',
    'Notifications that are due and not delivered; 100000 stands for as many or more.',
    async () => (await backlog())?.waiting,
  );
  gauge(
    'tefo_deliveries_oldest_due_seconds',
    'How long the oldest due notification has waited; 0 where none is due.',
    () => backlog().then((found) => found && (found.oldestDue ? secondsSince(ctx, found.oldestDue) : 0)),
  );
  gauge('tefo_receivers_disabled', 'Webhooks and addresses that are told no more.', () =>
    soonEnough(countDisabled(ctx.db)),
  );
  readLedger(metrics, ctx);
  gauge('tefo_money_out_held', '1 while no money leaves, because a restore is not released.', () =>
    soonEnough(isHeld(ctx.db).then(Number)),
  );
}

function readLedger({ gauge }: Metrics, ctx: Context): void {
  const lag = shared(() => linkLag(ctx));
  gauge(
    'tefo_ledger_unlinked',
    'Journals that wait to be linked into the chain; 100000 stands for as many or more.',
    async () => (await lag())?.waiting,
  );
  gauge(
    'tefo_ledger_link_lag_seconds',
    'How long the first journal that waits for its link has waited; 0 where none does.',
    async () => (await lag())?.seconds,
  );
  const exported = shared(() => exportState(ctx.db, ctx.clock.now()));
  gauge(
    'tefo_ledger_head_behind_seconds',
    'How long the first linked journal has waited that no head noted outside covers; no number where none is noted.',
    async () => (await exported())?.behindSeconds,
  );
  gauge(
    'tefo_ledger_head_trouble',
    '1 where the head could not be noted outside, or what is noted there is not in this ledger.',
    () => exported().then((state) => state && Number(state.trouble !== null)),
  );
  const check = shared(() => lastCheck(ctx.db));
  gauge(
    'tefo_check_findings',
    'What the last `tefo check` found on this database; no number where none was run.',
    async () => (await check())?.findings,
  );
  gauge(
    'tefo_check_age_seconds',
    'How long ago the last `tefo check` ended; no number where none was run.',
    () => check().then((last) => last && secondsSince(ctx, last.at)),
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
