import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createThreads, OverBudget, OverMemory } from './thread-pool.ts';

const source = `
  import { send } from ${JSON.stringify(new URL('./thread-stream.ts', import.meta.url).href)};
  export const count = ({ argument: { most, made }, port }) =>
    send(port, (async function* () { while (made[0] < most) { made[0] += 1; yield made[0]; } })());
  export const countAndSpin = ({ argument, port }) =>
    send(port, (async function* () { yield 1; for (;;); })());
  export const countAndFail = ({ argument, port }) =>
    send(port, (async function* () { yield 1; throw new RangeError('no more'); })());
  export const double = (number) => number * 2;
  export const refuse = () => { throw new RangeError('no'); };
  export const spin = () => { for (;;); };
  export const hoard = () => { const all = []; for (;;) all.push(new Array(1000).fill(Math.random())); };
`;

describe('threads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tefo-threads-'));
  const file = pathToFileURL(join(folder, 'work.mjs'));
  writeFileSync(file, source);
  const threads = createThreads({ file, threads: 2, memoryMb: 32 });
  after(async () => {
    await threads.close();
    rmSync(folder, { recursive: true });
  });

  test('work is done elsewhere, and its result or its error comes back', async () => {
    assert.equal(await threads.run('double', 21, 60_000), 42);
    await assert.rejects(threads.run('refuse', undefined, 60_000), /no/);
  });

  test('work beyond its time is ended while this thread continues, and the next is done', async () => {
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    const spinning = [1, 2, 3].map(() => threads.run('spin', undefined, 200));
    const ends = await Promise.allSettled(spinning);
    clearInterval(ticking);
    assert.ok(ends.every((end) => end.status === 'rejected' && end.reason instanceof OverBudget));
    assert.ok(ticks > 2, `this thread went on only ${ticks} times`);
    assert.equal(await threads.run('double', 2, 60_000), 4);
  });

  test('work beyond its memory fails alone', async () => {
    await assert.rejects(threads.run('hoard', undefined, 60_000), OverMemory);
    assert.equal(await threads.run('double', 3, 60_000), 6);
  });

  test('a stream creates only a few items ahead of its reader', async () => {
    const made = new Int32Array(new SharedArrayBuffer(4));
    const taken: number[] = [];
    for await (const item of threads.stream<number>('count', { most: 1_000, made }, 60_000)) {
      if (item === 10) await pause(100);
      if (item === 10) assert.ok(made[0]! <= 13, `${made[0]} items exist when 10 were taken`);
      taken.push(item);
    }
    assert.deepEqual([taken.length, taken.at(-1)], [1_000, 1_000]);
  });

  test('a stream ends with its budget, without the time of its reader', async () => {
    const made = new Int32Array(new SharedArrayBuffer(4));
    const slow = async () => {
      for await (const _ of threads.stream('count', { most: 5, made }, 1_000)) await pause(400);
    };
    await slow();
    const taken: unknown[] = [];
    const spinning = async () => {
      for await (const item of threads.stream('countAndSpin', 0, 300)) taken.push(item);
    };
    await assert.rejects(spinning(), OverBudget);
    const failing = async () => {
      for await (const item of threads.stream('countAndFail', 0, 60_000)) taken.push(item);
    };
    await assert.rejects(failing(), /no more/);
    assert.equal(await threads.run('double', 2, 60_000), 4);
  });
});
