// No change of an API breaks a client of the last release. `npm run release` writes test/released/api.txt.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { breakingChanges, factsOf, readFacts, written } from '../../scripts/api-facts.ts';
import { readApiDocuments } from '../../scripts/released.ts';

test('the APIs break no client of the last release', async () => {
  const released = readFacts(await readFile('test/released/api.txt', 'utf8'));
  assert.ok(released.size > 5_000);
  assert.deepEqual(breakingChanges(released, factsOf(await readApiDocuments())), []);
});

test('facts are read as they were written', async () => {
  const facts = factsOf(await readApiDocuments());
  assert.deepEqual(readFacts(written(facts)), facts);
});

const thing = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 50 },
    kind: { type: 'string', enum: ['a', 'b'] },
    lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
  },
};
const line = { type: 'object', properties: { value: { type: ['number', 'null'], minimum: 0 } } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

// biome-ignore lint/suspicious/noExplicitAny: a test changes parts of any form
type Any = any;
type Parts = Record<'request' | 'response' | 'line' | 'paths' | 'parameters' | 'webhooks', Any>;

/** Returns documents with one operation and one message, after a change. */
function documentsWith(change: (parts: Parts) => void = () => {}): Record<string, Any> {
  const parts: Parts = {
    ...{ request: structuredClone(thing), response: structuredClone(thing), line: structuredClone(line) },
    ...{ paths: {}, parameters: [] },
    webhooks: { 'thing.complete': { post: { requestBody: json(structuredClone(thing)) } } },
  };
  change(parts);
  const { request, response, paths, parameters, webhooks } = parts;
  const post = {
    ...{ operationId: 'createThing', parameters, requestBody: json(request) },
    responses: { 201: json(response), 400: json(response) },
  };
  const schemas = { Line: parts.line };
  return { one: { paths: { '/things': { post }, ...paths }, webhooks, components: { schemas } } };
}

const before = factsOf(documentsWith());
const breaks = (change: Parameters<typeof documentsWith>[0]) =>
  breakingChanges(before, factsOf(documentsWith(change))).map((text) =>
    text.replace('one POST /things ', ''),
  );

test('a removed operation, member, value, status or message breaks clients, and so does a stricter demand', () => {
  const found = {
    removedMember: breaks(({ response }) => delete response.properties.kind),
    removedOfItem: breaks(({ line: of }) => delete of.properties.value),
    optional: breaks(({ response }) => delete response.required),
    otherType: breaks(({ request }) => (request.properties.name.type = 'integer')),
    fewerValues: breaks(({ request }) => request.properties.kind.enum.pop()),
    shorter: breaks(({ request }) => (request.properties.name.maxLength = 40)),
    newLimit: breaks(({ request }) => (request.properties.kind.maxLength = 1)),
    demanded: breaks(({ request }) => request.required.push('kind')),
    newDemanded: breaks(({ parameters }) =>
      parameters.push({ in: 'query', name: 'site', required: true, schema: { type: 'string' } }),
    ),
    message: breaks(({ webhooks }) => delete webhooks['thing.complete']).slice(0, 1),
  };
  assert.deepEqual(found, {
    removedMember: ['removed: 201 application/json /kind type (string)'],
    removedOfItem: [
      'removed: 201 application/json /lines/*/value type (null or number)',
      'removed: request application/json /lines/*/value type (null or number)',
      'removed: one thing.complete message application/json /lines/*/value type (null or number)',
    ],
    optional: ['removed: 201 application/json /name required (true)'],
    otherType: ['changed: request application/json /name type from string to integer'],
    fewerValues: ['removed: request application/json /kind value b (b)'],
    shorter: ['changed: request application/json /name maxLength from 50 to 40'],
    newLimit: ['added: request application/json /kind maxLength (1)'],
    demanded: ['added: request application/json /kind required (true)'],
    newDemanded: ['added: request query:site required (true)'],
    message: ['removed: one thing.complete message application/json  type (object)'],
  });
  assert.match(breakingChanges(before, factsOf({ one: {} }))[0]!, /^removed: one POST \/things 201/);
});

test('additions and laxer limits break nothing', () => {
  const { post } = documentsWith().one.paths['/things'];
  const harmless: Parameters<typeof documentsWith>[0][] = [
    ({ response }) => (response.properties.more = { type: 'string' }),
    ({ request }) => (request.properties.more = { type: 'string', maxLength: 5 }),
    ({ request }) =>
      (request.properties.more = {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' } },
      }),
    ({ request }) => (request.properties.name.maxLength = 60),
    ({ request }) => delete request.properties.name.maxLength,
    ({ request }) => delete request.required,
    ({ request }) => request.properties.kind.enum.push('c'),
    ({ response }) => (response.properties.kind.enum = ['a']),
    ({ paths }) => (paths['/others'] = { post }),
    ({ parameters }) => parameters.push({ in: 'query', name: 'site', schema: { type: 'string' } }),
  ];
  for (const change of harmless) assert.deepEqual(breaks(change), [], String(change));
});
