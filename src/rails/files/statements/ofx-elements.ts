// The elements of OFX. Version 1 is SGML, whose values have no end tag; version 2 is XML. One pass reads both, in time that
// is linear in the text: each search for a closing mark resumes where the one before it stopped.
// A payer can type anything into a text element, and many banks do not escape it. There, only a tag that can follow at that
// place ends the text.
import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import { isFact, isGroup, isPartOf, isTextLeaf } from './ofx-schema.ts';
import { quoted } from './text.ts';

export interface Group {
  name: string;
  /** The line on which it begins. */
  at: number;
  values: Map<string, string>;
  parent: Group | undefined;
}

/** Calls `end` with each group as it ends. Throws BadStatement for groups that do not end. */
export function readElements(text: string, end: (group: Group) => void): void {
  new ElementReader(text, end).read();
}

const rootTag = /<(?:[A-Za-z]\w{0,19}:)?OFX(?:\s[^<>]{0,500})?>/i;
const deepest = 32;

/** A value that is being read. */
interface Leaf {
  name: string;
  at: number;
  parts: string[];
  /** Its own end tag was read. */
  isClosed: boolean;
}

interface Tag {
  isEnd: boolean;
  /** In capitals. */
  name: string;
  /** As it is written. */
  raw: string;
  isEmpty: boolean;
  from: number;
  to: number;
}

