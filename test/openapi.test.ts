// Generators and readers rely on the documents: every member has a meaning and an example, and requests composed of
// those examples fit. test/contract checks the responses.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentNames } from '../src/app/document-names.ts';
import { dialectWords } from '../src/surfaces/dialect/words.ts';
import { oneWords } from '../src/surfaces/one/words.ts';
import { payoutsWords } from '../src/surfaces/payouts/words.ts';
import { dialectSchemas, oneSchemas, payoutsSchemas } from '../src/surfaces/schema-words.ts';
import { sharedWords } from '../src/surfaces/words.ts';
import { documents, escaped, judge, operations, type Part, resolved } from './contract/documents.ts';

/** Every schema of a part of a document, with its position: its own, its members', its items'. */
function* schemasIn(part: Part, at: string): Generator<[pointer: string, schema: Part, isMember: boolean]> {
  for (const [key, inner] of Object.entries(part)) {
    if (typeof inner !== 'object' || inner === null || key === 'example' || key === 'examples') continue;
    const pointer = `${at}/${escaped(key)}`;
    if (key === 'schema' || at === '/components/schemas') yield [pointer, inner, false];
    if (key === 'properties' && typeof inner.type !== 'string')
      for (const [name, member] of Object.entries(inner as Part))
        yield [`${pointer}/${escaped(name)}`, member, true];
    yield* schemasIn(inner, pointer);
  }
}

