import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoKeys } from '../../test/world.ts';
import { loadConfig } from '../config.ts';
import { policyOf } from '../policy.ts';
import { checkAccountNumber } from './account-numbers.ts';
import { banks, demoBankId } from './banks.ts';

console.log(
  policyOf(loadConfig({ TEFO_MASTER_KEYS: demoKeys })).accountRules.banks.length,
  banks.length,
  demoBankId,
);
test('x', () => assert.ok(checkAccountNumber));
