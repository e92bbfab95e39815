// The frame of every page of the documentation: its name, a search, the page, and the links to all others.
import type { AssetName } from '../assets.ts';
import { type Html, html, render } from '../html.ts';
import { page } from '../page.ts';
import { wordmark } from '../wordmark.ts';
import type { Section } from './markdown.ts';
import type { Group } from './sources.ts';

export interface Link {
  path: string;
  title: string;
  group: Group;
}

/** A page of a list that is shown in the navigation only on its own pages, such as an operation of an API. */
export interface Child {
  path: string;
  title: string;
  tag?: string | undefined;
}

export interface Framed {
  path: string;
  title: string;
  body: Html;
  query?: string;
  sections?: readonly Section[];
  side?: Html;
  scripts?: AssetName[];
  /** The page that lists it, and the pages that this one lists. */
  parent?: string;
  children?: readonly Child[];
  previous?: Child | undefined;
  next?: Child | undefined;
}

const groups: Group[] = ['Begin', 'Guides', 'Reference', 'Operations', 'About', 'Decisions'];

export function docsPage(framed: Framed, links: readonly Link[]): string {
  const { path, title, side } = framed;
  const contents = contentsOf(framed.sections ?? []);
  const layout = side ? 'docs-page docs-with-side' : contents ? 'docs-page docs-with-contents' : 'docs-page';
  return render(
    page({
      language: 'en',
      title: path === '/docs' ? 'Tefo documentation' : `${title} · Tefo documentation`,
      width: 'docs',
      stylesheet: 'docs.css',
      scripts: ['docs-search.js', ...(framed.scripts ?? [])],
      header: header(framed.query ?? ''),
      main: html`<div class="${layout}"><div class="prose docs-text">${framed.body}${neighbours(framed)}</div>
${contents}${side && html`<div class="prose docs-side">${side}</div>`}</div>`,
      footer: navigation(framed, links),
    }),
  );
}

function header(query: string): Html {
  return html`<header class="docs-top">
<a class="docs-home" href="/docs">${wordmark()} <span>Docs</span></a>
<a class="docs-all" href="#documentation">All pages</a>
<form class="docs-search" role="search" action="/docs/search">
<label class="unseen" for="q">Search the documentation</label>
<input type="search" id="q" name="q" value="${query}" placeholder="Search (press /)" autocomplete="off" maxlength="100">
<div id="found" aria-live="polite"></div>
</form>
</header>`;
}

/** Draws the links to the headings of a page; nothing if it has only a few. */
function contentsOf(sections: readonly Section[]): Html | undefined {
  const shown = sections.filter(({ level }) => level === 2);
  if (shown.length < 2) return undefined;
  return html`<nav class="docs-contents" aria-labelledby="on-this-page"><p id="on-this-page">On this page</p><ul>
${shown.map(
  ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>
`,
)}</ul></nav>`;
}

function neighbours({ previous, next }: Framed): Html | undefined {
  if (!previous && !next) return undefined;
  return html`<nav class="docs-neighbours" aria-label="Previous and next page">
${previous && html`<a rel="prev" href="${previous.path}"><span class="quiet">Previous</span> ${previous.title}</a>`}
${next && html`<a rel="next" href="${next.path}"><span class="quiet">Next</span> ${next.title}</a>`}</nav>`;
}

function navigation(framed: Framed, links: readonly Link[]): Html {
  const shown = groups.map((group) => [group, links.filter((link) => link.group === group)] as const);
  return html`<nav id="documentation" class="docs-nav" aria-label="Documentation" tabindex="-1">
${shown
  .filter(([, own]) => own.length > 0)
  .map(
    ([
      group,
      own,
    ]) => html`<details${isOpen(group, own, framed, links) && html` open`}><summary>${group}</summary><ul>
${own.map(
  (link) => html`<li>${linkTo(link, framed.path)}${childrenOf(link, framed)}</li>
`,
)}</ul></details>
`,
  )}</nav>`;
}

const linkTo = ({ path, title }: Child, here: string): Html =>
  html`<a href="${path}"${path === here && html` aria-current="page"`}>${title}</a>`;

/** Draws the list of a page's own pages, on it and on them. */
function childrenOf({ path }: Link, framed: Framed): Html | undefined {
  const { children = [] } = framed;
  if (children.length === 0 || path !== (framed.parent ?? framed.path)) return undefined;
  const tags = [...new Set(children.map(({ tag }) => tag))];
  return html`<ul class="docs-children">${tags.map(
    (tag) =>
      html`${tag !== undefined && html`<li class="quiet">${tag}</li>`}${children
        .filter((child) => child.tag === tag)
        .map(
          (child) => html`<li>${linkTo(child, framed.path)}</li>
`,
        )}`,
  )}</ul>`;
}

/** On a page of a group, that group is open; on others, the first ones. */
function isOpen(
  group: Group,
  own: readonly Link[],
  { path, parent }: Framed,
  links: readonly Link[],
): boolean {
  const here = parent ?? path;
  if (own.some((link) => link.path === here)) return true;
  const isElsewhere = links.some((link) => link.path === here && link.group !== 'Begin');
  return group === 'Begin' || (!isElsewhere && ['Guides', 'Reference'].includes(group));
}
