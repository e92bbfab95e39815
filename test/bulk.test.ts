// Bulk jobs over HTTP, from the request to the result.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBulk, requestsOf } from './bulking.ts';

const bulk = await openBulk();

test('time', async () => {
  for (const [n, bad] of [
    [5000, 0],
    [5000, 3],
  ] as const) {
    const requests = requestsOf(bulk.merchant, n, (i) => i % 10 < bad);
    const t = performance.now();
    const answer = await bulk.create(requests, `J${bad}`);
    console.log(answer.status, answer.text.slice(0, 300), performance.now() - t);
    const t2 = performance.now();
    await bulk.drain();
    console.log('drain', performance.now() - t2);
    const told = bulk.told(answer.body.jobId);
    console.log(
      told.status,
      told.elements.length,
      told.elements[0],
      told.compressedData.length,
      told.elements.filter((e) => e.Url).length,
    );
    console.log((await bulk.jobs(`J${bad}`)).text);
  }
});
