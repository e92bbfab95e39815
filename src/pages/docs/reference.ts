// The first page of the documentation: links to everything, and the API reference of all surfaces below.
import { type Html, html } from '../html.ts';
import { page } from '../page.ts';
import { scalarPath } from './scalar.ts';

/** The surfaces' OpenAPI documents by name, such as "one". */
export type Documents = Record<string, { info: { title: string } }>;

/** Returns the page. Without scripts it still has the links and the documents themselves. */
export function referencePage(documents: Documents): Html {
  const sources = Object.entries(documents).map(([name, { info }]) => ({
    title: info.title.replace('Tefo ', ''),
    slug: name,
    url: `/docs/openapi/${name}.json`,
  }));
  const files = sources.map(({ title, url }) => html`<li><a href="${url}">${title}</a></li>`);
  return page({
    language: 'en',
    title: 'Tefo',
    width: 'wide',
    stylesheet: 'layered.css',
    scripts: ['docs.js'],
    data: { scalar: scalarPath, documents: JSON.stringify(sources) },
    main: html`<div class="stack"><h1>Tefo</h1>
<p>Bank payments for South African merchants, on four surfaces.</p>
<ul class="links">
<li><a href="/docs/start">Addresses, and a first payment</a></li>
<li><a href="/docs/errors">Error codes</a></li>
</ul>
<h2>OpenAPI</h2>
<p>The documents from which the reference below is drawn.</p>
<ul class="links">${files}</ul>
<noscript><p>The reference needs JavaScript.</p></noscript></div>`,
    below: html`<div id="reference"></div>`,
  });
}
