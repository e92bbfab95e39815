// compressedData: a JSON array as UTF-8, gzipped, in base64. What comes from strangers is unpacked up to a limit and no
// further, and taken apart without making anything of it.
import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { mostItems } from '../../core/bulk/actions.ts';
import { findElements, UnreadableArray } from '../../kernel/json-array.ts';
import { takingTurns } from '../../kernel/turns.ts';

/**
 * How many bytes an element may have: twice what the longest legal request takes with all of its characters written as
 * escapes. A longer one is no request.
 */
export const longestElement = 32 * 1024;

/** How many bytes are unpacked at most: 5 000 of the longest legal requests in plain UTF-8. */
export const mostUnpacked = mostItems * 6_000;

/** For whoever handles packed data: megabytes each, so only a few at a time, and the others wait in line. */
export const inTurn = takingTurns(2);

/** After so many elements, whoever goes through them lets other requests have the processor. */
export const elementsPerBreath = 50;

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

/** The text of an element; undefined where it is longer than `longestElement`. */
export type ElementText = string | undefined;

/**
 * The elements of a packed array, each as it was written: nobody has looked yet whether it is JSON. Throws UnreadableData
 * for anything else, and for more than 5 000 elements.
 */
export async function unpack(compressedData: string): Promise<ElementText[]> {
  return readArray(await unzipSome(compressedData));
}

/** The same of an array that is not packed. */
export function readArray(bytes: Buffer): ElementText[] {
  if (!isUtf8(bytes)) throw new UnreadableData('is not UTF-8');
  try {
    return findElements(bytes, mostItems).map(({ from, to }) =>
      to - from > longestElement ? undefined : bytes.toString('utf8', from, to),
    );
  } catch (error) {
    if (error instanceof UnreadableArray) throw new UnreadableData(error.message);
    throw error;
  }
}

/** Goes through elements, with a breath for other requests now and then. What is no JSON for `read` is UnreadableData. */
export async function readEach(
  texts: readonly ElementText[],
  read: (text: ElementText, index: number) => Promise<void> | void,
): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index % elementsPerBreath === 0) await breathe();
    try {
      await read(text, index);
    } catch (error) {
      if (error instanceof SyntaxError) throw new UnreadableData(`is not JSON at its element [${index}]`);
      throw error;
    }
  }
}

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
