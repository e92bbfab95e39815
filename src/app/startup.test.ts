import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testDatabase } from '../../test/support/database.ts';
import { openBanking } from '../../test/support/setup/statements.ts';
import type { Sql } from '../kernel/db/db.ts';
import { createStartupWait } from '../kernel/db/startup-wait.ts';
import { createLog } from '../kernel/process/log.ts';
import { loadConfig } from './config.ts';
import { adviseBank, openServiceDatabase } from './startup.ts';

const most = async (sql: Sql): Promise<number> => {
  const asked = await Promise.all(
    Array.from({ length: 40 }, () => sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.05)`),
  );
  return new Set(asked.map(([row]) => row!.pid)).size;
};
const limitOf = async (sql: Sql): Promise<unknown> =>
  (await sql`select current_setting('statement_timeout') as value`)[0]!.value;

const production = {
  TEFO_MODE: 'production',
  DATABASE_URL: 'postgres://localhost/tefo',
  TEFO_MASTER_KEYS: `k1:${Buffer.from('a test’s own key'.padEnd(30, '.')).toString('base64')}`,
  TEFO_PUBLIC_URL: 'https://pay.example.com',
};

test('requests and due work share the pool, and only statements of requests have a time limit', async () => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tefo-startup-'));
  const config = loadConfig({
    TEFO_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    TEFO_STATEMENT_SECONDS: '1',
    TEFO_DATABASE_POOL: '5',
  });
  const patience = createStartupWait({ seconds: 30, tell: () => {} });
  const { sql, requests, close } = await openServiceDatabase(config, createLog('silent'), patience);
  after(async () => {
    await close();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });
  assert.deepEqual([await limitOf(requests), await limitOf(sql)], ['1s', '0']);
  assert.deepEqual([await most(requests), await most(sql)], [3, 2]);
  const [tooLong, long] = await Promise.allSettled([requests`select pg_sleep(3)`, sql`select pg_sleep(3)`]);
  assert.equal(tooLong.status === 'rejected' && tooLong.reason.code, '57014');
  assert.equal(long.status, 'fulfilled');
});

test('a start without an account and without the simulated bank logs that no payment is possible', async () => {
  const bank = await openBanking();
  const said = async (settings: Record<string, string> = {}): Promise<number> => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    await adviseBank(bank.db, loadConfig({ ...production, ...settings }), log);
    return lines.length;
  };
  assert.equal(await said(), 1);
  assert.equal(
    await said({ TEFO_SIMULATED_BANK: 'true', TEFO_SIMULATED_BANK_IN_PRODUCTION: 'no-real-money' }),
    0,
  );
  await bank.account('main');
  assert.equal(await said(), 0);
});
