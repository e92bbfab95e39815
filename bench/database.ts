// (c) payments that the service creates per second, compared with rows that the database alone inserts: the same rows,
// in a database on the same server with the same tables and indexes, one transaction each, from 16 clients. pgbench
// runs the loop if it is installed; else the driver does.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { openPool, type Sql } from '../src/kernel/db/db.ts';
import { migrate } from '../src/kernel/db/migrate.ts';
import type { TefoProcess } from '../test/storm/process.ts';
import { compare, type Line, rate } from './figures.ts';
import { newRun, perSecond } from './load.ts';
import type { Merchant } from './merchant.ts';
import type { Pace } from './throughput.ts';

const clients = 16;
const connectionCounts = [64, 128];

export async function measureDatabase(tefo: TefoProcess, merchant: Merchant, pace: Pace): Promise<Line[]> {
  const url = await makeDatabase(await tefo.databaseUrl());
  const example = await merchant.createOne();
  const lines: Line[] = [];
  for (const keyed of [false, true]) {
    for (const connections of connectionCounts) {
      const request = merchant.create({ keyed });
      const { ours, theirs, ratio } = await compare(
        pace.rounds,
        () => perSecond({ ...request, ...pace, base: tefo.base, connections, run: newRun() }),
        () => insertsPerSecond(url, keyed ? insertWithKey(example) : insertPayment(), pace.seconds),
      );
      const what = `create${keyed ? ' with key' : ''}, ${connections} connections, by ${pgbench ? 'pgbench' : 'the driver'}`;
      lines.push({ part: 'c', what, ours: rate(ours), theirs: rate(theirs), ratio, target: '>= 1' });
    }
  }
  return lines;
}

const merchantId = '01930000-0000-7000-8000-000000000001';
const siteId = '01930000-0000-7000-8000-000000000002';

/** Creates a database with the same schema on the service's server. */
async function makeDatabase(serviceUrl: string): Promise<string> {
  const admin = openPool(serviceUrl, { max: 1 });
  await admin`create database bench`;
  await admin.end();
  const url = Object.assign(new URL(serviceUrl), { pathname: '/bench' }).href;
  const sql = openPool(url, { max: 1 });
  await migrate(sql);
  await sql`insert into merchants (id, code, name, created_at) values (${merchantId}, 'BENCH', 'Bench', now())`;
  await sql`insert into sites (id, merchant_id, code, name, created_at) values (${siteId}, ${merchantId}, 'BENCH', 'Bench', now())`;
  await sql.end();
  return url;
}

const details = JSON.stringify({
  returnUrl: 'https://shop.example.co.za/checkout/return',
  payer: { id: 'customer-4711', name: 'Thandi Nkosi', email: 'thandi@example.co.za' },
  payerReference: 'Your books',
  region: 'ZA',
});

/** Returns a literal in which pgbench sees no variable: a colon before a letter or digit is escaped. */
function literal(text: string): string {
  return `E'${text.replace(/[\\']/g, '\\$&').replace(/:(?=\w)/g, '\\x3a')}'`;
}

/** The service's row for the load's request, in one statement; `:n` is a number from pgbench. */
function insertPayment(): string {
  return `insert into payments (id, merchant_id, site_id, contract, amount_cents, currency, merchant_reference,
      bank_reference, is_test, notify_url, details, unique_reference, correlation_id, created_at, expires_at)
    values (uuidv7(), '${merchantId}', '${siteId}', 'one', 14990, 'ZAR', 'order-' || :n::text,
      'Karoo Books', false, 'https://shop.example.co.za/notifications/tefo', ${literal(details)}, false,
      gen_random_uuid()::text, now(), now() + interval '1 day')`;
}

/** The same with its idempotency key and the stored response. */
function insertWithKey(answer: unknown): string {
  const location = `http://127.0.0.1:8420/one/v1/payments/${siteId}`;
  return `with keyed as (
      insert into idempotency_keys (merchant_id, operation, key, request_hash, status, location, body, created_at)
      values ('${merchantId}', 'POST /payments', 'key-' || :n::text || clock_timestamp()::text,
        encode(sha256(:n::text::bytea), 'hex'), 201, ${literal(location)}, ${literal(JSON.stringify(answer))}, now())
    ) ${insertPayment()}`;
}

const pgbench = findPgbench();

function findPgbench(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
    : [];
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...versions];
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path));
}

async function insertsPerSecond(url: string, statement: string, seconds: number): Promise<number> {
  return pgbench ? byPgbench(pgbench, url, statement, seconds) : byDriver(url, statement, seconds);
}

async function byPgbench(program: string, url: string, statement: string, seconds: number): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const script = join(tmpdir(), `tefo-bench-${process.pid}.sql`);
  // pgbench ends a command at the end of a line.
  await writeFile(script, `\\set n random(1, 1000000000)\n${statement.replaceAll('\n', ' ')};\n`);
  const flags = [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${clients}`,
    '--jobs=1',
    `--time=${seconds}`,
  ];
  const { stdout } = await promisify(execFile)(
    program,
    [...flags, `--file=${script}`, '-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } },
  );
  const tps = /tps = ([\d.]+) \(without/.exec(stdout)?.[1];
  if (tps === undefined) throw new Error(`pgbench said: ${stdout}`);
  return Number(tps);
}

async function byDriver(url: string, statement: string, seconds: number): Promise<number> {
  const sql = openPool(url, { max: clients });
  const prepared = statement.replaceAll(':n::text', '$1::text');
  const until = performance.now() + seconds * 1000;
  let inserted = 0;
  const loop = async (pool: Sql): Promise<void> => {
    while (performance.now() < until) {
      inserted += 1;
      await pool.unsafe(prepared, [String(inserted)], { prepare: true });
    }
  };
  await Promise.all(Array.from({ length: clients }, () => loop(sql)));
  await sql.end();
  return inserted / seconds;
}
