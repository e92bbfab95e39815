// `npm run compat [directory]`: runs the service on a stock PostgreSQL, by default Debian's version 15, as an operator would:
// DATABASE_URL, an api and a worker process, payments on both surfaces, and the schema equal to schema.sql.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dumpSchema } from '../../scripts/schema-dump.ts';
import { openPool } from '../../src/kernel/db/db.ts';
import { runnerFor } from '../../src/kernel/db/embedded/binaries.ts';
import { payAtBank } from '../support/customer.ts';
import { ask, createMerchantOf } from '../support/merchant.ts';
import { freePort } from '../support/ports.ts';
import { makeTefo } from '../support/process.ts';
import { startReceiver } from '../support/running.ts';
import { until } from '../support/until.ts';

const binaries = process.argv[2] ?? '/usr/lib/postgresql/15/bin';

/** A server with nothing but its defaults, and a database on it. */
async function startStock(): Promise<{ url: string; stop(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'tefo-compat-'));
  await chmod(home, 0o755);
  const run = await runnerFor(home);
  const directory = join(home, 'data');
  const made = run(join(binaries, 'initdb'), ['--pgdata', directory, '--username=tefo', '--auth=trust'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  assert.deepEqual(await once(made, 'exit'), [0, null]);
  const port = await freePort();
  const settings = ['-c', `port=${port}`, '-c', 'unix_socket_directories='];
  const server = run(join(binaries, 'postgres'), ['-D', directory, ...settings], { stdio: 'ignore' });
  const base = `postgres://tefo@127.0.0.1:${port}`;
  const admin = openPool(`${base}/postgres`, { max: 1 });
  await until(() => admin`select 1`.catch(() => undefined));
  const [row] = await admin`select current_setting('server_version') as version`;
  console.log(`PostgreSQL ${row!.version}`);
  await admin`create database tefo`;
  await admin.end();
  return {
    url: `${base}/tefo`,
    stop: async () => {
      server.kill('SIGINT');
      await once(server, 'exit');
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function checkSchema(url: string): Promise<void> {
  const db = openPool(url, { max: 1 });
  const dumped = await dumpSchema(db);
  await db.end();
  assert.equal(dumped, await readFile(new URL('../../migrations/schema.sql', import.meta.url), 'utf8'));
  console.log('the schema is the one in migrations/schema.sql');
}

const stock = await startStock();
const receiver = await startReceiver();
const notifyUrl = `${receiver.url}/notify`;
const tefo = await makeTefo({ DATABASE_URL: stock.url });
const workerPort = String(await freePort());
try {
  const api = tefo.start({ TEFO_ROLE: 'api' });
  await api.ready();
  const worker = tefo.start({ TEFO_ROLE: 'worker', TEFO_PORT: workerPort });
  await worker.ready();
  await checkSchema(stock.url);

  const merchant = createMerchantOf(tefo.base, await tefo.credentials());
  const token = (await merchant.token()).body.access_token;
  const one = (await merchant.createOne(token, { notifyUrl })).body;
  const payments = (await merchant.createPayments({ notifyUrl })).body;
  for (const id of [one.id, payments.paymentRequestId]) {
    const page = await ask(`${tefo.base}/pay/${id}`);
    await payAtBank(tefo.base, id, /name="bank"[^>]*value="([^"]+)"/.exec(page.text)![1]!);
  }
  const authorization = `Bearer ${token}`;
  const read = await ask(`${tefo.base}/one/v1/payments/${one.id}`, { headers: { authorization } });
  assert.equal(read.body.status, 'Complete');
  console.log('a payment on each surface was paid');
  await until(() => receiver.received.length === 2);
  console.log('the worker notified both');
  assert.equal((await fetch(`http://127.0.0.1:${workerPort}/one/v1/payments`)).status, 404);
  const { code, stdout } = await tefo.program('check');
  assert.equal(code, 0, stdout);
  console.log(stdout.trim());
  for (const running of [api, worker]) {
    running.signal('SIGTERM');
    assert.equal((await running.ended).code, 0);
  }
} finally {
  await receiver.end();
  await tefo.remove();
  await stock.stop();
}
