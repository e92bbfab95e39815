// Secrets that pass through the service in every possible way, and the places where they must not appear. And the
// rotation of a secret.
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createService } from '../src/app/app.ts';
import { loadConfig } from '../src/app/config.ts';
import type { Credentials } from '../src/app/credentials.ts';
import { manualClock } from '../src/kernel/clock.ts';
import { openPool, type Sql } from '../src/kernel/db/db.ts';
import { createLog } from '../src/kernel/process/log.ts';
import { sendEverything } from './support/canary.ts';
import { createMerchantOf, type Merchant } from './support/merchant.ts';
import { startTefo } from './support/opening.ts';
import type { Tefo } from './support/process.ts';
import { openReceiver } from './support/receiver.ts';
import { until } from './support/until.ts';

const dayMs = 24 * 60 * 60 * 1000;

type Keys = Pick<Credentials, 'clientSecret' | 'apiKey' | 'privateKey'>;

const all = { clientSecret: true, apiKey: true, privateKey: true };
const none = { clientSecret: false, apiKey: false, privateKey: false };

describe('secrets', async () => {
  const { tefo, running } = await startTefo({ TEFO_LOG_LEVEL: 'trace' });
  // The demo merchant's are printed for the developer at the start; no user can see those of any other.
  const made = await tefo.command('merchant', 'create', '--name', 'Canary', '--json');
  const merchant = createMerchantOf(tefo.base, JSON.parse(made.stdout));
  const db = openPool(await tefo.databaseUrl(), { max: 2 });
  after(() => db.end({ timeout: 1 }));

  test('sent in every way, right, wrong and broken, are in no log, and at rest in no table', async () => {
    const sent = await sendEverything(tefo.base, merchant);
    const [payer] = await db`select payer_account from bank.orders where payer_account is not null`;
    sent['account of the payer'] = payer!.payerAccount;
    const killing = tefo.killDatabase();
    await Promise.allSettled(
      Array.from({ length: 10 }, () => merchant.createPayments({ bankAccountNumber: sent.account! })),
    );
    await killing;

    const written = {
      log: await tefo.log(),
      output: running.said(),
      'log of the database': await readFile(join(tefo.dataDir, 'postgres.log'), 'utf8'),
    };
    assert.match(written.log, /postpaymentrequest/);
    for (const [name, secret] of Object.entries(sent)) {
      for (const [where, text] of Object.entries(written))
        assert.ok(!text.includes(secret), `${name} is in the ${where}`);
    }
    for (const [table, rows] of await everyTable(db)) {
      for (const secret of [...secretsOf(merchant.credentials), sent['webhook’s secret']!])
        assert.ok(!rows.includes(secret), `a secret is in the table ${table}`);
    }
  });

  test('a correlation id is in the log line, the payment, the event and the notification', async () => {
    const receiver = await openReceiver();
    const correlationId = `shop-${Date.now()}`;
    const headers = { 'x-correlation-id': correlationId };
    const token = (await merchant.token()).body.access_token;
    const made = await merchant.createOne(token, { notifyUrl: `${receiver.url}/notify` }, headers);
    assert.deepEqual([made.status, made.headers.get('x-correlation-id')], [201, correlationId]);
    const { transactionId } = (await merchant.decide(made.body.id, 'success')).body;
    await until(() => receiver.received.length > 0);
    assert.equal(receiver.received[0]!.headers['x-correlation-id'], correlationId);
    const [row] = await db`
      select (select correlation_id from payments where id = ${made.body.id}) as payment,
        (select array_agg(distinct correlation_id) from events where object_id = ${transactionId}) as event`;
    assert.deepEqual({ ...row }, { payment: correlationId, event: [correlationId] });
    const logged = async (): Promise<Record<string, unknown>[]> => {
      const lines = (await tefo.log()).split('\n').filter((line) => line.includes(correlationId));
      return lines.map((line) => JSON.parse(line));
    };
    // A busy machine may lose an attempt; the accepted one is logged once it has its response.
    const isNotified = ({ statusCode }: Record<string, unknown>) => statusCode === 200;
    await until(async () => (await logged()).some(isNotified));
    const [request, ...notifications] = await logged();
    assert.deepEqual(
      [request!.correlationId, request!.method, request!.route, request!.status],
      [correlationId, 'POST', '/one/v1/payments', 201],
    );
    assert.equal(notifications.find(isNotified)!.correlationId, correlationId);
  });

  test('that were rotated work together with their successors for a day, and not a moment longer', async () => {
    const { siteCode, clientId, ...old } = merchant.credentials;
    const code = (await db`select code from merchants where name = 'Canary'`)[0]!.code as string;
    const rotate = async (...args: string[]): Promise<Record<string, string>> => {
      const ended = await tefo.command(...args, '--json');
      assert.equal(ended.code, 0, ended.stderr);
      return JSON.parse(ended.stdout);
    };
    const young = {
      ...(await rotate('client', 'rotate', clientId, '--merchant', code)),
      ...(await rotate('secret', 'rotate', siteCode, 'apiKey')),
      ...(await rotate('secret', 'rotate', siteCode, 'privateKey')),
      ...(await rotate('secret', 'rotate', siteCode, 'webhookSecret')),
    } as unknown as Keys;
    await sleep(1_000);
    assert.deepEqual(await worksWith(merchant, old, young), all);
    assert.deepEqual(await worksWith(merchant, young, old), all);

    // The same database a little before and after the day is over.
    const clock = manualClock(new Date(Date.now() + dayMs - 60_000));
    const later = await serviceAt(tefo, db, clock);
    after(() => later.stop());
    const there = createMerchantOf(later.base, merchant.credentials);
    assert.deepEqual(await worksWith(there, old, young), all);
    clock.advance(120_000);
    later.forget();
    assert.deepEqual(await worksWith(there, old, young), none);
    assert.deepEqual(await worksWith(there, young, young), all);
  });

  test('of the demo merchant are shown as they are now, after any replacement', async () => {
    const file = join(tefo.dataDir, 'credentials.json');
    const run = async (...args: string[]): Promise<Record<string, string>> => {
      const ended = await tefo.command(...args, '--json');
      assert.equal(ended.code, 0, ended.stderr);
      return JSON.parse(ended.stdout);
    };
    const old = await tefo.credentials();
    const code = (await db`select code from merchants where name = 'Demo Shop'`)[0]!.code as string;
    const young = {
      ...(await run('client', 'rotate', old.clientId, '--merchant', code)),
      ...(await run('secret', 'rotate', old.siteCode, 'apiKey')),
      ...(await run('secret', 'rotate', old.siteCode, 'privateKey')),
    };
    const demo = { ...old, ...young };
    assert.deepEqual(await tefo.credentials(), demo);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    // Replaced by the service, which leaves the file alone.
    const answer = await fetch(`${tefo.base}/sandbox/sites/${old.siteCode}`, {
      method: 'PATCH',
      headers: { apikey: demo.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ settings: { payoutAccessToken: 'chosen-by-the-merchant' } }),
    });
    assert.equal(answer.status, 200);
    // Another caller's are stored nowhere.
    const other = JSON.parse((await tefo.command('merchant', 'create', '--name', 'Other', '--json')).stdout);
    const [row] = await db`select code from merchants where name = 'Other'`;
    await run('client', 'rotate', other.clientId, '--merchant', row!.code);
    const now = { ...demo, payoutAccessToken: 'chosen-by-the-merchant' };
    assert.deepEqual(await run('credentials'), now);
    assert.deepEqual(await tefo.credentials(), now);
    const shop = createMerchantOf(tefo.base, now);
    assert.deepEqual(await worksWith(shop, now, now), all);

    // The same from another data directory: this one has the secret that was replaced, for as long as it works.
    await writeFile(file, JSON.stringify({ ...now, clientSecret: old.clientSecret }));
    assert.equal((await run('credentials')).clientSecret, old.clientSecret);
    await db`update credentials set expires_at = created_at where client_id = ${old.clientId} and expires_at is not null`;
    const late = await tefo.command('credentials', '--json');
    assert.deepEqual(JSON.parse(late.stdout), { ...now, clientSecret: null });
    assert.match(late.stderr, new RegExp(`tefo client rotate ${old.clientId} --merchant ${code}`));
    const healed = await run('client', 'rotate', old.clientId, '--merchant', code);
    assert.deepEqual(await run('credentials'), { ...now, ...healed });
  });

  test('of a disabled client stop working within five seconds, and so do its tokens', async () => {
    const made = await tefo.command('merchant', 'create', '--name', 'Leaving', '--json');
    const leaving = createMerchantOf(tefo.base, JSON.parse(made.stdout));
    const token = (await leaving.token()).body.access_token;
    assert.equal((await leaving.createOne(token)).status, 201);
    await db`update clients set disabled_at = now() where id = ${leaving.credentials.clientId}`;
    await until(async () => (await leaving.createOne(token)).status === 401);
    assert.equal((await leaving.token()).status, 401);
  });
});

