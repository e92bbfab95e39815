// The composition root: every part of the service put together over one database, one clock and one server.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Config } from './config.ts';
import { banksIn } from './core/banks.ts';
import type { Context } from './core/context.ts';
import { createDirectory, type Directory } from './core/merchants/directory.ts';
import { createDeliverySweep } from './core/notifications/jobs.ts';
import type { Payment } from './core/payments/actions.ts';
import type { Transaction } from './core/transactions/actions.ts';
import { recordAnswer } from './core/transactions/answers.ts';
import { createEnquirySweep, createExpirySweep } from './core/transactions/jobs.ts';
import { healthRoutes, serviceMetrics } from './health.ts';
import type { Clock } from './kernel/clock.ts';
import { plus } from './kernel/clock.ts';
import { createKeyring } from './kernel/crypto.ts';
import type { Sql } from './kernel/db.ts';
import { acceptForms, createServer } from './kernel/http.ts';
import { forgetKeys } from './kernel/idempotency.ts';
import { createJobs, type Jobs, listenForWakes, type Sweep } from './kernel/jobs.ts';
import type { Logger } from './kernel/log.ts';
import { measureRequests } from './kernel/metrics.ts';
import { createOutbound } from './kernel/outbound.ts';
import type { Pulse } from './kernel/pulse.ts';
import { createTokens } from './kernel/tokens.ts';
import { assetCaching, assets } from './pages/assets.ts';
import { checkoutRoutes } from './pages/checkout/routes.ts';
import { docsRoutes } from './pages/docs/routes.ts';
import { type Html, render } from './pages/html.ts';
import { page, pagePolicy } from './pages/page.ts';
import { policyOf } from './policy.ts';
import { createSimulator, type Simulator } from './rails/simulator/index.ts';
import { sandboxRoutes } from './sandbox/routes.ts';
import { transportErrors } from './surfaces/one/errors.ts';
import { oneDiscovery, oneSurface } from './surfaces/one/index.ts';
import {
  returnAddress as oneReturnAddress,
  renderNotification as renderOne,
} from './surfaces/one/notification.ts';
import { openFromBrowser, paymentsSurface } from './surfaces/payments/index.ts';
import {
  returnAddress as paymentsReturnAddress,
  renderNotification as renderPayments,
} from './surfaces/payments/notification.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

export interface Service {
  server: FastifyInstance;
  jobs: Jobs;
  ctx: Context;
  directory: Directory;
  /** Takes work and, where the role says so, listens for wakes. */
  start(): Promise<void>;
  /** Stops taking work, lets what is under way end, closes outward connections. The pool is the caller's. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  config: Config;
  db: Sql;
  clock: Clock;
  log: Logger;
  /** Of the database, where it is watched: readiness follows it. */
  pulse?: Pulse;
}

export async function createService(options: ServiceOptions): Promise<Service> {
  const { config, db, clock, log, pulse } = options;
  const keyring = createKeyring(config.masterKeys);
  const policy = policyOf(config);
  const ctx: Context = { db, clock, keyring, policy, log, correlationId: 'system', actor: 'system' };
  const directory = createDirectory(ctx);
  const tokens = createTokens(keyring, clock);
  const isStaging = config.mode === 'staging';
  const outbound = createOutbound({ privateAllowed: isStaging, allowedNetworks: config.allowedNetworks });

  const simulator = createSimulator({
    db,
    clock,
    log,
    publicUrl: config.publicUrl,
    banks: config.simulatedBank ? banksIn(config.mode) : [],
    onAnswer: async (transactionId, answer) => {
      await recordAnswer({ ...ctx, actor: 'bank' }, transactionId, answer);
    },
    frame: ({ title, band, body }) =>
      render(page({ language: 'en', title, band: band as Html, main: body as Html })),
  });
  const { rail } = simulator;

  const sweeps: Sweep[] = [
    createExpirySweep(ctx),
    createEnquirySweep(ctx, rail),
    createDeliverySweep({
      ctx,
      post: outbound.post,
      formats: { one: renderOne, payments: renderPayments },
      secretsOf: directory.secretsOf,
    }),
    ...(config.simulatedBank ? simulator.sweeps : []),
    {
      name: 'idempotency.forget',
      intervalMs: hourMs,
      run: () => forgetKeys(db, plus(clock.now(), -config.idempotencyDays * dayMs), 10_000),
    },
  ];
  const jobs = createJobs(sweeps, log);
  const isWorker = config.role !== 'api';
  let isStopping = false;

  const server = createServer({
    log,
    bodyLimitBytes: config.bodyLimitBytes,
    caseBlindPrefixes: ['/payments', '/external'],
    trustProxy: false,
  });
  const metrics = serviceMetrics(ctx, jobs);
  measureRequests(server, metrics);
  logAnswers(server);
  const surface = { ctx, directory, rail, config, tokens };
  server.register(
    healthRoutes({ ctx, metrics, jobs: isWorker ? jobs : undefined, pulse, isStopping: () => isStopping }),
  );
  if (config.role !== 'worker') {
    server.register(oneSurface(surface), { prefix: '/one/v1' });
    server.register(oneDiscovery(surface));
    server.register(paymentsSurface(surface), { prefix: '/payments' });
    server.register(
      checkoutRoutes({
        ctx,
        directory,
        rail,
        publicUrl: config.publicUrl,
        sandbox: config.simulatedBank,
        returnAddress: (payment, transaction) => returnAddress(directory, payment, transaction),
        openFromBrowser: (fields, correlationId) =>
          openFromBrowser(surface, { ...ctx, correlationId }, fields),
      }),
    );
    server.register(docsRoutes({ config, sandbox: config.simulatedBank, commonErrors: transportErrors }));
    if (config.simulatedBank) server.register(bankPages(simulator, config.publicUrl));
    if (isStaging) {
      const { publicUrl } = config;
      server.register(sandboxRoutes({ ctx, directory, rail, publicUrl, decide: simulator.decide }), {
        prefix: '/sandbox',
      });
    }
    serveAssets(server);
  }

  let stopListening: (() => Promise<void>) | undefined;
  return {
    server,
    jobs,
    ctx,
    directory,
    start: async () => {
      if (!isWorker) return;
      stopListening = await listenForWakes(db, jobs);
      jobs.start();
    },
    stop: async () => {
      isStopping = true;
      await Promise.all([server.close(), jobs.stop()]);
      await stopListening?.().catch(() => {});
      await outbound.close();
    },
  };
}

/** Where a customer goes when the checkout is done with them, in the way of the contract the payment came under. */
async function returnAddress(
  directory: Directory,
  payment: Payment,
  transaction: Transaction | undefined,
): Promise<string | undefined> {
  if (payment.contract === 'one') return oneReturnAddress(payment, transaction);
  const site = (await directory.siteById(payment.siteId))!;
  const { privateKeys } = await directory.secretsOf(site.id);
  return paymentsReturnAddress(payment, transaction, site, privateKeys[0]!);
}

/** The simulated bank's pages, under the same policy as ours: its forms lead to itself and back to the checkout. */
function bankPages({ routes }: Simulator, publicUrl: string): FastifyPluginAsync {
  return async (scope) => {
    acceptForms(scope);
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', pagePolicy([new URL(publicUrl).origin]));
    });
    scope.register(routes);
  };
}

function serveAssets(server: FastifyInstance): void {
  for (const [path, asset] of assets) {
    server.get(path, (_request, reply) =>
      reply.type(asset.type).header('cache-control', assetCaching).send(asset.body),
    );
  }
}

/** One line per answered request: what was asked, how it ended, how long it took. */
function logAnswers(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
    done();
  });
}
