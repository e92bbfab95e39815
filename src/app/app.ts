// The composition root: builds the service from one database, one clock and one server.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context.ts';
import { createDirectory, type Directory } from '../core/merchants/directory.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { createJobs, type Jobs, listenForWakes } from '../kernel/concurrency/jobs.ts';
import type { Sql } from '../kernel/db/db.ts';
import type { Heartbeat } from '../kernel/db/heartbeat.ts';
import type { Replica } from '../kernel/db/replica.ts';
import { createOutbound } from '../kernel/http/outbound.ts';
import { type Limits, limitRequests } from '../kernel/http/rate-limits.ts';
import { createServer, type ServerOptions } from '../kernel/http/server.ts';
import { mostLeaving, type SocketLimits } from '../kernel/http/sockets.ts';
import { descriptorLimit } from '../kernel/process/descriptors.ts';
import { type Logger, withoutRedaction } from '../kernel/process/log.ts';
import { createKeyring } from '../kernel/security/crypto.ts';
import { followMasterKeys } from '../kernel/security/master-keys.ts';
import { setTracer } from '../kernel/tracing.ts';
import { answerElsewhere } from '../pages/customer/not-found.ts';
import { createEmailRenderer } from '../pages/emails/render.ts';
import type { Config } from './config.ts';
import { healthRoutes, metricsRoute } from './health.ts';
import { type ServiceMetrics, serviceMetrics } from './metrics.ts';
import { policyOf } from './policy.ts';
import { reactions } from './reactions.ts';
import { hasWrongHash } from './refused.ts';
import { caseBlindPrefixes, houseOf, mountRoutes } from './server.ts';
import { createSweeps } from './sweeps.ts';
import { traceRequests } from './traced-requests.ts';
import { openTracing, type Tracing } from './tracing.ts';

export interface Service {
  server: FastifyInstance;
  /** For metrics, if they have a separate port. */
  metricsServer: FastifyInstance | undefined;
  jobs: Jobs;
  ctx: Context;
  directory: Directory;
  /** Starts due work and, if the role says so, listens for wakes. */
  start(): Promise<void>;
  /** Stops new work, waits for running work, and closes outgoing connections. The caller closes the pool. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  config: Config;
  /** For requests. */
  db: Sql;
  /** For long work; absent: the same pool. */
  workDb?: Sql;
  /** The simulated bank's database, when it has its own. */
  bank?: Sql;
  clock: Clock;
  /** Moves that clock forward, for the sandbox; absent when it cannot be moved. */
  moveClock?: (to: Date) => Promise<void>;
  log: Logger;
  /** Returns how many log lines could not be written. */
  dropped?: () => number;
  /** Watches the database; readiness follows it. */
  pulse?: Heartbeat;
  /** Serves reads that can be slightly stale. */
  replica?: Replica | undefined;
}