/** Tries secrets one by one: where one needs a second one, the second is valid. */
async function worksWith(merchant: Merchant, tried: Keys, good: Keys): Promise<Record<keyof Keys, boolean>> {
  const token = await merchant.token(tried.clientSecret);
  const keyed = await merchant.createPayments({}, { apiKey: tried.apiKey, privateKey: good.privateKey });
  const signed = await merchant.createPayments({}, { apiKey: good.apiKey, privateKey: tried.privateKey });
  return {
    clientSecret: token.status === 200,
    apiKey: keyed.status === 200 && keyed.body.errorMessage === null,
    privateKey: signed.status === 200 && signed.body.errorMessage === null,
  };
}

/** A second service over the same database and keys, with another time. */
async function serviceAt(tefo: Tefo, db: Sql, clock: ReturnType<typeof manualClock>) {
  const config = loadConfig({ TEFO_DATA_DIR: tefo.dataDir, TEFO_PUBLIC_URL: tefo.base });
  const service = await createService({ config, db, clock, log: createLog('silent') });
  const base = await service.server.listen({ port: 0, host: '127.0.0.1' });
  return { base, stop: () => service.stop(), forget: () => service.directory.forget() };
}

function secretsOf({
  apiKey,
  privateKey,
  clientSecret,
  webhookSecret,
  payoutAccessToken,
  console,
}: Credentials) {
  return [apiKey, privateKey, clientSecret, webhookSecret, payoutAccessToken, console.password];
}

/** Every table of the service as text. */
async function everyTable(db: Sql): Promise<[string, string][]> {
  const tables = await db<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'bank')`;
  const texts = tables.map(async ({ name }): Promise<[string, string]> => {
    const rows = await db.unsafe(`select coalesce(string_agg(t::text, e'\\n'), '') as text from ${name} t`);
    return [name, rows[0]!.text];
  });
  return Promise.all(texts);
}
