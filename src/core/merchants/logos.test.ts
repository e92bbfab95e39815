import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { imageSize } from 'image-size';
import { bomb, chunk, encoded, png } from '../../../test/support/images.ts';
import { DomainError } from '../errors.ts';
import { work } from './logo-work.ts';
import { mostLogoBytes, readLogo } from './logos.ts';

// The function of the service's thread, here without a thread.
const refused = async (file: Buffer, rule: RegExp) => {
  const result = await work(file);
  assert.match('refused' in result ? `logo ${result.refused}` : 'taken', rule);
};
const taken = async (file: Buffer) => {
  const result = await work(file);
  return 'refused' in result ? assert.fail(result.refused) : result;
};

describe('a logo', () => {
  test('can be a PNG, a JPEG or a WebP, and is stored as a small PNG that is named by its content', async () => {
    const green = [200, 100, '#0a6b4a'] as const;
    const hashes: string[] = [];
    for (const file of [png(...green), await encoded('jpeg', ...green), await encoded('webp', ...green)]) {
      const logo = await readLogo(file);
      const { type, width, height } = imageSize(logo.png);
      assert.deepEqual([logo.width, logo.height], [160, 80]);
      assert.deepEqual([type, width, height], ['png', 160, 80]);
      assert.match(logo.hash, /^[0-9a-f]{32}$/);
      hashes.push(logo.hash);
    }
    assert.equal((await readLogo(png(...green))).hash, hashes[0]);
    assert.notEqual((await readLogo(png(200, 100, '#0a6b4b'))).hash, hashes[0]);
  });

  test('stores nothing of its file but the pixels', async () => {
    const note = chunk('tEXt', Buffer.from('Author\0where I live'));
    const file = Buffer.concat([png(200, 100, '#0a6b4a', [note]), Buffer.from('<script>alert(1)</script>')]);
    assert.deepEqual(await taken(file), await taken(png(200, 100, '#0a6b4a')));
  });

  test('is detected by its content, whatever type it claims', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect/></svg>');
    const gif = Buffer.from('R0lGODlhZABkAIAAAP///wAAACwAAAAAZABkAAACAkQBADs=', 'base64');
    for (const file of [Buffer.alloc(0), Buffer.from('logo'), svg, gif])
      await refused(file, /^logo must be a PNG, JPEG or WebP image$/);
    const disguised = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), svg]);
    await refused(disguised, /^logo (must be a PNG, JPEG or WebP image|must be 40|cannot be read)/);
  });

  test('is bounded in bytes and in pixels, before any is decoded', async () => {
    await assert.rejects(
      readLogo(Buffer.alloc(mostLogoBytes + 1)),
      (error) => error instanceof DomainError && error.message === 'logo must have at most 512 kB',
    );
    await refused(bomb(30_000, 30_000), /wide and high, and this one is 30000 by 30000$/);
    await refused(bomb(4_000, 4_000), /^logo must have at most 8000000 pixels, /);
    // An image larger than its header states fails because its pixels do not fit.
    await refused(bomb(100, 100), /cannot be read to its end|has a contrast/);
  });

  test('has a size and a shape that pages can show', async () => {
    await refused(png(39, 100, '#000000'), /must be 40 to 4096 px .* this one is 39 by 100$/);
    await refused(png(405, 100, '#000000'), /at most 4 times as wide as high/);
    await refused(png(100, 201, '#000000'), /2 times as high as wide/);
    assert.equal((await taken(png(400, 100, '#000000'))).width, 320);
  });

  test('has enough contrast on white, or is refused with its measured contrast', async () => {
    for (const colour of ['#ffffff', '#f5e9c8', '#00000000', '#ffffff80'])
      await refused(
        png(100, 100, colour),
        /only 0 % of this one has a contrast of 3:1 with that; at least 2 % must/,
      );
    const line = png(100, 100, (_, y) => (y < 5 ? '#14211b' : '#00000000'));
    assert.equal((await taken(line)).height, 80);
  });

  test('that ends in the middle is refused', async () => {
    const noise = (x: number, y: number) =>
      `#${((x * 7919 + y * 104_729) % 0xffffff).toString(16).padStart(6, '0')}`;
    for (const file of [
      png(300, 100, noise),
      await encoded('jpeg', 300, 100, noise),
      await encoded('webp', 300, 100, noise),
    ])
      await refused(file.subarray(0, file.length >> 1), /^logo cannot be read to its end$/);
  });
});
