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
 * A record in JSON and in its XML form: elements in PascalCase under `root`, with what is null left out. An array is
 * one `element` for each item.
 */
export function jsonAndXml(schema: TSchema, root: string, element?: string): Forms {
  const xml = element ? xmlList(schema, root, element) : { ...xmlForm(schema), xml: { name: root } };
  return { 'application/json': schema, 'application/xml': xml, 'text/xml': xml };
}

function xmlList(schema: TSchema, root: string, element: string): TSchema {
  const items = { ...xmlForm((schema as { items?: TSchema }).items!), xml: { name: element } };
  const { minItems, maxItems } = schema as { minItems?: number; maxItems?: number };
  const list = Type.Array(items, { ...(minItems && { minItems }), ...(maxItems && { maxItems }) });
  return {
    ...Type.Object({ [element]: minItems ? list : Type.Optional(list) }),
    xml: { name: root },
  } as TSchema;
}

/** The schema of a record's XML form: its names in PascalCase, and no null. */
function xmlForm(schema: TSchema): TSchema {
  const { properties, required = [], title, ...rest } = schema as Partial<TObject> & { title?: string };
  if (!properties) return schema;
  const members = Object.entries(properties).map(([name, member]): [string, TSchema] => {
    const present = withoutNull(member);
    // Neither is an array in which there is nothing.
    const mayBeEmpty = (member as { type?: string }).type === 'array';
    const isThere = required.includes(name as never) && present === undefined && !mayBeEmpty;
    return [pascalCase(name), isThere ? member : Type.Optional(present ?? member)];
  });
  const object = Type.Object(Object.fromEntries(members));
  return { ...rest, ...object, ...(title && { title: `${title}Xml` }) } as TSchema;
}

/** What a schema that also takes null takes besides; undefined for one that does not. */
function withoutNull(schema: TSchema): TSchema | undefined {
  const { anyOf } = schema as { anyOf?: (TSchema & { type?: string })[] };
  const others = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return anyOf && others.length < anyOf.length ? others[0] : undefined;
}

/** "access_token" is AccessToken, "siteCode" is SiteCode. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_start, letter: string) => letter.toUpperCase());
}
