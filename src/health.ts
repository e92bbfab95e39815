// Whether the process lives, whether it can do its work, and its figures.
import type { FastifyPluginAsync } from 'fastify';
import type { Context } from './core/context.ts';
import { deliveryBacklog } from './core/notifications/actions.ts';
import type { Jobs } from './kernel/jobs.ts';
import { createMetrics, type Metrics } from './kernel/metrics.ts';

/** The database must answer within this time for the service to be ready. */
const databaseTimeoutMs = 1_000;
/** A sweep that has not ended a run for so long is stuck. */
const stuckMs = 60_000;

/** Metrics about work that waits, read at each scrape. */
export function serviceMetrics(ctx: Context, jobs: Jobs): Metrics {
  const metrics = createMetrics();
  metrics.gauges('tefo_sweep_age_seconds', 'Time since each sweep last ended a run.', 'sweep', () =>
    [...jobs.ages()].map(([name, ms]): [string, number] => [name, ms / 1000]),
  );
  metrics.gauge('tefo_deliveries_due', 'Notifications that are due and not delivered.', async () => {
    return (await deliveryBacklog(ctx.db, ctx.clock.now())).waiting;
  });
  metrics.gauge(
    'tefo_deliveries_oldest_due_seconds',
    'How long the oldest due notification has waited.',
    async () => {
      const now = ctx.clock.now();
      const { oldestDue } = await deliveryBacklog(ctx.db, now);
      return oldestDue ? (now.getTime() - oldestDue.getTime()) / 1000 : 0;
    },
  );
  return metrics;
}

/** /health/live, /health/ready and /metrics. */
export function healthRoutes(options: {
  ctx: Context;
  metrics: Metrics;
  /** The sweeps of this process; undefined where it only answers requests. */
  jobs: Jobs | undefined;
  isStopping: () => boolean;
}): FastifyPluginAsync {
  return async (server) => {
    server.get('/health/live', async () => ({ status: 'ok' }));
    server.get('/health/ready', async (_request, reply) => {
      const problems = await findProblems(options);
      if (problems.length > 0)
        return reply.code(503).header('retry-after', '1').send({ status: 'unavailable', problems });
      return { status: 'ok' };
    });
    server.get('/metrics', async (_request, reply) => {
      const { registry } = options.metrics;
      return reply.type(registry.contentType).send(await registry.metrics());
    });
  };
}

async function findProblems({
  ctx,
  jobs,
  isStopping,
}: Parameters<typeof healthRoutes>[0]): Promise<string[]> {
  const problems: string[] = [];
  if (isStopping()) problems.push('the service is stopping');
  if (!(await databaseAnswers(ctx))) problems.push('the database does not answer');
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
