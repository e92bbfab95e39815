// Splits a JSON array without parsing its elements: a hostile text costs no more than its length.

/** Bytes that are not a JSON array. The message states why, as a phrase that follows the text's name. */
export class UnreadableArray extends Error {}

export interface ArrayElement {
  /** The range of its bytes: `from` included, `to` excluded. */
  from: number;
  to: number;
  /** How many members and elements it has, at all levels. */
  values: number;
}

const mostLevels = 64;

const [openArray, closeArray, openObject, closeObject] = [...Buffer.from('[]{}')];
const [comma, quote, backslash] = [...Buffer.from(',"\\')];

/**
 * Finds the elements of a JSON array in UTF-8, which may begin with a byte order mark. It does not check that the
 * elements are JSON: if all are, so is the whole. Throws UnreadableArray for anything that is not an array, has more
 * than `most` elements, or nests deeper than 64 levels.
 */
export function findElements(bytes: Uint8Array, most: number): ArrayElement[] {
  let at = skipSpace(bytes, hasMark(bytes) ? 3 : 0);
  if (bytes[at] !== openArray) throw new UnreadableArray('is not a JSON array');
  at = skipSpace(bytes, at + 1);
  const elements: ArrayElement[] = [];
  if (bytes[at] === closeArray) return endOf(bytes, at, elements);
  for (;;) {
    const element = readElement(bytes, at);
    if (elements.push(element) > most) throw new UnreadableArray(`has more than ${most} elements`);
    if (bytes[element.to] === closeArray) return endOf(bytes, element.to, elements);
    if (bytes[element.to] !== comma) throw new UnreadableArray('is not JSON: it ends too early');
    at = skipSpace(bytes, element.to + 1);
  }
}

/** Reads an element up to the comma or bracket after it, or to the end of the text. */
function readElement(bytes: Uint8Array, from: number): ArrayElement {
  let [at, depth, values] = [from, 0, 0];
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (depth === 0 && (byte === comma || isClosing(byte))) break;
    if (byte === quote) at = endOfString(bytes, at);
    else if (isClosing(byte)) depth -= 1;
    else if (byte === comma) values += 1;
    else if (byte === openObject || byte === openArray) {
      depth = deeper(depth);
      values += 1;
    }
  }
  return { from, to: Math.min(at, bytes.length), values };
}

const isClosing = (byte: number | undefined): boolean => byte === closeObject || byte === closeArray;

function deeper(depth: number): number {
  if (depth === mostLevels) throw new UnreadableArray(`nests deeper than ${mostLevels} levels`);
  return depth + 1;
}

/** Returns the index of the quote that closes a string, or an index beyond the end. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

function endOf(bytes: Uint8Array, at: number, elements: ArrayElement[]): ArrayElement[] {
  if (skipSpace(bytes, at + 1) < bytes.length)
    throw new UnreadableArray('is not JSON: it goes on after its end');
  return elements;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}

const hasMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
