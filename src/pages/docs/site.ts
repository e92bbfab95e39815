// Every page of the documentation by its address.
import { html } from '../html.ts';
import { errorPages } from './errors.ts';
import { eventPages } from './events.ts';
import { type Child, docsPage, type Framed, type Link } from './frame.ts';
import { homePage } from './home.ts';
import { lifecyclePage } from './lifecycle.ts';
import { renderMarkdown } from './markdown.ts';
import type { DocPage, Documents, SurfaceWords } from './model.ts';
import { objectPages } from './objects.ts';
import { markdownOf, plainTexts } from './plain.ts';
import { referencePages } from './reference.ts';
import { missingPage, resultsPage } from './results.ts';
import { entriesOf, type Found, writeIndex } from './search.ts';
import { findSources, type Group, linksOf, readSource } from './sources.ts';

/** The documentation as texts: data alone, so that a thread can make it and hand it over. */
export interface Site {
  pages: ReadonlyMap<string, string>;
  /** The addresses of pages by their lower-case form. */
  renamed: ReadonlyMap<string, string>;
  /** The written pages as Markdown, and the list of all for programs, by their addresses. */
  plain: ReadonlyMap<string, string>;
  /** The index of the search, which `loadSearch` reads. */
  index: string;
  /** The navigation, for pages that are drawn later. */
  links: readonly Link[];
}

export function createSite(documents: Documents, words: SurfaceWords): Site {
  const pages = collect(documents, words);
  const links = [...pages.values()].flatMap(({ path, title, group }): Link[] =>
    group === undefined ? [] : [{ path, title, group }],
  );
  const all = [...pages.values()];
  return {
    pages: new Map(all.map((page) => [page.path, docsPage({ ...page, ...placeOf(page, all) }, links)])),
    renamed: new Map(all.map(({ path }) => [path.toLowerCase(), path])),
    plain: plainTexts(pages, documents),
    index: writeIndex(entriesOf(all)),
    links,
  };
}

/** Returns the pages around a page: those that it or its parent lists, the previous one and the next one. */
function placeOf(page: DocPage, all: readonly DocPage[]): Pick<Framed, 'children' | 'previous' | 'next'> {
  const children = all.filter(({ parent }) => parent === (page.parent ?? page.path)).map(childOf);
  const read = page.parent === undefined ? all.filter(({ group }) => group === page.group) : children;
  const at = read.findIndex(({ path }) => path === page.path);
  const [previous, next] = [read[at - 1], read[at + 1]];
  const isShort = children.length <= 60;
  return {
    ...(isShort && { children }),
    previous: previous && childOf(previous),
    next: next && childOf(next),
  };
}

/** A page in a list of its parent: an operation is named without its API. */
const childOf = ({ path, title, tag }: Child): Child => ({
  path,
  title: title.replace(/ · [\w ]+ API$/, ''),
  tag,
});

export const drawResults = ({ links }: Site, query: string, found: readonly Found[]): string =>
  docsPage(resultsPage(query, found), links);

export const wordsOfAddress = (path: string): string =>
  path
    .replace(/^\/docs\/?/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns the text of the page of an address that has none, with the pages that its words find. */
export const drawMissing = ({ links }: Site, wanted: string, found: readonly Found[]): string =>
  docsPage(missingPage(wanted, found), links);

/** Long lists, whose sections of a level are folded. */
const folded: Readonly<Record<string, number>> = { 'docs/guides/cli.md': 4, 'CHANGELOG.md': 3 };

function collect(documents: Documents, words: SurfaceWords): Map<string, DocPage> {
  const sources = findSources();
  const written = sources.map(({ file, path, group }): DocPage => {
    const {
      title,
      body: text,
      sections,
    } = renderMarkdown(readSource(file), linksOf(file, sources), folded[file]);
    const body = html`${text}<p class="hint"><a href="${markdownOf(path)}">This page as Markdown</a></p>`;
    return { path, group, title, body, sections };
  });
  const of = (...groups: Group[]) => written.filter(({ group }) => groups.includes(group!));
  const lifecycle: DocPage = { path: '/docs/lifecycle', group: 'Begin', ...lifecyclePage(words.states) };
  const all = [
    ...of('Begin'),
    lifecycle,
    ...of('Guides'),
    ...Object.keys(documents).flatMap((name) => referencePages(name, documents, words)),
    ...objectPages(documents),
    ...eventPages(documents),
    ...errorPages(words, documents),
    ...of('Reference', 'Operations', 'Decisions', 'About'),
  ];
  return new Map([homePage(all), ...all].map((page) => [page.path, page]));
}
