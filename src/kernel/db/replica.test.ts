// A standby takes a server with another log than that of the tests, so this test simulates one: read-only sessions on
// the same database, in which functions of a separate schema report how far it has replayed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { atHosts, type Host, openHost } from '../../../test/support/hosts.ts';
import { openPooler } from '../../../test/support/pooler.ts';
import { until } from '../../../test/support/until.ts';
import { openPool, type Sql } from './db.ts';
import { NoReplica, openReplica, type Replica } from './replica.ts';

describe('a replica', () => {
  let database: TestDatabase;
  let primary: Sql;
  let host: Host;
  let replica: Replica;
  let url: string;
  const troubles: (string | undefined)[] = [];

  before(async () => {
    database = await testDatabase();
    primary = openPool(database.url, { max: 2 });
    await primary.unsafe(`
      create schema played;
      create table played.standby as select true as stands_by, '0/0'::pg_lsn as replayed, true as is_close;
      create function played.pg_is_in_recovery() returns boolean language sql as 'select stands_by from played.standby';
      create function played.pg_last_wal_replay_lsn() returns pg_lsn language sql as
        'select case when is_close then pg_current_wal_lsn() else replayed end from played.standby'`);
    host = await openHost(database.url, 'standby');
    url = `${atHosts(database.url, host.place)}?search_path=played,pg_catalog,public`;
    replica = await openReplica(url, { primary, max: 2, onChange: (trouble) => void troubles.push(trouble) });
  });
  after(async () => {
    await replica.stop();
    await host.close();
    await primary.end({ timeout: 1 });
    await database.drop();
  });
  const whoAnswers = async (db: Sql) => {
    const [row] = await db`select current_setting('application_name') as name`;
    return row!.name === 'tefo replica' ? 'replica' : 'primary';
  };
  const ask = () => replica.read(primary, whoAnswers);

  test('serves reads while it is close behind, and reports how close', async () => {
    let age: number | undefined;
    // Other tests write to the same server: its first look may find it behind.
    await until(async () => (await ask()) === 'replica');
    assert.equal(await replica.read(primary, whoAnswers, (seconds) => (age = seconds)), 'replica');
    assert.ok(age! >= 0 && age! < 5, `${age}`);
    assert.equal(replica.counts().answered > 0, true);
  });

  test('that is far behind, is another primary’s, or has become a primary is not read', async () => {
    for (const [now, why] of [
      [{ is_close: false, replayed: '0/0' }, /more than 30 s behind/],
      [{ replayed: 'FFFFFF/0' }, /follows another primary/],
      [{ stands_by: false }, /not a standby/],
    ] as const) {
      await primary`update played.standby set ${primary(now)}`;
      await until(async () => why.test(troubles.at(-1) ?? ''));
      assert.equal(await ask(), 'primary');
    }
    await primary`update played.standby set stands_by = true, is_close = true`;
    await until(async () => (await ask()) === 'replica');
  });

  test('that cancels a read, or does not have its tables yet, passes it to the primary', async () => {
    for (const code of ['40001', '42P01']) {
      const { missed } = replica.counts();
      const failing = async (db: Sql) => {
        const who = await whoAnswers(db);
        if (who === 'replica') await db.unsafe(`do $$ begin raise 'no' using errcode = '${code}'; end $$`);
        return who;
      };
      assert.equal(await replica.read(primary, failing), 'primary');
      assert.equal(replica.counts().missed, missed + 1);
    }
  });

  test('never runs a read again that is wrong in itself, takes too long or writes', async () => {
    const slow = "do $$ begin raise 'slow' using errcode = '57014'; end $$";
    for (const statement of ['select 1 / 0', slow, 'create table played.written ()']) {
      let runs = 0;
      const work = (db: Sql) => {
        runs += 1;
        return db.unsafe(statement);
      };
      const isOurs = ({ code }: { code: string }) => /^(22012|57014|25006)$/.test(code);
      await assert.rejects(replica.read(primary, work), isOurs);
      assert.equal(runs, 1);
    }
  });

  test('that is cut off fails no read: the primary responds, and it is read again when it is back', async () => {
    host.cut();
    Object.assign(host, { is: 'silent' });
    assert.equal(await ask(), 'primary');
    Object.assign(host, { is: 'standby' });
    host.cut();
    await until(async () => (await ask()) === 'replica');
  });

  test('is refused if it is another database, or behind a pooler that splits sessions', async () => {
    const other = await testDatabase();
    const pooler = await openPooler(url, { mode: 'transaction' });
    try {
      const options = { primary, onChange: () => {} };
      await assert.rejects(openReplica(other.url, options), (error) => error instanceof NoReplica);
      await assert.rejects(openReplica(pooler.url, options), ({ name, message }: Error) => {
        return name === 'NoReplica' && message.startsWith('DATABASE_REPLICA_URL goes through a pooler');
      });
    } finally {
      await pooler.close();
      await other.drop();
    }
  });
});
