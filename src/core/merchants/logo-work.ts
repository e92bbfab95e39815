// Decodes an uploaded image and encodes it again, small: in its own thread, because a stranger made the image as costly
// as possible. The decoders are Rust in WebAssembly, which reaches only its own memory.
import { imageSize } from 'image-size';
import { luminance } from '../../kernel/formats/colour.ts';

/** The result; a refusal is worded to follow "logo ". */
export type LogoResult = { png: Uint8Array; width: number; height: number } | { refused: string };

/** Red, green, blue and alpha, a byte each. */
interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Pages show it 40 px high; it is stored at twice that, for finer screens. */
const kept = { width: 320, height: 80 };
/** Of the uploaded image, in px. */
const sides = { least: 40, most: 4_096 };
const mostPixels = 8_000_000;
/** The largest ratios of width to height and of height to width. */
const shape = { widest: 4, highest: 2 };
/** It is shown on white: at least this share of it must have this contrast with white. */
const visible = { contrast: 3, share: 0.02 };

class Refused extends Error {}

/** Exported for the thread. */
export async function work(file: Uint8Array): Promise<LogoResult> {
  try {
    const { format, width, height } = readHead(file);
    assertSize(width, height);
    const whole = await decode(format, file);
    if (whole.width * whole.height !== width * height) throw new Refused('must have the size in its header');
    const small = shrunk(whole);
    assertVisible(small);
    return { png: await encode(small), width: small.width, height: small.height };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    throw error;
  }
}

type Format = 'png' | 'jpeg' | 'webp';

/** In hexadecimal. */
const beginnings: [format: Format, begins: RegExp][] = [
  ['png', /^89504e470d0a1a0a/],
  ['jpeg', /^ffd8ff/],
  ['webp', /^52494646.{8}57454250/],
];

/** Reads an image's format and size before its pixels. */
function readHead(file: Uint8Array): { format: Format; width: number; height: number } {
  const start = Buffer.from(file.subarray(0, 12)).toString('hex');
  const found = beginnings.find(([, begins]) => begins.test(start));
  if (!found) throw new Refused('must be a PNG, JPEG or WebP image');
  try {
    const { width, height } = imageSize(file);
    return { format: found[0], width, height };
  } catch {
    throw new Refused('must be a PNG, JPEG or WebP image');
  }
}

function assertSize(width: number, height: number): void {
  const refuse = (rule: string): never => {
    throw new Refused(`${rule}, and this one is ${width} by ${height}`);
  };
  if (Math.min(width, height) < sides.least || Math.max(width, height) > sides.most)
    refuse(`must be ${sides.least} to ${sides.most} px wide and high`);
  if (width * height > mostPixels) refuse(`must have at most ${mostPixels} pixels`);
  if (width > shape.widest * height || height > shape.highest * width)
    refuse(
      `must be at most ${shape.widest} times as wide as high and ${shape.highest} times as high as wide`,
    );
}

// Loaded in the thread only: it compiles its WebAssembly at once.
const library = () => import('@cf-wasm/photon');

async function decode(format: Format, file: Uint8Array): Promise<Pixels> {
  const { PhotonImage } = await library();
  const cutOff = new Refused('cannot be read to its end');
  // The decoder fills the missing part of a truncated WebP.
  if (format === 'webp' && Buffer.from(file).readUInt32LE(4) + 8 > file.length) throw cutOff;
  try {
    const image = PhotonImage.new_from_byteslice(file);
    const data = new Uint8ClampedArray(image.get_raw_pixels());
    return { data, width: image.get_width(), height: image.get_height() };
  } catch {
    throw cutOff;
  }
}

async function encode({ data, width, height }: Pixels): Promise<Uint8Array> {
  const { PhotonImage } = await library();
  return new PhotonImage(new Uint8Array(data), width, height).get_bytes();
}

/** Returns the image at its stored size, each pixel the mean of those it replaces; a small image is unchanged. */
function shrunk({ data, width: from, height: high }: Pixels): Pixels {
  const scale = Math.min(1, kept.width / from, kept.height / high);
  const [width, height] = [Math.max(1, Math.round(from * scale)), Math.max(1, Math.round(high * scale))];
  const small = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const rows = [Math.floor((y * high) / height), Math.ceil(((y + 1) * high) / height)] as const;
    for (let x = 0; x < width; x += 1) {
      const columns = [Math.floor((x * from) / width), Math.ceil(((x + 1) * from) / width)] as const;
      small.set(meanOf(data, from, rows, columns), (y * width + x) * 4);
    }
  }
  return { data: small, width, height };
}

type Range = readonly [first: number, end: number];

/** Transparent pixels contribute no colour. */
function meanOf(data: Uint8ClampedArray, width: number, rows: Range, columns: Range): number[] {
  let [red, green, blue, opaque] = [0, 0, 0, 0];
  for (let y = rows[0]; y < rows[1]; y += 1) {
    for (let x = columns[0]; x < columns[1]; x += 1) {
      const at = (y * width + x) * 4;
      const weight = data[at + 3]!;
      red += data[at]! * weight;
      green += data[at + 1]! * weight;
      blue += data[at + 2]! * weight;
      opaque += weight;
    }
  }
  if (opaque === 0) return [0, 0, 0, 0];
  const number = (rows[1] - rows[0]) * (columns[1] - columns[0]);
  return [red / opaque, green / opaque, blue / opaque, opaque / number];
}

function assertVisible({ data }: Pixels): void {
  let seen = 0;
  for (let at = 0; at < data.length; at += 4) {
    const opaque = data[at + 3]! / 255;
    const onWhite = (part: number) => data[at + part]! * opaque + 255 * (1 - opaque);
    if (1.05 / (luminance(onWhite(0), onWhite(1), onWhite(2)) + 0.05) >= visible.contrast) seen += 1;
  }
  const share = seen / (data.length / 4);
  if (share >= visible.share) return;
  const percent = (part: number) => Math.round(part * 1000) / 10;
  throw new Refused(
    `is shown on white, and only ${percent(share)} % of this one has a contrast of ${visible.contrast}:1 with that; at least ${percent(visible.share)} % must: give one that is made for light grounds`,
  );
}
