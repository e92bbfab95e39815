// The XML of the surfaces: records of elements, without attributes, and without XML's dangerous features. DTDs are
// refused, so nothing can be declared, expanded or fetched.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { onFirstUse } from '../process/first-use.ts';
import { itemAt } from '../required.ts';

/** A text that is not XML, or exceeds a limit. The message states which. */
export class UnreadableXml extends Error {}

const longestNesting = 16;
/** In characters. */
const longestTag = 2_048;

/** The most that a document may have. */
export interface XmlLimits {
  /** Beginnings and ends of elements, comments and sections. */
  tags: number;
  elements: number;
  entities: number;
  /** In characters: all tags together, with their attributes. */
  inTags: number;
  /** In characters, without long texts. */
  markup: number;
}

/** Of a request: five hundred records of six elements, each with its end, take 7 000 tags. */
const requestLimits: XmlLimits = {
  tags: 8_000,
  elements: 4_000,
  entities: 10_000,
  inTags: 256 * 1024,
  markup: 1024 * 1024,
};

const predefined: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** For the library's parser: it decodes many more entities by itself, and numeric ones only together with them. */
export const entityDecoder = {
  decode: (text: string) => text.replace(/&([^;&]*);/g, (_reference, name: string) => characterOf(name)),
  setExternalEntities: () => {},
  addInputEntities: () => {},
  reset: () => {},
  setXmlVersion: () => {},
};

function characterOf(name: string): string {
  const known = predefined[name];
  if (known !== undefined) return known;
  const [, decimal, hexadecimal] = /^#(?:(\d{1,7})|x([0-9a-fA-F]{1,6}))$/.exec(name) ?? [];
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
  // Not a character: empty, NUL, half of a pair, or beyond the last one.
  if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) {
    throw new UnreadableXml(`the entity &${name.slice(0, 20)}; is not known`);
  }
  return String.fromCodePoint(code);
}

// Loaded with the first document: few callers use XML.
const require = createRequire(import.meta.url);
const library = onFirstUse(() => require('fast-xml-parser') as typeof import('fast-xml-parser'));

const parser = onFirstUse(
  () =>
    new (library().XMLParser)({
      ignoreAttributes: true,
      ignoreDeclaration: true,
      ignorePiTags: true,
      removeNSPrefix: true,
      parseTagValue: false,
      trimValues: false,
      maxNestedTags: longestNesting,
      entityDecoder,
    }),
);

/**
 * Reads a document as a record with its root's name: an element with child elements is a record, one with text is that
 * exact text, a repeated one is an array; text between elements is under "#text". Attributes and namespaces are
 * ignored. Throws UnreadableXml for a document that is not well-formed, has a DTD or an unknown entity, or is too deep
 * or too long.
 */
export function readXml(text: string, limits: XmlLimits = requestLimits): Record<string, unknown> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new UnreadableXml('a document type declaration is not allowed');
  const pieces = text.split('<', limits.tags + 1);
  if (pieces.length > limits.tags) throw new UnreadableXml('there are too many elements');
  assertTags(pieces.slice(1), limits);
  if (text.split('&', limits.entities + 2).length > limits.entities + 1)
    throw new UnreadableXml('there are too many entities');
  const { markup, putBack } = cutLongTexts(pieces);
  if (markup.length > limits.markup) throw new UnreadableXml('it is too long');
  const { '#text': _between, ...root } = putBack(parse(markup)) as Record<string, unknown>;
  // The library accepts another element after an empty root.
  if (Object.values(root).flat().length !== 1) throw new UnreadableXml('there must be one root element');
  return root;
}

// Comments and CDATA sections, by how they begin and end: any length and content is allowed.
const wholes = [
  ['!--', '-->'],
  ['![CDATA[', ']]>'],
] as const;

/** Checks the tags at the beginnings of pieces against their limits, before the library parses them. */
function assertTags(pieces: readonly string[], limits: XmlLimits): void {
  let [elements, length] = [0, 0];
  let awaited: string | undefined;
  for (const piece of pieces) {
    awaited ??= wholes.find(([start]) => piece.startsWith(start))?.[1];
    if (awaited !== undefined) {
      if (piece.includes(awaited)) awaited = undefined;
      continue;
    }
    const end = endOfTag(piece);
    if (end < 0) throw new UnreadableXml(`a tag is longer than ${longestTag} characters, or does not end`);
    length += end;
    if (!piece.startsWith('/')) elements += 1;
  }
  if (elements > limits.elements) throw new UnreadableXml('there are too many elements');
  if (length > limits.inTags) throw new UnreadableXml('there is too much in the tags');
}

/** Returns where a tag ends, or -1 when it is too long; a ">" in quotation marks does not end it. */
function endOfTag(piece: string): number {
  let quote = '';
  for (let at = 0; at < piece.length && at <= longestTag; at += 1) {
    const letter = piece.charAt(at);
    if (letter === quote) quote = '';
    else if (quote === '' && letter === '>') return at;
    else if (quote === '' && (letter === '"' || letter === "'")) quote = letter;
  }
  return -1;
}

const longText = 4_096;

/**
 * The library takes a second for ten megabytes of text, so long plain texts (such as base64 data) are cut out before it
 * sees them and put back afterwards. Each of `pieces` begins after a "<" of the document.
 */
function cutLongTexts(pieces: readonly string[]): { markup: string; putBack(read: unknown): unknown } {
  const mark = randomUUID();
  const texts: string[] = [];
  const short = pieces.map((piece) => {
    const end = piece.indexOf('>') + 1;
    if (piece.length - end < longText) return piece;
    const content = piece.slice(end);
    return isPlain(content) ? `${piece.slice(0, end)}${mark}:${texts.push(content) - 1};` : piece;
  });
  const cut = new RegExp(`${mark}:(\\d+);`, 'g');
  const putBack = (read: unknown): unknown => {
    if (typeof read === 'string')
      return read.replace(cut, (_mark, index: string) => itemAt(texts, Number(index)));
    if (Array.isArray(read)) return read.map(putBack);
    return Object.fromEntries(Object.entries(read as object).map(([name, value]) => [name, putBack(value)]));
  };
  return { markup: short.join('<'), putBack: texts.length > 0 ? putBack : (read) => read };
}

// No character that could end a comment or a section, begin an entity, or be invalid in XML.
const isPlain = (text: string): boolean => /^[A-Za-z0-9+/=\s]*$/.test(text);

function parse(text: string): Record<string, unknown> {
  try {
    return parser().parse(text, true);
  } catch (error) {
    throw new UnreadableXml((error as Error).message.slice(0, 200));
  }
}

// XML cannot hold these characters, not even escaped: one of them makes the whole document unreadable.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
const unwritable = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const builder = onFirstUse(
  () =>
    new (library().XMLBuilder)({
      ignoreAttributes: true,
      format: false,
      tagValueProcessor: (_name, value) =>
        typeof value === 'string' ? value.replace(unwritable, '\ufffd') : value,
    }),
);

/**
 * Returns a record as a document under a root element. Leaves out members that are null or undefined; replaces each
 * character that XML cannot hold by U+FFFD.
 */
export function writeXml(root: string, record: Record<string, unknown>): string {
  const present = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  return `<?xml version="1.0" encoding="utf-8"?>${builder().build({ [root]: Object.fromEntries(present) })}`;
}
