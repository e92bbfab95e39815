// What every command shares: its options, its context, its output.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Config, loadConfig } from '../config.ts';
import type { Context } from '../core/context.ts';
import { holdInstallation } from '../installation.ts';
import { createKeyring } from '../kernel/crypto.ts';
import type { Sql } from '../kernel/db.ts';
import { newId } from '../kernel/ids.ts';
import { pendingMigrations } from '../kernel/migrate.ts';
import { presentClock } from '../kernel/shared-clock.ts';
import { sayJson, sayLines } from '../kernel/terminal.ts';
import { policyOf } from '../policy.ts';
import { openBankDatabase, openCommandDatabase, openCommandLog } from '../startup.ts';

export interface Command {
  /** As it is typed after `tefo`, with every option. */
  usage: string;
  about: string;
  /** What is worth knowing beside that; shown by `tefo COMMAND --help`. */
  more?: string;
  /** What an argument ("EVENT") or an option ("--outcome") may be, for the shell's completion. */
  choices?: Record<string, readonly string[]>;
  /** Answers the exit code, if it is a number; else the command has done its work: 0. */
  run(args: string[]): Promise<unknown>;
}

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {}

/** Several things are wrong, each in a line of its own. */
export class SeveralErrors extends Error {
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join('; '));
    this.lines = lines;
  }
}

/**
 * Reads options and positional arguments; `names` are the positional ones, all required. What is typed beside them, or
 * beyond the `most` that a command takes, is wrong usage.
 */
export function readArgs(
  args: string[],
  names: string[],
  options: ParseArgsOptionsConfig = {},
  most = names.length,
) {
  const { values, positionals } = parseArgs({
    args,
    options: { json: { type: 'boolean' }, ...options },
    allowPositionals: true,
  });
  if (positionals.length < names.length)
    throw new UsageError(`missing: ${names.slice(positionals.length).join(', ')}`);
  const extra = positionals[most];
  if (extra !== undefined) throw new UsageError(`${extra} is too much`);
  return { values: values as Record<string, string | boolean | undefined>, positionals };
}

/** A required option's text. */
export function required(values: Record<string, string | boolean | undefined>, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing`);
  return value;
}

/** Prints a result: as JSON where --json asks for it, else as lines of text. */
export function print(isJson: unknown, value: unknown, text: () => string[]): void {
  if (isJson) sayJson(value, 2);
  else sayLines(text());
}

/** Lines "name  value", aligned. */
export function lines(facts: Record<string, unknown>): string[] {
  const width = Math.max(...Object.keys(facts).map((name) => name.length)) + 2;
  return Object.entries(facts).map(([name, value]) => `${name.padEnd(width)}${String(value)}`);
}

/** Runs `work` over the service's database, migrated, and closes it. */
export async function withContext<T>(work: (ctx: Context, config: Config) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const database = await openCommandDatabase(config);
  try {
    return await work(await contextOver(database.sql, config), config);
  } finally {
    await database.close();
  }
}

/** Runs `work` with the simulated bank's database: the service's, or one of its own. */
export async function withBank<T>(
  { db }: Context,
  config: Config,
  work: (bank: Sql) => Promise<T>,
): Promise<T> {
  const bank = openBankDatabase(config, db);
  try {
    if (bank.sql !== db) await assertMigrated(bank.sql);
    return await work(bank.sql);
  } finally {
    await bank.close();
  }
}

async function assertMigrated(db: Sql): Promise<void> {
  const waiting = await pendingMigrations(db);
  if (waiting.length > 0)
    throw new Error('the database is not migrated yet: run `tefo migrate` or start the service');
}

/**
 * The context of a command over a database that is migrated, and that of the settings' mode and keys. Throws for one that
 * is not.
 */
export async function contextOver(db: Sql, config: Config): Promise<Context> {
  await assertMigrated(db);
  const keyring = createKeyring(config.masterKeys);
  await holdInstallation(db, config.mode, keyring);
  const clock = await presentClock(db);
  return {
    db,
    clock,
    keyring,
    policy: policyOf(config),
    log: openCommandLog(config),
    correlationId: newId(clock),
    actor: 'cli',
  };
}
