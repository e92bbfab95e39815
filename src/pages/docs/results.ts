// The results of a search as a page, which works without JavaScript, and the page of an address that leads to none.
import { type Html, html } from '../html.ts';
import type { Framed } from './frame.ts';
import type { Entry } from './search.ts';

/** Of a text that is longer than two lines or so, whole words. */
function beginningOf(text: string): string {
  if (text.length <= 160) return text;
  const end = text.lastIndexOf(' ', 160);
  return `${text.slice(0, end > 0 ? end : 160)}…`;
}

const listed = (found: readonly Entry[]): Html =>
  html`<ul class="results">${found.map(
    ({ title, page, address, text }) =>
      html`<li><a href="${address}">${title}</a> <span class="quiet">${page}</span>${text !== '' && html`<p class="small">${beginningOf(text)}</p>`}</li>\n`,
  )}</ul>`;

export function resultsPage(query: string, found: readonly Entry[]): Framed {
  const said = found.length === 1 ? '1 result' : `${found.length} results`;
  return {
    path: '/docs/search',
    title: query === '' ? 'Search' : `Search: ${query}`,
    query,
    body: html`<h1>Search</h1>
<div id="results">
${query === '' ? html`<p>Search for a field, a code, an event, a setting or a command.</p>` : html`<p>${said} for “${query}”.</p>`}
${listed(found)}</div>`,
  };
}

/** Returns the page of an address of the documentation that does not exist. `wanted`: the words of the address. */
export function missingPage(wanted: string, found: readonly Entry[]): Framed {
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
