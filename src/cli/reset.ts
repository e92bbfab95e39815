// tefo reset: resets the sandbox to its first start: empty, with the machine's time.
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { Config } from '../app/config.ts';
import { credentialsPath, ensureDemoMerchant } from '../app/credentials.ts';
import { holdMode, startMode } from '../app/installation.ts';
import { beginAnew, logPath, openBankDatabase, openCommandDatabase } from '../app/startup.ts';
import { systemClock } from '../kernel/clock.ts';
import { parseAddress } from '../kernel/db/address.ts';
import type { Sql } from '../kernel/db/db.ts';
import { connectionOfRunning } from '../kernel/db/embedded/embedded.ts';
import { migrate } from '../kernel/db/migrate.ts';
import { onlyRow } from '../kernel/db/rows.ts';
import { logFiles } from '../kernel/process/log-file.ts';
import { createKeyring } from '../kernel/security/crypto.ts';
import { startMasterKeys } from '../kernel/security/master-keys.ts';
import { UsageError, type Work } from './command.ts';
import { commandConfig } from './config.ts';
import { contextOver } from './context.ts';
import { print } from './output.ts';
import { withProgress } from './progress.ts';
import { isServiceThere, refuseInProduction } from './session.ts';

export const resetCommand: Work = async ({ values }) => {
  const config = commandConfig();
  refuseInProduction(config, 'reset');
  await assertStopped(config);
  const database = await openCommandDatabase(config);
  const bank = await openBankDatabase(config, database.sql);
  const all = bank.sql === database.sql ? [database.sql] : [database.sql, bank.sql];
  try {
    for (const sql of all) await assertSandbox(sql, config);
    if (values.yes !== true && !(await agrees(config))) throw new Error('nothing was reset');
    const { siteCode } = await withProgress(
      values.json === true,
      () => 'creating the new sandbox',
      () => reset(config, all),
    );
    print(values.json, { siteCode, now: systemClock().now().toISOString() }, () => [
      `The sandbox was reset. Its clock shows the time of this machine, and its demo site is ${siteCode}.`,
      'The secrets are new: `tefo credentials` prints them. Start it with `npx tefo start`.',
    ]);
  } finally {
    await bank.close();
    await database.close();
  }
};

/** Refuses while a service runs: its caches would not match the new database. */
async function assertStopped(config: Config): Promise<void> {
  const isHeld =
    config.databaseUrl === undefined && (await connectionOfRunning(config.dataDir)) !== undefined;
  if (isHeld || (await isServiceThere(config)))
    throw new Error(
      `a service is running on this sandbox, at ${config.publicUrl}: stop it (Ctrl-C where it was started), run tefo reset, and start it again. Nothing was reset`,
    );
}

/** Checks that the database is a Tefo sandbox that no service uses, or is empty. */
async function assertSandbox(db: Sql, { mode }: Config): Promise<void> {
  await holdMode(db, mode);
  const found = await onlyRow(db<{ isOurs: boolean; tables: number; running: number }[]>`
    select to_regclass('public.installation') is not null as "isOurs",
      (select count(*)::integer from pg_tables where schemaname = 'public') as tables,
      (select count(*)::integer from pg_stat_activity
        where datname = current_database() and application_name = 'tefo pulse') as running`);
  if (found.running > 0)
    throw new Error(
      'a service is running on this database, at another address: stop it first. Nothing was reset',
    );
  if (!found.isOurs && found.tables > 0)
    throw new Error('this database has tables of another application: tefo reset only resets its own');
}

/** Asks the user at the terminal. */
async function agrees(config: Config): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError('confirmation required: no terminal is attached, so pass --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(
      `This deletes everything in the sandbox of ${placeOf(config)}: payments, merchants, secrets, snapshots. Type yes: `,
    );
    return answer.trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
}

function placeOf({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === undefined) return dataDir;
  const { database = '', places } = parseAddress(databaseUrl);
  return `the database ${database} at ${places.map(({ host }) => host).join(', ')}`;
}

async function reset(config: Config, all: readonly Sql[]) {
  const [db] = all as [Sql];
  await rm(credentialsPath(config), { force: true });
  for (const file of logFiles(logPath(config))) await rm(file, { force: true });
  for (const sql of all) {
    await beginAnew(sql);
    await migrate(sql);
  }
  await startMode(db, config.mode);
  await startMasterKeys(db, createKeyring(config.masterKeys), systemClock().now());
  return ensureDemoMerchant(await contextOver(db, config), config);
}
