// XML of banks as records by local names, with the line on which each element begins. Nothing can be declared, expanded
// or fetched in it.

import { createRequire } from 'node:module';
import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import { entityDecoder, UnreadableXml } from '../../../kernel/formats/xml.ts';
import { onFirstUse } from '../../../kernel/process/first-use.ts';
import { randomUuid } from '../../../kernel/random.ts';
import { itemAt } from '../../../kernel/required.ts';
import { lineFinder } from './whole-file.ts';

/** An element with elements in it; attributes begin with "@". */
export type Tree = { [name: string]: unknown };

const deepest = 32;
/** In characters. */
const longestTag = 4_096;

// Loaded with the first document: few files are XML.
const require = createRequire(import.meta.url);
const library = onFirstUse(() => require('fast-xml-parser') as typeof import('fast-xml-parser'));

const parser = onFirstUse(
  () =>
    new (library().XMLParser)({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      ignoreDeclaration: true,
      ignorePiTags: true,
      removeNSPrefix: true,
      parseTagValue: false,
      parseAttributeValue: false,
      trimValues: true,
      captureMetaData: true,
      maxNestedTags: deepest,
      entityDecoder,
    }),
);

export interface Document {
  root: Tree;
  /** The line on which an element begins; null for one without elements or attributes in it. */
  lineOf(element: unknown): number | null;
  /** Returns an element whole that was cut out of the root. */
  whole(element: unknown): { element: unknown; lineOf: Document['lineOf'] };
}

/**
 * Reads a text whose lines end with "\n". Elements named `cut` are read one by one when the caller needs them: the
 * library needs thirty times a document's size. Throws BadStatement for malformed or cut-off text.
 */
export function readTree(text: string, cut: string): Document {
  const lineAt = lineFinder(text);
  assertTags(text, lineAt);
  const fault = library().XMLValidator.validate(text);
  if (fault !== true)
    throw new BadStatement(
      `it is cut off or not well-formed: ${fault.err.msg.slice(0, 200)}`,
      fault.err.line,
    );
  const { rest, pieces } = cutOut(text, cut);
  // Places in the rest are those of the text, minus the length of the pieces cut out before them.
  const placeIn = (place: number) => {
    const before = lastBefore(pieces, place);
    if (!before) return place;
    return place < before.end ? before.from : place - before.end + before.to;
  };
  const finder = (toText: (place: number) => number) => (element: unknown) => {
    const place = placeOf(element);
    return place === undefined ? null : lineAt(toText(place));
  };
  const lineOf = finder(placeIn);
  return {
    root: parsed(rest),
    lineOf,
    whole: (element) => {
      const piece = pieces[Number(textAt(element, mark) || Number.NaN)];
      if (!piece) return { element, lineOf };
      const tree = parsed(text.slice(piece.from, piece.to));
      return { element: listAt(tree, cut)[0], lineOf: finder((place) => place + piece.from) };
    },
  };
}

function placeOf(element: unknown): number | undefined {
  const meta = library().XMLParser.getMetaDataSymbol() as unknown as string;
  return ((element as Tree | undefined)?.[meta] as { startIndex?: number } | undefined)?.startIndex;
}

/** A piece that was cut out: its beginning and end in the text, and the place of its mark in the rest. */
interface Piece {
  from: number;
  to: number;
  at: number;
  end: number;
}

/** Returns the last piece whose mark begins at a place of the rest, or before it. */
function lastBefore(pieces: readonly Piece[], place: number): Piece | undefined {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(pieces, middle).at <= place) low = middle + 1;
    else high = middle;
  }
  return pieces[low - 1];
}

/** The name of the element by which a piece is found again; no bank writes it. */
const mark = `cut-${randomUuid()}`;

