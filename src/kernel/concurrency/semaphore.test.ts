import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createYielder, limitConcurrency } from './semaphore.ts';

test('no more works are under way than there are places, and they begin in the order they came', async () => {
  const inTurn = limitConcurrency(2);
  const began: number[] = [];
  let [now, most] = [0, 0];
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      inTurn(async () => {
        began.push(index);
        most = Math.max(most, ++now);
        await sleep(index % 3);
        now -= 1;
        return index;
      }),
    ),
  );
  const inOrder = Array.from({ length: 20 }, (_, index) => index);
  assert.equal(most, 2);
  assert.deepEqual(began, inOrder);
  assert.deepEqual(results, inOrder);
});

test('a work that fails fails alone, and gives its place back', async () => {
  const inTurn = limitConcurrency(1);
  const failing = inTurn(async () => {
    throw new Error('failed');
  });
  const next = inTurn(async () => 'done');
  await assert.rejects(failing, /failed/);
  assert.equal(await next, 'done');
  assert.equal(await inTurn(async () => 'again'), 'again');
});

test('long work lets others have their turn', async () => {
  let others = 0;
  const other = setInterval(() => (others += 1), 1);
  const yieldIfDue = createYielder();
  const end = performance.now() + 200;
  while (performance.now() < end) await yieldIfDue();
  clearInterval(other);
  assert.ok(others > 3, `others had ${others} turns`);
});
