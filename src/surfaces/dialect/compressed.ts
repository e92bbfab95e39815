// compressedData: a JSON array as UTF-8, gzipped, in base64. It comes from strangers, so it is unpacked up to a limit
// and split into elements without parsing them.
//
// All of it may take long and runs in a thread (packing.ts), so this file imports as little as it can.
import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { mostItems } from '../../core/bulk/state.ts';
import { assertJson } from '../../kernel/formats/json.ts';
import { type ArrayElement, findElements, UnreadableArray } from '../../kernel/formats/json-array.ts';

/**
 * The maximum size of an element in bytes: twice the longest legal request with all of its characters as escapes.
 * Anything longer is not a request.
 */
export const longestElement = 32 * 1024;

/** The most bytes that are unpacked: 5 000 of the longest legal requests in plain UTF-8. */
export const mostUnpacked = mostItems * 6_000;

/** A payment request has some thirty fields, and a returned result has three more. */
const mostElementValues = 200;
/** For all elements together: forty each. */
const mostValues = mostItems * 40;

// Few and large chunks: each costs a trip to another thread and back.
const chunkSize = 256 * 1024;

/** What is wrong with compressedData. The message follows the field's name: "compressedData is not base64". */
export class UnreadableData extends Error {}

const digitsPerPiece = 1024 * 1024;
/** In characters, for base64 that is broken into lines. */
const longestLine = 4_096;

const zip = promisify(gzip);

export async function pack(text: string): Promise<string> {
  return (await zip(text, { chunkSize })).toString('base64');
}

/** The text of an element, or the limit that it exceeds ("200 values") if it is too large to be a request. */
export type ElementText = string | { most: string };

/**
 * Returns the elements of a compressed array as they were written; they can be invalid JSON. Throws UnreadableData when
 * the array cannot be read or has more than 5 000 elements or 200 000 values.
 */
export async function unpack(compressedData: string): Promise<ElementText[]> {
  return readArray(await unzipSome(compressedData));
}

/** Unpacks a JSON array and keeps its elements letter by letter, as UTF-8. Throws UnreadableData for anything else. */
export async function unpackText(compressedData: string): Promise<Uint8Array> {
  const texts = await unpack(compressedData);
  assertElements(texts);
  // A fresh array: a Buffer may be part of a larger one, and would leave the thread with all of it.
  return new TextEncoder().encode(`[${texts.join(',')}]`);
}

/** Packs the text of a JSON array letter by letter. Throws UnreadableData for anything else. */
export async function packArray(text: string): Promise<string> {
  assertElements(readArray(Buffer.from(text)));
  return pack(text);
}

/** Returns the elements of an array that is not packed. */
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

/** Decodes piece by piece, so that a bomb is decoded no further than it is unpacked. */
function* decodeBase64(given: string): Generator<Buffer> {
  // A client that breaks lines breaks the first one.
  const text = /\s/.test(given.slice(0, longestLine)) ? given.replace(/\s+/g, '') : given.trimEnd();
  for (let from = 0; from < text.length; from += digitsPerPiece) {
    yield decodePiece(text.slice(from, from + digitsPerPiece), from + digitsPerPiece >= text.length);
  }
}

function decodePiece(piece: string, isLast: boolean): Buffer {
  const bytes = Buffer.from(piece, 'base64');
  const digits = isLast ? piece.replace(/={1,2}$/, '').length : piece.length;
  // The decoder skips characters outside base64, so a bad piece yields fewer bytes than it should.
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

/** The jobs of a thread, with their results. */
export interface Works {
  unpack: ElementText[];
  unpackText: Uint8Array;
  packArray: string;
}

/** The result of a thread. A thrown error would lose its class on the way between threads. */
export type Unpacked<Result> = { result: Result } | { refused: string };

const works: { [Name in keyof Works]: (text: string) => Promise<Works[Name]> } = {
  unpack,
  unpackText,
  packArray,
};

/** The entry point of the threads in packing.ts. */
export async function work<Name extends keyof Works>([name, text]: [Name, string]): Promise<
  Unpacked<Works[Name]>
> {
  try {
    return { result: await works[name](text) };
  } catch (error) {
    if (error instanceof UnreadableData) return { refused: error.message };
    throw error;
  }
}
