// A database that `npm run fill` has filled, with the whole service in this process: its clock is fixed at a minute after the
// newest row, and a sweep runs only on request. Merchants' servers return 200 at once.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService } from '../src/app/app.ts';
import { loadConfig } from '../src/app/config.ts';
import type { Credentials } from '../src/app/credentials.ts';
import { createSweeps } from '../src/app/sweeps.ts';
import type { Context } from '../src/core/context.ts';
import { findSite, type Site } from '../src/core/merchants/actions.ts';
import { type MovableClock, manualClock } from '../src/kernel/clock.ts';
import type { Sweep } from '../src/kernel/concurrency/jobs.ts';
import { openPool, type Sql } from '../src/kernel/db/db.ts';
import { startEmbedded } from '../src/kernel/db/embedded/embedded.ts';
import { migrate } from '../src/kernel/db/migrate.ts';
import type { Post } from '../src/kernel/http/outbound.ts';
import { createLog } from '../src/kernel/process/log.ts';
import { freePort } from '../test/support/ports.ts';

export interface Filled {
  base: string;
  db: Sql;
  /** For requests. */
  ctx: Context;
  /** For sweeps, as the service has it. */
  workCtx: Context;
  clock: MovableClock;
  sweep(name: string): Sweep;
  sweeps: readonly Sweep[];
  simulator: ReturnType<typeof createSweeps>['simulator'];
  rails: ReturnType<typeof createSweeps>['rails'];
  archiveDir: string;
  credentials: Credentials;
  /** The filled site of the demo merchant, which is the largest, with the most payments. */
  site: Site;
  /** Its site with the fewest. */
  rareSite: Site;
  /**
   * Sends a request as its client: GET, or POST with a body. Returns the response's text; throws where it is no success.
   */
  ask(path: string, body?: object): Promise<string>;
  /** How many blocks of tables and indexes statements have touched so far, in memory or not. */
  blocks(): Promise<number>;
  end(): Promise<void>;
}

export interface GrowthCase {
  part: 'read' | 'make' | 'idle' | 'sweep' | 'day';
  what: string;
  /** Before each round, and not measured. */
  prepare?(): Promise<void>;
  run(): Promise<unknown>;
  /** Where a round costs much. */
  rounds?: number;
}

/** Opens the data directory, whose server must not run, and brings its schema up to date. */
export async function openFilled(dataDir: string): Promise<Filled> {
  const settings = { shared_preload_libraries: 'pg_stat_statements' };
  const server = await startEmbedded(dataDir, { settings });
  const db = openPool(server.url, { max: 10, plans: 'by index' });
  const workDb = openPool(server.url, { max: 10, plans: 'once' });
  await migrate(db);
  await db`create extension if not exists pg_stat_statements`;
  const clock = manualClock(await newestOf(db));
  const archiveDir = mkdtempSync(join(tmpdir(), 'tefo-growth-'));
  const env = { TEFO_DATA_DIR: dataDir, TEFO_PORT: String(await freePort()), TEFO_ARCHIVE_DIR: archiveDir };
  const config = loadConfig({ ...env, TEFO_EVENT_DAYS: '3650', TEFO_DELIVERY_DAYS: '3650' });
  const service = await createService({ config, db, workDb, clock, log: createLog('silent') });
  await service.server.listen({ port: config.port, host: '127.0.0.1' });
  const { ctx, directory } = service;
  const workCtx = { ...ctx, db: workDb };
  const post: Post = async () => ({ statusCode: 200, error: null, body: '', retryAfter: null });
  const work = createSweeps({
    ctx,
    workCtx,
    config,
    directory,
    post,
    sandbox: undefined,
    renderEmail: async () => undefined,
    bank: undefined,
  });
  const credentials: Credentials = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
  const [site, rareSite] = await sitesOf(db, credentials.siteCode);
  return {
    ...{ base: config.publicUrl, db, ctx, workCtx, clock, credentials, site, rareSite },
    ...{ sweeps: work.sweeps, simulator: work.simulator, rails: work.rails, archiveDir },
    ask: await callerOf(config.publicUrl, { ...credentials, siteCode: site.code }),
    sweep: (name) => work.sweeps.find((one) => one.name === name)!,
    blocks: async () => {
      const [row] = await db<{ blocks: number }[]>`
        select sum(shared_blks_hit + shared_blks_read)::float8 as blocks from pg_stat_statements(false)`;
      return row!.blocks;
    },
    end: async () => {
      await Promise.all([service.stop(), work.close()]);
      await Promise.all([db.end({ timeout: 1 }), workDb.end({ timeout: 1 })]);
      await server.stop();
    },
  };
}

/** A minute after the newest object or settlement, also of an earlier measurement. */
async function newestOf(db: Sql): Promise<Date> {
  const [row] = await db<{ at: Date }[]>`
    select greatest((select created_at from deliveries order by created_at desc limit 1),
      (select booked_at from ledger_journals order by id desc limit 1),
      (select max(cut_off_at) from settlement_progress)) + interval '1 minute' as at`;
  return row!.at;
}

/** all merchants: the measurement covers every merchant. */
async function sitesOf(db: Sql, code: string): Promise<[Site, Site]> {
  const rows = await db<{ id: string }[]>`
    select site.id from sites site join sites demo on demo.merchant_id = site.merchant_id and demo.code = ${code}
    where site.code like 'FILL%'
    order by (select count(*) from (select from payments where site_id = site.id limit 100000) few) desc, site.code`;
  const [most, fewest] = [rows[0]!.id, rows.at(-1)!.id];
  return [(await findSite(db, most))!, (await findSite(db, fewest))!];
}

async function callerOf(base: string, credentials: Credentials): Promise<Filled['ask']> {
  const { clientId, clientSecret, apiKey, siteCode } = credentials;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const given = { method: 'POST', body: new URLSearchParams(form) };
  const { access_token: token } = JSON.parse(await textOf(await fetch(`${base}/one/v1/token`, given)));
  const keys = { apikey: apiKey, sitecode: siteCode, accept: 'application/json' };
  return async (path, body) => {
    const own: Record<string, string> = path.startsWith('/one') ? { authorization: `Bearer ${token}` } : keys;
    const posted = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...own, 'content-type': 'application/json' },
    };
    return textOf(await fetch(base + path, body ? posted : { headers: own }));
  };
}

async function textOf(answer: Response): Promise<string> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text}`);
  return text;
}
