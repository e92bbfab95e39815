import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createThreads, OverBudget } from './thread-pool.ts';

const source = `
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
    assert.equal(await threads.run('double', 21, 5_000), 42);
    await assert.rejects(threads.run('refuse', undefined, 5_000), /no/);
  });

  test('work beyond its time is ended while this thread goes on, and the next is done', async () => {
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    const spinning = [1, 2, 3].map(() => threads.run('spin', undefined, 200));
    const ends = await Promise.allSettled(spinning);
    clearInterval(ticking);
    assert.ok(ends.every((end) => end.status === 'rejected' && end.reason instanceof OverBudget));
    assert.ok(ticks > 20, `this thread went on only ${ticks} times`);
    assert.equal(await threads.run('double', 2, 5_000), 4);
  });

  test('work beyond its memory fails alone', async () => {
    await assert.rejects(threads.run('hoard', undefined, 20_000));
    assert.equal(await threads.run('double', 3, 5_000), 6);
  });
});