/** Nothing is cut out where comments or sections may hold what looks like a tag. */
function cutOut(text: string, name: string): { rest: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  if (/<!--|<!\[CDATA\[/.test(text)) return { rest: text, pieces };
  const parts: string[] = [];
  let [end, length] = [0, 0];
  // A file has one prefix: others are left to the library.
  const tags = text.matchAll(/<((?:[\w.-]{1,60}:)?[A-Za-z]{1,20})>/g).map((found) => itemAt(found, 1));
  const first = tags.find((tag) => tag === name || tag.endsWith(`:${name}`));
  const [opener, closer] = [`<${first}>`, `</${first}>`];
  const [openers, closers] = [inOrder(text, opener), inOrder(text, closer)];
  for (let index = openers(0); index >= 0; index = openers(index + 1)) {
    if (index < end) continue;
    const close = closers(index);
    if (close < 0) break;
    const to = close + closer.length;
    const next = openers(index + 1);
    // One that has another within, or whose end is written with a blank, is left to the library.
    if (next > 0 && next < to) continue;
    const placeholder = `<${name}><${mark}>${pieces.length}</${mark}></${name}>`;
    parts.push(text.slice(end, index), placeholder);
    const at = length + index - end;
    length = at + placeholder.length;
    pieces.push({ from: index, to, at, end: length });
    end = to;
  }
  return { rest: parts.join('') + text.slice(end), pieces };
}

/**
 * Returns the next place of a searched text, for places that never go back: all searches together pass the text once.
 */
function inOrder(text: string, what: string): (from: number) => number {
  let at = -2;
  return (from) => {
    if (at !== -1 && at < from) at = text.indexOf(what, from);
    return at;
  };
}

function parsed(text: string): Tree {
  try {
    return parser().parse(text) as Tree;
  } catch (error) {
    const reason = error instanceof UnreadableXml ? error.message : (error as Error).message.slice(0, 200);
    throw new BadStatement(`it cannot be read: ${reason}`, null);
  }
}

/** The library takes long for tags that do not end, and for elements in elements without end. */
function assertTags(text: string, lineAt: (place: number) => number): void {
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text[at + 1] === '!') {
      at = endOfSection(text, at, lineAt);
      continue;
    }
    const end = endOfTag(text, at);
    if (end < 0) throw new BadStatement('the file is cut off in a tag', lineAt(at));
    if (end - at > longestTag)
      throw new BadStatement(`a tag is longer than ${longestTag} characters`, lineAt(at));
    depth += levelsOf(text[at + 1], text[end - 1]);
    if (depth > deepest)
      throw new BadStatement(`elements are nested deeper than ${deepest} levels`, lineAt(at));
    at = end;
  }
}

/** The levels that a tag begins or ends, by its first and last letters. */
function levelsOf(first: string | undefined, last: string | undefined): number {
  if (first === '/') return -1;
  return first === '?' || last === '/' ? 0 : 1;
}

/** Returns where a comment or a section ends. Throws BadStatement for a declaration. */
function endOfSection(text: string, at: number, lineAt: (place: number) => number): number {
  const isComment = text.startsWith('<!--', at);
  if (!isComment && !text.startsWith('<![CDATA[', at))
    throw new BadStatement('a document type declaration is not allowed', lineAt(at));
  const end = text.indexOf(isComment ? '-->' : ']]>', at);
  if (end < 0) throw new BadStatement('the file is cut off in a comment or section', lineAt(at));
  return end;
}

/** Returns where a tag ends, -1 where it does not; a ">" within quotation marks does not end it. */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === quote) quote = '';
    else if (quote === '' && (letter === '"' || letter === "'")) quote = letter;
    else if ((quote === '' && letter === '>') || at - from > longestTag) return at;
  }
  return -1;
}

/** Returns the elements of a name in an element: none, one or many. */
export function listAt(tree: unknown, name: string): unknown[] {
  if (tree === null || typeof tree !== 'object') return [];
  const found = (tree as Tree)[name];
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

/** Yields all elements of a name, at any depth. */
export function* allOf(tree: unknown, name: string): Generator<unknown> {
  if (tree === null || typeof tree !== 'object') return;
  for (const [own, value] of Object.entries(tree)) {
    for (const element of Array.isArray(value) ? value : [value]) {
      if (own === name) yield element;
      yield* allOf(element, name);
    }
  }
}

/** Throws BadStatement if an element that comes once comes more often. */
export function assertOnce(tree: unknown, names: readonly string[], at: number): void {
  const twice = names.find((name) => listAt(tree, name).length > 1);
  if (twice !== undefined) throw new BadStatement(`there are several ${twice} where one belongs`, at);
}

/** Returns the first element at a path, or undefined. */
export function elementAt(tree: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((within, name) => listAt(within, name)[0], tree);
}

/** Returns the text of the first element at a path, or "". */
export function textAt(tree: unknown, ...path: string[]): string {
  return ownText(elementAt(tree, ...path));
}

/** Returns the text of an element, with or without attributes. */
export function ownText(element: unknown): string {
  if (typeof element === 'string') return element;
  const text = (element as Tree | undefined)?.['#text'];
  return typeof text === 'string' ? text : '';
}
