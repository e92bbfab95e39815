// How the service starts, and how it ends: under load, with receivers that are slow or hang, by every signal.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../src/kernel/db/db.ts';
import { budget, isLong } from './support/budget.ts';
import { tefoWith } from './support/cli.ts';
import { createMerchantOf, type Merchant } from './support/merchant.ts';
import { isAlive, makeTefo, outsideEnvironment, type Running, type Tefo } from './support/process.ts';
import { type Behaviour, hanging, openReceiver, type Receiver } from './support/receiver.ts';
import { until } from './support/until.ts';

async function home(env?: Record<string, string>, isFirstStart = false): Promise<Tefo> {
  const tefo = await makeTefo(env, { isFirstStart });
  after(() => tefo.remove());
  return tefo;
}

/** Payments under way when the service ends. */
const enough = budget(10, 30);

interface Pressure {
  created: string[];
  paid: string[];
  /** The statuses of unacknowledged requests. */
  refused: number[];
  /** Resolves when every client has stopped. */
  over: Promise<unknown>;
}

/** Creates and pays repeatedly until the service has ended. */
async function press(merchant: Merchant, notifyUrl: string, ended: Promise<unknown>): Promise<Pressure> {
  const token = (await merchant.token()).body.access_token;
  const created: string[] = [];
  const paid: string[] = [];
  const refused: number[] = [];
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  async function buy(): Promise<void> {
    const made = await merchant.createOne(token, { notifyUrl });
    if (made.status !== 201) return void refused.push(made.status);
    created.push(made.body.id);
    const outcome = await merchant.decide(made.body.id, 'success');
    if (outcome.status === 200) paid.push(outcome.body.transactionId);
    else refused.push(outcome.status);
  }
  const clients = Array.from({ length: 8 }, async () => {
    // Without a listener there is no response to check.
    while (!isOver) await buy().catch(() => sleep(20));
  });
  return { created, paid, refused, over: Promise.all(clients) };
}

/** Sends a signal and resolves with how the process ended. */
function stop(running: Running, signal: NodeJS.Signals = 'SIGTERM') {
  running.signal(signal);
  return running.ended;
}

/** Checks that a restarted service has everything that was acknowledged, and has notified merchants of payments. */
async function assertKept(tefo: Tefo, { created, paid }: Pressure, receiver: Receiver): Promise<void> {
  const db = openPool(await tefo.databaseUrl(), { max: 1 });
  const [kept] = await db`
    select (select count(*)::integer from payments where id = any (${created})) as created,
      (select count(*)::integer from transactions where id = any (${paid}) and state = 'successful') as paid`;
  await db.end();
  assert.deepEqual({ ...kept }, { created: created.length, paid: paid.length });
  await until(() => paid.every((id) => receiver.received.some(({ body }) => body.includes(id))));
}

/** How many notifications were sent more than once. */
async function repeatedOf(tefo: Tefo): Promise<number> {
  const db = openPool(await tefo.databaseUrl(), { max: 1 });
  const repeated = await db`select 1 from deliveries where attempts > 1`;
  await db.end();
  return repeated.length;
}

const slow: Behaviour = (_received, response) =>
  void setTimeout(() => response.writeHead(200).end(), 400).unref();

