// A start under a database that is away, full, hidden behind the wrong pooler or of another time, and under the names that
// Kubernetes adds.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import net from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openPool } from '../../src/kernel/db/db.ts';
import { testDatabase } from '../support/database.ts';
import { ask, createMerchantOf } from '../support/merchant.ts';
import { openPooler } from '../support/pooler.ts';
import { freePort } from '../support/ports.ts';
import { makeTefo, type Running, type Tefo } from '../support/process.ts';
import { openReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const masterKeys = `k1:${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

test('`npm start` takes the options of `tefo start`, and refuses others', async () => {
  const start = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['src/main.ts', ...args]).then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    );
  assert.match(
    await start('--port', '99999'),
    /TEFO_PORT must be a whole number from 1 to 65535, not "99999"/,
  );
  assert.equal(await start('--prot', '8520'), "tefo: Unknown option '--prot'\n");
});

async function home(env: Record<string, string>): Promise<Tefo> {
  // One database serves several homes here, so its key is theirs too.
  const tefo = await makeTefo({ TEFO_MASTER_KEYS: masterKeys, ...env });
  after(() => tefo.remove());
  return tefo;
}

async function untilSaid(running: Running, text: RegExp): Promise<void> {
  let isOver = false;
  void running.ended.then(() => {
    isOver = true;
  });
  await until(() => {
    assert.ok(!isOver, `it has ended: ${running.said()}`);
    return text.test(running.said());
  });
}

function elsewhere(
  url: string,
  changes: { port?: number; username?: string; password?: string; pathname?: string },
) {
  const { port, ...more } = changes;
  return Object.assign(new URL(url), more, port && { port: String(port) }).href;
}

describe('a start', { concurrency: 2 }, async () => {
  const database = await testDatabase();
  after(() => database.drop());

  test('before its database waits with a message, and is ready when the database starts; service links are no settings', async () => {
    const port = await freePort();
    const tefo = await home({ DATABASE_URL: elsewhere(database.url, { port }) });
    // The variables that Kubernetes sets for a Service called tefo, with a separate port of the service.
    const running = tefo.start({
      TEFO_SERVICE_HOST: '10.96.0.12',
      TEFO_SERVICE_PORT: '8420',
      TEFO_PORT_8420_TCP: 'tcp://10.96.0.12:8420',
      TEFO_PORT_8420_TCP_ADDR: '10.96.0.12',
      TEFO_API_PORT: 'tcp://10.96.0.13:8420',
    });
    await untilSaid(running, /waiting for up to \d+ s more/);
    assert.match(running.said(), /^tefo: the database cannot be reached yet \(.*ECONNREFUSED/);
    const target = new URL(database.url);
    const way = net.createServer((socket) => {
      const server = net.connect(Number(target.port), target.hostname);
      for (const end of [socket, server]) end.on('error', () => {});
      socket.pipe(server).pipe(socket);
    });
    way.listen(port, '127.0.0.1');
    await running.ready();
    assert.match(await tefo.log(), /TEFO_API_PORT.*that Kubernetes sets/);
    running.signal('SIGTERM');
    assert.equal((await running.ended).code, 0);
    way.close();
  });

  test('stops at once by a signal while it waits', async () => {
    const tefo = await home({
      DATABASE_URL: elsewhere(database.url, { port: await freePort() }),
      // Far longer than this test may take.
      TEFO_DATABASE_WAIT_SECONDS: '3600',
    });
    const running = tefo.start();
    await untilSaid(running, /waiting/);
    running.signal('SIGTERM');
    assert.equal((await running.ended).code, 0);
  });

  test('over a full database waits until there is room', async () => {
    const full = await testDatabase();
    after(() => full.drop());
    const admin = openPool(full.url, { max: 1 });
    await admin.unsafe(`
      create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before insert on merchants execute function full_disk()`);
    const tefo = await home({ DATABASE_URL: full.url });
    const running = tefo.start();
    await untilSaid(running, /No space left on device.*waiting/);
    await admin`drop trigger full_disk on merchants`;
    await admin.end();
    await running.ready();
  });

  test('ends at once with the reason when its database refuses it', async () => {
    const wrong = await home({ DATABASE_URL: elsewhere(database.url, { password: 'canary' }) });
    const unknown = await home({ DATABASE_URL: elsewhere(database.url, { pathname: '/nowhere' }) });
    for (const [tefo, why] of [
      [wrong, /^tefo: the database refuses the connection: password authentication failed/],
      [unknown, /^tefo: the database refuses the connection: database "nowhere" does not exist/],
    ] as const) {
      const { code, stderr } = await tefo.start().ended;
      assert.equal(code, 1);
      assert.match(stderr, why);
      assert.doesNotMatch(stderr, /canary|waiting/);
    }
  });

  test('and a command through a pooler in transaction mode are refused with instructions', async () => {
    const pooler = await openPooler(database.url, { mode: 'transaction' });
    after(() => pooler.close());
    const tefo = await home({ DATABASE_URL: pooler.url });
    for (const ended of [tefo.start().ended, tefo.command('merchant', 'list')]) {
      const { code, stderr } = await ended;
      assert.equal(code, 1);
      assert.match(stderr, /^tefo: DATABASE_URL goes through a pooler in transaction mode.*session mode/);
    }
  });

  test('through a pooler in session mode works, limits or not', async () => {
    const pooler = await openPooler(database.url, { mode: 'session' });
    after(() => pooler.close());
    const tefo = await home({ DATABASE_URL: pooler.url });
    const running = tefo.start();
    await running.ready();
    assert.match(await tefo.log(), /TEFO_STATEMENT_SECONDS has no effect/);
    running.signal('SIGTERM');
    assert.equal((await running.ended).code, 0);
  });

  test('a command waits a little for a database, not for ever', async () => {
    const tefo = await home({ DATABASE_URL: elsewhere(database.url, { port: await freePort() }) });
    const { code, stderr } = await tefo.command('merchant', 'list');
    assert.equal(code, 1);
    assert.match(stderr, /waiting for up to 5 s more\ntefo: the database cannot be reached: .*ECONNREFUSED/);
  });

  test('by a clock that differs from the database’s: a warning above a second, not ready and no work started above ten', async () => {
    const skewed = await testDatabase();
    after(() => skewed.drop());
    const admin = openPool(skewed.url, { max: 1 });
    after(() => admin.end());
    // The server's own clock cannot move here; the service's queries of it can be changed.
    const shift = (interval: string) =>
      admin.unsafe(`create or replace function public.clock_timestamp() returns timestamptz language sql volatile
        as $$ select pg_catalog.clock_timestamp() - interval '${interval}' $$`);
    await shift('3 seconds');
    await admin.unsafe(
      `alter database ${new URL(skewed.url).pathname.slice(1)} set search_path = public, pg_catalog`,
    );
    const tefo = await home({ DATABASE_URL: skewed.url });
    const running = tefo.start();
    await running.ready();
    assert.match(await tefo.log(), /"aheadSeconds":[23](?:\.\d)?,"msg":".*more than a second apart"/);
    const { text } = await ask(`${tefo.base}/metrics`);
    const seconds = Number(/^tefo_database_clock_skew_seconds (\S+)$/m.exec(text)?.[1]);
    assert.ok(seconds > 2 && seconds < 4, String(seconds));

    await shift('1 hour');
    const ready = () => ask(`${tefo.base}/health/ready`);
    const answer = await until(async () => {
      const one = await ready();
      return one.status !== 200 && one;
    });
    assert.deepEqual(answer.body.problems, ['the clock of this machine is 3600 s ahead of the database’s']);
    // It serves requests, but leaves due work to others.
    const receiver = await openReceiver();
    const merchant = createMerchantOf(tefo.base, await tefo.credentials());
    const token = (await merchant.token()).body.access_token;
    const made = await merchant.createOne(token, { notifyUrl: `${receiver.url}/notify` });
    assert.equal((await merchant.decide(made.body.id, 'success')).status, 200);
    await sleep(2_000);
    assert.equal(receiver.received.length, 0);
    await shift('0 seconds');
    await until(async () => (await ready()).status === 200);
    await until(() => receiver.received.length > 0);
    assert.match(await tefo.log(), /together again/);
  });
});
