// The context of commands: the service's database, migrated and matching the settings, and the simulated bank's.
import type { Config } from '../app/config.ts';
import { holdInstallation } from '../app/installation.ts';
import { policyOf } from '../app/policy.ts';
import { reactions } from '../app/reactions.ts';
import { presentClock } from '../app/shared-clock.ts';
import { openBankDatabase, openCommandDatabase, openCommandLog } from '../app/startup.ts';
import type { Context } from '../core/context.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Sql } from '../kernel/db/db.ts';
import { pendingMigrations } from '../kernel/db/migrate.ts';
import { newId } from '../kernel/ids.ts';
import { createKeyring } from '../kernel/security/crypto.ts';
import type { Given, Work } from './command.ts';
import { commandConfig } from './config.ts';

/** Runs `work` on the service's migrated database, and closes it. */
export async function withContext<T>(work: (ctx: Context, config: Config) => Promise<T>): Promise<T> {
  const config = commandConfig();
  const database = await openCommandDatabase(config);
  try {
    return await work(await contextOver(database.sql, config), config);
  } finally {
    await database.close();
  }
}

/** Returns the work of a command that first opens the service's database. */
export const onDatabase =
  (work: (ctx: Context, given: Given, config: Config) => Promise<unknown>): Work =>
  (given) =>
    withContext((ctx, config) => work(ctx, given, config));

/** Runs `work` with the simulated bank's database: the service's, or its own. */
export async function withBank<T>(
  { db }: Context,
  config: Config,
  work: (bank: Sql) => Promise<T>,
): Promise<T> {
  const bank = await openBankDatabase(config, db, assertMigrated);
  try {
    return await work(bank.sql);
  } finally {
    await bank.close();
  }
}

async function assertMigrated(db: Sql): Promise<void> {
  const waiting = await pendingMigrations(db);
  if (waiting.length > 0)
    throw new Error('the database is not migrated: run `tefo migrate` or start the service');
}

/**
 * Creates a command's context. Throws when the database is not migrated or does not match the settings' mode and keys.
 */
export async function contextOver(db: Sql, config: Config): Promise<Context> {
  await assertMigrated(db);
  const keyring = createKeyring(config.masterKeys);
  await holdInstallation(db, config.mode, keyring);
  const clock = await presentClock(db);
  return {
    db,
    clock,
    realClock: systemClock(),
    keyring,
    policy: await policyOf(config),
    log: openCommandLog(config),
    correlationId: newId(clock),
    actor: 'cli',
    reactions,
  };
}
