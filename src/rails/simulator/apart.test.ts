// The simulated bank in a separate database, which can be unavailable while the service's is there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/support/database.ts';
import { BankTimeout, simulatorAccount } from '../../core/rails.ts';
import { manualClock } from '../../kernel/clock.ts';
import { openPool } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import { createLog } from '../../kernel/process/log.ts';
import { createSimulator } from './index.ts';

test('a bank whose separate database is away does not respond, and that is not treated as an error of the service', async () => {
  const database = await testDatabase();
  const clock = manualClock('2026-11-20T08:00:00Z');
  const db = openPool(database.url, { max: 1 });
  const { rail } = createSimulator({
    db,
    isApart: true,
    clock,
    log: createLog('silent'),
    publicUrl: 'http://localhost:8420',
    frame: () => '',
    onAnswer: async () => {},
    onTransferAnswer: async () => {},
    onDeposit: async () => {},
  });
  const at = { account: simulatorAccount, id: newId(clock), merchantId: null };
  assert.equal((await rail.transfers.enquire(at)).outcome, 'unknown');
  await db.end();
  await database.drop();
  await assert.rejects(rail.transfers.enquire(at), BankTimeout);
});
