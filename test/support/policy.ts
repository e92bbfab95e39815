// The policy of a staging service with its default settings, and the core with it over a database.
import { loadConfig } from '../../src/app/config.ts';
import { policyOf } from '../../src/app/policy.ts';
import { reactions } from '../../src/app/reactions.ts';
import type { Context } from '../../src/core/context.ts';
import type { Policy } from '../../src/core/policy.ts';
import { type Clock, systemClock } from '../../src/kernel/clock.ts';
import type { Sql } from '../../src/kernel/db/db.ts';
import { createLog } from '../../src/kernel/process/log.ts';
import { createKeyring } from '../../src/kernel/security/crypto.ts';

// The key prevents the use of a data directory.
const TEFO_MASTER_KEYS = `k1:${Buffer.from('a key for tests, thirty-two bytes').subarray(0, 32).toString('base64')}`;

export const testPolicy: Policy = await policyOf(loadConfig({ TEFO_MASTER_KEYS }));

export const demoKeys = `k1:${Buffer.alloc(32, 'a key of the tests').toString('base64')}`;

export const contextOn = (db: Sql, clock: Clock, correlationId = 'test'): Context => ({
  ...{ db, clock, realClock: systemClock(), correlationId, actor: 'system', reactions },
  ...{ keyring: createKeyring(demoKeys), policy: testPolicy, log: createLog('silent') },
});