export async function createService(options: ServiceOptions): Promise<Service> {
  const {
    config,
    db,
    workDb = db,
    bank,
    clock,
    moveClock = refuseToMove,
    log,
    dropped,
    pulse,
    replica,
  } = options;
  const keyring = createKeyring(config.masterKeys);
  const policy = await policyOf(config);
  const metrics = serviceMetrics();
  const tracing = await startTracing(config, log);
  const ctx: Context = {
    db,
    clock,
    realClock: systemClock(),
    keyring,
    policy,
    log,
    correlationId: 'system',
    actor: 'system',
    reactions,
    meter: metrics.meter,
    ...(replica && { replica }),
  };
  const keys = await followMasterKeys(workDb, keyring, log);
  const workCtx: Context = workDb === db ? ctx : { ...ctx, db: workDb };
  const directory = createDirectory(ctx);
  const isStaging = config.mode === 'staging';
  const outbound = createOutbound({ privateAllowed: isStaging, allowedNetworks: config.allowedNetworks });
  const house = houseOf(config);
  const renderEmail = createEmailRenderer({ ctx, publicUrl: config.publicUrl, house });
  const sandbox = isStaging
    ? await (await import('./sandbox.ts')).openSandbox({
        config,
        ctx,
        workDb,
        directory,
        moveClock,
        renderEmail,
      })
    : undefined;
  const post = sandbox?.through(outbound.post) ?? outbound.post;
  const work = createSweeps({ ctx, workCtx, config, directory, post, renderEmail, sandbox, bank });
  const jobs = createJobs(work.sweeps, log, pulse?.isTimely, metrics.onSweep);
  const isWorker = config.role !== 'api';
  let isStopping = false;

  const serverOptions: ServerOptions = {
    clock,
    log,
    bodyLimitBytes: config.bodyLimitBytes,
    caseBlindPrefixes,
    trustedProxies: config.trustedProxies,
    limits: socketLimits(config),
    deadlineMs: config.answerSeconds * 1000,
  };
  const server = createServer({
    ...serverOptions,
    elsewhere: (request, reply) => answerElsewhere(request, reply, house),
  });
  metrics.read({ ctx, jobs, dropped, pulse, sockets: server.sockets.figures });
  const metricsServer = openMetrics(server, config, metrics, () => createServer(serverOptions));
  metrics.measure(server);
  if (tracing) traceRequests(server, tracing, ctx);
  logAnswers(server, withoutRedaction(log), isStaging ? clock : undefined);
  const limits = limitRequests(server, { limits: limitsOf(config), db, log, isRefused: hasWrongHash });
  sandbox?.serve(server, jobs);
  server.register(
    healthRoutes({
      ctx,
      jobs: isWorker ? jobs : undefined,
      pulse,
      isStopping: () => isStopping,
      keyProblem: keys.problem,
    }),
  );
  if (config.role !== 'worker') {
    const { countOpening } = limits;
    const { fetch } = outbound;
    mountRoutes(server, { ctx, config, directory, work, jobs, countOpening, sandbox, fetch, post });
  }

  let stopListening: (() => Promise<void>) | undefined;
  return {
    server,
    metricsServer,
    jobs,
    ctx,
    directory,
    start: async () => {
      limits.start();
      if (!isWorker || sandbox?.worksInTurn) return;
      stopListening = await listenForWakes(workDb, jobs);
      jobs.start();
    },
    stop: async () => {
      isStopping = true;
      await Promise.all([server.close(), metricsServer?.close(), jobs.stop(), work.close()]);
      await limits.stop();
      await stopListening?.().catch(() => {});
      await keys.close().catch(() => {});
      await outbound.close();
      setTracer(undefined);
      await tracing?.close();
      await sandbox?.close();
    },
  };
}

async function startTracing(config: Config, log: Logger): Promise<Tracing | undefined> {
  if (!config.tracesEndpoint) return undefined;
  const tracing = await openTracing(config, log);
  setTracer(tracing);
  return tracing;
}

/** Serves the metrics as configured; returns their own server if there is one. */
function openMetrics(
  server: FastifyInstance,
  { mode, metricsPort, metricsToken }: Config,
  metrics: ServiceMetrics,
  openServer: () => FastifyInstance,
): FastifyInstance | undefined {
  const own = metricsPort === 0 ? undefined : openServer();
  if (own || metricsToken || mode === 'staging')
    (own ?? server).register(metricsRoute(metrics, metricsToken));
  return own;
}

function limitsOf(config: Config): Limits {
  return {
    key: config.keyLimit,
    address: config.addressLimit,
    concurrent: config.addressConcurrency,
    refusals: config.refusalLimit,
    site: config.siteLimit,
  };
}

/** Descriptors for files, and for connections to merchants. */
const otherDescriptors = 128;

/** The configured limits, lowered so that descriptors remain for everything else. */
function socketLimits(config: Config): SocketLimits {
  const descriptors = descriptorLimit();
  const others = Math.min(otherDescriptors + mostLeaving + config.databasePool, descriptors / 2);
  return {
    most: Math.min(config.maxConnections, Math.floor(descriptors - others)),
    mostPerAddress: config.maxConnectionsPerAddress,
    requestSeconds: config.requestSeconds,
  };
}

const refuseToMove = () => Promise.reject(new Error('this clock cannot be moved'));

/**
 * Logs one line per completed request: method, route, status, duration, and the reason for a refusal shown on a
 * customer's page. `sandboxClock` adds that clock's time, which may have been moved, so that the line can be sorted among
 * data dated by it.
 */
function logAnswers(server: FastifyInstance, log: Logger, sandboxClock: Clock | undefined): void {
  server.addHook('onResponse', (request, reply, done) => {
    // No header, query or body, so that no secret is logged.
    log.info({
      correlationId: request.id,
      method: request.method,
      address: request.ip,
      route: request.routeOptions.url ?? request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.refusedFor !== undefined && { reason: request.refusedFor }),
      ...(request.span && { traceId: request.span.traceId }),
      ...(sandboxClock && { at: sandboxClock.now().toISOString() }),
    });
    done();
  });
}
