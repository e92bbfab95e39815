import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credentialsOf } from '../src/app/credentials.ts';
import { openMerchant } from '../src/core/users/merchant-opening.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { budget } from './support/budget.ts';
import { untilDocsAreMade } from './support/merchant.ts';
import { startService } from './support/running.ts';

test('a short fuzzing run finds no unexpected 5xx and no response outside its document', async () => {
  const requests = budget(500, 4_000);
  const service = await startService({ clock: { now: () => new Date() }, started: true });
  try {
    const other = await openMerchant(service.ctx, { name: 'Other Shop' });
    const merchants = [service.merchant, other].map((made) => credentialsOf(service.config, made));
    // The first request for a page of the documentation would wait for all of it.
    await untilDocsAreMade(service.base);
    const report = await fuzz({
      base: service.base,
      merchants: merchants as [never, never],
      seed: 20_261_122,
      requests,
      abreast: budget(4, 16),
      // the simulator's scenario `fuzz` limits it to two seconds.
      slowMs: Number.POSITIVE_INFINITY,
    });
    assert.deepEqual(report.breaches, {});
    // It passed the entry checks too.
    assert.ok(
      (report.statuses['200'] ?? 0) > requests / 10 && (report.statuses['201'] ?? 0) > requests / 200,
      JSON.stringify(report.statuses),
    );
  } finally {
    await service.end();
  }
});
