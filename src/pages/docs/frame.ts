// The frame of every page of the documentation: its name, a search, the page, and the links to all others.
import type { AssetName } from '../assets.ts';
import { type Html, html, render } from '../html.ts';
import { page } from '../page.ts';
import { wordmark } from '../wordmark.ts';
import type { Group } from './sources.ts';

export interface Link {
  path: string;
  title: string;
  group: Group;
}

export interface Framed {
  path: string;
  title: string;
  body: Html;
  /** The search query. */
  query?: string;
  /** As wide as the window, below the page. */
  below?: Html;
  scripts?: AssetName[];
  data?: Record<string, string>;
}

const groups: Group[] = ['Begin', 'Guides', 'Reference', 'Operations', 'About', 'Decisions'];

/** Returns the text of a page. A page whose reference has its own styles has ours in a layer. */
export function docsPage(framed: Framed, links: readonly Link[]): string {
  const { path, title, below } = framed;
  return render(
    page({
      language: 'en',
      title: path === '/docs' ? 'Tefo documentation' : `${title} · Tefo documentation`,
      width: 'docs',
      stylesheet: below ? 'docs-layered.css' : 'docs.css',
      scripts: ['docs-search.js', ...(framed.scripts ?? [])],
      data: framed.data ?? {},
      header: header(framed.query ?? ''),
      main: html`<div class="prose">${framed.body}</div>`,
      footer: navigation(path, links),
      ...(below && { below }),
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

function navigation(path: string, links: readonly Link[]): Html {
  const shown = groups.map((group) => [group, links.filter((link) => link.group === group)] as const);
  return html`<nav id="documentation" class="docs-nav" aria-label="Documentation">
${shown
  .filter(([, own]) => own.length > 0)
  .map(
    ([group, own]) => html`<details${isOpen(group, own, path) && html` open`}><summary>${group}</summary><ul>
${own.map((link) => html`<li><a href="${link.path}"${link.path === path && html` aria-current="page"`}>${link.title}</a></li>\n`)}</ul></details>\n`,
  )}</nav>`;
}

const isOpen = (group: Group, own: readonly Link[], path: string): boolean =>
  ['Begin', 'Guides', 'Reference'].includes(group) || own.some((link) => link.path === path);
