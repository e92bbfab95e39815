// compressedData: a JSON array as UTF-8, gzipped, in base64. What comes from strangers is unpacked up to a limit and no
// further, and taken apart without making anything of it.
//
// All of it may take long, and runs in a thread (packing.ts): what stands here imports as little as it can.
import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { mostItems } from '../../core/bulk/state.ts';
import { assertJson } from '../../kernel/formats/json.ts';
import { type ArrayElement, findElements, UnreadableArray } from '../../kernel/formats/json-array.ts';

/**
 * How many bytes an element may have: twice what the longest legal request takes with all of its characters written as
 * escapes. A longer one is no request.
 */
export const longestElement = 32 * 1024;

/** How many bytes are unpacked at most: 5 000 of the longest legal requests in plain UTF-8. */
export const mostUnpacked = mostItems * 6_000;

/** A payment request has some thirty fields, and what comes back with a result is three more. */
const mostElementValues = 200;
/** Of all elements together: forty for each. */
const mostValues = mostItems * 40;

// Few and large steps: each is a way to another thread and back.
const chunkSize = 256 * 1024;

/** What compressedData has against it. The message follows its name: "compressedData is not base64". */
export class UnreadableData extends Error {}

const digitsPerPiece = 1024 * 1024;
/** In characters, where base64 is broken into lines. */
const longestLine = 4_096;

const zip = promisify(gzip);

export async function pack(text: string): Promise<string> {
  return (await zip(text, { chunkSize })).toString('base64');
}

/** The text of an element; of one that is no request by its size alone, what it may have at most: "200 values". */
export type ElementText = string | { most: string };

/**
 * The elements of a packed array, each as it was written: nobody has looked yet whether it is JSON. Throws UnreadableData
 * for anything else, and for more than 5 000 elements or 200 000 values.
 */
export async function unpack(compressedData: string): Promise<ElementText[]> {
  return readArray(await unzipSome(compressedData));
}

/** The JSON array that was packed, its elements letter by letter, as UTF-8. Throws UnreadableData for anything else. */
export async function unpackText(compressedData: string): Promise<Uint8Array> {
  const texts = await unpack(compressedData);
  assertElements(texts);
  // Bytes of its own: those of a Buffer may stand among others, and come out of a thread with them.
  return new TextEncoder().encode(`[${texts.join(',')}]`);
}

/** The text of a JSON array as compressedData, letter by letter. Throws UnreadableData for anything else. */
export async function packArray(text: string): Promise<string> {
  assertElements(readArray(Buffer.from(text)));
  return pack(text);
}

/** The elements of an array that is not packed. */
export function readArray(bytes: Buffer): ElementText[] {
  if (!isUtf8(bytes)) throw new UnreadableData('is not UTF-8');
  const elements = findAll(bytes).map((place) => ({ ...place, beyond: beyondOf(place) }));
  const values = elements.reduce((sum, { beyond, values }) => (beyond ? sum : sum + values), 0);
  if (values > mostValues) throw new UnreadableData(`has more than ${mostValues} values`);
  return elements.map(({ from, to, beyond }) => beyond ?? bytes.toString('utf8', from, to));
}

function findAll(bytes: Buffer): ArrayElement[] {
  try {
    return findElements(bytes, mostItems);
  } catch (error) {
    if (error instanceof UnreadableArray) throw new UnreadableData(error.message);
    throw error;
  }
}

function beyondOf({ from, to, values }: ArrayElement): { most: string } | undefined {
  if (to - from > longestElement) return { most: `${longestElement} bytes` };
  return values > mostElementValues ? { most: `${mostElementValues} values` } : undefined;
}

function assertElements(texts: readonly ElementText[]): asserts texts is string[] {
  for (const [index, text] of texts.entries()) {
    if (typeof text !== 'string')
      throw new UnreadableData(`has more than ${text.most} in its element [${index}]`);
    try {
      assertJson(text);
    } catch {
      throw notJson(index);
    }
  }
}

export const notJson = (index: number) => new UnreadableData(`is not JSON at its element [${index}]`);

async function unzipSome(compressedData: string): Promise<Buffer> {
  const unzipping = createGunzip({ chunkSize });
  try {
    return await pipeline(decodeBase64(compressedData), unzipping, gather);
  } catch (error) {
    if (error instanceof UnreadableData) throw error;
    const isCut = (error as { code?: string }).code === 'Z_BUF_ERROR';
    throw new UnreadableData(isCut ? 'is gzip that ends too early' : 'is not gzip');
  }
}

/** Piece by piece, so that of a bomb no more is decoded than is unpacked. */
function* decodeBase64(given: string): Generator<Buffer> {
  // Who breaks lines breaks the first one.
  const text = /\s/.test(given.slice(0, longestLine)) ? given.replace(/\s+/g, '') : given.trimEnd();
  for (let from = 0; from < text.length; from += digitsPerPiece) {
    yield decodePiece(text.slice(from, from + digitsPerPiece), from + digitsPerPiece >= text.length);
  }
}

function decodePiece(piece: string, isLast: boolean): Buffer {
  const bytes = Buffer.from(piece, 'base64');
  const digits = isLast ? piece.replace(/={1,2}$/, '').length : piece.length;
  // Characters that are none of base64's are passed over, so there are fewer bytes than the piece stands for.
  const isWhole = digits % 4 !== 1 && bytes.length === Math.floor((digits * 3) / 4);
  if (!isWhole) throw new UnreadableData('is not base64');
  return bytes;
}

async function gather(unpacked: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of unpacked) {
    length += chunk.length;
    if (length > mostUnpacked) throw new UnreadableData(`unpacks to more than ${mostUnpacked} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** What a thread is asked to do. */
export interface Works {
  unpack: ElementText[];
  unpackText: Uint8Array;
  packArray: string;
}

/** What comes back: an error of a class of our own would be an error like any other. */
export type Told<Result> = { result: Result } | { refused: string };

const works: { [Name in keyof Works]: (text: string) => Promise<Works[Name]> } = {
  unpack,
  unpackText,
  packArray,
};

/** What the threads of packing.ts run. */
export async function work<Name extends keyof Works>([name, text]: [Name, string]): Promise<
  Told<Works[Name]>
> {
  try {
    return { result: await works[name](text) };
  } catch (error) {
    if (error instanceof UnreadableData) return { refused: error.message };
    throw error;
  }
}
