// The API reference of a surface: its operations and objects as text, and below it the same to try.
import { firstOf } from '../../kernel/required.ts';
import { type Html, html } from '../html.ts';
import { origin } from './filling.ts';
import { inline, type Section, sample } from './markdown.ts';
import type { Answer, ApiDocument, DocPage, Media, Operation } from './model.ts';
import { markOf } from './samples/index.ts';
import { scalarPath } from './scalar.ts';
import { membersOf, memberTable, nameOf } from './schemas.ts';

/** The names in whose place a sandbox writes its demo merchant's keys. */
const demoKeys = {
  apiKey: 'YOUR_API_KEY',
  siteCode: 'YOUR_SITE_CODE',
  clientId: 'YOUR_CLIENT_ID',
  clientSecret: 'YOUR_CLIENT_SECRET',
};

/** Where tokens come from, of the surfaces that have them; a service writes its own addresses in their place. */
const tokenUrls: Record<string, string> = {
  one: `${origin}/one/v1/token`,
  payments: `${origin}/payments/token`,
};

/** Returns the page of a surface. */
export function referencePage(name: string, document: ApiDocument): DocPage {
  const title = document.info.title.replace('Tefo ', '');
  const operations = operationsOf(document);
  const objects = Object.entries(document.components.schemas);
  const sections: Section[] = [
    { id: 'main', title, level: 1, text: document.info.description ?? '' },
    ...operations.map(
      ({ method, path, operation }): Section => ({
        id: operation.operationId,
        title: `${operation.operationId} · ${method} ${path}`,
        level: 3,
        text: [
          operation.summary,
          operation.description,
          ...(operation.parameters ?? []).map((one) => one.name),
        ].join(' '),
      }),
    ),
    ...objects.flatMap(([object, schema]) => [
      { id: object, title: object, level: 3, text: schema.description ?? '' },
      ...membersOf(document, schema).map((member) => ({
        id: `${object}.${member.name}`,
        title: `${object}.${member.name}`,
        level: 4,
        text: member.description,
      })),
    ]),
  ];
  const source = { title, slug: name, url: `/docs/openapi/${name}.json`, default: true };
  return {
    path: `/docs/api/${name}`,
    title,
    group: 'Reference',
    sections,
    scripts: ['docs.js'],
    data: {
      scalar: scalarPath,
      documents: JSON.stringify([source]),
      keys: JSON.stringify({ ...demoKeys, tokenUrl: tokenUrls[name] }),
    },
    body: html`<h1>${title}</h1>
<p>${words(document.info.description ?? '')}</p>
<p>Base address: <code>${firstOf(document.servers).url}</code>. As a file: <a href="/docs/openapi/${name}.json">OpenAPI</a>.
<a href="#reference">Try it</a> below: a sandbox has filled in its demo keys, and elsewhere you type your own.</p>
<h2 id="operations">Operations</h2>
<ul class="operations">${operations.map(
      ({ method, path, operation }) =>
        html`<li><a href="#${operation.operationId}"><code>${method} ${path}</code></a> ${operation.summary}</li>\n`,
    )}</ul>
${operations.map(({ method, path, operation }) => drawOperation(document, method, path, operation))}
<h2 id="objects">Objects</h2>
${objects.map(
  ([object, schema]) => html`<h3 id="${object}">${object}</h3>
${schema.description && html`<p>${words(schema.description)}</p>`}
${table(object, membersOf(document, schema))}`,
)}
<noscript><p>To try operations here, JavaScript is needed. The samples need none.</p></noscript>`,
    below: html`<div id="reference"></div>`,
  };
}

const table = (name: string, members: ReturnType<typeof membersOf>): Html | string =>
  members.length === 0 ? '' : memberTable(name, members);

/** Returns every operation of a document. */
export function operationsOf(
  document: ApiDocument,
): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Descriptions are Markdown, and lead nowhere. */
const words = (description: string): Html => inline(description, () => undefined);

function drawOperation(document: ApiDocument, method: string, path: string, operation: Operation): Html {
  const { operationId: id, parameters = [], requestBody } = operation;
  const given = parameters.map(({ name, in: place, required, description = '', schema, example }) => ({
    name,
    type: `${place}, ${String(schema.type ?? 'text')}`,
    isRequired: required ?? false,
    description,
    example,
  }));
  return html`<h3 id="${id}"><code>${method} ${path}</code> ${operation.summary}</h3>
${operation.description && html`<p>${words(operation.description)}</p>`}
${given.length > 0 && memberTable(id, given)}
${requestBody && html`<p>Takes ${mediaOf(requestBody.content)}</p>${bodySample(requestBody.content)}`}
<ul>${Object.entries(operation.responses).map(
    ([status, answer]) => html`<li><strong>${status}</strong> ${answerOf(document, answer)}</li>\n`,
  )}</ul>
${samples(operation)}`;
}

/** One of them is open at a time. */
function samples({ operationId, 'x-codeSamples': all = [] }: Operation): Html {
  return html`<div class="samples">${all.map(
    ({ lang, label, source }, index) =>
      html`<details name="samples-${operationId}"${index === 0 && html` open`}><summary>${label}</summary>${sample(source, markOf(lang))}</details>\n`,
  )}</div>`;
}

function mediaOf(content: Record<string, Media>): Html[] {
  const kinds = Object.entries(content);
  return kinds.map(([type, { schema }], index) => {
    const name = schema.$ref && nameOf(schema.$ref);
    return html`${index > 0 && ', or '}<code>${type}</code>${name && html`: <a href="#${name}">${name}</a>`}`;
  });
}

function bodySample(content: Record<string, Media>): Html | string {
  const example = content['application/json']?.example;
  return example === undefined ? '' : sample(JSON.stringify(example, null, 2), 'json');
}

function answerOf(document: ApiDocument, given: Answer): Html {
  const answer = given.$ref ? (document.components.responses[nameOf(given.$ref)] ?? given) : given;
  return html`${words(answer.description ?? '')} ${answer.content && mediaOf(answer.content)}`;
}
