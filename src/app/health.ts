// Liveness, readiness, and access to the metrics.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { hasAnyBank } from '../core/accounts/actions.ts';
import type { Context } from '../core/context.ts';
import { minuteMs } from '../kernel/clock.ts';
import type { Jobs } from '../kernel/concurrency/jobs.ts';
import { createProbe, type Probe } from '../kernel/db/health-probe.ts';
import type { Heartbeat } from '../kernel/db/heartbeat.ts';
import { createLiveness } from '../kernel/db/liveness.ts';
import type { Metrics } from '../kernel/process/metrics.ts';
import { safeEqual } from '../kernel/security/crypto.ts';

/** Tables that almost every request reads or writes. Without access to them the service cannot process requests. */
const tables = [
  ...['sites', 'payments', 'transactions', 'transitions', 'events', 'deliveries', 'idempotency_keys'],
  ...['ledger_journals', 'ledger_entries', 'refunds', 'payouts', 'subscriptions'],
];
/** A sweep counts as stuck after this long. */
const stuckMs = minuteMs;

/** /health/live and /health/ready. */
export function healthRoutes(options: {
  ctx: Context;
  /** The sweeps of this process; undefined if it only serves requests. */
  jobs: Jobs | undefined;
  /** The heartbeat of a watched database. */
  pulse: Heartbeat | undefined;
  isStopping: () => boolean;
  /** The reason why texts encrypted by other processes cannot be decrypted here; undefined if they can. */
  keyProblem: () => string | undefined;
  /** Process time in milliseconds; default: the machine's. */
  now?: () => number;
}): FastifyPluginAsync {
  const probe = createProbe(options.ctx.db, tables);
  const isLive = createLiveness(options.ctx.db, options.now);
  return async (server) => {
    server.get('/health/live', async (_request, reply) => {
      if (isLive()) return { status: 'ok' };
      const problems = ['no database connection became free for a minute: restart this process'];
      return reply.code(503).send({ status: 'unavailable', problems });
    });
    server.get('/health/ready', async (_request, reply) => {
      const problems = await findProblems(options, probe);
      if (problems.length > 0)
        return reply.code(503).header('retry-after', '1').send({ status: 'unavailable', problems });
      return { status: 'ok', ...(!(await hasAnyBank(options.ctx)) && { banks: 'none' }) };
    });
  };
}

/** /metrics, for callers with the token if one is set. */
export function metricsRoute(
  { registry }: Pick<Metrics, 'registry'>,
  token: string | undefined,
): FastifyPluginAsync {
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
  if (pulse?.isThere() === false) problems.push('the database does not respond');
  else if (!(await probe.answers()))
    problems.push('the database does not respond to the queries of requests');
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
