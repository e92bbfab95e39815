import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, darkenedTo, lightenedTo } from './colour.ts';

const every = (step: number): string[] => {
  const parts = Array.from({ length: Math.ceil(256 / step) }, (_, index) =>
    Math.min(255, index * step)
      .toString(16)
      .padStart(2, '0'),
  );
  return parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)));
};

test('contrasts are those of WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#777777', '#777777'), 1);
  assert.ok(Math.abs(contrast('#767676', '#ffffff') - 4.54) < 0.005);
});

test('the nearest colour that is dark or pale enough is so, and no more than it must be', () => {
  for (const colour of every(36)) {
    const dark = darkenedTo(colour, '#ffffff', 4.5);
    assert.ok(contrast(dark, '#ffffff') >= 4.5, `${colour} ${dark}`);
    assert.ok(dark === colour || contrast(dark, '#ffffff') < 4.75, `${colour} ${dark}`);
    const pale = lightenedTo(colour, '#18221d', 4.5);
    assert.ok(contrast(pale, '#18221d') >= 4.5, `${colour} ${pale}`);
    assert.ok(pale === colour || contrast(pale, '#18221d') < 4.75, `${colour} ${pale}`);
  }
});
