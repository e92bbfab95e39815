import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inThousands, withoutEnd } from './text.ts';

test('a text is left without the letters that it ends with', () => {
  assert.equal(withoutEnd('http://a/b//', '/'), 'http://a/b');
  assert.equal(withoutEnd('//', '/'), '');
  assert.equal(withoutEnd('a/b', '/'), 'a/b');
  assert.equal(withoutEnd('', '/'), '');
});

test('digits stand in groups of three from their end', () => {
  for (const [digits, grouped] of [
    ['1', '1'],
    ['123', '123'],
    ['1234', '1,234'],
    ['123456', '123,456'],
    ['1234567', '1,234,567'],
  ] as const)
    assert.equal(inThousands(digits, ','), grouped);
});
