// Importing one file that holds statements of several accounts, at the command line.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { tefoWith } from '../../test/support/cli.ts';
import { openBanking } from '../../test/support/setup/statements.ts';
import { demoKeys } from '../../test/support/world.ts';

const bank = await openBanking();
const dir = await mkdtemp(join(tmpdir(), 'tefo-statement-import-'));
after(() => rm(dir, { recursive: true, force: true }));
const tefo = tefoWith({ DATABASE_URL: bank.url, TEFO_MASTER_KEYS: demoKeys });
const day = '2024-01-15';

describe('tefo statement import', () => {
  test('imports a file without --account into the account of each statement', async () => {
    const numbers = { north: '62007654321', south: '62007654322' };
    const parts = Object.entries(numbers).map(async ([id, number]) => {
      await bank.account(id, { number });
      return bank.write(id, [[day, 7n, 'Y']], { number });
    });
    const other = bank.write('north', [[day, 7n, 'Y']], { number: '62007654399' });
    const path = join(dir, 'both.sta');
    await writeFile(path, [...(await Promise.all(parts)), other].join(''));
    const { accounts, skipped, status } = JSON.parse((await tefo('statement', 'import', path, '--json')).out);
    assert.deepEqual(
      accounts.map((one: { account: string; new: number }) => [one.account, one.new]),
      [
        ['north', 1],
        ['south', 1],
      ],
    );
    assert.deepEqual([status, skipped.length, skipped[0].account], ['imported', 1, '*4399']);
    const text = await tefo('statement', 'import', path, '--account', 'south');
    assert.equal(text.code, 0);
  });
});
