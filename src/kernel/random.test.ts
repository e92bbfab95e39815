// Tests that seed run in their own process: later random values are no longer secret.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { isUuid } from './ids.ts';
import { randomBelow, randomBytes, randomUuid } from './random.ts';

const run = promisify(execFile);

test('no two draws are alike, whatever their size', () => {
  const drawn = Array.from({ length: 5_000 }, (_, index) => randomBytes(16 + (index % 17)).toString('hex'));
  assert.equal(new Set(drawn).size, drawn.length);
  const ids = Array.from({ length: 5_000 }, randomUuid);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.ok(isUuid(id) && /^.{14}4.{4}[89ab]/.test(id), id);
});

describe('a number below a limit', () => {
  test('is a whole one from 0 up to it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 48 }), (limit) => {
        const drawn = randomBelow(limit);
        return Number.isInteger(drawn) && drawn >= 0 && drawn < limit;
      }),
    );
    for (const limit of [0, -1, 1.5, 2 ** 48 + 1, Number.NaN])
      assert.throws(() => randomBelow(limit), RangeError);
  });

  test('comes up as often as any other', () => {
    const counts = [0, 0, 0, 0, 0, 0, 0];
    for (let draw = 0; draw < 70_000; draw++) counts[randomBelow(7)]! += 1;
    // Six standard deviations from 10 000.
    for (const count of counts) assert.ok(Math.abs(count - 10_000) < 6 * 93, counts.join(' '));
  });
});

test('a seed decides everything that is drawn after it, and nothing else does', async () => {
  const draw = async (seed: string | undefined) => {
    const program = `
      import { newId } from '${import.meta.resolve('./ids.ts')}';
      import { randomBelow, randomBytes, randomUuid, seedRandom } from '${import.meta.resolve('./random.ts')}';
      randomBytes(${Math.ceil(Math.random() * 100)});
      ${seed === undefined ? '' : `seedRandom('${seed}');`}
      const clock = { now: () => new Date(0) };
      const drawn = Array.from({ length: 500 }, () => [newId(clock), randomUuid(), randomBelow(10), randomBytes(40)]);
      process.stdout.write(JSON.stringify(drawn));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
    return stdout;
  };
  const [one, again, other, unseeded, unseededAgain] = await Promise.all(
    ['42', '42', '43', undefined, undefined].map(draw),
  );
  assert.equal(one, again);
  assert.equal(new Set([one, other, unseeded, unseededAgain]).size, 4);
});
