import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreeOverRows } from './agree.ts';

test('lists, counts, exports, charts and settlements agree', async () => {
  const { rows, charts, settlements } = await agreeOverRows({ cases: 40, payments: 2_000, seed: 7 });
  assert.ok(rows > 100 && charts + settlements > 0);
});
