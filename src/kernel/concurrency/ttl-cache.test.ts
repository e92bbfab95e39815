import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTtlCache } from './ttl-cache.ts';

test('simultaneous first calls share one load, and later ones its value until its time is over', async () => {
  let loads = 0;
  const cache = createTtlCache(async (key) => `${key}${++loads}`, 60);
  assert.deepEqual(await Promise.all([cache.get('a'), cache.get('a'), cache.get('b')]), ['a1', 'a1', 'b2']);
  assert.equal(await cache.get('a'), 'a1');
  await sleep(80);
  assert.equal(await cache.get('a'), 'a3');
});

test('a failed load is not remembered, and every caller that waited for it gets the error', async () => {
  let fails = true;
  const cache = createTtlCache(async () => {
    if (fails) throw new Error('away');
    return 'there';
  }, 60_000);
  const both = await Promise.allSettled([cache.get('a'), cache.get('a')]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  fails = false;
  assert.equal(await cache.get('a'), 'there');
});

test('a forgotten value is loaded again', async () => {
  let loads = 0;
  const cache = createTtlCache(async () => ++loads, 60_000);
  await cache.get('a');
  cache.forget();
  assert.equal(await cache.get('a'), 2);
});

test('it never remembers more keys than its limit', async () => {
  let loads = 0;
  const cache = createTtlCache(async () => ++loads, 60_000, 3);
  for (const key of ['a', 'b', 'c', 'd']) await cache.get(key);
  assert.equal(await cache.get('d'), 4);
  assert.equal(await cache.get('a'), 5);
});
