// A separate database for a test: a copy of the migrated template, created in milliseconds.
import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import postgres from 'postgres';
import { openPool } from '../../src/kernel/db/db.ts';

/**
 * The connections of a pool in a test. Each prepares every statement again, which takes longer than most statements do; a few
 * show what concurrent work does.
 */
export const poolSize = 6;

export interface TestDatabase {
  url: string;
  /** Deletes it, sessions included. */
  drop(): Promise<void>;
}

/** Throws when the tests were started without `--test-global-setup=test/support/global-setup.ts`. */
export function testDatabase(): Promise<TestDatabase> {
  return create(process.env.TEST_TEMPLATE);
}

/** Opens connections to a separate database, which ends after the test. */
export async function openDatabase(options: Partial<Parameters<typeof openPool>[1]> = {}) {
  const { url, drop } = await testDatabase();
  const db = openPool(url, { max: poolSize, ...options });
  after(async () => {
    await db.end({ timeout: 1 });
    await drop();
  });
  return { url, db };
}

/** Returns a database without our schema, for tests of the migrations. */
export function emptyDatabase(): Promise<TestDatabase> {
  return create('template0');
}

/** Returns a copy of a database that has no connections. */
export function copyOf(url: string): Promise<TestDatabase> {
  return create(new URL(url).pathname.slice(1));
}

async function create(template: string | undefined): Promise<TestDatabase> {
  const server = process.env.TEST_ADMIN_URL;
  if (!server || !template) {
    throw new Error('no test server: run `npm test`, or `npm run one -- <file>` for one test file');
  }
  admin ??= postgres(server, { max: 2, idle_timeout: 1, onnotice: () => {} });
  const sql = admin;
  const name = `tefo_${randomUUID().replaceAll('-', '')}`;
  // Copying files bypasses the WAL, which is slow on a server without durability.
  await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`;
  return {
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    drop: async () => void (await sql`drop database if exists ${sql(name)} with (force)`),
  };
}

/** Shared by the files of a process: a connection takes longer than most statements. */
let admin: postgres.Sql | undefined;
