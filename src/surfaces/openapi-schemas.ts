// Schemas as documents hold them. Those with a title are written once, as components: closed to send, open to receive.
import type { TSchema } from 'typebox';
import { firstOf } from '../kernel/required.ts';
import type { SchemaWords } from './schema-words.ts';

/** Any part of a document. */
// biome-ignore lint/suspicious/noExplicitAny: the parts of a document have the shapes of OpenAPI, which we have no types for
export type Part = Record<string, any>;

/**
 * Descriptions of members whose schema has none, with an example where no operation's example holds one. Keyed by
 * "schema.member", where the schema has a title or is itself a member of that name, or by the member's name alone.
 */
export type Words = Readonly<Record<string, readonly [description: string, example?: unknown]>>;

export interface SchemaWriter {
  /** For outgoing messages: members that the schema does not name are forbidden. */
  closed(schema: TSchema): Part;
  /** For incoming requests: members that the schema does not name are ignored. */
  open(schema: TSchema): Part;
  /** A member of the named parent, such as a query parameter. */
  member(of: string, name: string, schema: TSchema): Part;
  /** The components written so far. */
  components(): Part;
}

/** `titles` describe the schemas that have a title. */
export function createSchemaWriter(words: Words, titles: SchemaWords = {}): SchemaWriter {
  const written = new Map<string, Part>();

  function write(schema: Part, isClosed: boolean, name?: string): Part {
    const { title } = schema;
    if (title === undefined) return inPlace(schema, isClosed, name);
    // The text at this place goes next to the reference.
    const { title: _, description, examples, sample, ...untitled } = schema;
    const about = titles[title];
    const whole = { ...(about && { description: about }), ...inPlace(untitled, isClosed, title) };
    const own = isClosed || !isTaken(title, whole) ? title : `${title}Input`;
    if (isTaken(own, whole)) throw new Error(`two schemas have the title ${own}`);
    written.set(own, whole);
    return {
      $ref: `#/components/schemas/${own}`,
      ...(description && { description }),
      ...(examples && { examples }),
      ...(sample !== undefined && { sample }),
    };
  }

  const isTaken = (name: string, by: Part): boolean =>
    written.has(name) && JSON.stringify(written.get(name)) !== JSON.stringify(by);

  /** `name`: the schema's title, or the name of its parent. */
  function inPlace(schema: Part, isClosed: boolean, name = ''): Part {
    const { properties, items, anyOf, allOf, ...rest } = schema;
    const part = (one: Part): Part => write(one, isClosed, name);
    if (anyOf) return { ...rest, ...eitherOf(anyOf.map(part)) };
    return {
      ...typed(rest),
      ...(allOf && { allOf: allOf.map(part) }),
      ...(items && { items: part(items) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([member, one]) => [
            member,
            write(
              rest.type === 'object' ? worded(name, member, one as Part) : (one as Part),
              isClosed,
              member,
            ),
          ]),
        ),
        // An object inside allOf only narrows another: closing it would forbid the other's members.
        ...(isClosed &&
          rest.type === 'object' &&
          !('additionalProperties' in rest) && { additionalProperties: false }),
      }),
    };
  }

  /** Returns a member's schema with its description. `sample` is the words' example, for openapi-samples.ts. */
  function worded(of: string, name: string, schema: Part): Part {
    const [description, example] =
      words[`${of}.${name}`] ?? words[name] ?? words[firstOf(name).toLowerCase() + name.slice(1)] ?? [];
    return {
      ...schema,
      ...(description !== undefined && descriptionOf(schema) === undefined && { description }),
      ...(example !== undefined && { sample: example }),
    };
  }

  return {
    closed: (schema) => write(schema, true),
    open: (schema) => write(schema, false),
    member: (of, name, schema) => write(worded(of, name, schema), false, name),
    components: () => Object.fromEntries([...written].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const descriptionOf = ({ description, anyOf }: Part): string | undefined =>
  description ?? anyOf?.find((choice: Part) => choice.description)?.description;

/** Writes a choice. A plain value or null becomes one schema with two types. */
function eitherOf(choices: Part[]): Part {
  const [first, second, ...more] = choices as [Part, Part, ...Part[]];
  const isNullable = more.length === 0 && second?.type === 'null' && typeof first.type === 'string';
  if (!isNullable) return { anyOf: choices };
  return { ...first, type: [first.type, 'null'], ...(first.enum && { enum: [...first.enum, null] }) };
}

/**
 * Adds the type of its values to an enumeration. A text gets the format that documents show, even where we accept more
 * (an address with letters that a URI cannot have).
 */
function typed({ documentFormat, ...schema }: Part): Part {
  if (documentFormat !== undefined) return { ...schema, format: documentFormat };
  if (!schema.enum || schema.type) return schema;
  const [value] = schema.enum;
  return { type: typeof value === 'number' ? 'integer' : typeof value, ...schema };
}
