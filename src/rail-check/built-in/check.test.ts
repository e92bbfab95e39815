// The built-in rails pass every rule of the suite.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { budget } from '../../../test/support/budget.ts';
import { testDatabase } from '../../../test/support/database.ts';
import { serviceParts } from '../../cli/built-in-rails.ts';
import { checkBuiltInRail } from './check.ts';

// The other rails take half a minute; faults.test.ts runs their groups with every `npm test`.
const names = ['simulator', 'files', 'investec'].slice(0, budget(1, 3));

for (const name of names)
  test(`the rail ${name} passes every rule`, async () => {
    const database = await testDatabase();
    after(() => database.drop());
    const { ok, rules } = await checkBuiltInRail(name, await serviceParts(database.url));
    assert.deepEqual(
      rules.filter((one) => !one.ok),
      [],
    );
    assert.ok(ok);
    assert.deepEqual([...new Set(rules.map(({ group }) => group))], [1, 2, 3, 4, 5, 6, 7]);
  });
