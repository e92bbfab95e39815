import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { distanceOf, distanceWithin, inThousands, nearest, withoutEnd } from './text.ts';

test('a text is left without the letters that it ends with', () => {
  assert.equal(withoutEnd('http://a/b//', '/'), 'http://a/b');
  assert.equal(withoutEnd('//', '/'), '');
  assert.equal(withoutEnd('a/b', '/'), 'a/b');
  assert.equal(withoutEnd('', '/'), '');
});

test('digits are grouped in threes from their end', () => {
  for (const [digits, grouped] of [
    ['1', '1'],
    ['123', '123'],
    ['1234', '1,234'],
    ['123456', '123,456'],
    ['1234567', '1,234,567'],
  ] as const)
    assert.equal(inThousands(digits, ','), grouped);
});

test('two texts differ by as many letters as a slow count finds', () => {
  const slow = (one: string, other: string): number => {
    if (one === '' || other === '') return one.length + other.length;
    const ways = [
      slow(one.slice(1), other) + 1,
      slow(one, other.slice(1)) + 1,
      slow(one.slice(1), other.slice(1)) + (one[0] === other[0] ? 0 : 1),
    ];
    if (one.length > 1 && other.length > 1 && one[0] === other[1] && one[1] === other[0])
      ways.push(slow(one.slice(2), other.slice(2)) + 1);
    return Math.min(...ways);
  };
  const short = fc.stringMatching(/^[ABC]{0,6}$/);
  fc.assert(
    fc.property(short, short, (one, other) => {
      assert.equal(distanceOf(one, other), slow(one, other));
      const parts = Array.from({ length: one.length + 1 }, (_, from) =>
        Array.from({ length: one.length + 1 - from }, (_end, size) => one.slice(from, from + size)),
      ).flat();
      assert.equal(distanceWithin(one, other), Math.min(...parts.map((part) => distanceOf(part, other))));
    }),
    { numRuns: 300 },
  );
});

test('the nearest of texts is the one of which it can be a typing error, and none if all are different', () => {
  const known = ['LOG_LEVEL', 'LOG_FILE', 'ONE_URL'];
  for (const [text, meant] of [
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['LOG_FLIE', 'LOG_FILE'],
    ['API_URL', undefined],
    ['API_KEY', undefined],
  ] as const)
    assert.equal(nearest(text, known), meant);
});
