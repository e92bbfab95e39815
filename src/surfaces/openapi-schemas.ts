// Schemas as documents carry them: those with a title once, as components, closed where we answer and open where we take.
import type { TSchema } from 'typebox';

/** Any part of a document. */
// biome-ignore lint/suspicious/noExplicitAny: a document's parts have the shapes of OpenAPI, which no type of ours checks
export type Part = Record<string, any>;

export interface SchemaWriter {
  /** Of what we say: nothing is in it that it does not name. */
  closed(schema: TSchema): Part;
  /** Of what we take: what it does not name is passed over. */
  open(schema: TSchema): Part;
  /** What was written under a name. */
  components(): Part;
}

export function createSchemaWriter(): SchemaWriter {
  const written = new Map<string, Part>();

  function write(schema: Part, isClosed: boolean): Part {
    const { title } = schema;
    if (title === undefined) return inPlace(schema, isClosed);
    // What is said of it at this place stands beside the reference.
    const { title: _, description, ...untitled } = schema;
    const whole = inPlace(untitled, isClosed);
    const name = isClosed || !isTaken(title, whole) ? title : `${title}Input`;
    if (isTaken(name, whole)) throw new Error(`two schemas have the title ${name}`);
    written.set(name, whole);
    return { $ref: `#/components/schemas/${name}`, ...(description && { description }) };
  }

  const isTaken = (name: string, by: Part): boolean =>
    written.has(name) && JSON.stringify(written.get(name)) !== JSON.stringify(by);

  function inPlace(schema: Part, isClosed: boolean): Part {
    const { properties, items, anyOf, allOf, ...rest } = schema;
    const member = (part: Part): Part => write(part, isClosed);
    if (anyOf) return { ...rest, ...eitherOf(anyOf.map(member)) };
    return {
      ...typed(rest),
      ...(allOf && { allOf: allOf.map(member) }),
      ...(items && { items: member(items) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, part]) => [name, member(part as Part)]),
        ),
        // Together with another schema it only narrows, and closing it would forbid what the other names.
        ...(isClosed &&
          rest.type === 'object' &&
          !('additionalProperties' in rest) && { additionalProperties: false }),
      }),
    };
  }

  return {
    closed: (schema) => write(schema, true),
    open: (schema) => write(schema, false),
    components: () => Object.fromEntries([...written].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** A choice; that of a plain value or null is one type of both. */
function eitherOf(choices: Part[]): Part {
  const [first, second, ...more] = choices as [Part, Part, ...Part[]];
  const isNullable = more.length === 0 && second?.type === 'null' && typeof first.type === 'string';
  if (!isNullable) return { anyOf: choices };
  return { ...first, type: [first.type, 'null'], ...(first.enum && { enum: [...first.enum, null] }) };
}

/** An enumeration with the type of its values. */
function typed(schema: Part): Part {
  if (!schema.enum || schema.type) return schema;
  const [value] = schema.enum;
  return { type: typeof value === 'number' ? 'integer' : typeof value, ...schema };
}
