// How documents describe bodies and examples. Every answer in every test is checked against the documents.
import Type, { type TObject, type TSchema } from 'typebox';
import { required } from '../kernel/required.ts';

/** The schema of a body in each media type that it comes in. */
export type Forms = Readonly<Record<string, TSchema>>;

/** A request that really runs, and its answer. The tests send it and compare. */
export interface Example {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  /** Sent as JSON, or as the fields of a form. */
  body?: unknown;
  answer: { status: number; body?: unknown };
}

/** A body that is always JSON. */
export const json = (schema: TSchema): Forms => ({ 'application/json': schema });

/** A body that is always plain text. */
export const plainText: Forms = { 'text/plain': Type.String() };

/** A form as browsers post it. */
export const form = (schema: TSchema): Forms => ({ 'application/x-www-form-urlencoded': schema });

/**
 * One schema for a record in JSON and in XML, so that code generators make one type of it. `xml` holds the names of the
 * elements, in PascalCase under `root`. An array has one `element` for each item. Null members are left out.
 */
export function jsonAndXml(schema: TSchema, root: string, element?: string): Forms {
  const { items } = schema as { items?: TSchema };
  const both =
    element === undefined
      ? named(schema, root)
      : ({
          ...schema,
          items: named(required(items, 'schema of the items'), element),
          xml: { name: root, wrapped: true },
        } as TSchema);
  return { 'application/json': both, 'application/xml': both, 'text/xml': both };
}

/** Returns a record's schema with the names of its XML elements. */
function named(schema: TSchema, element: string): TSchema {
  const { properties } = schema as TObject;
  const members = Object.entries(properties).map(([name, member]) => [name, inXml(member, pascalCase(name))]);
  return { ...schema, properties: Object.fromEntries(members), xml: { name: element } } as TSchema;
}

/** Returns the schema of a member with the XML name `element`. In a list, each item has that name. */
function inXml(member: TSchema, element: string): TSchema {
  const { anyOf, items } = member as { anyOf?: TSchema[]; items?: TSchema };
  const list = anyOf?.find((choice) => 'items' in choice);
  if (anyOf && list)
    return { ...member, anyOf: anyOf.map((choice) => (choice === list ? inXml(list, element) : choice)) };
  if (items) return { ...member, items: { ...items, xml: { name: element } } };
  return { ...member, xml: { name: element } };
}

/** "access_token" is AccessToken, "siteCode" is SiteCode. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_start, letter: string) => letter.toUpperCase());
}
