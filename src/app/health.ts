// Liveness, readiness and metrics.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { hasAnyBank } from '../core/accounts/payable.ts';
import type { Context } from '../core/context.ts';
import { exportState, ledgerHead } from '../core/ledger/actions.ts';
import { countDisabled, deliveryBacklog } from '../core/notifications/actions.ts';
import { isHeld } from '../core/transfers/actions.ts';
import { minuteMs } from '../kernel/clock.ts';
import type { Jobs } from '../kernel/concurrency/jobs.ts';
import { createProbe, type Probe } from '../kernel/db/health-probe.ts';
import type { Heartbeat } from '../kernel/db/heartbeat.ts';
import type { SocketFigures } from '../kernel/http/sockets.ts';
import { createMetrics, type Metrics } from '../kernel/process/metrics.ts';
import { safeEqual } from '../kernel/security/crypto.ts';

/** Tables that almost every request reads or writes. Without access to them no request can be answered. */
const tables = [
  ...['sites', 'payments', 'transactions', 'transitions', 'events', 'deliveries', 'idempotency_keys'],
  ...['ledger_journals', 'ledger_entries', 'refunds', 'payouts', 'subscriptions'],
];
/** A sweep counts as stuck after this long. */
const stuckMs = minuteMs;

/** A metric that takes longer is left out: a scrape must not wait for a lock. */
const figureMs = 2_000;

/** Metrics about waiting work, read at each scrape, and about the process. A metric that cannot be read is NaN. */
export function serviceMetrics(parts: {
  ctx: Context;
  jobs: Jobs;
  /** Returns how many log lines could not be written. */
  dropped: (() => number) | undefined;
  pulse: Heartbeat | undefined;
  sockets: () => SocketFigures;
}): Metrics {
  const { ctx, jobs, dropped = () => 0, pulse, sockets } = parts;
  const metrics = createMetrics();
  metrics.counter('tefo_log_lines_dropped_total', 'Lines of the log that could not be written.', dropped);
  metrics.gauge(
    'tefo_database_clock_skew_seconds',
    'By how much the clock of this machine is ahead of the database’s.',
    () => (pulse?.skewMs() ?? 0) / 1000,
  );
  const backlog = () => soonEnough(deliveryBacklog(ctx.db, ctx.clock.now()));
  metrics.gauges(
    'tefo_sweep_age_seconds',
    'How long the present run of each sweep has lasted.',
    'sweep',
    () => [...jobs.ages()].map(([name, ms]): [string, number] => [name, ms / 1000]),
  );
  metrics.gauge('tefo_connections', 'Connections that are open.', () => sockets().open);
  metrics.gauge(
    'tefo_connections_crowded_out',
    'Connections sent away since the start because there was no room.',
    () => sockets().crowdedOut,
  );
  metrics.gauge('tefo_deliveries_due', 'Notifications that are due and not delivered.', async () => {
    return (await backlog())?.waiting ?? Number.NaN;
  });
  metrics.gauge(
    'tefo_deliveries_oldest_due_seconds',
    'How long the oldest due notification has waited.',
    async () => {
      const found = await backlog();
      if (!found) return Number.NaN;
      return found.oldestDue ? (ctx.clock.now().getTime() - found.oldestDue.getTime()) / 1000 : 0;
    },
  );
  metrics.gauge('tefo_receivers_disabled', 'Webhooks and addresses that are told no more.', async () => {
    return (await soonEnough(countDisabled(ctx.db))) ?? Number.NaN;
  });
  metrics.gauge('tefo_ledger_unlinked', 'Journals that wait to be linked into the chain.', async () => {
    return (await soonEnough(ledgerHead(ctx.db)))?.waiting ?? Number.NaN;
  });
  const exported = () => soonEnough(exportState(ctx.db, ctx.clock.now()));
  metrics.gauge(
    'tefo_ledger_head_behind_seconds',
    'How long the first linked journal has waited that no head noted outside covers; no number where none is noted.',
    async () => (await exported())?.behindSeconds ?? Number.NaN,
  );
  metrics.gauge(
    'tefo_ledger_head_trouble',
    '1 where the head could not be noted outside, or what is noted there is not in this ledger.',
    async () => {
      const state = await exported();
      return state ? Number(state.trouble !== null) : Number.NaN;
    },
  );
  metrics.gauge('tefo_money_out_held', '1 while no money leaves, because a restore is not released.', () =>
    soonEnough(isHeld(ctx.db)).then((held) => (held === undefined ? Number.NaN : Number(held))),
  );
  return metrics;
}

/** Returns the result of `reading`; undefined when it fails or takes too long. */
function soonEnough<T>(reading: Promise<T>): Promise<T | undefined> {
  const found = reading.catch(() => undefined);
  return Promise.race([found, sleep(figureMs, undefined, { ref: false })]);
}

/** /health/live and /health/ready. */
export function healthRoutes(options: {
  ctx: Context;
  /** The sweeps of this process; undefined when it only answers requests. */
  jobs: Jobs | undefined;
  /** The heartbeat of a watched database. */
  pulse: Heartbeat | undefined;
  isStopping: () => boolean;
  /** Why texts sealed by others cannot be opened here; undefined while they can. */
  keyProblem: () => string | undefined;
}): FastifyPluginAsync {
  const probe = createProbe(options.ctx.db, tables);
  return async (server) => {
    server.get('/health/live', async () => ({ status: 'ok' }));
    server.get('/health/ready', async (_request, reply) => {
      const problems = await findProblems(options, probe);
      if (problems.length > 0)
        return reply.code(503).header('retry-after', '1').send({ status: 'unavailable', problems });
      return { status: 'ok', ...(!(await hasAnyBank(options.ctx)) && { banks: 'none' }) };
    });
  };
}

/** /metrics, for callers with the token if one is set. */
export function metricsRoute({ registry }: Metrics, token: string | undefined): FastifyPluginAsync {
  return async (server) => {
    server.get('/metrics', async (request, reply) => {
      if (token !== undefined && !knows(request, token)) return refuse(reply);
      return reply.type(registry.contentType).send(await registry.metrics());
    });
  };
}

function knows({ headers }: FastifyRequest, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return given !== undefined && safeEqual(given, token);
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .header('www-authenticate', 'Bearer realm="tefo"')
    .type('text/plain; charset=utf-8')
    .send('the metrics want the bearer token of TEFO_METRICS_TOKEN');
}

async function findProblems(
  { jobs, pulse, isStopping, keyProblem }: Parameters<typeof healthRoutes>[0],
  probe: Probe,
): Promise<string[]> {
  const problems: string[] = [];
  if (isStopping()) problems.push('the service is stopping');
  const ofKeys = keyProblem();
  if (ofKeys !== undefined) problems.push(ofKeys);
  if (pulse?.isThere() === false) problems.push('the database does not answer');
  else if (!(await probe.answers())) problems.push('the database does not answer what requests ask');
  if (pulse?.isTimely() === false) {
    const seconds = Math.round(pulse.skewMs() / 1000);
    problems.push(
      `the clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the database’s`,
    );
  }
  for (const [name, age] of jobs?.ages() ?? []) {
    if (age > stuckMs) problems.push(`the sweep ${name} has been stuck for ${Math.round(age / 1000)} s`);
  }
  return problems;
}
