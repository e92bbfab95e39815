// The page of an operation: its parameters, body, responses and errors, with samples next to them.
import { errorRegistry } from '../../core/errors.ts';
import { type Html, html } from '../html.ts';
import { inline, type Section, sample } from './markdown.ts';
import type { Answer, ApiDocument, DocPage, Documents, Media, Operation, SurfaceWords } from './model.ts';
import { markOf } from './samples/index.ts';
import {
  exampleOf,
  type Field,
  fieldList,
  fieldsOf,
  limitsOf,
  nameOf,
  objectPath,
  resolve,
  typeOf,
} from './schemas.ts';
import { tryForm } from './try.ts';

export interface Row {
  surface: string;
  method: string;
  path: string;
  operation: Operation;
}

export const operationPath = (surface: string, id: string): string => `/docs/api/${surface}/${id}`;

export function operationsOf(surface: string, document: ApiDocument): Row[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      surface,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** The title of a surface, such as "One API". */
export const surfaceTitle = (document: ApiDocument): string => document.info.title.replace('Tefo ', '');

/** Descriptions are Markdown without links. */
export const words = (description: string): Html => inline(description, () => undefined);

export function operationPage(
  documents: Documents,
  document: ApiDocument,
  row: Row,
  texts: SurfaceWords,
): DocPage {
  const { surface, method, path, operation } = row;
  const { operationId: id, summary, description = '', requestBody } = operation;
  const [parameters, body] = [parametersOf(document, operation), bodyOf(document, requestBody?.content)];
  const errors = errorsOf(document, operation, texts);
  const title = surfaceTitle(document);
  const sections: Section[] = [
    { id: 'main', title: summary, level: 1, text: description },
    ...(parameters.length > 0 ? [sectionOf('parameters', 'Parameters', parameters)] : []),
    ...(body ? [sectionOf('body', 'Body', body.fields)] : []),
    { id: 'responses', title: 'Responses', level: 2, text: '' },
    { id: 'errors', title: 'Errors', level: 2, text: errors.map(({ code }) => code ?? '').join(' ') },
    { id: 'samples', title: 'Samples', level: 2, text: '' },
    { id: 'try', title: 'Try it', level: 2, text: '' },
  ];
  return {
    path: operationPath(surface, id),
    title: `${summary} · ${title}`,
    parent: `/docs/api/${surface}`,
    tag: operation.tags?.[0] ?? 'Operations',
    sections,
    scripts: ['docs-try.js'],
    side: html`<h2 id="samples">Samples</h2>\n${samples(operation)}`,
    body: html`<p class="trail"><a href="/docs/api/${surface}">${title}</a></p>
<h1>${summary}</h1>
<p class="endpoint"><strong>${method}</strong> <code>${path}</code></p>
${description !== '' && html`<p>${words(description)}</p>`}
<p class="small quiet">Operation <code>${id}</code>. ${accessOf(operation)}</p>
${parameters.length > 0 && html`<h2 id="parameters">Parameters</h2>${fieldList('parameters.', parameters)}`}
${body && html`<h2 id="body">Body</h2><p>${body.forms}</p>${fieldList('body.', body.fields)}`}
<h2 id="responses">Responses</h2>
${responsesOf(document, operation)}
<h2 id="errors">Errors</h2>
${errorList(errors)}
${tryForm(documents, surface, operation)}`,
  };
}

function sectionOf(id: string, title: string, fields: readonly Field[]): Section {
  return {
    id,
    title,
    level: 2,
    text: fields.map(({ name, description }) => `${name}: ${description}`).join('\n'),
  };
}

/** Returns the credentials that an operation requires, in words. */
function accessOf({ security = [] }: Operation): Html {
  const [way] = security as Record<string, string[]>[];
  if (!way || Object.keys(way).length === 0 || 'client' in way) return html`It requires no token.`;
  if ('oauth' in way) {
    const scopes = way.oauth ?? [];
    const named = scopes.map((scope) => html`<code>${scope}</code>`);
    return html`It requires a <a href="${operationPath('one', 'createToken')}">token</a>${scopes.length > 0 && html` with the scope ${named}`}.`;
  }
  if ('bearer' in way)
    return html`It requires a <a href="${operationPath('payments', 'postToken')}">token</a>.`;
  return html`It requires the header <code>ApiKey</code>${'siteCode' in way && html` and the header <code>SiteCode</code>`}.`;
}

function parametersOf(document: ApiDocument, { parameters = [] }: Operation): Field[] {
  const order = ['path', 'query', 'header'];
  return parameters
    .map((one): [number, Field] => [
      order.indexOf(one.in),
      {
        name: one.name,
        type: html`${typeOf(one.schema)}, in the ${one.in}`,
        isRequired: one.required ?? false,
        description: one.description ?? '',
        limits: limitsOf(resolve(document, one.schema)),
        example: one.example,
        fields: [],
      },
    ])
    .sort(([one], [other]) => one - other)
    .map(([, field]) => field);
}

function bodyOf(document: ApiDocument, content: Record<string, Media> | undefined) {
  const [media] = Object.values(content ?? {});
  return content && media && { forms: mediaOf(content), fields: fieldsOf(document, media.schema) };
}

function mediaOf(content: Record<string, Media>): Html[] {
  const kinds = Object.entries(content);
  return kinds.map(([type, { schema }], index) => {
    const isRepeated = index > 0 && typeText(schema) === typeText(kinds[index - 1]![1].schema);
    return html`${index > 0 && ', or '}<code>${type}</code>${!isRepeated && html`: ${typeOf(schema)}`}`;
  });
}

const typeText = (schema: Media['schema']): string => String(typeOf(schema));

/** One of them is open at a time. */
function samples({ operationId, 'x-codeSamples': all = [] }: Operation): Html {
  return html`<div class="samples">${all.map(
    ({ lang, label, source }, index) =>
      html`<details name="samples-${operationId}"${index === 0 && html` open`}><summary>${label}</summary>${sample(source, markOf(lang))}</details>\n`,
  )}</div>`;
}

/** The names of statuses. */
export const reasons: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content too large',
  415: 'Unsupported media type',
  429: 'Too many requests',
  500: 'Internal server error',
  502: 'Bad gateway',
  503: 'Service unavailable',
};

