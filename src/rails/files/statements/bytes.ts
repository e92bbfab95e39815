// The bytes of a statement, made plain: no mark at the beginning, no UTF-16, in pieces of a modest size. The result is
// read as Latin-1, so that every byte is one letter and every format's own signs are themselves; texts are decoded when
// they are emitted.
import { BadStatement } from '../../../core/statements/parsed-statement.ts';

/** In bytes: pieces of a file are cut to this, so that no batch of lines is larger than a caller expects. */
const longestPiece = 64 * 1024;

/** Yields a file's bytes in pieces. Throws BadStatement for an empty file. */
export async function* plainBytes(file: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of joinFirst(file)) {
    let bytes = chunk;
    if (isFirst) ({ bytes, decoder } = withoutMark(chunk));
    isFirst = false;
    yield* pieces(decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes);
  }
  if (isFirst) throw new BadStatement('the file is empty', null);
}

/** Takes off the mark of an encoding; where every letter takes two bytes, returns what decodes them. */
export function withoutMark(head: Buffer): { bytes: Buffer; decoder: TextDecoder | undefined } {
  const wide = wideEncoding(head);
  if (wide) return { bytes: head, decoder: new TextDecoder(wide) };
  const isMarked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return { bytes: isMarked ? head.subarray(3) : head, decoder: undefined };
}

/** Joins the first chunks until there are enough bytes to detect the encoding, however small they come. */
async function* joinFirst(file: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  let isEnough = false;
  for await (const chunk of file) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (isEnough) {
      yield bytes;
      continue;
    }
    held = Buffer.concat([held, bytes]);
    if (held.length < 16) continue;
    isEnough = true;
    yield held;
  }
  if (!isEnough && held.length > 0) yield held;
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += longestPiece) {
    yield bytes.subarray(from, from + longestPiece);
  }
}

/** Returns the encoding when every letter takes two bytes: by its mark, or by zeros at every second place. */
function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [one, two] = bytes;
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  if (one === 0xfe && two === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 16);
  if (head.length < 8) return undefined;
  const isZeroAt = (parity: number) => head.every((byte, at) => (byte === 0) === (at % 2 === parity));
  if (isZeroAt(1)) return 'utf-16le';
  return isZeroAt(0) ? 'utf-16be' : undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows = new TextDecoder('windows-1252');
const isPlain = /^[\0-\x7f]*$/;
const isLatin = /^[\0-\xff]*$/;

/** Decodes a text that was read as Latin-1. A text with other letters was decoded before. */
export function decoded(text: string): string {
  return isPlain.test(text) || !isLatin.test(text) ? text : decodedBytes(Buffer.from(text, 'latin1'));
}

/** Returns bytes as the text that they are written as: UTF-8, or else the code page of Windows. */
export function decodedBytes(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return windows.decode(bytes);
  }
}
