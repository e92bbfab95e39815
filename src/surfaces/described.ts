// What the tables of all surfaces say of an operation besides doing it: the documents are written from it, and every
// answer of every test is held against it.
import Type, { type TObject, type TSchema } from 'typebox';

/** The schema of a body in each media type that it comes in. */
export type Forms = Readonly<Record<string, TSchema>>;

export interface Described {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As documents write it, below the base address: "/payments/{id}". */
  path: string;
  /** One of its own on its surface, in camelCase. */
  name: string;
  summary: string;
  /** What the summary and the schemas cannot say. */
  description?: string;
  /** An object whose members are the query's parameters. */
  query?: TSchema;
}

/** A request that really runs, and what it is answered; the tests send it and compare. */
export interface Example {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  /** As JSON, or the fields of a form. */
  body?: unknown;
  answer: { status: number; body?: unknown };
}

/** A body of JSON alone. */
export const json = (schema: TSchema): Forms => ({ 'application/json': schema });

/** A text, and nothing else. */
export const plainText: Forms = { 'text/plain': Type.String() };

/** A form as browsers post it. */
export const form = (schema: TSchema): Forms => ({ 'application/x-www-form-urlencoded': schema });

/**
 * A record in JSON and in XML, of one schema, so that what a generator makes of it is one type: `xml` says what its
 * elements are called, in PascalCase under `root`. An array is one `element` for each item. What is null is left out.
 */
export function jsonAndXml(schema: TSchema, root: string, element?: string): Forms {
  const { items } = schema as { items?: TSchema };
  const both =
    element === undefined
      ? named(schema, root)
      : ({ ...schema, items: named(items!, element), xml: { name: root, wrapped: true } } as TSchema);
  return { 'application/json': both, 'application/xml': both, 'text/xml': both };
}

/** A record's schema with what its elements are called. */
function named(schema: TSchema, element: string): TSchema {
  const { properties } = schema as TObject;
  const members = Object.entries(properties).map(([name, member]) => [name, inXml(member, pascalCase(name))]);
  return { ...schema, properties: Object.fromEntries(members), xml: { name: element } } as TSchema;
}

/** The schema of a member that is called `element`; of a list, each of its items is. */
function inXml(member: TSchema, element: string): TSchema {
  const { anyOf, items } = member as { anyOf?: TSchema[]; items?: TSchema };
  const list = anyOf?.find((choice) => 'items' in choice);
  if (list)
    return { ...member, anyOf: anyOf!.map((choice) => (choice === list ? inXml(list, element) : choice)) };
  if (items) return { ...member, items: { ...items, xml: { name: element } } };
  return { ...member, xml: { name: element } };
}

/** "access_token" is AccessToken, "siteCode" is SiteCode. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_start, letter: string) => letter.toUpperCase());
}
