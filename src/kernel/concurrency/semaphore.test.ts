import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createYielder, limitConcurrency, limitShare } from './semaphore.ts';

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
  const latest = performance.now() + 60_000;
  while (others <= 3 && performance.now() < latest) await yieldIfDue();
  clearInterval(other);
  assert.ok(others > 3, `others had ${others} turns`);
});

test('a place rests after a work, and the works of another key do not wait for it', async () => {
  const turn = limitShare(1, { times: 1_000_000, mostMs: 60_000 });
  const began: string[] = [];
  const work = (name: string) => async () => {
    began.push(name);
    await sleep(1);
  };
  await turn(work('first'), 'a');
  void turn(work('second'), 'a');
  await turn(work('other'), 'b');
  assert.deepEqual(began, ['first', 'other']);
});

test('a place that has rested takes the next work, also after one that failed', async () => {
  const turn = limitShare(1, { times: 1, mostMs: 5 });
  await assert.rejects(
    turn(async () => {
      throw new Error('failed');
    }),
    /failed/,
  );
  const held = setInterval(() => {}, 1_000);
  assert.deepEqual(await Promise.all([1, 2, 3].map((one) => turn(async () => one))), [1, 2, 3]);
  clearInterval(held);
});

test('a key that has worked for its free time rests', async () => {
  const turn = limitShare(1, { times: 1_000_000, mostMs: 60_000, freeMs: 20 });
  const began: number[] = [];
  const work = (number: number, ms: number) => async () => {
    began.push(number);
    await sleep(ms);
  };
  await turn(work(1, 1));
  await turn(work(2, 30));
  void turn(work(3, 1));
  await turn(work(4, 1), 'another key');
  assert.deepEqual(began, [1, 2, 4]);
});
