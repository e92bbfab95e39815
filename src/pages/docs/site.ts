// Every page of the documentation by its address.
import { lastOf } from '../../kernel/required.ts';
import { type Html, html } from '../html.ts';
import { errorPages } from './errors.ts';
import { eventPages } from './events.ts';
import { docsPage, type Link } from './frame.ts';
import { lifecyclePage } from './lifecycle.ts';
import { renderMarkdown } from './markdown.ts';
import type { DocPage, Documents, SurfaceWords } from './model.ts';
import { markdownOf, plainTexts } from './plain.ts';
import { referencePage } from './reference.ts';
import { missingPage, resultsPage } from './results.ts';
import { type Entry, entriesOf, search } from './search.ts';
import { findSources, type Group, linksOf, readSource } from './sources.ts';

/** The documentation as texts: data alone, so that a thread can make it and hand it over. */
export interface Site {
  pages: ReadonlyMap<string, PageText>;
  /** The written pages as Markdown, and the list of all for programs, by their addresses. */
  plain: ReadonlyMap<string, string>;
  /** Everything that can be found. */
  entries: readonly Entry[];
  /** The navigation, for pages that are drawn later. */
  links: readonly Link[];
}

/** A page as it is before the demo keys are filled in. */
export interface PageText {
  text: string;
  /** Whether one of its parts has its own styles. */
  hasInlineStyles: boolean;
}

export function createSite(documents: Documents, words: SurfaceWords): Site {
  const pages = collect(documents, words);
  const links = [...pages.values()].flatMap(({ path, title, group }): Link[] =>
    group === undefined ? [] : [{ path, title, group }],
  );
  const draw = (page: DocPage): PageText => ({
    text: docsPage(page, links),
    hasInlineStyles: page.below !== undefined,
  });
  return {
    pages: new Map([...pages].map(([path, page]) => [path, draw(page)])),
    plain: plainTexts(pages, documents),
    entries: entriesOf([...pages.values()]),
    links,
  };
}

/** Returns the text of the page of a search. */
export const drawResults = ({ entries, links }: Site, query: string): string =>
  docsPage(resultsPage(query, search(entries, query)), links);

/** Returns the text of the page of an address that leads to none: the pages that its words find. */
export function drawMissing({ entries, links }: Site, path: string): string {
  const wanted = path
    .replace(/^\/docs\/?/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return docsPage(missingPage(wanted, wanted === '' ? [] : search(entries, wanted)), links);
}

function collect(documents: Documents, words: SurfaceWords): Map<string, DocPage> {
  const sources = findSources();
  const written = sources.map(({ file, path, group }): DocPage => {
    const { title, body: text, sections } = renderMarkdown(readSource(file), linksOf(file, sources));
    const body = html`${text}<p class="hint"><a href="${markdownOf(path)}">This page as Markdown</a></p>`;
    return { path, group, title, body, sections };
  });
  const of = (...groups: Group[]) => written.filter(({ group }) => groups.includes(group!));
  const lifecycle: DocPage = { path: '/docs/lifecycle', group: 'Begin', ...lifecyclePage(words.states) };
  const all = [
    ...of('Begin'),
    lifecycle,
    ...of('Guides'),
    ...Object.entries(documents).map(([name, document]) => referencePage(name, document)),
    ...eventPages(documents),
    ...errorPages(words, documents),
    ...of('Reference', 'Operations', 'Decisions', 'About'),
  ];
  return new Map([homePage(all), ...all].map((page) => [page.path, page]));
}

/** The topics of the first page, and their guides by name. Guides without a topic come last. */
const topics: readonly [wanted: string, guides: readonly string[]][] = [
  ['Integrate', ['sdk', 'retries', 'lists', 'versions', 'testing', 'ci']],
  ['Accept payments', ['payment-links', 'subscriptions', 'bulk', 'deposits']],
  ['Refunds, payouts, settlements', ['refunds', 'payouts', 'account-verification', 'settlements', 'books']],
  ['Notifications', ['notifications', 'webhooks', 'hashes', 'exam']],
  ['Sandbox and operations', ['sandbox', 'cli', 'console']],
  ['Connect a bank', ['first-real-rand', 'banks', 'investec', 'rails']],
];

function guideTopics(guides: readonly DocPage[]): Html {
  const isOf = (names: readonly string[]) => (page: DocPage) => names.includes(lastOf(page.path.split('/')));
  const named = topics.flatMap(([, names]) => names);
  const others = guides.filter((page) => !isOf(named)(page));
  const rows = topics.map(([wanted, names]): [string, DocPage[]] => [
    wanted,
    names.flatMap((name) => guides.filter(isOf([name]))),
  ]);
  return html`<dl>${[...rows, ['More', others] as const].map(
    ([wanted, pages]) =>
      pages.length > 0 &&
      html`<dt>${wanted}</dt><dd>${pages.map(
        ({ path, title }, index) => html`${index > 0 && ' · '}<a href="${path}">${title}</a>`,
      )}</dd>\n`,
  )}</dl>`;
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
${guideTopics(linked('Guides'))}
${linked('Operations').length > 0 && html`<h2 id="operations">Run it</h2>${list('Operations')}`}
<h2 id="about">How it is made</h2>
${list('About')}`,
  };
}
