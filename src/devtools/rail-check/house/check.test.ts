// The rails of the house keep every rule of the suite.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '../../../../test/support/database.ts';
import { houseParts } from '../../../cli/house-rails.ts';
import { checkHouseRail } from './check.ts';

for (const name of ['simulator', 'files', 'investec'])
  test(`the rail ${name} keeps every rule`, async () => {
    const database = await testDatabase();
    after(() => database.drop());
    const { ok, rules } = await checkHouseRail(name, await houseParts(database.url));
    assert.deepEqual(
      rules.filter((one) => !one.ok),
      [],
    );
    assert.ok(ok);
    assert.deepEqual([...new Set(rules.map(({ group }) => group))], [1, 2, 3, 4, 5, 6, 7]);
  });
