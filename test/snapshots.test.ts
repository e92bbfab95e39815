// Snapshots of a whole sandbox, over the running service: a restore returns the saved state, to the last row, and
// everything continues from there.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { dumpSchema } from '../scripts/schema-dump.ts';
import type { Credentials } from '../src/app/credentials.ts';
import { openPool } from '../src/kernel/db/db.ts';
import { checkEverything } from '../src/reports/checks/all.ts';
import { operatorHeader } from '../src/sandbox/operator.ts';
import { restoreSnapshot, saveSnapshot } from '../src/sandbox/snapshots/snapshot-store.ts';
import { budget } from './support/budget.ts';
import { tefoOn } from './support/cli.ts';
import { ask, createMerchantOf } from './support/merchant.ts';
import { openService } from './support/opening.ts';

const service = await openService({ started: true });
const db = service.db;

// There are several merchants here: snapshots are the operator's.
const control = async (method: string, path: string, body?: unknown, apikey = service.merchant.apiKey) =>
  ask(`${service.base}/sandbox/${path}`, {
    method,
    headers: {
      apikey,
      ...(await operatorHeader(service.ctx.keyring, service.clock)),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const save = (name: string) => control('POST', 'snapshots', { name });
const restore = (name: string) => control('POST', `snapshots/${name}/restore`);
const newMerchant = async () =>
  createMerchantOf(service.base, (await control('POST', 'sites')).body as Credentials);
type Merchant = Awaited<ReturnType<typeof newMerchant>>;

async function pay(
  merchant: Merchant,
  amount = '25.00',
  notifyUrl = 'http://127.0.0.1:9/n',
): Promise<string> {
  const made = await merchant.createPayments({ amount, notifyUrl });
  const paid = await merchant.decide(made.body.paymentRequestId, 'success');
  assert.equal(paid.status, 200, paid.text);
  return paid.body.transactionId;
}

/** A digest of every row of every table of the service and the bank, by table. */
async function contents(): Promise<Record<string, string>> {
  const tables = await db<{ name: string }[]>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'bank') and table_type = 'BASE TABLE'
      and table_name not in ('migrations', 'sandbox_clock', 'sandbox_snapshots') order by 1`;
  const digests = await db.unsafe<{ name: string; digest: string }[]>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(one::text, ' ' order by one::text)), '') as digest from ${name} one`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(digests.map(({ name, digest }) => [name, digest]));
}

/** A snapshot without tables: saving one copies all of them. */
async function plant(name: string): Promise<void> {
  const [row] = await db<{ id: bigint }[]>`
    insert into sandbox_snapshots (name, saved_at, migrations, row_count)
    values (${name}, ${service.clock.now()}, 'none', 0) returning id`;
  await db.unsafe(`create schema snapshot_${row!.id}`);
}

describe('a snapshot', () => {
  test('restores everything, and the service continues from there', async () => {
    const merchant = await newMerchant();
    const transactionId = await pay(merchant);
    await service.drain();
    assert.equal((await save('first')).status, 201);
    const saved = await contents();

    await pay(merchant, '99.00');
    await control('PUT', 'faults', { bank: { down: true } }, merchant.credentials.apiKey);
    await control(
      'PATCH',
      `sites/${merchant.credentials.siteCode}`,
      { settings: { feeBps: 5 } },
      merchant.credentials.apiKey,
    );
    await control('POST', 'deposits', { reference: 'NOBODY', amount: '5' });
    await control('POST', 'clock', { advance: 'PT1H' });
    assert.notDeepEqual(await contents(), saved);
    const now = (await control('GET', 'clock')).body.now;

    await service.jobs.alone(async () => {
      await restoreSnapshot(db, 'first');
      assert.deepEqual(await contents(), saved);
    });
    assert.equal((await control('GET', 'clock')).body.now, now);
    assert.deepEqual(await checkEverything(db, { simulatedBank: true }), []);

    const again = await pay(merchant, '10.00');
    assert.notEqual(again, transactionId);
    await control('POST', 'clock', { advance: 'PT1H' });
    assert.deepEqual(await checkEverything(db, { simulatedBank: true }), []);
  });

  test('leaves every table with its rules', async () => {
    const merchant = await newMerchant();
    await pay(merchant);
    const schema = async () =>
      (await dumpSchema(db)).replace(/\n\n(create schema snapshot_\d+;|create table snapshot_[^;]+;)/g, '');
    const rules = await schema();
    await save('rules');
    assert.equal((await restore('rules')).status, 200);
    assert.equal(await schema(), rules);
    await assert.rejects(db`update ledger_entries set amount_cents = 1`, /append-only/);
    await assert.rejects(
      db`update payments set site_id = ${randomUUID()} where merchant_id is not null`,
      /foreign key/,
    );
    const disabled = await db`select tgname from pg_trigger where tgenabled <> 'O'`;
    assert.equal(disabled.count, 0);
  });

  test('is honoured by every process: a later merchant is unknown at once, and a rotated key is the old one again', async () => {
    await save('keys');
    const later = await newMerchant();
    const answers = () => later.createPayments().then(({ status }) => status);
    assert.equal(await answers(), 200);
    assert.equal((await restore('keys')).status, 200);
    assert.equal(await answers(), 401);
    assert.equal((await control('GET', 'clock', undefined, later.credentials.apiKey)).status, 401);
  });

  test('under a used name replaces the old one; names and numbers have limits', async () => {
    const before = (await control('GET', 'snapshots')).body.snapshots.length;
    const first = await save('again');
    await newMerchant();
    const second = await save('again');
    assert.ok(second.body.rows > first.body.rows);
    const { snapshots } = (await control('GET', 'snapshots')).body;
    assert.equal(snapshots.length, before + 1);
    assert.deepEqual(snapshots[0], second.body);
    for (const name of ['', '.hidden', 'a b', 'x'.repeat(64), 'a"b', 'é']) {
      const answer = await save(name);
      assert.equal(answer.status, 400, name);
      assert.match(answer.body.message, /^name must be 1 to 63 letters/);
    }
    assert.match((await control('POST', 'snapshots', { nam: 'x' })).body.message, /^(nam|name) is /);
    assert.equal((await restore('nobody')).status, 404);
    for (let count = snapshots.length; count < 20; count++) await plant(`n${count}`);
    const full = await save('one-too-many');
    assert.deepEqual(
      [full.status, full.body.message],
      [409, 'the limit of 20 snapshots is reached: delete one first'],
    );
    assert.equal((await save('again')).status, 201);
    for (const { name } of (await control('GET', 'snapshots')).body.snapshots) {
      assert.equal((await control('DELETE', `snapshots/${name}`)).status, 204);
    }
    assert.equal((await control('DELETE', 'snapshots/again')).status, 204);
    const left = await db`select from pg_namespace where nspname like 'snapshot%'`;
    assert.equal(left.count, 0);
  });

  test('of another version is refused', async () => {
    await save('older');
    await db`update sandbox_snapshots set migrations = 'other' where name = 'older'`;
    const answer = await restore('older');
    assert.deepEqual(
      [answer.status, answer.body.message],
      [409, 'the snapshot was saved by another version of Tefo, whose tables differ'],
    );
  });

  test('is saved and restored whole while merchants work', async () => {
    const merchants = await Promise.all([newMerchant(), newMerchant(), newMerchant()]);
    const rounds = budget(1, 3);
    await save('busy');
    let isOver = false;
    const failed: string[] = [];
    const working = merchants.map(async (merchant) => {
      while (!isOver) {
        const made = await merchant.createPayments();
        if (made.status !== 200) failed.push(made.text);
        // A payment can be gone by now; half of one cannot remain.
        const decided = await merchant.decide(made.body.paymentRequestId, 'success');
        if (![200, 404, 409].includes(decided.status)) failed.push(decided.text);
      }
    });
    for (let round = 0; round < rounds; round++) {
      assert.equal((await restore('busy')).status, 200);
      assert.equal((await save(`busy-${round}`)).status, 201);
    }
    isOver = true;
    await Promise.all(working);
    assert.deepEqual(failed, []);
    for (let round = 0; round < rounds; round++) {
      assert.equal((await restore(`busy-${round}`)).status, 200);
      const findings = await checkEverything(db, { simulatedBank: true });
      assert.deepEqual(
        findings.filter(({ rule }) => rule.startsWith('ledger')),
        [],
      );
    }
  });

  test('needs no more rights than the owner of the tables has', async () => {
    const role = `limited_${service.config.port}`;
    await db.unsafe(`create role ${role} login password 'pw'; grant ${role} to current_user`).simple();
    const [{ name }] = await db<[{ name: string }]>`select current_database() as name`;
    await db
      .unsafe(`grant create on database ${name} to ${role}; grant all on schema public, bank to ${role}`)
      .simple();
    const tables = await db<{ name: string }[]>`
      select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'bank')`;
    const owned = tables.map((table) => `alter table ${table.name} owner to ${role}`).join(';');
    // It locks every table, one after the other, and so do sweeps in an order of their own.
    await service.jobs.alone(() => db.unsafe(owned).simple());
    const pool = openPool(
      Object.assign(new URL(service.databaseUrl), { username: role, password: 'pw' }).href,
    );
    const saved = await service.jobs.alone(async () => {
      await saveSnapshot(pool, 'limited', service.clock.now());
      return contents();
    });
    await pay(await newMerchant());
    await service.jobs.alone(async () => {
      await restoreSnapshot(pool, 'limited');
      assert.deepEqual(await contents(), saved);
    });
    await pool.end();
    await service.jobs.alone(() =>
      db
        .unsafe(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`)
        .simple(),
    );
  });

  test('is saved and restored at the command line, under the running service', async () => {
    const tefo = async (...args: string[]) => {
      const { code, out, err } = await tefoOn(service)('snapshot', ...args);
      return { code, text: code === 0 ? out : err };
    };
    assert.equal(JSON.parse((await tefo('save', 'mine', '--json')).text).name, 'mine');
    const later = await newMerchant();
    assert.equal((await tefo('restore', 'mine')).code, 0);
    assert.equal((await later.createPayments()).status, 401);
    assert.equal((await control('DELETE', 'snapshots/mine')).status, 204);
    assert.deepEqual(await tefo('restore', 'mine'), { code: 1, text: 'tefo: snapshot not found\n' });
  });
});
