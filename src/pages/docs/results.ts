// The results of a search as a page, which works without JavaScript, and the page of an address that leads to none.
import { type Html, html } from '../html.ts';
import type { Framed } from './frame.ts';
import type { Found } from './search.ts';

const listed = (found: readonly Found[]): Html =>
  html`<ol class="results">${found.map(
    ({ title, page, address, text }) =>
      html`<li><a href="${address}">${title}</a>${page !== title && html` <span class="quiet">${page}</span>`}${text !== '' && html`<p class="small">${text}</p>`}</li>\n`,
  )}</ol>`;

/** Places to start, for a search without a result. */
const starts: readonly [path: string, title: string, about: string][] = [
  ['/docs/guides/accept-a-payment', 'Accept a payment', 'create, redirect, receive the outcome'],
  ['/docs/guides/webhooks', 'Webhooks', 'receive and verify notifications'],
  ['/docs/guides/sandbox', 'Sandbox', 'outcomes, faults and a clock for your tests'],
  ['/docs/api/one', 'One API', 'every operation for new integrations'],
  ['/docs/errors', 'Error codes', 'each with its cause and what to do'],
  ['/docs/glossary', 'Glossary', 'the terms of the payments field'],
];

const suggestions = html`<p>Places to start:</p>
<ul>${starts.map(([path, title, about]) => html`<li><a href="${path}">${title}</a>: ${about}</li>\n`)}</ul>`;

export function resultsPage(query: string, found: readonly Found[]): Framed {
  const count = found.length === 1 ? '1 page' : `${found.length} pages`;
  return {
    path: '/docs/search',
    title: query === '' ? 'Search' : `Search: ${query}`,
    query,
    body: html`<h1>Search</h1>
<div id="results">
${query === '' && html`<p>Search for a task, a field, an error code, an event, a setting or a command.</p>${suggestions}`}
${query !== '' && found.length > 0 && html`<p>${count} for “${query}”.</p>`}
${query !== '' && found.length === 0 && html`<p>No page matches “${query}”. Check the spelling, or try one word, such as the name of a field or an error code.</p>${suggestions}`}
${found.length > 0 && listed(found)}</div>`,
  };
}

/** Returns the page of an address of the documentation that does not exist. `wanted`: the words of the address. */
export function missingPage(wanted: string, found: readonly Found[]): Framed {
  const title = 'Page not found';
  return {
    path: '/docs/search',
    title,
    query: wanted,
    body: html`<h1>${title}</h1>
<p>The documentation has no page at this address. Search above, or start at <a href="/docs">the first page</a>.</p>
${found.length > 0 && html`<p>Pages that match “${wanted}”:</p>\n${listed(found)}`}`,
  };
}
