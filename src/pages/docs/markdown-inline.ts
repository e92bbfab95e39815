// The inside of a line of Markdown: code, links, and emphasis. It is read once, from left to right.
import { type Html, html, linkTarget } from '../html.ts';

/** In characters: a mark that does not end within them is text. */
const longestMark = 2_000;

type LinkOf = (target: string) => string | undefined;

interface Mark {
  html: Html;
  /** Its text without marks. */
  plain: string;
  end: number;
}

/** Draws the inside of a paragraph, heading or cell. */
export function inline(text: string, linkOf: LinkOf): Html[] {
  return read(text, linkOf).map(({ html }) => html);
}

/** Returns the text without its marks. */
export function plainOf(text: string): string {
  return read(text, () => undefined)
    .map(({ plain }) => plain)
    .join('')
    .replaceAll('\n', ' ');
}

function read(text: string, linkOf: LinkOf): Mark[] {
  const marks: Mark[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const mark = markAt(text, at, linkOf);
    if (!mark) {
      at += 1;
      continue;
    }
    marks.push(wordsOf(text.slice(from, at)), mark);
    at = mark.end;
    from = at;
  }
  return [...marks, wordsOf(text.slice(from))];
}

const wordsOf = (plain: string): Mark => ({ html: html`${plain}`, plain, end: 0 });

function markAt(text: string, at: number, linkOf: LinkOf): Mark | undefined {
  if (text[at] === '`') return codeAt(text, at);
  if (text.startsWith('**', at)) return between(text, at, '**', linkOf);
  if (text[at] === '*') return between(text, at, '*', linkOf);
  if (text[at] === '[') return linkAt(text, at, linkOf);
  return undefined;
}

function codeAt(text: string, at: number): Mark | undefined {
  const ticks = text[at + 1] === '`' ? '``' : '`';
  const from = at + ticks.length;
  const close = endOf(text, ticks, from);
  if (close === -1) return undefined;
  const plain = ticks === '``' ? text.slice(from, close).trim() : text.slice(from, close);
  return { html: html`<code>${plain}</code>`, plain, end: close + ticks.length };
}

/** Returns where a mark ends that begins at a place; -1 where it does not. */
function endOf(text: string, sign: string, from: number): number {
  const at = text.slice(from, from + longestMark).indexOf(sign);
  return at === -1 ? -1 : from + at;
}

function between(text: string, at: number, sign: '*' | '**', linkOf: LinkOf): Mark | undefined {
  const from = at + sign.length;
  if (!/\S/.test(text[from] ?? '')) return undefined;
  const close = endOf(text, sign, from);
  if (close === -1 || text[close - 1] === ' ') return undefined;
  const inner = read(text.slice(from, close), linkOf);
  const drawn = inner.map((mark) => mark.html);
  return {
    html: sign === '**' ? html`<strong>${drawn}</strong>` : html`<em>${drawn}</em>`,
    plain: inner.map(({ plain }) => plain).join(''),
    end: close + sign.length,
  };
}

function linkAt(text: string, at: number, linkOf: LinkOf): Mark | undefined {
  const close = endOf(text, '](', at);
  const end = close === -1 ? -1 : endOf(text, ')', close);
  if (end === -1) return undefined;
  const label = text.slice(at + 1, close);
  if (label.includes('[') || label.includes(']')) return undefined;
  const inner = read(label, () => undefined);
  const drawn = inner.map((mark) => mark.html);
  const address = linkOf(text.slice(close + 2, end));
  const plain = inner.map((mark) => mark.plain).join('');
  if (address === undefined) return { html: html`${drawn}`, plain, end: end + 1 };
  const href = address.startsWith('#') ? address : linkTarget(address);
  return { html: html`<a href="${href}">${drawn}</a>`, plain, end: end + 1 };
}
