import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { examine, patientOf } from '../../../test/doctor/patients.ts';
import { diagnose } from './doctor.ts';

describe('the hash doctor', () => {
  test('names every known mistake of random requests, and tells nothing that is secret', () => {
    for (const { mistake, patients, named, instead } of examine(20, 7)) {
      assert.equal(named, patients, `${mistake} was taken for ${JSON.stringify(instead)}`);
    }
  });

  test('names two mistakes that were made together', () => {
    const { evidence, attempt } = patientOf(3);
    const values = attempt.fields.map(([, value]) => value).join('');
    const pairs: [string, string[]][] = [
      [values + attempt.apiKey, ['OtherKey', 'NotLowerCased']],
      [(attempt.privateKey + values).toUpperCase(), ['UpperCased', 'KeyFirst']],
      [`${(values + attempt.apiKey).toLowerCase()}\n`, ['OtherKey', 'TrailingCharacter']],
    ];
    for (const [text, expected] of pairs) {
      const digest = createHash('sha512').update(text).digest('hex');
      const said = diagnose({ ...evidence, digest })?.map(({ mistake }) => mistake);
      assert.deepEqual(said?.toSorted(), expected.toSorted());
    }
  });

  test('says nothing of a hash that no known mistake leads to, at a bounded cost', () => {
    const { evidence } = patientOf(4);
    const times = Array.from({ length: 15 }, (_, index) => {
      const digest = createHash('sha512').update(String(index)).digest('hex');
      // Of the processor, not of the clock on the wall: other tests run beside this one.
      const began = process.cpuUsage();
      assert.equal(diagnose({ ...evidence, digest }), undefined);
      return process.cpuUsage(began).user / 1_000;
    });
    const median = times.sort((a, b) => a - b)[7]!;
    assert.ok(median < 60, `took ${median} ms`);
  });

  test('finds nothing wrong with a right hash, whatever mistakes would have made no difference', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { evidence, attempt } = patientOf(seed);
      const text = attempt.fields.map(([, value]) => value).join('') + attempt.privateKey;
      const digest = createHash('sha512').update(text.toLowerCase()).digest('hex');
      assert.deepEqual(diagnose({ ...evidence, digest }), []);
    }
  });
});
