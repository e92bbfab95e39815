// The service in production mode as a separate process: composed as src/main.ts does it, but with the clock of the
// database, which the month moves. The month makes it run due work, and kills it at any moment.
import { setTimeout as sleep } from 'node:timers/promises';
import { createService } from '../../src/app/app.ts';
import { loadConfig } from '../../src/app/config.ts';
import { holdMode, startMode } from '../../src/app/installation.ts';
import { openSharedClock } from '../../src/app/shared-clock.ts';
import { openServiceDatabase } from '../../src/app/startup.ts';
import { migrate } from '../../src/kernel/db/migrate.ts';
import { createStartupWait } from '../../src/kernel/db/startup-wait.ts';
import { createLog, standardOutput } from '../../src/kernel/process/log.ts';
import { createKeyring } from '../../src/kernel/security/crypto.ts';
import { startMasterKeys } from '../../src/kernel/security/master-keys.ts';

const config = loadConfig();
const log = createLog(config.logLevel, standardOutput());
const patience = createStartupWait({ seconds: 30, tell: (message) => log.warn(message) });
const { sql, requests, pulse } = await openServiceDatabase(config, log, patience);
await holdMode(sql, config.mode);
await migrate(sql);
await startMode(sql, config.mode);
const { clock } = await openSharedClock(sql);
await startMasterKeys(sql, createKeyring(config.masterKeys), clock.now());
const service = await createService({ config, db: requests, workDb: sql, clock, log, pulse });
await service.server.listen({ port: config.port, host: config.host });
await service.start();

// The month is over, or was broken off.
process.once('disconnect', () => process.exit(0));

interface Asked {
  number: number;
  what: 'hear' | 'drain';
  at: string;
}

process.on('message', async ({ number, what, at }: Asked) => {
  // The process reads the new time from the database.
  while (clock.now() < new Date(at)) await sleep(2);
  const done = what === 'drain' ? service.jobs.alone(() => service.jobs.drain()) : Promise.resolve();
  const failure = await done.then(
    () => null,
    (error) => String(error?.stack ?? error),
  );
  process.send?.({ answered: number, failure });
});
process.send?.({ ready: true });
