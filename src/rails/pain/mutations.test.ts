import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answers, tryMutations } from '../../../test/pain/mutations.ts';
import { budget } from '../../../test/support/budget.ts';
import { readAnswer } from './read.ts';

test('a response that was changed at random is read, or refused with a reason', () => {
  const seed = Date.now() % 1_000_000;
  const report = tryMutations(seed, budget(200, 50_000));
  assert.deepEqual(report.faults.slice(0, 3), [], `seed ${seed}`);
  assert.ok(report.read > 0 && report.refused > 0);
});

test('text between the elements of a response changes nothing', () => {
  for (const answer of answers) {
    for (const between of ['', '\r\n\t', '<!-- <TxSts>RJCT</TxSts> -->', '<?pi x?>']) {
      // Only before the beginning of an element that follows another's end: texts stay unchanged.
      const changed = answer.replace(/(<\/[\w:]+>)\n(?=<)/g, `$1${between}`);
      assert.deepEqual(readAnswer(changed), readAnswer(answer));
    }
  }
});
