import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { atHosts, type Host, openHost } from '../../../test/support/hosts.ts';
import { freePort } from '../../../test/support/ports.ts';
import { until } from '../../../test/support/until.ts';
import { createConnectionGate } from './connection-gate.ts';
import { isDatabaseAway, openPool, type Sql } from './db.ts';
import { startHeartbeat } from './heartbeat.ts';

describe('several hosts', () => {
  let database: TestDatabase;
  let one: Host;
  let other: Host;
  let nobody: string;
  before(async () => {
    database = await testDatabase();
    [one, other] = [await openHost(database.url, 'primary'), await openHost(database.url, 'standby')];
    nobody = `127.0.0.1:${await freePort()}`;
  });
  after(async () => {
    await Promise.all([one.close(), other.close()]);
    await database.drop();
  });
  beforeEach(() => {
    one.cut();
    other.cut();
    Object.assign(one, { is: 'standby' });
    Object.assign(other, { is: 'primary' });
  });

  /** Runs with a separate pool: each order of hosts is another address. */
  async function through<T>(places: string[], work: (sql: Sql) => Promise<T>): Promise<T> {
    const sql = openPool(atHosts(database.url, ...places), { max: 3 });
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 0 });
    }
  }
  const takesWrites = async (sql: Sql) => {
    const [row] = await sql`select current_setting('transaction_read_only') as is`;
    return row!.is === 'off';
  };

  test('are queried for the one that takes writes: past those that refuse, stand by or stay silent', async () => {
    assert.equal(await through([nobody, one.place, other.place], takesWrites), true);
    assert.equal(await through([one.place, other.place, nobody], takesWrites), true);
    Object.assign(one, { is: 'silent' });
    // Each host has two seconds: a pool that waits for the silent one needs them every time.
    const took: number[] = [];
    while (took.length < 10 && !took.some((ms) => ms < 1_900)) {
      const began = performance.now();
      assert.equal(await through([one.place, other.place], takesWrites), true);
      took.push(performance.now() - began);
    }
    assert.ok(Math.min(...took) < 1_900, 'it waited for the silent one');
  });

  test('without a writable one count as away, and each is named with its report', async () => {
    Object.assign(other, { is: 'standby' });
    await assert.rejects(through([nobody, other.place, one.place], takesWrites), (error: Error) => {
      assert.ok(isDatabaseAway(error));
      assert.match(
        error.message,
        /^no host accepts writes: \S+ fails \(.*ECONNREFUSED.*\), \S+ is a standby, \S+ is a standby$/,
      );
      return true;
    });
  });

  test('that all refuse a password report it at once', async () => {
    const url = Object.assign(new URL(database.url), { pathname: '/nowhere' }).href;
    const sql = openPool(atHosts(url, one.place, other.place), { max: 1 });
    await assert.rejects(
      async () => sql`select 1`,
      (error: { code: string }) => error.code === '3D000',
    );
    await sql.end({ timeout: 0 });
  });

  test('that lead to one server are no two primaries', async () => {
    Object.assign(one, { is: 'primary' });
    assert.equal(await through([one.place, other.place], takesWrites), true);
  });

  test('with a former primary that now stands by: nothing stays connected to it', async () => {
    await through([other.place, one.place], async (sql) => {
      await sql`select 1`;
      // Within the time for which it is remembered who takes writes.
      Object.assign(one, { is: 'primary' });
      Object.assign(other, { is: 'standby' });
      other.cut();
      await untilTrue(() => takesWrites(sql));
      assert.equal(other.connected(), 0);
    });
  });

  test('are followed to another primary: sent statements fail, new ones and listeners go there', async () => {
    const url = atHosts(database.url, one.place, other.place, nobody);
    const gate = createConnectionGate();
    const pulse = startHeartbeat(url, gate);
    const sql = openPool(url, { max: 3, gate });
    try {
      const received: string[] = [];
      await sql.listen('hosts', (word) => void received.push(word));
      const running = assert.rejects(async () => sql`select pg_sleep(60)`, isDatabaseAway);
      await untilTrue(async () => {
        const [row] = await sql`
          select 1 from pg_stat_activity where query like '%pg_sleep(60)%' and state = 'active' and pid <> pg_backend_pid()`;
        return row !== undefined;
      });
      // As a proxy does that moves: the server stays, and takes no writes for those who come.
      Object.assign(one, { is: 'primary' });
      Object.assign(other, { is: 'standby' });
      other.cut();
      await running;
      await untilTrue(async () => pulse.isThere() && (await takesWrites(sql)));
      await untilTrue(async () => {
        await sql.notify('hosts', 'moved');
        return received.includes('moved');
      });
      assert.equal(other.connected(), 0, 'a connection stayed at the old primary');
    } finally {
      await pulse.stop();
      await sql.end({ timeout: 0 });
    }
  });

  test('and a single one that becomes a standby: no connection stays, nothing is sent, and all is well after', async () => {
    const url = atHosts(database.url, one.place);
    Object.assign(one, { is: 'primary' });
    const gate = createConnectionGate();
    const pulse = startHeartbeat(url, gate);
    const sql = openPool(url, { max: 3, gate });
    try {
      await Promise.all([takesWrites(sql), takesWrites(sql)]);
      Object.assign(one, { is: 'standby' });
      one.cut();
      await untilTrue(async () => !pulse.isThere());
      await assert.rejects(async () => sql`select 1`, isDatabaseAway);
      Object.assign(one, { is: 'primary' });
      await untilTrue(async () => pulse.isThere() && (await takesWrites(sql)));
    } finally {
      await pulse.stop();
      await sql.end({ timeout: 0 });
    }
  });
});

/** Waits until `holds` is true; a query may fail before that. */
const untilTrue = (holds: () => Promise<boolean>) => until(() => holds().catch(() => false));
