// The policy of a staging service with its default settings.
import { loadConfig } from '../../src/app/config.ts';
import { policyOf } from '../../src/app/policy.ts';
import type { Policy } from '../../src/core/policy.ts';

// The key prevents the use of a data directory.
const TEFO_MASTER_KEYS = `k1:${Buffer.from('a key for tests, thirty-two bytes').subarray(0, 32).toString('base64')}`;

export const testPolicy: Policy = await policyOf(loadConfig({ TEFO_MASTER_KEYS }));
