// The whole service as in one process, on its own database: for tests that cross folders.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService, type Service } from '../../src/app/app.ts';
import { type Config, loadConfig } from '../../src/app/config.ts';
import { openSharedClock } from '../../src/app/shared-clock.ts';
import { openBankDatabase } from '../../src/app/startup.ts';
import { type OpenedMerchant, openMerchant } from '../../src/core/users/merchant-opening.ts';
import { type Clock, type MovableClock, manualClock } from '../../src/kernel/clock.ts';
import { openPool, type Sql } from '../../src/kernel/db/db.ts';
import { createLog } from '../../src/kernel/process/log.ts';
import { holdAnswersOf } from '../contract/answers.ts';
import { holdMessage } from '../contract/messages.ts';
import { poolSize, testDatabase } from './database.ts';
import { freePort } from './ports.ts';

export interface TestService extends Service {
  /** http://127.0.0.1:<port> */
  base: string;
  config: Config;
  db: Sql;
  /** The address of its database, for commands that run alongside it. */
  databaseUrl: string;
  clock: MovableClock;
  merchant: OpenedMerchant;
  /** Runs all work due by the clock's current time. */
  drain(): Promise<void>;
  end(): Promise<void>;
}

export interface TestServiceOptions {
  env?: Record<string, string>;
  /** `shared`: the sandbox's clock is in the database, so that commands that run alongside it have the same time. */
  clock?: Clock | 'shared';
  /** An existing database and its merchant: both stay when the service ends. */
  over?: { databaseUrl: string; merchant?: OpenedMerchant };
  /** The connections of its pool. */
  connections?: number;
  /** How long a caller waits for one; default: longer than in the service, for slow machines. */
  waitSeconds?: number;
  /** The limit of one statement; default: none. */
  statementSeconds?: number;
  /** Runs the sweeps on their own, as the service does; without it, `drain` does due work. */
  started?: boolean;
  /** Keeps the default limit of refused attempts. */
  limitsAttempts?: boolean;
}

/** A suite sends more wrong credentials and hashes from one address than a service takes. */
export const unlimitedAttempts = { TEFO_REFUSAL_LIMIT: '0' };
/** On a slow machine a request may take longer than customers wait. */
const patience = { TEFO_ANSWER_SECONDS: '150' };

/** Starts the service, listening, with one merchant. Time stands still at 2026-11-20 10:00 UTC until it is moved. */
export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tefo-service-'));
  const { over } = options;
  const database = over ? { url: over.databaseUrl, drop: async () => {} } : await testDatabase();
  const db = openPool(database.url, {
    max: options.connections ?? poolSize,
    waitSeconds: options.waitSeconds ?? 120,
    ...(options.statementSeconds && { statementSeconds: options.statementSeconds }),
    plans: 'by index',
  });
  const shared = options.clock === 'shared' ? await openSharedClock(db) : undefined;
  const clock = (shared?.clock ?? options.clock ?? manualClock('2026-11-20T10:00:00Z')) as MovableClock;
  const port = await freePort();
  const config = loadConfig({
    TEFO_DATA_DIR: dataDir,
    TEFO_PORT: String(port),
    ...patience,
    ...(!options.limitsAttempts && unlimitedAttempts),
    ...options.env,
  });
  const bank = await openBankDatabase(config, db);
  const service = await createService({
    config,
    db,
    bank: bank.sql,
    clock,
    moveClock: shared?.moveTo ?? (async (to) => clock.set(to)),
    log: createLog('silent'),
  });
  holdAnswersOf(service.server);
  const merchant = over?.merchant ?? (await openMerchant(service.ctx, { name: 'Karoo Books' }));
  if (options.started) await service.start();
  await service.server.listen({ port, host: '127.0.0.1' });
  return {
    ...service,
    base: config.publicUrl,
    databaseUrl: database.url,
    config,
    db,
    clock,
    merchant,
    drain: () => service.jobs.drain(),
    end: async () => {
      await service.stop();
      await shared?.close();
      await bank.close();
      await db.end({ timeout: 1 });
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A merchant's server that keeps requests and responds with `status`. */
export async function startReceiver(
  status = 200,
): Promise<{ url: string; received: Received[]; end(): Promise<void> }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      // Customers return to addresses here too.
      if (request.method === 'POST') holdMessage(request.headers['content-type'], body);
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(status).end();
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    end: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
