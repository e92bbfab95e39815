// Renders the Markdown of this repository's own documents: headings, paragraphs, lists, tables, code blocks, links,
// emphasis and code. It is no general Markdown: a test renders every document and finds nothing left over.
import { itemAt, lastOf } from '../../kernel/required.ts';
import { type Html, html } from '../html.ts';
import { inline, plainOf } from './markdown-inline.ts';

/** A heading with the text below it: what a search finds, and where it leads. */
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

interface Work {
  linkOf: LinkOf;
  sections: Section[];
  ids: Map<string, number>;
  /** Of lists in lists. */
  depth: number;
}

/** Lists in lists beyond it are drawn as text. */
const deepest = 20;

const fence = /^(`{3,})(\w*)\s*$/;
const heading = /^(#{1,6}) (.+)$/;
const marker = /^(?:[-*]|\d{1,3}\.) +/;

/** Renders a document. */
export function renderMarkdown(text: string, linkOf: LinkOf): Rendered {
  const work: Work = { linkOf, sections: [], ids: new Map(), depth: 0 };
  const body = html`${blocks(text.replaceAll('\r\n', '\n').split('\n'), work)}`;
  return { title: work.sections[0]?.title ?? '', body, sections: work.sections };
}

function blocks(lines: readonly string[], work: Work): Html[] {
  const drawn: Html[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = itemAt(lines, at);
    if (line.trim() === '' || line.startsWith('<!--')) {
      at += 1;
      continue;
    }
    const [html, next] = block(lines, at, work);
    drawn.push(html);
    at = next;
  }
  return drawn;
}

/** Draws the block that begins at a line; returns it with the line after it. */
function block(lines: readonly string[], at: number, work: Work): [Html, number] {
  const line = itemAt(lines, at);
  const fenced = fence.exec(line);
  if (fenced) return codeBlock(lines, at, fenced, work);
  const headed = heading.exec(line);
  if (headed) return [drawHeading(itemAt(headed, 1).length, itemAt(headed, 2), work), at + 1];
  if (line.startsWith('|')) return table(lines, at, work);
  if (marker.test(line)) return list(lines, at, work);
  return paragraph(lines, at, work);
}

const begins = (line: string): boolean =>
  line.trim() === '' ||
  line.startsWith('```') ||
  line.startsWith('|') ||
  line.startsWith('<!--') ||
  heading.test(line) ||
  marker.test(line);

function paragraph(lines: readonly string[], at: number, work: Work): [Html, number] {
  let end = at + 1;
  while (end < lines.length && !begins(itemAt(lines, end))) end += 1;
  const text = lines.slice(at, end).join('\n');
  note(work, plainOf(text));
  return [html`<p>${inline(text, work.linkOf)}</p>\n`, end];
}

function codeBlock(
  lines: readonly string[],
  at: number,
  [, ticks, language]: RegExpExecArray,
  work: Work,
): [Html, number] {
  const from = at + 1;
  let end = from;
  while (end < lines.length && itemAt(lines, end).trimEnd() !== ticks) end += 1;
  const code = lines.slice(from, end).join('\n');
  note(work, code);
  return [sample(`${code}\n`, language || 'text'), end + 1];
}

/** Draws code. The frame around it scrolls, and takes the keyboard for that. */
export function sample(code: string, language: string): Html {
  return html`<div class="sample" tabindex="0" role="group" aria-label="Code"><pre><code class="language-${language}">${code}</code></pre></div>\n`;
}

function drawHeading(level: number, text: string, work: Work): Html {
  const title = plainOf(text);
  const id = idOf(title, work.ids);
  work.sections.push({ id, title, level, text: '' });
  const inner = inline(text, work.linkOf);
  if (level === 1) return html`<h1 id="${id}">${inner}</h1>\n`;
  if (level === 2) return html`<h2 id="${id}">${inner}</h2>\n`;
  if (level === 3) return html`<h3 id="${id}">${inner}</h3>\n`;
  return html`<h4 id="${id}">${inner}</h4>\n`;
}

/** Returns the anchor that readers of the repository know: lower case, no punctuation, hyphens for spaces. */
export function idOf(title: string, ids: Map<string, number> = new Map()): string {
  const id = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
  const before = ids.get(id);
  ids.set(id, (before ?? -1) + 1);
  return before === undefined ? id : `${id}-${before + 1}`;
}

function list(lines: readonly string[], at: number, work: Work): [Html, number] {
  const isOrdered = /^\d/.test(itemAt(lines, at));
  const items: Html[] = [];
  let next = at;
  while (
    next < lines.length &&
    marker.test(itemAt(lines, next)) &&
    /^\d/.test(itemAt(lines, next)) === isOrdered
  ) {
    const [item, end] = listItem(lines, next);
    items.push(html`<li>${itemBody(item, work)}</li>\n`);
    next = end;
  }
  const first = Number.parseInt(itemAt(lines, at), 10);
  const start = isOrdered && first !== 1 ? html` start="${first}"` : '';
  return [isOrdered ? html`<ol${start}>\n${items}</ol>\n` : html`<ul>\n${items}</ul>\n`, next];
}

/** Returns the lines of an item without its indentation, and the line after it. */
function listItem(lines: readonly string[], at: number): [string[], number] {
  const width = marker.exec(itemAt(lines, at))![0].length;
  const item = [itemAt(lines, at).slice(width)];
  let next = at + 1;
  while (next < lines.length) {
    let text = next;
    while (text < lines.length && itemAt(lines, text).trim() === '') text += 1;
    if (!goesOn(lines[text], text > next, item.at(-1) === '')) break;
    for (const line of lines.slice(next, text + 1)) item.push(line.slice(Math.min(width, indentOf(line))));
    next = text + 1;
  }
  return [item, next];
}

/** Whether a line is part of the item above it: indented text, or its next line. Blank lines can stand before it. */
function goesOn(line: string | undefined, areBlanksBefore: boolean, isAfterBlank: boolean): boolean {
  if (line === undefined) return false;
  return indentOf(line) >= 2 || !(areBlanksBefore || isAfterBlank || begins(line));
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

function itemBody(item: readonly string[], work: Work): Html | Html[] {
  const text = item.join('\n').trimEnd();
  const isPlain = !item.slice(1).some((line) => begins(line) && line !== '') && !text.includes('\n\n');
  if (!isPlain && work.depth < deepest) {
    work.depth += 1;
    const inner = blocks(text.split('\n'), work);
    work.depth -= 1;
    return inner;
  }
  note(work, plainOf(text));
  return html`${inline(text, work.linkOf)}`;
}

function table(lines: readonly string[], at: number, work: Work): [Html, number] {
  let end = at;
  while (end < lines.length && itemAt(lines, end).startsWith('|')) end += 1;
  const [head = [], , ...rows] = lines.slice(at, end).map(cellsOf);
  const cells = (row: string[]) => row.map((cell) => html`<td>${inline(cell, work.linkOf)}</td>`);
  // A head without words would be announced as one.
  const heads = head.map((cell) =>
    cell === '' ? html`<td></td>` : html`<th scope="col">${inline(cell, work.linkOf)}</th>`,
  );
  for (const row of rows) note(work, plainOf(row.join(' · ')));
  const drawn = html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>
${head.some((cell) => cell !== '') ? html`<thead><tr>${heads}</tr></thead>` : ''}
<tbody>${rows.map((row) => html`<tr${rowId(row)}>${cells(row)}</tr>\n`)}</tbody>
</table></div>\n`;
  return [drawn, end];
}

/** A row about a setting is a place that links can lead to. */
function rowId([first = '']: readonly string[]): Html | string {
  const name = /^`([A-Z][A-Z0-9_]{3,})`$/.exec(first)?.[1];
  return name === undefined ? '' : html` id="${name}"`;
}

/** Returns the cells of a row. A bar in a cell is written as \|. */
function cellsOf(line: string): string[] {
  const cells = line.trim().slice(1).replaceAll('\\|', '\0').split('|');
  if (lastOf(cells).trim() === '') cells.pop();
  return cells.map((cell) => cell.replaceAll('\0', '|').trim());
}

function note(work: Work, text: string): void {
  const section = work.sections.at(-1);
  if (section) section.text += section.text === '' ? text : `\n${text}`;
}
