import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTextBytes } from './text-bytes.ts';

test('text that waits as bytes is taken as it was added, once, in pieces that hold whole texts', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }).map((one) => one.toWellFormed().repeat(500)),
  );
  fc.assert(
    fc.property(fc.array(fc.array(text, { maxLength: 60 }), { maxLength: 4 }), (turns) => {
      const bytes = createTextBytes();
      for (const texts of turns) {
        for (const one of texts) bytes.add(one);
        const pieces = bytes.take().map((piece) => piece.toString());
        assert.equal(pieces.join(''), texts.join(''));
        assert.ok(
          pieces.every(
            (piece) =>
              (piece.isWellFormed() && !piece.includes('\uFFFD')) || texts.join('').includes('\uFFFD'),
          ),
        );
        assert.deepEqual(bytes.take(), []);
      }
    }),
  );
});
