import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { openPooler, type PoolerOptions } from '../../../test/support/pooler.ts';
import { assertSessions, SessionsShared, takesSettings } from './pooler-check.ts';

describe('sessions', () => {
  let database: TestDatabase;
  before(async () => {
    database = await testDatabase();
  });
  after(() => database.drop());

  async function through(options: PoolerOptions): Promise<string> {
    const pooler = await openPooler(database.url, options);
    after(() => pooler.close());
    return pooler.url;
  }

  test('keep their settings at the server itself, and through a pooler in session mode', async () => {
    await assertSessions(database.url);
    await assertSessions(await through({ mode: 'session' }));
  });

  for (const takes of ['last', 'first'] as const) {
    test(`are found to be shared through a pooler in transaction mode that takes the server used ${takes}`, async () => {
      await assert.rejects(assertSessions(await through({ mode: 'transaction', takes })), SessionsShared);
    });
  }

  test('take their own settings from the server, and none through a pooler that refuses them', async () => {
    assert.equal(await takesSettings(database.url), true);
    assert.equal(await takesSettings(await through({ mode: 'session' })), false);
  });
});
