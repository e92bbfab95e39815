// Single-coloured images for tests: "#0a6b4a", or "#0a6b4a80" for half transparent.
import { crc32, deflateSync } from 'node:zlib';

type Paint = (x: number, y: number) => string;

function pixelsOf(width: number, height: number, paint: string | Paint): Uint8ClampedArray {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const colour = typeof paint === 'string' ? paint : paint(at % width, Math.floor(at / width));
    data.set(Buffer.from(colour.slice(1).padEnd(8, 'f'), 'hex'), at * 4);
  }
  return data;
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Returns a chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function head(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 6, 0, 0, 0], 8);
  return chunk('IHDR', data);
}

/** Returns a PNG, with further chunks before its pixels. */
export function png(width: number, height: number, paint: string | Paint, more: Buffer[] = []): Buffer {
  const data = Buffer.from(pixelsOf(width, height, paint));
  const lines = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.alloc(1), data.subarray(y * width * 4, (y + 1) * width * 4)]),
  );
  const pixels = chunk('IDAT', deflateSync(Buffer.concat(lines)));
  return Buffer.concat([signature, head(width, height), ...more, pixels, chunk('IEND', Buffer.alloc(0))]);
}

/** Returns a PNG of few bytes that claims this size. */
export function bomb(width: number, height: number): Buffer {
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(100_000)));
  return Buffer.concat([signature, head(width, height), pixels, chunk('IEND', Buffer.alloc(0))]);
}

/** Returns a JPEG or a WebP. */
export async function encoded(
  format: 'jpeg' | 'webp',
  width: number,
  height: number,
  paint: string | Paint,
): Promise<Buffer> {
  const { PhotonImage } = await import('@cf-wasm/photon');
  const image = new PhotonImage(new Uint8Array(pixelsOf(width, height, paint)), width, height);
  return Buffer.from(format === 'jpeg' ? image.get_bytes_jpeg(90) : image.get_bytes_webp());
}
