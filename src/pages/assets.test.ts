// The stylesheet keeps the contrasts that it promises, and the address of an asset changes with its content.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { banks } from '../core/banks.ts';
import { assetPath, assets } from './assets.ts';

const css = assets.get(assetPath('tefo.css'))!.body.toString();
const [light, dark] = [...css.matchAll(/:root \{([^}]+)\}/g)].map(([, block]) => tokens(block!));

function tokens(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name, colour]) => [name, colour]),
  );
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright! + 0.05) / (dim! + 0.05);
}

const grounds = ['paper', 'card'];
const texts = ['ink', 'muted', 'green', 'amber', 'red', 'blue'];
const pairs: [text: string, ground: string, least: number][] = [
  ...texts.flatMap((text) => grounds.map((ground): [string, string, number] => [text, ground, 4.5])),
  ['green-text', 'green', 4.5],
  ['green-text', 'green-deep', 4.5],
  ['ink', 'green-tint', 4.5],
  ['muted', 'green-tint', 4.5],
  ['ink', 'amber-tint', 4.5],
  ['ink', 'red-tint', 4.5],
  ['red', 'red-tint', 4.5],
  ['on-gold', 'gold', 4.5],
  ['control', 'paper', 3],
  ['control', 'card', 3],
];

describe('colours', () => {
  for (const [name, colours] of Object.entries({ light, dark })) {
    test(`in the ${name}, texts have a contrast of 4.5 and controls of 3`, () => {
      const low = pairs
        .map(([text, ground, least]) => ({
          text,
          ground,
          least,
          ratio: contrast(colours![text]!, colours![ground]!),
        }))
        .filter(({ least, ratio }) => !(ratio >= least));
      assert.deepEqual(low, []);
    });
  }

  test('every bank has a mark in its own colour, whose letters have a contrast of 4.5', () => {
    const marks = [...css.matchAll(/\.mark(?:-(\w+))? \{[^}]*?background: (#\w{6});(?: color: (#\w{6});)?/g)];
    const letters = marks[0]![3]!;
    assert.deepEqual(
      marks.slice(1).map(([, bank]) => bank),
      banks.map(({ paymentType }) => paymentType).sort(),
    );
    for (const [, bank, ground, own = letters] of marks)
      assert.ok(contrast(own, ground!) >= 4.5, `${bank}: ${contrast(own, ground!)}`);
    assert.equal(new Set(marks.map(([, , ground]) => ground)).size, marks.length);
  });

  test('light and dark define the same colours', () => {
    assert.deepEqual(Object.keys(dark!), Object.keys(light!));
  });
});

describe('assets', () => {
  test('are named by their content and typed', () => {
    for (const [path, asset] of assets) {
      assert.match(path, /^\/assets\/[a-z-]+-[0-9a-f]{10}\.(css|js|svg)$/);
      assert.ok(asset.body.length > 0);
    }
    assert.equal(assets.get(assetPath('mark.svg'))?.type, 'image/svg+xml');
  });

  test('load nothing from anywhere else', () => {
    for (const { body } of assets.values()) {
      assert.doesNotMatch(body.toString().replace('http://www.w3.org/2000/svg', ''), /https?:|url\(|@import/);
    }
  });
});
