// Draws the Markdown of this repository's own documents. `markdown-it` reads it, in time that grows with its length. No HTML of a
// text comes through, links lead to pages of the site, and code and tables scroll in frames that take the keyboard.
import MarkdownIt, { type Token } from 'markdown-it';
import { itemAt } from '../../kernel/required.ts';
import { type Html, html, linkTarget, raw, render } from '../html.ts';
import { highlight } from './highlight.ts';

/** A heading with the text below it: one entry of the search, with its address. */
export interface Section {
  id: string;
  title: string;
  level: number;
  text: string;
}

export interface Rendered {
  /** The text of the first heading. */
  title: string;
  body: Html;
  sections: Section[];
}

/** Returns the address of a link on the site; undefined when the site has no such page. */
export type LinkOf = (target: string) => string | undefined;

const markdown = new MarkdownIt({ html: true });
markdown.normalizeLink = (address) => address;
const { rules } = markdown.renderer;
const escaped = (token: Token): string =>
  token.content.startsWith('<!--') ? '' : render(html`${token.content}`);
rules.html_block = rules.html_inline = (tokens, at) => escaped(itemAt(tokens, at));
rules.fence = rules.code_block = (tokens, at) => {
  const { content, info } = itemAt(tokens, at);
  return render(sample(content, info || 'text'));
};
rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n';
rules.table_close = () => '</table></div>\n';
// A head without words would be announced as one.
rules.thead_open = (tokens, at) => (hasWords(tokens, at) ? '<thead>' : '<thead hidden>');
rules.th_open = (tokens, at) => (tokens[at + 1]?.content === '' ? '<td>' : '<th scope="col">');
rules.th_close = (tokens, at) => (tokens[at - 1]?.content === '' ? '</td>' : '</th>');
// A row about a setting is a place that links can lead to.
rules.tr_open = (tokens, at) => {
  const setting = /^`([A-Z][A-Z0-9_]{3,})`$/.exec(tokens[at + 2]?.content ?? '')?.[1];
  return setting === undefined ? '<tr>' : `<tr id="${setting}">`;
};
rules.td_open = () => '<td>';

/** Whether a head has words. It is read from its beginning to its end only: a document can have thousands of tables. */
function hasWords(tokens: readonly Token[], from: number): boolean {
  let at = from;
  while (at < tokens.length && tokens[at]?.type !== 'thead_close' && !tokens[at]?.content) at += 1;
  return tokens[at]?.type === 'inline';
}

/** Renders a document. Sections of the level `folded` are disclosures, which keeps long lists short. */
export function renderMarkdown(text: string, linkOf: LinkOf, folded?: number): Rendered {
  const tokens = markdown.parse(text, {});
  for (const token of tokens) leadLinks(token, linkOf);
  const sections = readSections(tokens);
  const body = raw(drawTokens(tokens, folded));
  return { title: sections[0]?.title ?? '', body, sections };
}

const drawTokens = (tokens: Token[], folded: number | undefined): string => {
  if (folded === undefined) return markdown.renderer.render(tokens, markdown.options, {});
  const parts: string[] = [];
  let isOpen = false;
  let from = 0;
  const drawTo = (to: number): void => {
    parts.push(markdown.renderer.render(tokens.slice(from, to), markdown.options, {}));
    from = to;
  };
  for (const [at, { type, tag }] of tokens.entries()) {
    if (type !== 'heading_open' || Number(tag.slice(1)) > folded) continue;
    drawTo(at);
    if (isOpen) parts.push('</details>\n');
    isOpen = Number(tag.slice(1)) === folded;
    if (!isOpen) continue;
    parts.push('<details class="folded"><summary>');
    drawTo(at + 3);
    parts.push('</summary>\n');
  }
  drawTo(tokens.length);
  return `${parts.join('')}${isOpen ? '</details>\n' : ''}`;
};

/** Returns the sections, and gives each heading its id. */
function readSections(tokens: readonly Token[]): Section[] {
  const sections: Section[] = [];
  const ids = new Map<string, number>();
  const note = (words: string): void => {
    const section = sections.at(-1);
    if (section) section.text += section.text === '' ? words : `\n${words}`;
  };
  let cells: string[] = [];
  // By what opened the text of a token, or by its own type.
  const takers: Record<string, (token: Token, opened: Token) => void> = {
    heading: (token, opened) => sections.push(sectionOf(opened, token, ids)),
    paragraph: (token) => note(plainOf(token)),
    td: (token) => cells.push(plainOf(token)),
    tr_close: () => {
      if (cells.length > 0) note(cells.join(' · '));
      cells = [];
    },
    fence: ({ content }) => note(content.trimEnd()),
    code_block: ({ content }) => note(content.trimEnd()),
  };
  for (const [at, token] of tokens.entries()) {
    const opened = tokens[at - 1] ?? token;
    takers[token.type === 'inline' ? opened.type.replace('_open', '') : token.type]?.(token, opened);
  }
  return sections;
}

/** Begins a section at a heading, which gets its id. */
function sectionOf(heading: Token, inner: Token, ids: Map<string, number>): Section {
  const title = plainOf(inner);
  const id = idOf(title, ids);
  heading.attrSet('id', id);
  return { id, title, level: Number(heading.tag.slice(1)), text: '' };
}

/** Draws the inside of a paragraph, heading or cell. */
export function inline(text: string, linkOf: LinkOf): Html {
  const tokens = markdown.parseInline(text, {});
  for (const token of tokens) leadLinks(token, linkOf);
  return raw(markdown.renderer.render(tokens, markdown.options, {}));
}

/** Returns the text of it without its marks. */
export const plainText = (text: string): string => markdown.parseInline(text, {}).map(plainOf).join('');

const plainOf = ({ children }: Token): string =>
  (children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');

/** Draws code. The frame around it scrolls, and takes the keyboard for that. */
export function sample(code: string, language: string): Html {
  return html`<div class="sample" tabindex="0" role="group" aria-label="Code"><pre><code class="language-${language}">${highlight(code, language)}</code></pre></div>\n`;
}

/** Returns the anchor that readers of the repository know: lower case, no punctuation, hyphens for spaces. */
function idOf(title: string, ids: Map<string, number>): string {
  const id = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
  const before = ids.get(id);
  ids.set(id, (before ?? -1) + 1);
  return before === undefined ? id : `${id}-${before + 1}`;
}

/** Makes links lead to pages of the site. A link without a page becomes its text. */
function leadLinks({ children }: Token, linkOf: LinkOf): void {
  let isDropped = false;
  for (const token of children ?? []) {
    if (token.type === 'link_close') token.hidden = isDropped;
    if (token.type !== 'link_open') continue;
    const address = linkOf(String(token.attrGet('href')));
    isDropped = token.hidden = address === undefined;
    if (address !== undefined) token.attrSet('href', address.startsWith('#') ? address : linkTarget(address));
  }
}
