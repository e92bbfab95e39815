// The entry of the service: settings, database, migrations, the service, and an orderly end.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { createService, type Service } from './app.ts';
import { type Config, ConfigError, describeConfig, environment, loadConfig } from './config.ts';
import { ensureDemoMerchant } from './credentials.ts';
import { isDatabaseAway } from './kernel/db.ts';
import { createLog, type Logger } from './kernel/log.ts';
import { giveMemoryBack } from './kernel/memory.ts';
import { migrate } from './kernel/migrate.ts';
import { DataDirInUse } from './kernel/postgres/data-lock.ts';
import { seedRandom } from './kernel/random.ts';
import { type SharedClock, stopClockAt } from './kernel/shared-clock.ts';
import { sayLines, warnLines } from './kernel/terminal.ts';
import { seededStart } from './sandbox/seeded.ts';
import { beginAnew, type Database, openClock, openServiceDatabase } from './startup.ts';
import { welcome } from './welcome.ts';

/** What is there to be stopped, however far the start has come. */
interface Parts {
  database?: Database;
  clock?: SharedClock;
  service?: Service;
}

/**
 * Starts the service and answers when it is ready. `settings` go before those of the environment. Throws ConfigError,
 * DataDirInUse or what the database says.
 */
export async function startTefo(settings: Record<string, string | undefined> = {}): Promise<void> {
  const config = loadConfig(environment(settings));
  const log = openLog(config);
  const parts: Parts = {};
  const starting = start(parts, config, log);
  stopOnSignals(parts, starting, config, log);
  try {
    await starting;
  } catch (error) {
    await parts.service?.stop();
    await parts.clock?.close();
    await parts.database?.close();
    throw error;
  }
}

async function start(parts: Parts, config: Config, log: Logger): Promise<void> {
  log.info({ settings: describeConfig(config) }, 'starting');
  const database = await openServiceDatabase(config, (message) => log.error(message));
  parts.database = database;
  if (config.seed) await beginAnew(database.sql);
  const applied = await migrate(database.sql);
  if (applied.length > 0) log.info({ applied }, 'migrated');
  const { sql: db, pulse } = database;
  if (config.seed) {
    seedRandom(config.seed);
    await stopClockAt(db, seededStart);
  }
  parts.clock = await openClock(config, db);
  const { clock, moveTo: moveClock } = parts.clock;
  const service = await createService({ config, db, clock, moveClock, log, pulse });
  parts.service = service;
  const credentials = config.mode === 'staging' ? await ensureDemoMerchant(service.ctx, config) : undefined;
  giveMemoryBack();
  // Before any work is taken: who does not get the port has nothing to give back.
  await service.server.listen({ port: config.port, host: config.host });
  await service.start();
  if (credentials) {
    const screen = welcome(config, credentials, service.ctx.clock.now(), process.stdout.isTTY);
    sayLines(screen.trimEnd().split('\n'));
  }
  log.info({ port: config.port }, 'ready');
}

// A person who starts the sandbox reads the screen; an operator's collector reads standard output.
function openLog(config: Config): Logger {
  if (config.mode === 'production') return createLog(config.logLevel);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  return createLog(
    config.logLevel,
    pino.destination({ dest: join(config.dataDir, 'tefo.log'), sync: false, mode: 0o600 }),
  );
}

/** Of the time for stopping, what the database gets: the rest is for requests and work under way. */
const databaseShareMs = 2_000;

function stopOnSignals(parts: Parts, starting: Promise<void>, config: Config, log: Logger): void {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    // A terminal sends Ctrl-C to npm and to us, and npm passes it on: the second is the same wish.
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const limitMs = config.shutdownSeconds * 1000;
    const late = setTimeout(
      () => {
        log.error('the database did not close in time');
        process.exit(1);
      },
      Math.max(limitMs, databaseShareMs),
    );
    late.unref();
    const workMs = limitMs - Math.min(databaseShareMs, limitMs / 4);
    const ended = starting.catch(() => {}).then(() => parts.service?.stop());
    const isDone = await Promise.race([ended.then(() => true), sleep(workMs, false)]);
    if (!isDone) log.warn('not everything ended in time; what was claimed comes due again');
    await parts.clock?.close().catch(() => {});
    await parts.database?.close();
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
}

/** Says in words why the service did not start, line by line. */
export function explainFailure(error: unknown): string[] {
  if (error instanceof ConfigError)
    return [`tefo: ${ConfigError.title}`, ...error.problems.map((problem) => `  - ${problem}`)];
  return [`tefo: ${wordsOf(error)}`];
}

function wordsOf(error: unknown): string {
  if (error instanceof DataDirInUse) return error.message;
  const { code, message } = error as { code?: string; message: string };
  if (code === 'EADDRINUSE')
    return `${message}. Another program uses the port; set TEFO_PORT to another one.`;
  if (isDatabaseAway(error))
    return `the database cannot be reached: ${message || code}. Does DATABASE_URL name a PostgreSQL that runs?`;
  return message;
}

if (import.meta.main) {
  startTefo().catch((error) => {
    warnLines(explainFailure(error));
    process.exit(1);
  });
}
