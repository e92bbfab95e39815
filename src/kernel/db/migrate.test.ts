import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { dumpSchema } from '../../../scripts/schema-dump.ts';
import { emptyDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import { openPool, type Sql } from './db.ts';
import { MigrationRefused, migrate, newerMigrations, pendingMigrations } from './migrate.ts';

describe('migrations', () => {
  let database: TestDatabase;
  let db: Sql;
  let folder: URL;
  const write = (name: string, sql: string) => writeFile(new URL(`${name}.sql`, folder), sql);

  beforeEach(async () => {
    database = await emptyDatabase();
    db = openPool(database.url);
    folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'tefo-migrations-'))}/`);
    await write(
      '0001_first',
      'create table one (id bigint primary key); create table two (id bigint primary key);',
    );
  });

  afterEach(async () => {
    await db.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  test('are applied in order, once, and named', async () => {
    await write('0002_second', 'alter table one add column note text;');
    assert.deepEqual(await pendingMigrations(db, folder), ['0001_first', '0002_second']);
    assert.deepEqual(await migrate(db, folder), ['0001_first', '0002_second']);
    assert.deepEqual(await migrate(db, folder), []);
    await write('0003_third', 'drop table two;');
    assert.deepEqual(await pendingMigrations(db, folder), ['0003_third']);
    assert.deepEqual(await migrate(db, folder), ['0003_third']);
  });

  test('are applied once by many processes that start together', async () => {
    await write('0002_slow', 'select pg_sleep(0.2); create table three (id bigint);');
    const pools = Array.from({ length: 5 }, () => openPool(database.url, { max: 1 }));
    const applied = await Promise.all(pools.map((pool) => migrate(pool, folder)));
    await Promise.all(pools.map((pool) => pool.end()));
    assert.deepEqual(applied.flat().sort(), ['0001_first', '0002_slow']);
  });

  test('keep the migrations before a failing one, and nothing of it', async () => {
    await write('0002_broken', 'create table three (id bigint); select nonsense;');
    await assert.rejects(migrate(db, folder), /migration 0002_broken: .*nonsense/);
    const [row] =
      await db`select to_regclass('one') is not null as one, to_regclass('three') is null as three`;
    assert.deepEqual({ ...row }, { one: true, three: true });
    assert.deepEqual(await pendingMigrations(db, folder), ['0002_broken']);
  });

  test('wait for traffic that holds a table, without standing in its queue for long', async () => {
    await migrate(db, folder);
    await write('0002_locked', 'alter table one add column note text;');
    const blocker = openPool(database.url, { max: 1 });
    const traffic = blocker.begin(async (tx) => {
      await tx`lock table one in access share mode`;
      await tx`select pg_sleep(1.4)`;
    });
    await sleep(100);
    assert.deepEqual(await migrate(db, folder), ['0002_locked']);
    await traffic;
    await blocker.end();
  });

  test('are refused when the file of an applied one was changed', async () => {
    await migrate(db, folder);
    await write('0001_first', 'create table other (id bigint);');
    await assert.rejects(migrate(db, folder), (error: Error) => {
      return error instanceof MigrationRefused && /0001_first\.sql was changed/.test(error.message);
    });
  });

  test('are refused when the database is ahead of this version', async () => {
    await migrate(db, folder);
    await rm(new URL('0001_first.sql', folder));
    await assert.rejects(migrate(db, folder), (error: Error) => {
      return error instanceof MigrationRefused && /database is ahead.*0001_first/.test(error.message);
    });
  });

  test('from a newer version allow the programs that they name, and no older ones', async () => {
    await write('0002_second', 'alter table one add column note text;');
    await write('0003_third', '-- beside: 0002\nalter table one add column more text;');
    await migrate(db, folder);
    await rm(new URL('0003_third.sql', folder));
    assert.deepEqual(await migrate(db, folder), []);
    assert.deepEqual(await newerMigrations(db, folder), ['0003_third']);
    await rm(new URL('0002_second.sql', folder));
    await assert.rejects(migrate(db, folder), /database is ahead.*0002_second/);
  });

  test('that are online do not delay writers', async () => {
    await migrate(db, folder);
    await write('0002_online', online('one_id'));
    const writer = openPool(database.url, { max: 1 });
    const open = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const traffic = writer.begin(async (tx) => {
      await tx`insert into one values (1)`;
      begun.resolve();
      await open.promise;
    });
    await begun.promise;
    // It waits for the transaction above, and later statements do not wait for it.
    const migrating = migrate(db, folder);
    const waits = () => db`select from pg_locks where not granted and mode = 'ShareLock'`;
    await until(async () => (await waits()).length > 0);
    await db.begin(async (tx) => {
      await tx`set local lock_timeout = '50ms'`;
      await tx`insert into one values (2)`;
    });
    open.resolve();
    await traffic;
    assert.deepEqual(await migrating, ['0002_online']);
    await writer.end();
  });

  test('that are online are applied once by many processes that start together', async () => {
    await write('0002_online', online('one_id'));
    const pools = Array.from({ length: 5 }, () => openPool(database.url, { max: 1 }));
    const applied = await Promise.all(pools.map((pool) => migrate(pool, folder)));
    await Promise.all(pools.map((pool) => pool.end()));
    assert.deepEqual(applied.flat().sort(), ['0001_first', '0002_online']);
  });

  test('that are online go on after they were ended in between', async () => {
    await write('0002_twice', 'create table four (id bigint); insert into four values (1), (1);');
    await migrate(db, folder);
    await write('0003_online', online('four_id', 'four').replace('create index', 'create unique index'));
    await assert.rejects(migrate(db, folder), /migration 0003_online: could not create unique index/);
    assert.equal(await isValid('four_id'), false);
    await db`delete from four`;
    assert.deepEqual(await migrate(db, folder), ['0003_online']);
    assert.equal(await isValid('four_id'), true);
  });

  const online = (index: string, table = 'one'): string =>
    `-- online\n-- What it is for.\n\ncreate index concurrently if not exists ${index} on ${table} (id);\n\nselect 1;\n`;

  async function isValid(index: string): Promise<boolean | undefined> {
    const [row] = await db<{ valid: boolean }[]>`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`;
    return row?.valid;
  }
});

test('the schema is written with every object that carries a rule', async () => {
  const database = await emptyDatabase();
  const db = openPool(database.url);
  await db.unsafe(`
    create schema bank;
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create table parent (id uuid primary key, state text not null default 'open' check (state in ('open', 'shut')), unique (state));
    create table bank.child (
      id bigint generated always as identity primary key,
      parent uuid not null references parent (id),
      doubled bigint generated always as (length(note) * 2) stored,
      note text
    );
    create index child_open on bank.child (parent) where note is null;
    create constraint trigger guard after delete on bank.child deferrable initially deferred for each row execute function refuse();
  `);
  assert.equal(
    await dumpSchema(db),
    `create schema bank;

CREATE OR REPLACE FUNCTION public.refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception 'no'; end $function$;

create table parent (
  id uuid not null,
  state text not null default 'open'::text,
  constraint parent_pkey PRIMARY KEY (id),
  constraint parent_state_key UNIQUE (state),
  constraint parent_state_check CHECK ((state = ANY (ARRAY['open'::text, 'shut'::text])))
);

create table bank.child (
  id bigint not null generated always as identity,
  parent uuid not null,
  doubled bigint generated always as ((length(note) * 2)) stored,
  note text,
  constraint child_pkey PRIMARY KEY (id),
  constraint child_parent_fkey FOREIGN KEY (parent) REFERENCES parent(id)
);
CREATE INDEX child_open ON bank.child USING btree (parent) WHERE (note IS NULL);
CREATE CONSTRAINT TRIGGER guard AFTER DELETE ON bank.child DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse();
`,
  );
  await db.end();
  await database.drop();
});
