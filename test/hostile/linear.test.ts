// No reader takes much more than twice the processor time for twice the input of any shape.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { budget } from '../support/budget.ts';
import { assertLinear } from '../support/growth.ts';
import { type Reader, readers } from './reader-shapes.ts';

/** In milliseconds: readings that take less are lost in the work of the runtime. */
const floorMs = 100;
/** In bytes: at 128 KB a reader that is not linear shows it as well. */
const most = budget(128 * 1024, 4 * 1024 * 1024);
async function readOrRefuse({ read, refusals }: Reader, text: string): Promise<void> {
  try {
    await read(text);
  } catch (error) {
    assert.ok(
      refusals.some((refusal) => error instanceof refusal),
      `it fails with ${(error as Error).stack?.slice(0, 500)}`,
    );
  }
}

for (const reader of readers) {
  describe(`the time for ${reader.name} grows with its length, of`, () => {
    for (const [shape, text] of Object.entries(reader.shapes)) {
      test(shape, async () => {
        const texts = new Map(
          [1, 2, 4].map((quarters) => [quarters, text((Math.min(reader.most, most) * quarters) / 4)]),
        );
        await assertLinear((quarters) => readOrRefuse(reader, texts.get(quarters)!), { floorMs });
      });
    }
  });
}
