// The commands of docs/operations work as the pages say: the `sh` blocks of each page, in order, are one bash script. Those of
// backup.md create a dump, restore it into an empty database and check it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { openPool } from '../src/kernel/db/db.ts';
import { openCommands } from './support/commands.ts';
import { clientOf, openFolder, openService } from './support/opening.ts';

const run = promisify(execFile);

/** The major version of a client program of PostgreSQL; 0 where it is not installed. */
const majorOf = (program: string): Promise<number> =>
  run(program, ['--version']).then(
    ({ stdout }) => Number(/(\d+)/.exec(stdout)?.[1] ?? 0),
    () => 0,
  );

const pages = (await readdir('docs/operations')).filter((name) => name.endsWith('.md'));
const scripts = new Map(
  await Promise.all(
    pages.map(async (name) => {
      const text = await readFile(join('docs/operations', name), 'utf8');
      const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
      return [name, blocks.join('\n')] as const;
    }),
  ),
);

const folder = await openFolder('operations');
const service = await openService({ clock: 'shared' });
await openCommands(folder, {
  DATABASE_URL: service.databaseUrl,
  TEFO_URL: service.base,
  TEFO_DATA_DIR: service.config.dataDir,
});
const merchant = clientOf(service);
const token = (await merchant.token()).body.access_token;
const made = await merchant.createOne(token);
await merchant.decide(made.body.id, 'success');
await service.drain();

const [server] = await service.db<{ major: number }[]>`
  select current_setting('server_version_num')::integer / 10000 as major`;
const [psql, dump] = [await majorOf('psql'), await majorOf('pg_dump')];

/** Why a page cannot be tried here; false where it can. */
function reasonNotTo(script: string): string | false {
  if (script === '') return 'the page has no commands that are run';
  if (/^(pg_dump|pg_restore) /m.test(script) && dump < server!.major)
    return `pg_dump ${dump || 'is missing, and it'} cannot dump a server of version ${server!.major}`;
  if (/^psql /m.test(script) && psql === 0) return 'psql is not installed: apt install postgresql-client';
  return false;
}

async function runPage(script: string, restoreUrl = ''): Promise<string> {
  const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', script], {
    timeout: 120_000,
    env: {
      PATH: [folder, process.env.PATH].join(delimiter),
      HOME: process.env.HOME,
      DATABASE_URL: service.databaseUrl,
      RESTORE_URL: restoreUrl,
      BACKUP_DIR: join(folder, 'backups'),
      TEFO_URL: service.base,
      TEFO_DATA_DIR: service.config.dataDir,
    },
  });
  return stdout;
}

describe('the commands of docs/operations', () => {
  test('are there for every page of the guide', () => {
    const named = ['proxy', 'settings', 'sizing', 'backup', 'upgrade', 'rotation', 'retention', 'moving'];
    const all = [...named, 'metrics', 'logs', 'alerts', 'scale', 'incidents'].map((name) => `${name}.md`);
    assert.deepEqual(
      all.filter((name) => !scripts.get(name)),
      [],
    );
  });

  for (const [name, script] of scripts) {
    if (name === 'backup.md' || script === '') continue;
    test(`of ${name} run`, { skip: reasonNotTo(script) }, async () => {
      assert.notEqual(await runPage(script), '');
    });
  }

  test('of backup.md restore a dump that passes the check', {
    skip: reasonNotTo(scripts.get('backup.md')!),
  }, async () => {
    await service.db`create database tefo_restored`;
    const url = new URL(service.databaseUrl);
    url.pathname = '/tefo_restored';
    try {
      assert.match(await runPage(scripts.get('backup.md')!, url.href), /Every journal balances/);
      const restored = openPool(url.href, { max: 1 });
      const [row] =
        await restored`select count(*)::integer as paid from transactions where state = 'successful'`;
      await restored.end();
      assert.equal(row!.paid, 1);
    } finally {
      await service.db`drop database if exists tefo_restored with (force)`;
    }
  });
});
