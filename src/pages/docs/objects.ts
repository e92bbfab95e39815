// The pages of objects. Surfaces that have an object of the same name share its page.
import { html } from '../html.ts';
import { type Section, sample } from './markdown.ts';
import type { ApiDocument, DocPage, Documents, Schema } from './model.ts';
import { objectLink, objectsIn, operationPath, operationsOf, surfaceTitle, words } from './operation.ts';
import { exampleOf, fieldList, fieldsOf, objectPath } from './schemas.ts';

/** A form of an object, and the surfaces that have it. */
interface Form {
  surfaces: string[];
  document: ApiDocument;
  schema: Schema;
}

export function objectPages(documents: Documents): DocPage[] {
  const forms = new Map<string, Form[]>();
  for (const [surface, document] of Object.entries(documents))
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const known = forms.get(name) ?? [];
      const same = known.find((form) => JSON.stringify(form.schema) === JSON.stringify(schema));
      if (same) same.surfaces.push(surface);
      else forms.set(name, [...known, { surfaces: [surface], document, schema }]);
    }
  const names = [...forms.keys()].sort();
  const list: DocPage = {
    path: '/docs/objects',
    title: 'Objects',
    group: 'Reference',
    sections: [{ id: 'main', title: 'Objects', level: 1, text: 'Every object of the four APIs.' }],
    body: html`<h1>Objects</h1>
<p>The objects in the requests, responses and notifications of the four APIs.</p>
${Object.entries(documents).map(
  ([surface, document]) => html`<h2 id="${surface}">${surfaceTitle(document)}</h2>
<ul class="operations">${Object.entries(document.components.schemas).map(
    ([name, { description = '' }]) => html`<li>${objectLink(name)} ${description}</li>\n`,
  )}</ul>`,
)}`,
  };
  return [list, ...names.map((name) => objectPage(name, forms.get(name) ?? [], documents))];
}

function objectPage(name: string, forms: readonly Form[], documents: Documents): DocPage {
  const parts = forms.map(({ surfaces, document, schema }) => {
    const prefix = forms.length === 1 ? '' : `${surfaces[0]}.`;
    const title = surfaces.map((surface) => surfaceTitle(documents[surface]!)).join(', ');
    return { prefix, title, document, schema, id: surfaces[0]!, fields: fieldsOf(document, schema) };
  });
  const sections: Section[] = [
    { id: 'main', title: name, level: 1, text: parts[0]?.schema.description ?? '' },
    ...parts.flatMap(({ id, title, prefix, fields }) => [
      { id, title, level: 2, text: '' },
      ...fields.map((field) => ({
        id: `${prefix}${field.name}`,
        title: `${name}.${field.name}`,
        level: 4,
        text: field.description,
      })),
    ]),
    { id: 'used-by', title: 'Used by', level: 2, text: '' },
  ];
  return {
    path: objectPath(name),
    title: `${name} object`,
    parent: '/docs/objects',
    sections,
    body: html`<p class="trail"><a href="/docs/objects">Objects</a></p>
<h1>${name}</h1>
${parts.map(
  ({ id, title, prefix, document, schema, fields }) => html`<h2 id="${id}">${title}</h2>
${schema.description && html`<p>${words(schema.description)}</p>`}
${fields.length > 0 && fieldList(prefix, fields)}
<details class="example"><summary>Example</summary>${sample(JSON.stringify(exampleOf(document, schema), null, 2), 'json')}</details>\n`,
)}
<h2 id="used-by">Used by</h2>
${usedBy(name, documents)}`,
  };
}

function usedBy(name: string, documents: Documents) {
  const operations = Object.entries(documents).flatMap(([surface, document]) =>
    operationsOf(surface, document).filter(({ operation }) => objectsIn(operation).has(name)),
  );
  const objects = new Set(
    Object.values(documents).flatMap(({ components }) =>
      Object.entries(components.schemas)
        .filter(([other, schema]) => other !== name && objectsIn(schema).has(name))
        .map(([other]) => other),
    ),
  );
  const messages = Object.values(documents).some(({ webhooks = {} }) => objectsIn(webhooks).has(name));
  return html`<ul>${operations.map(
    ({ surface, method, path, operation }) =>
      html`<li><a href="${operationPath(surface, operation.operationId)}">${operation.summary}</a> <code>${method} ${path}</code></li>\n`,
  )}${[...objects].map((other) => html`<li>${objectLink(other)}</li>\n`)}${messages && html`<li><a href="/docs/events">Notifications</a></li>\n`}</ul>`;
}
