// The entry of the service: settings, database, migrations, the service, and an orderly end.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { createService, type Service } from './app.ts';
import { type Config, ConfigError, describeConfig, loadConfig } from './config.ts';
import { systemClock } from './kernel/clock.ts';
import { createLog, type Logger } from './kernel/log.ts';
import { migrate } from './kernel/migrate.ts';
import { DataDirInUse } from './kernel/postgres/data-lock.ts';
import { type Database, ensureDemoMerchant, openServiceDatabase } from './startup.ts';
import { welcome } from './welcome.ts';

/** Starts the service and answers when it is ready. Throws ConfigError, DataDirInUse or what the database says. */
export async function startTefo(): Promise<void> {
  const config = loadConfig();
  const log = openLog(config);
  log.info({ settings: describeConfig(config) }, 'starting');
  const database = await openServiceDatabase(config, (message) => log.error(message));
  try {
    const applied = await migrate(database.sql);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    const service = await createService({ config, db: database.sql, clock: systemClock(), log });
    stopOnSignals(service, database, config, log);
    await service.start();
    await service.server.listen({ port: config.port, host: config.host });
    if (config.mode === 'staging') {
      const credentials = await ensureDemoMerchant(service.ctx, config);
      process.stdout.write(welcome(config, credentials, service.ctx.clock.now()));
    }
    log.info({ port: config.port }, 'ready');
  } catch (error) {
    await database.close();
    throw error;
  }
}

// A person who starts the sandbox reads the screen; an operator's collector reads standard output.
function openLog(config: Config): Logger {
  if (config.mode === 'production') return createLog(config.logLevel);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  return createLog(
    config.logLevel,
    pino.destination({ dest: join(config.dataDir, 'tefo.log'), sync: false }),
  );
}

function stopOnSignals(service: Service, database: Database, config: Config, log: Logger): void {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    // A terminal sends Ctrl-C to npm and to us, and npm passes it on: the second is the same wish.
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const late = setTimeout(() => {
      log.error('not everything ended in time; what was claimed comes due again');
      process.exit(1);
    }, config.shutdownSeconds * 1000);
    late.unref();
    await service.stop();
    await database.close();
    log.info('stopped');
    log.flush();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Says in words why the service did not start. */
export function explainFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirInUse) return error.message;
  const { code, message } = error as { code?: string; message: string };
  if (code === 'EADDRINUSE')
    return `${message}. Another program uses the port; set TEFO_PORT to another one.`;
  return message;
}

if (import.meta.main) {
  startTefo().catch((error) => {
    process.stderr.write(`tefo: ${explainFailure(error)}\n`);
    process.exit(1);
  });
}
