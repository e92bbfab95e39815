// Every page of the documentation by its address.
import { html } from '../html.ts';
import { errorPages } from './errors.ts';
import { eventPages } from './events.ts';
import { docsPage, type Link } from './frame.ts';
import { lifecyclePage } from './lifecycle.ts';
import { renderMarkdown } from './markdown.ts';
import type { CommonErrors, DocPage, Documents } from './model.ts';
import { referencePage } from './reference.ts';
import { resultsPage } from './results.ts';
import { type Entry, entriesOf, search } from './search.ts';
import { findSources, linksOf, readSource } from './sources.ts';

export interface Site {
  pages: ReadonlyMap<string, DocPage>;
  /** Returns a page's text, before the demo keys are filled in. Throws for an address that has none. */
  draw(path: string): string;
  /** Returns what a search finds, best first. */
  find(query: string): Entry[];
  /** Returns the page of a search. */
  drawResults(query: string): string;
  /** Everything that can be found. */
  entries(): Entry[];
}

export function createSite(documents: Documents, commonErrors: CommonErrors): Site {
  const pages = collect(documents, commonErrors);
  const links = [...pages.values()].flatMap(({ path, title, group }): Link[] =>
    group === undefined ? [] : [{ path, title, group }],
  );
  const drawn = new Map<string, string>();
  let found: Entry[] | undefined;
  const entries = (): Entry[] => (found ??= entriesOf([...pages.values()]));
  const find = (query: string): Entry[] => search(entries(), query);
  return {
    pages,
    entries,
    find,
    draw: (path) => {
      const text = drawn.get(path) ?? docsPage(pages.get(path)!, links);
      drawn.set(path, text);
      return text;
    },
    drawResults: (query) => docsPage(resultsPage(query, find(query)), links),
  };
}

function collect(documents: Documents, commonErrors: CommonErrors): Map<string, DocPage> {
  const sources = findSources();
  const written = sources.map(({ file, path, group }): DocPage => {
    const { title, body, sections } = renderMarkdown(readSource(file), linksOf(file, sources));
    return { path, group, title, body, sections };
  });
  const [begin, rest] = [
    written.filter(({ group }) => group === 'Begin'),
    written.filter(({ group }) => group !== 'Begin'),
  ];
  const lifecycle: DocPage = { path: '/docs/lifecycle', group: 'Begin', ...lifecyclePage() };
  const all = [
    ...begin,
    lifecycle,
    ...rest,
    ...Object.entries(documents).map(([name, document]) => referencePage(name, document)),
    ...eventPages(documents),
    ...errorPages(commonErrors, documents),
  ];
  return new Map([homePage(all), ...all].map((page) => [page.path, page]));
}

function homePage(pages: readonly DocPage[]): DocPage {
  const linked = (group: string) => pages.filter((page) => page.group === group);
  const list = (group: string) =>
    html`<ul class="links">${linked(group).map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>\n`)}</ul>`;
  return {
    path: '/docs',
    title: 'Tefo',
    group: 'Begin',
    sections: [{ id: 'main', title: 'Tefo', level: 1, text: 'Documentation' }],
    body: html`<h1>Tefo</h1>
<p>Bank payments for South African merchants, on four surfaces: request a payment, send the customer to a page of ours, hear
what became of it. This documentation is served by the service itself, and its samples run against it.</p>
<p><a class="docs-first" href="/docs/start">Take a payment in five minutes</a></p>
<h2 id="reference">The four interfaces, and what they say</h2>
${list('Reference')}
<h2 id="guides">Guides</h2>
${list('Guides')}
${linked('Operations').length > 0 && html`<h2 id="operations">Run it</h2>${list('Operations')}`}
<h2 id="about">How it is made</h2>
${list('About')}`,
  };
}
