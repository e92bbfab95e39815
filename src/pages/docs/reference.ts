// The pages of an API: an index of its operations and objects, and a page for each operation.
import { firstOf } from '../../kernel/required.ts';
import { type Html, html } from '../html.ts';
import type { Section } from './markdown.ts';
import type { ApiDocument, DocPage, Documents, SurfaceWords } from './model.ts';
import {
  objectLink,
  operationPage,
  operationPath,
  operationsOf,
  type Row,
  surfaceTitle,
  words,
} from './operation.ts';

/** The purpose of each API, by the name of its document. */
export const purposes: Readonly<Record<string, string>> = {
  one: 'For new integrations: payments, payment links, refunds, subscriptions, webhooks and settlements.',
  payments: 'Deprecated. For existing plugins and integrations that sign requests with a hash.',
  payouts: 'Pays out from a site’s float to a bank account.',
  external: 'For back offices: deposits by EFT, bulk payment requests and floats.',
};

export function referencePages(name: string, documents: Documents, texts: SurfaceWords): DocPage[] {
  const document = documents[name]!;
  const rows = operationsOf(name, document);
  return [
    indexPage(name, document, rows),
    ...rows.map((row) => operationPage(documents, document, row, texts)),
  ];
}

function indexPage(name: string, document: ApiDocument, rows: readonly Row[]): DocPage {
  const title = surfaceTitle(document);
  const { description = '' } = document.info;
  const tags = [...new Set(rows.map(({ operation }) => operation.tags?.[0] ?? 'Operations'))];
  const sections: Section[] = [
    { id: 'main', title, level: 1, text: `${purposes[name]} ${description}` },
    ...tags.map((tag) => ({ id: idOf(tag), title: tag, level: 2, text: aboutTag(document, tag) })),
    { id: 'objects', title: 'Objects', level: 2, text: '' },
  ];
  return {
    path: `/docs/api/${name}`,
    title,
    group: 'Reference',
    sections,
    body: html`<h1>${title}</h1>
<p><strong>${purposes[name]}</strong></p>
${description.split('\n\n').map((text) => html`<p>${words(text)}</p>\n`)}
<p>Base address: <code>${firstOf(document.servers).url}</code>. As a file: <a href="/docs/openapi/${name}.json">OpenAPI</a>.
In a sandbox, the samples have the demo merchant’s keys and run as they are.</p>
${tags.map((tag) => tagSection(document, tag, rows))}
<h2 id="objects">Objects</h2>
<ul class="operations">${Object.entries(document.components.schemas).map(
      ([object, schema]) => html`<li id="${object}">${objectLink(object)} ${schema.description}</li>\n`,
    )}</ul>`,
  };
}

const idOf = (tag: string): string => `tag-${tag.toLowerCase().replaceAll(' ', '-')}`;

const aboutTag = ({ tags = [] }: ApiDocument, tag: string): string =>
  tags.find(({ name }) => name === tag)?.description ?? '';

/** The id of each row is the address that the operation had on the page of the whole API. */
function tagSection(document: ApiDocument, tag: string, rows: readonly Row[]): Html {
  const own = rows.filter(({ operation }) => (operation.tags?.[0] ?? 'Operations') === tag);
  return html`<h2 id="${idOf(tag)}">${tag}</h2>
<p>${aboutTag(document, tag)}</p>
<ul class="operations">${own.map(
    ({ surface, method, path, operation: { operationId: id, summary } }) =>
      html`<li id="${id}"><a href="${operationPath(surface, id)}">${summary}</a> <code>${method} ${path}</code></li>\n`,
  )}</ul>`;
}
