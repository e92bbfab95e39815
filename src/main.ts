// The entry of the service: settings, database, migrations, the service, and an orderly end.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createService, type Service } from './app/app.ts';
import {
  type Config,
  describeConfig,
  environment,
  loadConfig,
  passOnStandardSettings,
  serviceLinkNames,
  warnOnce,
} from './app/config.ts';
import { adviceOf } from './app/config-rules.ts';
import { ensureDemoMerchant } from './app/credentials.ts';
import { explainFailure, refusePlace } from './app/failure.ts';
import { holdMode, startMode } from './app/installation.ts';
import type { SharedClock } from './app/shared-clock.ts';
import {
  adviseBank,
  type Database,
  isBankApart,
  logPath,
  openBankDatabase,
  openClock,
  openServiceDatabase,
} from './app/startup.ts';
import { assertTracePackages } from './app/tracing.ts';
import { welcome } from './app/welcome.ts';
import { migrate, newerMigrations } from './kernel/db/migrate.ts';
import { createStartupWait } from './kernel/db/startup-wait.ts';
import { makeFolder } from './kernel/process/files.ts';
import {
  createLog,
  ignoreStreamErrors,
  type Logger,
  type LogSink,
  logFile,
  standardOutput,
} from './kernel/process/log.ts';
import { releaseMemory } from './kernel/process/memory.ts';
import { sayLines, warnLines } from './kernel/process/terminal.ts';
import { createKeyring } from './kernel/security/crypto.ts';
import { startMasterKeys } from './kernel/security/master-keys.ts';

/** The parts that have been started so far. */
interface Parts {
  database?: Database;
  /** The simulated bank's database. */
  bank?: Database;
  clock?: SharedClock;
  service?: Service;
  /** Aborted by the first signal to stop: a start that still waits ends then. */
  stopping: AbortController;
}

/**
 * Starts the service and resolves when it is ready. `settings` override those of the environment. Throws ConfigError,
 * DataDirInUse, or the error of the database.
 */
export async function startTefo(settings: Record<string, string | undefined> = {}): Promise<void> {
  const ignored: string[] = [];
  const config = loadConfig(environment(settings), (warning) => {
    warnOnce(warning);
    ignored.push(warning);
  });
  for (const stream of [process.stdout, process.stderr]) ignoreStreamErrors(stream);
  const sink = openSink(config);
  const log = createLog(config.logLevel, sink);
  for (const warning of ignored) log.warn(warning);
  const parts: Parts = { stopping: new AbortController() };
  const starting = start(parts, config, log, sink);
  stopOnSignals(parts, starting, config, log);
  try {
    await starting;
  } catch (error) {
    // The caller that stops the service ends the process itself.
    if (parts.stopping.signal.aborted) return;
    await parts.service?.stop();
    await closeDatabases(parts);
    throw error;
  }
}

async function closeDatabases({ clock, bank, database }: Parts): Promise<void> {
  await clock?.close().catch(() => {});
  await bank?.close();
  await database?.close();
}

async function start(parts: Parts, config: Config, log: Logger, { dropped }: LogSink): Promise<void> {
  log.info({ settings: describeConfig(config) }, 'starting');
  if (config.tracesEndpoint) passOnStandardSettings();
  await assertTracePackages(config);
  for (const advice of adviceOf(config)) log.warn(advice);
  const links = serviceLinkNames();
  if (links.length > 0)
    log.warn({ names: links }, 'ignored environment variables that Kubernetes sets for its Services');
  const patience = createStartupWait({
    seconds: config.databaseWaitSeconds,
    tell: (message) => tell(config, log, message),
    signal: parts.stopping.signal,
  });
  const database = await openServiceDatabase(config, log, patience);
  parts.database = database;
  const { sql: workDb, requests: db, pulse, replica } = database;
  if (config.mode === 'staging') await (await import('./app/sandbox.ts')).prepareDatabase(config, workDb);
  // Before it is touched: a sandbox of a newer version must not even migrate production's database.
  await patience.until(() => holdMode(workDb, config.mode));
  const applied = await patience.until(() => migrate(workDb));
  if (applied.length > 0) log.info({ applied }, 'migrated');
  const newer = await patience.until(() => newerMigrations(workDb));
  if (newer.length > 0)
    log.warn({ newer }, 'the database has the schema of a newer version, which runs at the same time');
  await patience.until(() => startMode(workDb, config.mode));
  parts.bank = await openBankDatabase(config, workDb, (sql) => patience.until(() => migrate(sql)));
  const sharedClock = await patience.until(() => openClock(config, workDb));
  parts.clock = sharedClock;
  const { clock, moveTo: moveClock } = sharedClock;
  await patience.until(() => startMasterKeys(workDb, createKeyring(config.masterKeys), clock.now()));
  const bank = isBankApart(config) ? parts.bank.sql : undefined;
  await adviseBank(workDb, config, log);
  const service = await createService({
    ...{ config, db, workDb, bank, clock, moveClock, log, dropped, pulse, replica },
  });
  parts.service = service;
  const credentials =
    config.mode === 'staging'
      ? await patience.until(() => ensureDemoMerchant(service.ctx, config))
      : undefined;
  // Before any work is claimed, so that a process without the port has no claims to return.
  const { port, host, metricsPort, metricsHost } = config;
  await service.server.listen({ port, host }).catch((error) => refusePlace(error, 'TEFO_', { port, host }));
  const metrics = { port: metricsPort, host: metricsHost };
  await service.metricsServer?.listen(metrics).catch((error) => refusePlace(error, 'TEFO_METRICS_', metrics));
  await service.start();
  if (credentials) {
    const screen = welcome(config, credentials, process.stdout.isTTY);
    sayLines(screen.trimEnd().split('\n'));
  }
  log.info({ port: config.port }, 'ready');
  setTimeout(releaseMemory, memoryBackMs).unref();
}

/** Long enough for a client that waited for the service to get its first responses. */
const memoryBackMs = 2_000;

// A person who starts the sandbox reads the screen; an operator's collector reads standard output.
function openSink(config: Config): LogSink {
  if (config.mode === 'production') return standardOutput();
  makeFolder(config.dataDir, 'TEFO_DATA_DIR');
  return logFile(logPath(config), config.logMegabytes * 1024 * 1024);
}

/** Reports the reason for waiting on the output that the user watches. */
function tell(config: Config, log: Logger, message: string): void {
  log.warn(message);
  if (config.mode !== 'production') warnLines([`tefo: ${message}`]);
}

/** The database's share of the time for stopping: the rest is for requests and work in progress. */
const databaseShareMs = 2_000;

function stopOnSignals(parts: Parts, starting: Promise<void>, config: Config, log: Logger): void {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    // A terminal sends Ctrl-C to npm and to this process, and npm forwards it, so the second one is a duplicate.
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    parts.stopping.abort();
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
    if (!isDone) log.warn('some work did not end in time; claimed work becomes due again');
    await closeDatabases(parts);
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
}

/** The options of a start on the command line, and their settings. */
export const settingsOf = ({ port, seed, transcript }: Partial<Record<string, string>>) => ({
  TEFO_PORT: port,
  TEFO_SEED: seed,
  TEFO_TRANSCRIPT_FILE: transcript,
});

/** `npm start`, which takes the options of `tefo start` after `--`. */
async function startFromArguments(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { port: text, seed: text, transcript: text } });
  await startTefo(settingsOf(values));
}

if (import.meta.main) {
  startFromArguments().catch((error) => {
    const [first = '', ...more] = explainFailure(error);
    warnLines([`tefo: ${first}`, ...more]);
    process.exit(1);
  });
}
