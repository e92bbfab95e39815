// Whether the process lives, whether it can do its work, and its figures.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './core/context.ts';
import { exportState, ledgerHead } from './core/ledger/actions.ts';
import { countDisabled, deliveryBacklog } from './core/notifications/actions.ts';
import { sameText } from './kernel/crypto.ts';
import { isHeld } from './core/transfers/actions.ts';
import type { Jobs } from './kernel/jobs.ts';
import { createMetrics, type Metrics } from './kernel/metrics.ts';
import type { Pulse } from './kernel/pulse.ts';
import type { SocketFigures } from './kernel/sockets.ts';

/** The database must answer within this time for the service to be ready. */
const databaseTimeoutMs = 1_000;
/** A sweep whose run has lasted for so long is stuck. */
const stuckMs = 60_000;

/** Metrics about work that waits, read at each scrape. What cannot be read then is no number. */
export function serviceMetrics(ctx: Context, jobs: Jobs, sockets: () => SocketFigures): Metrics {
  const metrics = createMetrics();
  const backlog = () => deliveryBacklog(ctx.db, ctx.clock.now()).catch(() => undefined);
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
  metrics.gauge('tefo_receivers_disabled', 'Webhooks and addresses that are told no more.', () =>
    countDisabled(ctx.db).catch(() => Number.NaN),
  );
  metrics.gauge('tefo_ledger_unlinked', 'Journals that wait to be linked into the chain.', async () => {
    return (await ledgerHead(ctx.db).catch(() => undefined))?.waiting ?? Number.NaN;
  });
  const exported = () => exportState(ctx.db, ctx.clock.now()).catch(() => null);
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
    isHeld(ctx.db).then(Number, () => Number.NaN),
  );
  return metrics;
}

/** /health/live and /health/ready. */
export function healthRoutes(options: {
  ctx: Context;
  /** The sweeps of this process; undefined where it only answers requests. */
  jobs: Jobs | undefined;
  /** Of the database, where it is watched; else it is asked. */
  pulse: Pulse | undefined;
  isStopping: () => boolean;
  /** Why what others seal cannot be read here; undefined while it can. */
  keyProblem: () => string | undefined;
}): FastifyPluginAsync {
  return async (server) => {
    server.get('/health/live', async () => ({ status: 'ok' }));
    server.get('/health/ready', async (_request, reply) => {
      const problems = await findProblems(options);
      if (problems.length > 0)
        return reply.code(503).header('retry-after', '1').send({ status: 'unavailable', problems });
      return { status: 'ok', ...(!options.ctx.policy.hasBanks && { banks: 'none' }) };
    });
  };
}

/** /metrics, for those who know the token where there is one. */
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
  return given !== undefined && sameText(given, token);
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .header('www-authenticate', 'Bearer realm="tefo"')
    .type('text/plain; charset=utf-8')
    .send('the metrics want the bearer token of TEFO_METRICS_TOKEN');
}

async function findProblems({
  ctx,
  jobs,
  pulse,
  isStopping,
  keyProblem,
}: Parameters<typeof healthRoutes>[0]): Promise<string[]> {
  const problems: string[] = [];
  if (isStopping()) problems.push('the service is stopping');
  const ofKeys = keyProblem();
  if (ofKeys !== undefined) problems.push(ofKeys);
  const isThere = pulse ? pulse.isThere() : await databaseAnswers(ctx);
  if (!isThere) problems.push('the database does not answer');
  for (const [name, age] of jobs?.ages() ?? []) {
    if (age > stuckMs) problems.push(`the sweep ${name} has been stuck for ${Math.round(age / 1000)} s`);
  }
  return problems;
}

async function databaseAnswers({ db }: Context): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, databaseTimeoutMs, false);
  });
  const answered = db`select 1`.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