// A comment, a section, an instruction of XML, or a tag. Prefixes of namespaces are left out.
const token =
  /<(?:(!--|!\[CDATA\[)|(\?[A-Za-z][^<>]{0,2000}\?>)|(\/?)(?:[A-Za-z]\w{0,19}:)?([A-Za-z][A-Za-z0-9._]{0,39})\s{0,9}(\/?)>)/g;

class ElementReader {
  readonly #text: string;
  readonly #end: (group: Group) => void;
  readonly #isXml: boolean;
  readonly #places = new Map<string, Places>();
  #open: Group | undefined;
  #leaf: Leaf | undefined;
  /** Where the text of the open value ends, when its end tag was found ahead. */
  #until = 0;
  #line = 1;
  #counted = 0;
  readonly #feeds: Places;

  constructor(text: string, end: (group: Group) => void) {
    this.#text = text;
    this.#end = end;
    this.#feeds = new Places(text, '\n');
    this.#isXml = /^\s{0,99}<\?(?:xml|OFX)\b/i.test(text);
  }

  read(): void {
    const start = this.#text.search(rootTag);
    if (start < 0) throw new BadStatement('there is no <OFX> in the file', null);
    const rootEnd = this.#text.indexOf('>', start) + 1;
    this.#start('OFX', start);
    let from = rootEnd;
    for (;;) {
      token.lastIndex = from;
      const match = token.exec(this.#text);
      this.#add(this.#text.slice(from, match?.index ?? this.#text.length));
      if (!match) break;
      from = this.#take(match);
    }
    if (this.#open)
      throw new BadStatement(`the file is cut off: <${this.#open.name}> does not end`, this.#open.at);
  }

  /** Takes one token. Returns where the next one can begin. */
  #take(match: RegExpExecArray): number {
    const [whole, section, instruction, slash, raw = '', empty] = match;
    const from = match.index;
    const to = from + whole.length;
    if (section !== undefined) return this.#section(from, to, section === '!--');
    if (instruction !== undefined) {
      if (this.#isInText(from) && !this.#isXml) this.#add(whole);
      return to;
    }
    const name = raw.toUpperCase();
    const tag = { isEnd: slash === '/', name, raw, isEmpty: empty === '/', from, to };
    if (name === 'BR' && this.#leaf) this.#leaf.parts.push(' ');
    else if (this.#isInText(from) && !this.#endsText(tag)) this.#leaf!.parts.push(whole);
    else this.#tag(tag);
    return to;
  }

  /** Takes a comment or a CDATA section. Returns where it ends; it is text where it cannot be one. */
  #section(from: number, to: number, isComment: boolean): number {
    const end = this.#after(isComment ? '-->' : ']]>', to);
    const isInText = this.#isInText(from);
    if (isInText && !(this.#isXml || !isComment)) return this.#literal(from, to);
    const isWhole = end >= 0 && (from >= this.#until || end <= this.#until);
    // Two payers could otherwise hide the movements between them.
    const movement = this.#after('<STMTTRN', to);
    if (isInText && (!isWhole || (movement >= 0 && movement < end))) return this.#literal(from, to);
    if (end < 0)
      throw new BadStatement(
        `the file is cut off in a ${isComment ? 'comment' : 'section'}`,
        this.#lineOf(from),
      );
    if (!isComment && this.#leaf) this.#leaf.parts.push(this.#text.slice(to, end));
    return end + 3;
  }

  #literal(from: number, to: number): number {
    this.#leaf!.parts.push(this.#text.slice(from, to));
    return to;
  }

  /** True if a place is within a text that a payer can have typed. */
  #isInText(from: number): boolean {
    if (from < this.#until) return true;
    return this.#leaf !== undefined && !this.#leaf.isClosed && isTextLeaf(this.#leaf.name);
  }

  /** True if a tag within a text ends it: a tag that is not possible there is part of the text. */
  #endsText({ isEnd, name, from, to }: Tag): boolean {
    const [leaf, group] = [this.#leaf!, this.#open!];
    if (from < this.#until) return false;
    if (isEnd) return name === leaf.name || (name === group.name && this.#isBetweenTags(to));
    if (this.#beginsLine(from)) return true;
    // Where a movement begins within a text, the end of the one before it is missing: that is refused.
    if (name === 'STMTTRN') return this.#text.startsWith('<TRNTYPE>', to);
    if (isGroup(name)) return isPartOf(name, group.name) && this.#isBetweenTags(to);
    return isPartOf(name, group.name) && name !== leaf.name && !group.values.has(name);
  }

  /** True if a tag or a new line follows, which no payer can type: a group holds tags only. */
  #isBetweenTags(to: number): boolean {
    let at = to;
    while (this.#text[at] === ' ' || this.#text[at] === '\t') at += 1;
    return at === this.#text.length || this.#text[at] === '<' || this.#text[at] === '\n';
  }

  #beginsLine(from: number): boolean {
    let at = from - 1;
    // No payer types this many blanks at the end of a text.
    for (let blanks = 0; blanks < 100 && (this.#text[at] === ' ' || this.#text[at] === '\t'); blanks += 1)
      at -= 1;
    return this.#text[at] === '\n';
  }

  #tag(tag: Tag): void {
    const { isEnd, name, isEmpty, from } = tag;
    if (!isGroup(name)) {
      if (isEnd) this.#closeLeaf(name);
      else this.#openLeaf(tag);
      return;
    }
    this.#finishLeaf();
    if (!isEnd) {
      this.#start(name, from);
      if (isEmpty) this.#finish();
    } else if (this.#open?.name === name) this.#finish();
    // A payer typed it, or the bank wrote it twice: no movement is lost.
    else if (name !== 'STMTTRN' || this.#open?.name !== 'BANKTRANLIST')
      throw new BadStatement(`</${name}> has no <${name}> before it`, this.#lineOf(from));
  }

  #start(name: string, from: number): void {
    const at = this.#lineOf(from);
    // A file can be several that were joined.
    if (!this.#open && name !== 'OFX') throw new BadStatement(`<${name}> is outside of <OFX>`, at);
    let depth = 0;
    for (let group = this.#open; group; group = group.parent) depth += 1;
    if (depth >= deepest || (this.#open && name === 'OFX'))
      throw new BadStatement(`<${name}> cannot be within <${this.#open?.name}>`, at);
    this.#open = { name, at, values: new Map(), parent: this.#open };
  }

  #finish(): void {
    const group = this.#open!;
    this.#end(group);
    this.#open = group.parent;
  }

  #openLeaf({ name, raw, isEmpty, from, to }: Tag): void {
    this.#finishLeaf();
    if (!this.#open) throw new BadStatement(`<${name}> is outside of <OFX>`, this.#lineOf(from));
    this.#leaf = { name, at: this.#lineOf(from), parts: [], isClosed: isEmpty };
    if (isEmpty || !isTextLeaf(name)) return;
    // The nearest end tag of a text is its own, unless another such text begins before it.
    const end = this.#after(`</${raw}>`, to);
    const next = this.#after(`<${raw}>`, to);
    const feed = this.#isXml ? -1 : this.#after('\n', to);
    if (end >= 0 && (next < 0 || end < next) && (feed < 0 || end < feed)) this.#until = end;
  }

  #closeLeaf(name: string): void {
    if (this.#leaf?.name === name) this.#leaf.isClosed = true;
  }

  #add(text: string): void {
    const leaf = this.#leaf;
    if (!leaf || text === '') return;
    if (!leaf.isClosed) leaf.parts.push(unescaped(text));
    // A payer typed the end tag; the text after it is still the payer's.
    else if (isTextLeaf(leaf.name) && text.trim() !== '') leaf.parts.push(unescaped(text));
  }

  #finishLeaf(): void {
    const [leaf, group] = [this.#leaf, this.#open];
    this.#leaf = undefined;
    const value = leaf?.parts.join('').trim() ?? '';
    if (!leaf || !group || value === '') return;
    const before = group.values.get(leaf.name);
    if (before === undefined) group.values.set(leaf.name, value);
    else if (isTextLeaf(leaf.name)) group.values.set(leaf.name, `${before} ${value}`);
    else if (isFact(leaf.name) && before !== value)
      throw new BadStatement(
        `there are two ${leaf.name}, ${quoted(before)} and ${quoted(value)}, where one belongs`,
        leaf.at,
      );
  }

  /** Returns the first place of a text from a place on; -1 if it does not occur. */
  #after(what: string, from: number): number {
    let places = this.#places.get(what);
    if (!places) {
      places = new Places(this.#text, what);
      // Names are known, but not the letter case in which they are written.
      if (this.#places.size < 100) this.#places.set(what, places);
      else return -1;
    }
    return places.after(from);
  }

  #lineOf(place: number): number {
    for (;;) {
      const feed = this.#feeds.after(this.#counted);
      if (feed < 0 || feed >= place) return this.#line;
      this.#line += 1;
      this.#counted = feed + 1;
    }
  }
}

/** The places of a text, found in their order. */
class Places {
  readonly #text: string;
  readonly #what: string;
  #at = -2;

  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  after(from: number): number {
    if (this.#at !== -1 && this.#at < from) this.#at = this.#text.indexOf(this.#what, from);
    return this.#at;
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Anything else that looks like an entity stays as it is: in SGML, banks write "&" as itself. */
function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:([a-z]{2,4})|#(\d{2,6})|#x([0-9a-f]{2,5}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code < 32 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
      ? ' '
      : String.fromCodePoint(code);
  });
}
