// Finds an example for every member of a document: in its schema, else in an operation's example, else in its words (as
// `sample`, which no document keeps). A choice takes its first value, a record those of its members.
import { lastOf, memberOf } from '../kernel/required.ts';
import type { Example } from './described.ts';
import type { Part } from './openapi-schemas.ts';

/**
 * Gives each member of the document's schemas an example. `examples` are keyed by operation name; `posted` are those
 * of messages, by name, one of each form.
 */
export function addSamples(
  document: Part,
  examples: Readonly<Record<string, Example>>,
  posted: Readonly<Record<string, readonly unknown[]>>,
): void {
  const { schemas = {}, responses = {} } = document.components as Part;
  const operations = Object.values(document.paths as Part).flatMap((methods) =>
    Object.values(methods as Part),
  );
  const messages = Object.entries((document.webhooks ?? {}) as Part).map(([name, { post }]) => {
    takeMessage(document, post.requestBody, memberOf(posted, name));
    return post;
  });
  for (const { operationId, requestBody, responses: answers } of operations) {
    const { body, answer } = examples[operationId] ?? {};
    for (const schema of schemasOf(requestBody)) take(document, schema, body);
    for (const schema of schemasOf(answers[answer?.status ?? ''])) take(document, schema, answer?.body);
  }
  const bodies = [...operations, ...messages].flatMap(({ requestBody, responses: answers }) => [
    requestBody,
    ...Object.values(answers as Part),
  ]);
  for (const schema of [...bodies, ...Object.values(responses)].flatMap((body) => schemasOf(body as Part)))
    compose(document, schema);
  for (const schema of Object.values(schemas)) compose(document, schema as Part);
}

function takeMessage(document: Part, body: Part, examples: readonly unknown[]): void {
  for (const schema of schemasOf(body))
    for (const [index, form] of ((schema.anyOf ?? [schema]) as Part[]).entries())
      take(document, form, examples[index]);
}

const schemasOf = (body: Part | undefined): Part[] =>
  Object.values((body?.content ?? {}) as Part).map(({ schema }) => schema);

/** Stores a value as the example of each member of its schema that has none yet. */
function take(document: Part, schema: Part, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { properties, items, allOf, anyOf } = referred(document, schema);
  for (const choice of [...(allOf ?? []), ...(anyOf ?? [])]) take(document, choice, value);
  if (items && Array.isArray(value)) for (const item of value) take(document, items, item);
  for (const [name, member] of Object.entries((properties ?? {}) as Record<string, Part>)) {
    const held = (value as Part)[name];
    take(document, member, held);
    if (isTelling(held)) member.examples ??= [held];
  }
}

const isTelling = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Gives examples to the members that have none yet. Returns the schema's own example. */
function compose(document: Part, schema: Part): unknown {
  const { properties, items, anyOf, allOf } = schema.$ref ? referred(document, schema) : schema;
  for (const member of Object.values((properties ?? {}) as Record<string, Part>)) {
    const composed = compose(document, member);
    const sample = member.sample ?? composed;
    delete member.sample;
    if (sample !== undefined) member.examples ??= [sample];
  }
  const item = items && compose(document, items);
  const [first] = (anyOf ?? allOf ?? []).map((choice: Part) => compose(document, choice));
  if (schema.examples) return schema.examples[0];
  if (properties) return membersOf(properties);
  if (items) return listOf(item);
  return first ?? referred(document, schema).enum?.[0];
}

const listOf = (item: unknown): unknown[] | undefined => (item === undefined ? undefined : [item]);

const membersOf = (properties: Record<string, Part>): Part =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, { examples }]) => examples)
      .map(([name, { examples }]) => [name, examples[0]]),
  );

const referred = (document: Part, schema: Part): Part =>
  typeof schema.$ref === 'string' ? document.components.schemas[lastOf(schema.$ref.split('/'))] : schema;
