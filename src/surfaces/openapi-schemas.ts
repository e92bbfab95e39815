// Schemas as documents carry them: those with a title once, as components, closed where we answer and open where we take.
import type { TSchema } from 'typebox';

/** Any part of a document. */
// biome-ignore lint/suspicious/noExplicitAny: a document's parts have the shapes of OpenAPI, which no type of ours checks
export type Part = Record<string, any>;

/**
 * What members mean, for those whose schema does not say it, with an example where no example of an operation holds one.
 * By "schema.member", where the schema has a title or is itself a member of that name, or by the member's name alone.
 */
export type Words = Readonly<Record<string, readonly [description: string, example?: unknown]>>;

export interface SchemaWriter {
  /** Of what we say: nothing is in it that it does not name. */
  closed(schema: TSchema): Part;
  /** Of what we take: what it does not name is passed over. */
  open(schema: TSchema): Part;
  /** A member of something of that name: a parameter of a query. */
  member(of: string, name: string, schema: TSchema): Part;
  /** What was written under a name. */
  components(): Part;
}

export function createSchemaWriter(words: Words): SchemaWriter {
  const written = new Map<string, Part>();

  function write(schema: Part, isClosed: boolean, name?: string): Part {
    const { title } = schema;
    if (title === undefined) return inPlace(schema, isClosed, name);
    // What is said of it at this place stands beside the reference.
    const { title: _, description, examples, sample, ...untitled } = schema;
    const whole = inPlace(untitled, isClosed, title);
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

  /** `name`: the schema's title, or of what it is a member. */
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
        // Together with another schema it only narrows, and closing it would forbid what the other names.
        ...(isClosed &&
          rest.type === 'object' &&
          !('additionalProperties' in rest) && { additionalProperties: false }),
      }),
    };
  }

  /** A member's schema with what the words say of it; `sample` is theirs, for whoever gives it its example. */
  function worded(of: string, name: string, schema: Part): Part {
    const [description, example] =
      words[`${of}.${name}`] ?? words[name] ?? words[name[0]!.toLowerCase() + name.slice(1)] ?? [];
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

/** A choice; that of a plain value or null is one type of both. */
function eitherOf(choices: Part[]): Part {
  const [first, second, ...more] = choices as [Part, Part, ...Part[]];
  const isNullable = more.length === 0 && second?.type === 'null' && typeof first.type === 'string';
  if (!isNullable) return { anyOf: choices };
  return { ...first, type: [first.type, 'null'], ...(first.enum && { enum: [...first.enum, null] }) };
}

/**
 * An enumeration with the type of its values; a text with the format that it should have where what is taken is more
 * (an address whose letters are none of a URI's).
 */
function typed({ documentFormat, ...schema }: Part): Part {
  if (documentFormat !== undefined) return { ...schema, format: documentFormat };
  if (!schema.enum || schema.type) return schema;
  const [value] = schema.enum;
  return { type: typeof value === 'number' ? 'integer' : typeof value, ...schema };
}
