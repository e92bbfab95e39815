// PgBouncer itself, where it is installed: session pooling works, and any other mode is refused with instructions.
// src/kernel/db/pooler-check.test.ts has the checks without PgBouncer.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { isDatabaseAway, openPool } from '../src/kernel/db/db.ts';
import { assertSessions, SessionsShared, takesSettings } from '../src/kernel/db/pooler-check.ts';
import { openDatabase } from './support/database.ts';
import { openFolder } from './support/opening.ts';
import { freePort } from './support/ports.ts';
import { until } from './support/until.ts';

const isThere = spawnSync('pgbouncer', ['--version']).status === 0;

describe('through PgBouncer', { skip: !isThere && 'it is not installed' }, async () => {
  const running: ChildProcess[] = [];
  const database = await openDatabase();
  const folder = await openFolder('pgbouncer');
  await chmod(folder, 0o755);
  after(() => {
    for (const child of running) child.kill('SIGKILL');
  });

  /** Starts one; returns the address of the database behind it. */
  async function through(mode: string, more = ''): Promise<string> {
    const { hostname, port, username, password, pathname } = new URL(database.url);
    const own = await freePort();
    const path = join(folder, `${own}.ini`);
    const place = `host=${hostname} port=${port} user=${username} password=${password}`;
    await writeFile(
      path,
      `[databases]\n* = ${place}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${own}\nauth_type = any\npool_mode = ${mode}\nunix_socket_dir =\n${more}`,
    );
    // It refuses to run as root.
    const args = process.getuid?.() === 0 ? ['-q', '-u', 'nobody', path] : ['-q', path];
    running.push(spawn('pgbouncer', args, { stdio: 'ignore' }));
    const url = `postgres://${username}@127.0.0.1:${own}${pathname}`;
    const sql = openPool(url, { max: 1 });
    await until(() =>
      sql`select 1`.catch((error) => {
        if (!isDatabaseAway(error)) throw error;
      }),
    );
    await sql.end({ timeout: 0 });
    return url;
  }

  test('in session mode a client has the session for itself, without its startup settings', async () => {
    const drops =
      'ignore_startup_parameters = enable_seqscan,statement_timeout,jit,idle_in_transaction_session_timeout';
    for (const url of [await through('session'), await through('session', drops)]) {
      await assertSessions(url);
      assert.equal(await takesSettings(url), false);
      const sql = openPool(url, { max: 2 });
      const received = new Promise(
        (resolve) => void sql.listen('tefo_test', resolve, () => sql.notify('tefo_test', 'word')),
      );
      assert.equal(await received, 'word');
      await sql.end({ timeout: 0 });
    }
  });

  for (const [mode, more] of [
    ['transaction', ''],
    ['transaction', 'server_round_robin = 1'],
    ['statement', ''],
  ] as const)
    test(`in ${mode} mode ${more} a start is refused with instructions`, async () => {
      const url = await through(mode, more);
      await assert.rejects(
        assertSessions(url),
        (error: Error) => error instanceof SessionsShared && /pool_mode = session/.test(error.message),
      );
    });
});
