// Pictures of two colours as PNG, with nothing but the compression that Node has.
import { crc32, deflateSync } from 'node:zlib';
import { itemAt } from '../required.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns a square picture as PNG, black where `isDark`; each of the `size` by `size` points is `scale` pixels wide and high. */
export function squarePng(size: number, scale: number, isDark: (x: number, y: number) => boolean): Buffer {
  const width = size * scale;
  // One bit for each pixel, 1 for white, after a byte that names the filter of the row: none.
  const rowBytes = 1 + Math.ceil(width / 8);
  const pixels = Buffer.alloc(rowBytes * width, 0xff);
  for (let y = 0; y < width; y += 1) {
    const row = y * rowBytes;
    pixels[row] = 0;
    for (let x = 0; x < width; x += 1) {
      if (!isDark(Math.floor(x / scale), Math.floor(y / scale))) continue;
      const at = row + 1 + (x >> 3);
      pixels[at] = itemAt(pixels, at) & ~(0x80 >> (x & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  // One bit of grey for each pixel.
  header[8] = 1;
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
