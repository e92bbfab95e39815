// What the service and the command line both begin with: the database that the settings name, and the demo merchant.
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import type { Context } from './core/context.ts';
import {
  changeSite,
  createMerchant,
  demoSettings,
  findSiteByCode,
  type NewMerchant,
} from './core/merchants/actions.ts';
import { systemClock } from './kernel/clock.ts';
import { openPool, type Sql } from './kernel/db.ts';
import { createLine } from './kernel/line.ts';
import { connectionOfRunning, type Embedded, startEmbedded } from './kernel/postgres/embedded.ts';
import { type Pulse, watchDatabase } from './kernel/pulse.ts';
import { clockShift, openSharedClock, type SharedClock } from './kernel/shared-clock.ts';

export interface Database {
  sql: Sql;
  /** Closes the pool, and stops the server if it is ours. */
  close(): Promise<void>;
}

/** The database of a service, which lives through its absence. */
export interface WatchedDatabase extends Database {
  pulse: Pulse;
}

/** Statements that are under way when a pool is closed have so many seconds to end. */
const lastStatementSeconds = 1;

/** The database of the service itself: DATABASE_URL, or an embedded server that no other process may hold. */
export async function openServiceDatabase(
  config: Config,
  onCrash: (message: string) => void,
): Promise<WatchedDatabase> {
  const server = await serverOf(config, onCrash);
  const line = createLine();
  // Over one connection, work that is done side by side is done in one order.
  const sql = openPool(server.url, { max: config.seed ? 1 : config.databasePool, line });
  const pulse = watchDatabase(server.url, line);
  return {
    sql,
    pulse,
    close: async () => {
      await Promise.all([pulse.stop(), sql.end({ timeout: lastStatementSeconds })]);
      await server.stop();
    },
  };
}

/** Takes everything out of a database, for a run that begins with nothing. */
export async function beginAnew(sql: Sql): Promise<void> {
  const schemas = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`;
  for (const { name } of schemas) await sql`drop schema ${sql(name)} cascade`;
  await sql`create schema public`;
}

/** The database for a command: that of the running service if there is one, else started for as long as it takes. */
export async function openCommandDatabase(config: Config): Promise<Database> {
  return (await openRunningDatabase(config)) ?? openOn(await serverOf(config, () => {}), config);
}

/** The database where it runs already; undefined where it would have to be started. */
export async function openRunningDatabase(config: Config): Promise<Database | undefined> {
  const url = config.databaseUrl ?? (await connectionOfRunning(config.dataDir));
  return url === undefined ? undefined : openOn(external(url), config);
}

function openOn(server: Embedded, config: Config): Database {
  const sql = openPool(server.url, { max: config.databasePool });
  return {
    sql,
    close: async () => {
      await sql.end({ timeout: lastStatementSeconds });
      await server.stop();
    },
  };
}

/**
 * The service's time: in staging the sandbox's, which can be moved. Throws ConfigError where production is to run over a
 * database whose clock a sandbox has moved: its rows are dated in the future.
 */
export async function openClock(config: Config, sql: Sql): Promise<SharedClock> {
  if (config.mode === 'staging') return openSharedClock(sql);
  if ((await clockShift(sql)) !== 0) {
    throw new ConfigError([
      'the database is that of a sandbox whose clock was moved: production needs one of its own',
    ]);
  }
  return { clock: systemClock(), moveTo: refuse, close: async () => {} };
}

const refuse = () => Promise.reject(new Error('only the clock of a sandbox is moved'));

function serverOf(config: Config, onCrash: (message: string) => void): Promise<Embedded> {
  if (config.databaseUrl) return Promise.resolve(external(config.databaseUrl));
  return startEmbedded(config.dataDir, { onCrash });
}

function external(url: string): Embedded {
  return { url, stop: async () => {} };
}

/** What `tefo credentials --json` prints: everything an integration needs to begin. */
export interface Credentials {
  siteCode: string;
  apiKey: string;
  privateKey: string;
  clientId: string;
  clientSecret: string;
  webhookSecret: string;
  payoutAccessToken: string;
  urls: Record<'one' | 'payments' | 'payouts' | 'external' | 'console' | 'docs', string>;
  console: { email: string; password: string };
}

/** A new merchant's secrets with this service's addresses. */
export function credentialsOf(config: Config, made: NewMerchant): Credentials {
  const { merchant: _, ...secrets } = made;
  return { ...secrets, urls: addressesOf(config) };
}

function addressesOf(config: Config): Credentials['urls'] {
  return {
    one: config.oneUrl,
    payments: config.paymentsUrl,
    payouts: config.payoutsUrl,
    external: config.externalUrl,
    console: `${config.publicUrl}/console`,
    docs: `${config.publicUrl}/docs`,
  };
}

const credentialsFile = (config: Config): string => join(config.dataDir, 'credentials.json');

/** The demo merchant's credentials, with the addresses of the present settings; undefined before the first start. */
export async function readCredentials(config: Config): Promise<Credentials | undefined> {
  const text = await readFile(credentialsFile(config), 'utf8').catch(() => undefined);
  return text ? { ...(JSON.parse(text) as Credentials), urls: addressesOf(config) } : undefined;
}

/** Makes the demo merchant unless this database has it already. Its secrets are kept in the data directory only. */
export async function ensureDemoMerchant(ctx: Context, config: Config): Promise<Credentials> {
  const known = await readCredentials(config);
  if (known && (await findSiteByCode(ctx.db, known.siteCode))) return known;
  const made = credentialsOf(config, await createMerchant(ctx, { name: 'Demo Shop' }));
  await changeSite(ctx, made.siteCode, demoSettings);
  const draft = `${credentialsFile(config)}.new`;
  await writeFile(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, credentialsFile(config));
  return made;
}