const answerOf = (document: ApiDocument, given: Answer): Answer =>
  given.$ref ? (document.components.responses[nameOf(given.$ref)] ?? given) : given;

/** Draws the successful responses, with the fields of a body without a separate page, and an example. */
function responsesOf(document: ApiDocument, { responses }: Operation): Html[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, given]) => {
      const { description = '', content = {} } = answerOf(document, given);
      const [media] = Object.values(content);
      const hasPage = media?.schema.$ref !== undefined || media?.schema.items?.$ref !== undefined;
      const example =
        media?.example ??
        (status === '200' && media && !('201' in responses) ? exampleOf(document, media.schema) : undefined);
      return html`<h3 id="response-${status}">${status} ${reasons[status]}</h3>
<p>${words(description)} ${media && html`The body is ${mediaOf(content)}.`}</p>
${media && !hasPage && fieldList(`response-${status}.`, fieldsOf(document, media.schema))}
${example !== undefined && html`<details class="example"${status === '201' && html` open`}><summary>Example of the response</summary>${sample(JSON.stringify(example, null, 2), 'json')}</details>`}\n`;
    });
}

interface ErrorRow {
  status: string;
  code?: string;
  meaning: string;
}

/** Returns the errors of an operation: one for each code, or for each status on surfaces without codes. */
function errorsOf(
  document: ApiDocument,
  { responses }: Operation,
  { commonErrors }: SurfaceWords,
): ErrorRow[] {
  const isCode = (code: string): boolean => code in commonErrors || code in errorRegistry;
  return Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([status, given]): ErrorRow[] => {
      const { description = '' } = answerOf(document, given);
      const pieces = description.split(/`([A-Z]\w+)`: /);
      const coded = pieces.flatMap((code, index): ErrorRow[] =>
        index % 2 === 1 && isCode(code) ? [{ status, code, meaning: (pieces[index + 1] ?? '').trim() }] : [],
      );
      return coded.length > 0 ? coded : [{ status, meaning: description }];
    });
}

function errorList(errors: readonly ErrorRow[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Errors of this operation"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Error</th><th scope="col">Meaning</th></tr></thead>
<tbody>${errors.map(
    ({ status, code, meaning }) =>
      html`<tr><td>${status}</td><td>${code ? html`<a href="/docs/errors/${code}">${code}</a>` : reasons[status]}</td><td>${words(meaning)}</td></tr>\n`,
  )}</tbody></table></div>
<p class="small quiet"><a href="/docs/errors">All error codes</a> · <a href="/docs/guides/retries">When to retry</a></p>`;
}

/** Returns the objects that an operation names, directly. */
export const objectsIn = (value: unknown): Set<string> =>
  new Set([...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!));

export const objectLink = (name: string): Html => html`<a href="${objectPath(name)}">${name}</a>`;
