// No reader takes much more than twice the processor time for twice the input, whatever its shape.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { budget } from '../support/budget.ts';
import { type Reader, readers } from './reader-shapes.ts';

/** For each doubling. */
const mostGrowth = 2.5;
/** In milliseconds: less counts as this, for it is lost in the work of the runtime. */
const floorMs = 100;
/** In bytes: at 128 KB a reader that is not linear shows it as well. */
const most = budget(128 * 1024, 4 * 1024 * 1024);
/** Other work of the runtime makes a reading dearer, and none cheaper. */
const attempts = 10;

/** Returns how many milliseconds of this thread's processor a reading takes. */
async function costOf({ read, refusals }: Reader, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await read(text);
  } catch (error) {
    assert.ok(
      refusals.some((refusal) => error instanceof refusal),
      `it fails with ${(error as Error).stack?.slice(0, 500)}`,
    );
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

for (const reader of readers) {
  describe(`the time for ${reader.name} grows with its length, of`, () => {
    for (const [shape, text] of Object.entries(reader.shapes)) {
      test(shape, async () => {
        const texts = [1, 2, 4].map((quarters) => text((Math.min(reader.most, most) * quarters) / 4));
        const least = texts.map(() => Number.POSITIVE_INFINITY);
        const isLinear = () =>
          [1, 2].every((at) => least[at]! <= Math.max(floorMs, least[at - 1]!) * mostGrowth);
        for (let attempt = 0; attempt < attempts && (attempt === 0 || !isLinear()); attempt += 1)
          for (const [at, one] of texts.entries())
            least[at] = Math.min(least[at]!, await costOf(reader, one));
        const shown = least.map((ms) => Math.round(ms)).join(', ');
        if (process.env.SHOW) console.log(`${reader.name} / ${shape}: ${shown}`);
        assert.ok(isLinear(), `a quarter, a half and the whole of the text take ${shown} ms`);
      });
    }
  });
}
