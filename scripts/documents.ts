// Generates docs/errors.md, docs/states.md and docs/openapi from the registries, the machines and the tables of
// operations.

import { type DocumentName, documentNames } from '../src/app/document-names.ts';
import { writeDocuments } from '../src/app/documents.ts';
import { errorRegistry } from '../src/core/errors.ts';
import { eventRegistry } from '../src/core/events.ts';
import { deliveryMachine } from '../src/core/notifications/actions.ts';
import { type Machine, stateDiagram } from '../src/kernel/state-machine.ts';
import { machines } from '../src/reports/timelines/steps.ts';
import { transportErrors } from '../src/surfaces/one/errors.ts';

const written = '`npm run docs` generates this page from the code.';

export function errorsMarkdown(): string {
  const entries = Object.entries(errorRegistry).map(
    ([code, { title, cause, cure }]) => `## ${code}\n\n${title}. ${cause}\n\n**What to do:** ${cure}\n`,
  );
  return `# Error codes

Find the cause and fix of an error. On the One API, these codes are the \`code\` of the error object, except where
the contract defines its own. The other surfaces return the same errors in their own formats. Responses of the One API have
\`Link: <…>; rel="help"\`, the address of the page that explains the code. ${written}

${entries.join('\n')}
## The One API's common codes

| Code | Status | Title |
|---|---|---|
${Object.entries(transportErrors)
  .map(([code, { status, title }]) => `| ${code} | ${status} | ${title} |`)
  .join('\n')}
`;
}

const base = 'http://localhost:8420';
const documents = writeDocuments({
  oneUrl: `${base}/one/v1`,
  paymentsUrl: `${base}/payments`,
  payoutsUrl: `${base}/payouts/v1`,
  externalUrl: `${base}/external`,
});

/** Returns the document of a surface, with the addresses of a first start. */
export function openapiJson(name: DocumentName): string {
  return `${JSON.stringify(documents[name], null, 2)}\n`;
}

const begin = '<!-- operations: written by `npm run docs` -->';
const end = '<!-- end of operations -->';

/** Returns the README with its table of operations from the documents. */
export function withOperations(readme: string): string {
  const from = readme.indexOf(begin) + begin.length;
  return `${readme.slice(0, from)}\n\n${documentNames.map(operationsOf).join('\n')}\n\n${readme.slice(readme.indexOf(end))}`;
}

function operationsOf(name: DocumentName): string {
  const { info, servers, paths } = documents[name];
  const rows = Object.entries(paths as Record<string, Record<string, { summary: string }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(
        ([method, { summary }]) => `| \`${method.toUpperCase()} ${path}\` | ${summary} |`,
      ),
  );
  return `<details><summary>${info.title.replace('Tefo ', '')}: ${rows.length} operations at <code>${servers[0].url.slice(base.length)}</code>, <a href="docs/openapi/${name}.json">OpenAPI</a></summary>

| Operation | Summary |
|---|---|
${rows.join('\n')}

</details>`;
}

export function statesMarkdown(): string {
  const events = Object.entries(eventRegistry).map(([name, meaning]) => `- \`${name}\`: ${meaning}`);
  return `# States

The states of each object and the transitions between them, from the tables that the code uses. ${written}

${[...machines, deliveryMachine].map(machineSection).join('\n')}
## Events

${events.join('\n')}
`;
}

function machineSection(machine: Machine): string {
  const rows = machine.edges.map(
    ({ from, verb, to, event, posting }) =>
      `| ${from.join(', ')} | ${verb} | ${to} | ${event ?? ''} | ${posting ?? ''} |`,
  );
  return `## ${machine.object}

\`\`\`mermaid
${stateDiagram(machine)}
\`\`\`

| From | Verb | To | Event | Posting |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
