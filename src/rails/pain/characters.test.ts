import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { budget } from '../../../test/support/budget.ts';
import { costOf } from '../../../test/support/growth.ts';
import { toNamedSetX, toSetX } from './characters.ts';

const setX = /^[A-Za-z0-9/?:().,'+ -]*$/;
const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 300 }));

test('any text becomes one of the set, no longer than requested, and the same when written again', () => {
  fc.assert(
    fc.property(anything, fc.constantFrom(1, 35, 70, 140), (text, longest) => {
      const written = toSetX(text, longest);
      assert.match(written, setX);
      assert.ok(written.length <= longest);
      assert.equal(written, written.trim());
      assert.equal(toSetX(written, longest), written);
    }),
    { numRuns: budget(100, 20_000) },
  );
});

test('a text of the set stays unchanged', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9/?:().,'+-]{1,70}$/), (text) => {
      assert.equal(toSetX(text, 70), text);
    }),
    { numRuns: budget(40, 2_000) },
  );
});

test('letters lose their accents, and characters become the ones they look like', () => {
  for (const [text, written] of [
    ['Zo\u00eb & Andr\u00e9', 'Zoe + Andre'],
    // Accents as characters of their own.
    ['Zoe\u0308', 'Zoe'],
    ['Stra\u00dfe \u00c6r\u00f8 \u0141\u00f3d\u017a', 'Strasse AEro Lodz'],
    ['\u0149 Huis', "'n Huis"],
    ['\u2018a\u2019 \u201cb\u201d \u2013 c_d', "'a' 'b' - c-d"],
    ['<a> [b] {c} d@e f;g', '(a) (b) (c) d(at)e f,g'],
    ['R100 = 50%!', 'R100 . 50..'],
    ['two\r\n\tlines\u00a0on', 'two lines on'],
    ['\u5f20\u4f1f', '..'],
    ['a \u200b \u00bd \ufdfa', 'a 1/2 .'],
    ['\u202eabc\0', 'abc'],
    ['\ud800x', '.x'],
  ] as const) {
    assert.equal(toSetX(text, 70), written);
  }
});

test('a shortened text does not end in a space', () => {
  assert.equal(toSetX('abc def', 4), 'abc');
});

test('a text without any letter or digit is another', () => {
  assert.equal(toNamedSetX('\u5f20\u4f1f', 70, 'Account holder'), 'Account holder');
  assert.equal(toNamedSetX(' ', 70, 'Account holder'), 'Account holder');
  assert.equal(toNamedSetX('7', 70, 'Account holder'), '7');
});

test('a long text takes no longer than its kept part', async () => {
  const text = '\ufdfa\u0301 '.repeat(1_000_000);
  const short = text.slice(0, 1_000);
  const repeated = (one: string) => () => {
    for (let times = 0; times < 100; times += 1) toSetX(one, 140);
  };
  repeated(short)();
  assert.ok((await costOf(repeated(text))) < 20 * (await costOf(repeated(short))));
});
