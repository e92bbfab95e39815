import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast } from '../../kernel/formats/colour.ts';
import { assetPath, assets } from '../assets.ts';
import { accentPath, accentSheet, accentSheetAt } from './brand.ts';

const css = assets.get(assetPath('tefo.css'))!.body.toString();
const tokensOf = (text: string) =>
  [...text.matchAll(/:root \{([^}]+)\}/g)].map(([, block]) =>
    Object.fromEntries(
      [...block!.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name, colour]) => [name, colour!]),
    ),
  );
const parts = ['00', '40', '80', 'bf', 'ff'];
const colours = parts
  .flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)))
  .filter((colour) => contrast(colour, '#ffffff') >= 4.5);

test('every colour a site may have keeps the contrasts of the stylesheet, in the light and in the dark', () => {
  assert.ok(colours.length > 40);
  const usual = tokensOf(css);
  for (const colour of colours) {
    const own = tokensOf(accentSheet(colour));
    assert.equal(own.length, 2);
    for (const [index, { accent, ...rest }] of own.entries()) {
      const { ink, muted, card, paper } = usual[index]!;
      const pairs: [string, string, number][] = [
        [rest['accent-text']!, accent!, 4.5],
        [rest['accent-text']!, rest['accent-deep']!, 4.5],
        [ink!, rest['accent-tint']!, 4.5],
        [muted!, rest['accent-tint']!, 4.5],
        [accent!, card!, 3],
        [accent!, paper!, 3],
      ];
      for (const [text, ground, least] of pairs)
        assert.ok(
          contrast(text, ground) >= least,
          `${colour}: ${text} on ${ground} in ${index ? 'dark' : 'light'}`,
        );
    }
  }
});

test('a stylesheet has one address, named by its content, and no colour that no site could have has any', () => {
  const path = accentPath('#0a6b4a');
  assert.match(path, /^\/brand\/accent-0a6b4a-[0-9a-f]{10}\.css$/);
  assert.equal(accentSheetAt(path), accentSheet('#0a6b4a'));
  assert.equal(accentSheetAt('/brand/accent-0a6b4a-0000000000.css'), undefined);
  assert.equal(accentSheetAt(accentPath('#f5b82e')), undefined);
});