/** A text that a reader learns something from: a sentence, and not the name again. */
const isSentence = (text: unknown, name: string): boolean =>
  typeof text === 'string' &&
  /^[A-Z`0-9].*\.$/s.test(text) &&
  text.split(/\s+/).length >= 4 &&
  text.toLowerCase().replaceAll(/\b(the|a|an|of|is|it)\b|\W/g, '') !== name.toLowerCase();

for (const surface of documentNames) {
  const document = documents[surface];
  const all = [...schemasIn(document, '')];
  const members = all.filter(([, , isMember]) => isMember);

  describe(`the document of ${surface}`, () => {
    test('says in a sentence what every member means, and shows a value of it', () => {
      assert.ok(members.length > 30);
      const poor = members.filter(([pointer, member]) => {
        const name = pointer.split('/').at(-1)!;
        return !isSentence(member.description, name) || member.examples?.length !== 1;
      });
      assert.deepEqual(
        poor.map(([pointer, { description, examples }]) => ({ pointer, description, examples })),
        [],
      );
    });

    test('says when a member is null, and when a response omits it', () => {
      const poor = members.filter(
        ([pointer, { description }]) =>
          (isNullable(surface, pointer) && !/\bnull\b/.test(description)) ||
          (isLeftOut(surface, pointer) && !/\b(absent|present)\b/i.test(description)),
      );
      assert.deepEqual(
        poor.map(([pointer, { description }]) => ({ pointer, description })),
        [],
      );
    });

    test('describes every named schema', () => {
      const poor = Object.entries(document.components.schemas as Part).filter(
        ([name, { description }]) => !isSentence(description, name),
      );
      assert.deepEqual(
        poor.map(([name]) => name),
        [],
      );
    });

    test('shows messages that fit, each form by its own', () => {
      for (const [pointer, shown] of messageBodies(document))
        for (const [index, value] of shown.entries()) {
          const form = shown.length > 1 ? `${pointer}/anyOf/${index}` : pointer;
          assert.equal(judge(surface, form, value), undefined, form);
        }
    });

    test('does so for every parameter and header', () => {
      const parameters = operations
        .filter((one) => one.surface === surface)
        .flatMap(({ operation }) =>
          (operation.parameters ?? []).map((one: Part) => ({ of: operation.operationId, ...one })),
        );
      const headers = Object.entries(document.components.headers as Part).map(([name, one]) => ({
        name,
        ...one,
      }));
      const poor = [...parameters, ...headers].filter(
        ({ name, description, example }) => !isSentence(description, name) || example === undefined,
      );
      assert.deepEqual(poor, []);
    });

    test('is composed of values that fit together', () => {
      for (const [pointer, { examples }] of [...all, ...members]) {
        if (examples) assert.equal(judge(surface, pointer, examples[0]), undefined, pointer);
      }
      for (const name of Object.keys(document.components.schemas)) {
        const pointer = `/components/schemas/${name}`;
        assert.equal(judge(surface, pointer, composed(surface, pointer)), undefined, pointer);
      }
    });

    test('has no default, because generators then treat a member as always present', () => {
      const found = all.filter(([, schema]) => 'default' in schema).map(([pointer]) => pointer);
      assert.deepEqual(found, []);
    });

    test('gives the formats of addresses and times', () => {
      // As sent, since no rule required URIs; and a time that can be written without its T.
      const others = /BulkPaymentJob.*NotifyUrl|\/(Payout|PayoutVerification)\/.*notifyUrl|expiryDateUtc/;
      const poor = members
        .filter(([pointer]) => /(Url|Date|DateUtc|\/at)$/.test(pointer) && !others.test(pointer))
        .filter(
          ([pointer]) => !['uri', 'date-time', 'date'].includes(resolved(surface, pointer).part.format),
        );
      assert.deepEqual(poor, []);
    });

    test('describes JSON and XML by one schema, so that a response has one type', () => {
      const contents = operations
        .filter((one) => one.surface === surface)
        .flatMap(({ operation }) => [operation.requestBody, ...Object.values(operation.responses as Part)])
        .map((body) => (body?.content ?? {}) as Part);
      for (const content of contents)
        for (const type of ['application/xml', 'text/xml', 'text/json', 'application/*+json'])
          if (content[type]) assert.deepEqual(content[type].schema, content['application/json'].schema);
    });
  });
}

/** The schema of each message's body, and the bodies that its document shows. */
const messageBodies = ({ webhooks = {} }: Part): [pointer: string, shown: unknown[]][] =>
  Object.entries(webhooks as Part).flatMap(([name, { post }]) =>
    Object.entries(post.requestBody.content as Part).map(([type, media]): [string, unknown[]] => [
      `/webhooks/${escaped(name)}/post/requestBody/content/${escaped(type)}/schema`,
      media.examples ? Object.values(media.examples as Part).map(({ value }) => value) : [media.example],
    ]),
  );

const isNullable = (surface: (typeof documentNames)[number], pointer: string): boolean => {
  const { type, anyOf = [] } = resolved(surface, pointer).part;
  return [type].flat().includes('null') || anyOf.some((choice: Part) => choice.type === 'null');
};

/** Whether a response, which is described closed, can omit a member. */
function isLeftOut(surface: (typeof documentNames)[number], pointer: string): boolean {
  const at = pointer.lastIndexOf('/properties/');
  const [of, name] = [pointer.slice(0, at), pointer.slice(at + '/properties/'.length)];
  const { additionalProperties, required = [] } = resolved(surface, of).part;
  return additionalProperties === false && !required.includes(name);
}

/** A value of the examples of a schema's members. */
function composed(surface: (typeof documentNames)[number], pointer: string): unknown {
  const { part } = resolved(surface, pointer);
  const { properties, items } = part as { properties?: Part; items?: Part };
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, one.examples[0]]));
  return items ? [composed(surface, `${pointer}/items`)] : part.examples?.[0];
}

test('the Merchant External API lists all media types of a body', () => {
  const bodies = operations.filter(
    ({ surface, operation }) => surface === 'external' && operation.requestBody,
  );
  assert.ok(bodies.length > 4);
  for (const { operation } of bodies)
    assert.deepEqual(Object.keys(operation.requestBody.content), [
      'application/json',
      'text/json',
      'application/*+json',
    ]);
});

test('every description is used in a document', () => {
  const said = JSON.stringify(documents);
  for (const words of [sharedWords, oneWords, dialectWords, payoutsWords])
    for (const [name, [description]] of Object.entries(words))
      assert.ok(said.includes(JSON.stringify(description)), name);
  for (const titles of [oneSchemas, dialectSchemas, payoutsSchemas])
    for (const description of Object.values(titles))
      assert.ok(said.includes(JSON.stringify(description)), description);
});
