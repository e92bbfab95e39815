// Every table that the code describes is the database's: a column is one migration and one line.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, test } from 'node:test';
import { columnsOf, describedTables, insertRows, nameOf } from '../src/kernel/db/table.ts';
import { sources } from './support/sources.ts';
import { owners } from './support/tables.ts';
import { openWorld } from './support/world.ts';

const world = await openWorld();

const programs = new Map<string, string>();
/** Every module with a description, as `src/…: its tables`. */
const describing = new Map<string, string[]>();
for (const file of await sources()) {
  if (!/^src\/.*(?<!\.test)\.ts$/.test(file)) continue;
  const text = await readFile(file, 'utf8');
  programs.set(file, text);
  const names = [...text.matchAll(/\btable\('([\w.]+)'/g)].map(([, name]) => name!);
  if (names.length === 0) continue;
  describing.set(file, names);
  await import(resolve(file));
}

/** Only of the sources; a neighbouring test can describe a temporary table. */
const described = () => describedTables().filter(({ name }) => !name.startsWith('pg_temp.'));

interface Found {
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

const ownerOf = (table: string) => Object.keys(owners).find((folder) => owners[folder]!.includes(table));

const columnsIn = (name: string) => world.db<Found[]>`
  select attname as name, format_type(atttypid, null) as type, not attnotnull as is_nullable,
    atthasdef or attidentity <> '' as has_default
  from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped`;

describe('a described table', () => {
  test('is described once, in a file of the folder that owns it', () => {
    const names = [...describing.values()].flat();
    assert.ok(names.length >= 10, `only ${names} are described: the check is blind`);
    assert.deepEqual(
      names.sort(),
      described()
        .map(({ name }) => name)
        .sort(),
    );
    assert.equal(new Set(names).size, names.length, `${names}`);
    for (const [file, own] of describing)
      for (const name of own) {
        assert.ok(
          file.startsWith(`src/${ownerOf(name)}`),
          `${file} describes ${name}, which src/${ownerOf(name)} owns`,
        );
      }
  });

  test('is read and written by a folder that owns it', () => {
    const tables = new Map<string, string>();
    for (const text of programs.values())
      for (const [, member, name] of text.matchAll(/\bconst (\w+) = table\('([\w.]+)'/g))
        tables.set(member!, name!);
    const uses = /\b(?:insertRows\(\s*[\w.]+,|setOf\(\s*[\w.]+,|columnsOf\()\s*(?:\w+\.)?(\w+)/g;
    let seen = 0;
    for (const [file, text] of programs) {
      if (!text.includes("/db/table.ts'")) continue;
      for (const [use, member] of text.matchAll(uses)) {
        seen += 1;
        const name = tables.get(member!);
        assert.ok(name && file.startsWith(`src/${ownerOf(name)}`), `${file}: ${use}`);
      }
    }
    assert.ok(seen > 40, `${seen} uses seen: the check is blind`);
  });

  test('has the columns of the database, with their types, and null where it may be null', async () => {
    for (const { name, columns } of described()) {
      const found = (await columnsIn(name)).map((one) => `${one.name} ${one.type} ${one.isNullable}`);
      const stated = Object.entries(columns).map(
        ([member, { type, isNullable }]) => `${nameOf(member)} ${type} ${isNullable}`,
      );
      assert.deepEqual(stated.sort(), found.sort(), name);
    }
  });

  test('leaves to the database only columns that it fills', async () => {
    for (const { name, columns } of described()) {
      const found = new Map((await columnsIn(name)).map((one) => [one.name, one]));
      for (const [member, { marks, isNullable }] of Object.entries(columns)) {
        const isFilled = isNullable || found.get(nameOf(member))!.hasDefault;
        assert.ok(isFilled || !marks.includes('later'), `${name}: an insert must give ${member}`);
      }
    }
  });

  test('is read and inserted by statements that the database accepts', async () => {
    for (const one of described()) {
      await world.db`select ${columnsOf(one)(world.db)} from ${world.db(one.name)} limit 1`;
      await insertRows(world.db, one, []);
    }
  });
});
