// Whether work grows in proportion to its input: processor times compared within one run, so that a slow or busy machine
// changes nothing.
import assert from 'node:assert/strict';

/** For each doubling. Work that is quadratic grows four times. */
const mostGrowth = 2.5;
/** Other work of the runtime makes a run dearer, and none cheaper. */
const attempts = 10;

/**
 * Fails when work takes much more than twice the processor time for twice its input. `work` is given 1, 2 and 4 quarters of
 * its input. Less than `floorMs` milliseconds count as this: they are lost in the work of the runtime.
 */
export async function assertLinear(
  work: (quarters: number) => unknown,
  { floorMs = 20 } = {},
): Promise<void> {
  const sizes = [1, 2, 4];
  const least = sizes.map(() => Number.POSITIVE_INFINITY);
  const isLinear = () => [1, 2].every((at) => least[at]! <= Math.max(floorMs, least[at - 1]!) * mostGrowth);
  for (let attempt = 0; attempt < attempts && (attempt === 0 || !isLinear()); attempt += 1)
    for (const [at, quarters] of sizes.entries())
      least[at] = Math.min(least[at]!, await costOf(() => work(quarters)));
  const shown = least.map((ms) => Math.round(ms)).join(', ');
  if (process.env.SHOW) console.log(shown);
  assert.ok(isLinear(), `a quarter, a half and the whole take ${shown} ms`);
}

/** Returns how many milliseconds of this thread's processor some work takes. */
export async function costOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
