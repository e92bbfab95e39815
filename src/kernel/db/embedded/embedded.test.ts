import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { until } from '../../../../test/support/until.ts';
import { openPool } from '../db.ts';
import { DataDirInUse, lockDataDir, lockHolder } from './data-lock.ts';
import { connectionOfRunning, startEmbedded } from './embedded.ts';
import { findServer } from './postmaster.ts';
import { waitForExit } from './processes.ts';

const module = new URL('./embedded.ts', import.meta.url).href;
const script = `
  const { startEmbedded } = await import(${JSON.stringify(module)});
  const { url } = await startEmbedded(process.argv[1]);
  console.log(url);
  setInterval(() => {}, 1000);
`;

/** Starts a process that starts the server and then idles; resolves when the server is up. */
async function startElsewhere(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(child.stdout!, 'data')) as [Buffer];
  return { child, url: url.toString().trim() };
}

async function query(url: string, statement: string) {
  const sql = openPool(url, { max: 1 });
  try {
    return (await sql.unsafe(statement)).map((row) => ({ ...row }));
  } finally {
    await sql.end();
  }
}

describe('the embedded PostgreSQL', () => {
  let home: string;
  let dataDir: string;
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'tefo-embedded-'));
    dataDir = join(home, 'data');
  });
  after(() => rm(home, { recursive: true }));
  beforeEach(async () => {
    const server = await startEmbedded(dataDir);
    await query(server.url, 'drop table if exists kept; create table kept as select 7 as number');
    await server.stop();
  });

  test('keeps its data over a stop, and leaves only files behind', async () => {
    const server = await startEmbedded(dataDir);
    assert.deepEqual(await query(server.url, 'select number from kept'), [{ number: 7 }]);
    await server.stop();
    await server.stop();
    await assert.rejects(query(server.url, 'select 1'));
    assert.equal(await lockHolder(dataDir), undefined);
    await assert.rejects(stat(join(dataDir, 'postgres', 'postmaster.pid')), { code: 'ENOENT' });
  });

  test('is durable, uses UTC and UTF-8, and listens on the loopback address with a password only', async () => {
    const server = await startEmbedded(dataDir);
    const [row] = await query(
      server.url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
         current_setting('full_page_writes') as pages, current_setting('server_encoding') as encoding,
         current_setting('timezone') as zone, current_setting('listen_addresses') as addresses`,
    );
    const expected = {
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      encoding: 'UTF8',
      zone: 'UTC',
      addresses: '127.0.0.1',
    };
    assert.deepEqual(row, expected);
    const { mode } = await stat(join(dataDir, 'postgres-password'));
    assert.equal(mode & 0o777, 0o600);
    const stranger = Object.assign(new URL(server.url), { password: 'guess' });
    await assert.rejects(query(stranger.href, 'select 1'), { code: '28P01' });
    await server.stop();
  });

  test('starts again within seconds after its tefo was killed, with everything that was committed', async () => {
    const { child, url } = await startElsewhere(dataDir);
    await query(url, 'insert into kept values (8)');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const began = performance.now();
    const server = await startEmbedded(dataDir);
    assert.ok(performance.now() - began < 30_000);
    assert.deepEqual(await query(server.url, 'select number from kept order by 1'), [
      { number: 7 },
      { number: 8 },
    ]);
    await server.stop();
  });

  test('ends by itself when its tefo was killed outright, and everything is written', async () => {
    const { child } = await startElsewhere(dataDir);
    const { pid } = (await findServer(join(dataDir, 'postgres')))!;
    child.kill('SIGKILL');
    assert.ok(await waitForExit(pid, 20_000), 'the server has outlived its tefo');
    const server = await startEmbedded(dataDir);
    assert.deepEqual(await query(server.url, 'select number from kept'), [{ number: 7 }]);
    await server.stop();
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    assert.doesNotMatch(log.slice(log.lastIndexOf('starting PostgreSQL')), /not properly shut down/);
  });

  test('starts over the pid file of a server that is gone', async () => {
    await writeFile(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${dataDir}\n0\n5432\n\n127.0.0.1\n\nready\n`,
    );
    await writeFile(join(dataDir, 'lock.1000'), JSON.stringify({ pid: process.pid, started: 'before' }));
    const server = await startEmbedded(dataDir);
    assert.deepEqual(await query(server.url, 'select number from kept'), [{ number: 7 }]);
    await server.stop();
  });

  test('begins again when its first creation was cut short', async () => {
    const other = join(home, 'other');
    await mkdir(join(other, 'postgres.new', 'base'), { recursive: true });
    await writeFile(join(other, 'postgres.new', 'PG_VERSION'), '18');
    const server = await startEmbedded(other);
    assert.deepEqual(await query(server.url, 'select 1 as number'), [{ number: 1 }]);
    await server.stop();
  });

  test('refuses a data directory that a living tefo holds, and names its pid', async () => {
    const { child, url } = await startElsewhere(dataDir);
    try {
      await assert.rejects(startEmbedded(dataDir), (error: Error) => {
        return error instanceof DataDirInUse && error.message.includes(`pid ${child.pid}`);
      });
      assert.equal(await connectionOfRunning(dataDir), url);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    assert.equal(await connectionOfRunning(dataDir), undefined);
  });

  test('is found by others only while it runs', async () => {
    assert.equal(await connectionOfRunning(dataDir), undefined);
    assert.equal(await connectionOfRunning(join(home, 'nowhere')), undefined);
    const server = await startEmbedded(dataDir);
    assert.equal(await connectionOfRunning(dataDir), server.url);
    await server.stop();
    assert.equal(await connectionOfRunning(dataDir), undefined);
  });

  test('comes back on the same address when it is killed under a running tefo', async () => {
    const said: string[] = [];
    const server = await startEmbedded(dataDir, { onCrash: (message) => said.push(message) });
    const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    const rows = await until(() => query(server.url, 'select number from kept').catch(() => undefined));
    assert.deepEqual(rows, [{ number: 7 }]);
    assert.equal(said.length, 1);
    await server.stop();
  });

  test('one of many that want a data directory at once gets it, whatever the lock before was', async () => {
    for (let round = 0; round < 40; round += 1) {
      const contested = await mkdtemp(join(home, 'contested-'));
      if (round % 2 === 0) await writeFile(join(contested, 'lock'), 'cut sh');
      for (let owner = 0; owner < 3; owner += 1) {
        const results = await Promise.allSettled(Array.from({ length: 60 }, () => lockDataDir(contested)));
        const won = results.filter((result) => result.status === 'fulfilled');
        assert.equal(won.length, 1);
        await assert.rejects(lockDataDir(contested), DataDirInUse);
        await won[0]!.value();
      }
    }
  });
});