// Most of their time is waiting, so they wait together.
describe('the process', { concurrency: 3 }, () => {
  test('stopped under load ends in time with everything that was acknowledged, also after a second signal', async () => {
    const tefo = await home();
    const receiver = await openReceiver(slow);
    const running = tefo.start();
    await running.ready();
    const merchant = createMerchantOf(tefo.base, await tefo.credentials());
    const pressure = await press(merchant, `${receiver.url}/notify`, running.ended);
    await until(() => pressure.paid.length >= enough);
    const stopping = stop(running);
    setTimeout(() => running.signal('SIGINT'), 50);
    const { code, stderr } = await stopping;
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(await tefo.postmaster(), undefined);

    await pressure.over;
    assert.deepEqual(
      pressure.refused.filter((status) => status !== 503),
      [],
    );
    const again = tefo.start();
    await again.ready();
    // Deliveries that were running at the signal ran to their end, so none is sent twice.
    assert.equal(await repeatedOf(tefo), 0);
    await assertKept(tefo, pressure, receiver);
    assert.equal((await tefo.program('check')).code, 0);
    assert.equal((await stop(again)).code, 0);
  });

  test('killed under load has kept everything that was acknowledged, notifies of it, and its books agree', async () => {
    const tefo = await home();
    const receiver = await openReceiver();
    const running = tefo.start();
    await running.ready();
    const merchant = createMerchantOf(tefo.base, await tefo.credentials());
    const pressure = await press(merchant, `${receiver.url}/notify`, running.ended);
    await until(() => pressure.paid.length >= enough);
    await stop(running, 'SIGKILL');
    await pressure.over;
    assert.deepEqual(pressure.refused, []);
    const again = tefo.start();
    await again.ready();
    await assertKept(tefo, pressure, receiver);
    assert.equal((await tefo.command('check')).code, 0);
  });

  test('stopped waits only its limit for a hanging receiver; the delivery becomes due again', async () => {
    const tefo = await home({ TEFO_SHUTDOWN_SECONDS: '8' });
    const receiver = await openReceiver(hanging);
    const running = tefo.start();
    await running.ready();
    const merchant = createMerchantOf(tefo.base, await tefo.credentials());
    const token = (await merchant.token()).body.access_token;
    const { id } = (await merchant.createOne(token, { notifyUrl: `${receiver.url}/notify` })).body;
    await merchant.decide(id, 'success');
    await until(() => receiver.received.length > 0);
    assert.equal((await stop(running)).code, 0);
    assert.match(await tefo.log(), /some work did not end in time/);

    receiver.behave((_received, response) => void response.writeHead(200).end());
    const again = tefo.start();
    await again.ready();
    await until(() => receiver.received.length >= 2);
    const [first, second] = receiver.received;
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
    assert.equal((await stop(again)).code, 0);
  });

  // A terminal signals the whole group, perhaps twice; a supervisor signals npm alone.
  const tellings: Record<string, (npm: number) => void> = {
    'Ctrl-C twice': (npm) => {
      process.kill(-npm, 'SIGINT');
      setTimeout(() => process.kill(-npm, 'SIGINT'), 20);
    },
    // With `npm run test:all`; the first test of this file sends it to the service itself.
    ...(isLong && { 'SIGTERM to npm': (npm) => void process.kill(npm, 'SIGTERM') }),
  };
  for (const [name, tell] of Object.entries(tellings)) {
    test(`${name} under \`npm start\` without a terminal ends it with code 0, and its database with it`, async () => {
      const tefo = await home();
      const env = { ...outsideEnvironment(), TEFO_DATA_DIR: tefo.dataDir, TEFO_PORT: String(tefo.port) };
      const npm = spawn('npm', ['start'], { detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
      const ended = once(npm, 'exit');
      await until(async () => (await fetch(`${tefo.base}/health/ready`).catch(() => undefined))?.ok);
      const server = (await tefo.postmaster())!;
      tell(npm.pid!);
      assert.deepEqual(await ended, [0, null]);
      assert.equal(isAlive(server), false);
    });
  }

  test('stopped while it is still starting leaves nothing running', async () => {
    for (const afterMs of isLong ? [300, 700] : [700]) {
      const tefo = await home({}, true);
      const running = tefo.start();
      await sleep(afterMs);
      const { code, signal } = await stop(running, 'SIGINT');
      // Before its first line has run, it is Node that the signal ends.
      assert.ok(code === 0 || signal === 'SIGINT', `code ${code}`);
      assert.equal(await tefo.postmaster(), undefined);
    }
  });

  test('is found by the commands of its folder, on any port, and ended by one; a second one is refused', async () => {
    const tefo = await home();
    const running = tefo.start();
    await running.ready();
    const second = await tefo.start({ TEFO_PORT: '1' }).ended;
    assert.equal(second.code, 1);
    assert.match(
      second.stderr,
      new RegExp(`^tefo: another tefo \\(pid ${running.pid}\\) is running on .*TEFO_DATA_DIR`),
    );
    await running.ready();
    const inItsFolder = tefoWith({ TEFO_DATA_DIR: tefo.dataDir });
    const { out } = await inItsFolder('credentials');
    assert.match(out, new RegExp(`^urls.one +${tefo.base}/one/v1$`, 'm'));
    assert.match(out, /^console.email +\S+@tefo.local\nconsole.password +\S+$/m);
    const moved = await inItsFolder('clock', 'advance', 'P1D');
    assert.equal(moved.code, 0, moved.err);
    const [ended, { code, err }] = await Promise.all([running.ended, inItsFolder('stop')]);
    assert.deepEqual([ended.code, code], [0, 0], err);
    assert.match((await inItsFolder('stop')).err, /no tefo is running on the data directory/);
    assert.match((await inItsFolder('clock')).err, /no service responds at .*npx tefo start/);
  });

  test('started on a port in use reports that, and leaves no database running', async () => {
    const tefo = await home();
    const other = createServer().listen(tefo.port, '127.0.0.1');
    await once(other, 'listening');
    const { code, stderr } = await tefo.start().ended;
    other.close();
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^tefo: TEFO_PORT is \d+, and another program uses that port \(EADDRINUSE\): set TEFO_PORT/,
    );
    assert.equal(await tefo.postmaster(), undefined);
  });

  test('started with wrong settings names them all at once', async () => {
    const tefo = await home({ TEFO_MODE: 'production', TEFO_ROLE: 'both', DATABASE_URL: 'mysql://db' });
    const { code, stderr, stdout } = await tefo.start({ TEFO_PORT: 'http' }).ended;
    assert.deepEqual([code, stdout], [1, '']);
    for (const name of ['TEFO_ROLE', 'DATABASE_URL', 'TEFO_PORT', 'TEFO_MASTER_KEYS'])
      assert.match(stderr, new RegExp(`- ${name} `));
  });

  test('started without its database says where it looked', async () => {
    const tefo = await home({
      DATABASE_URL: 'postgres://tefo:canary@localhost:1/tefo',
      TEFO_DATABASE_WAIT_SECONDS: '0',
    });
    const { code, stderr } = await tefo.start().ended;
    assert.equal(code, 1);
    assert.match(stderr, /^tefo: the database cannot be reached: .*ECONNREFUSED.*DATABASE_URL/);
    assert.doesNotMatch(stderr, /canary/);
  });
});
