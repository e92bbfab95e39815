// Reads the schemas of an OpenAPI document for its pages.
import { type Html, html } from '../html.ts';
import { inline } from './markdown.ts';
import type { ApiDocument, Schema } from './model.ts';

/** A member of an object or a parameter, with the members inside it. */
export interface Field {
  name: string;
  type: Html;
  isRequired: boolean;
  description: string;
  /** The limits of its value in words; empty without any. */
  limits: string;
  example: unknown;
  fields: Field[];
}

export function resolve(document: ApiDocument, schema: Schema): Schema {
  let found = schema;
  for (let depth = 0; found.$ref !== undefined && depth < 10; depth += 1)
    found = document.components.schemas[nameOf(found.$ref)] ?? {};
  return found;
}

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export const objectPath = (name: string): string => `/docs/objects/${name}`;

/** Returns the members of an object, or of each part of it, and the members inside them to a depth. */
export function fieldsOf(document: ApiDocument, given: Schema, depth = 2): Field[] {
  if (depth === 0) return [];
  const schema = resolve(document, given);
  if (schema.items) return fieldsOf(document, schema.items, depth);
  const own = Object.entries(schema.properties ?? {}).map(([name, member]): Field => {
    const found = resolve(document, member);
    return {
      name,
      type: typeOf(member),
      isRequired: schema.required?.includes(name) ?? false,
      description: member.description ?? found.description ?? '',
      limits: limitsOf(found),
      example: member.examples?.[0],
      fields: fieldsOf(document, member, depth - 1),
    };
  });
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const all = [...own, ...parts.flatMap((part) => fieldsOf(document, part, depth))];
  return [...new Map(all.map((field) => [field.name, field])).values()];
}

/** Returns a type in words. A named object is a link to its page. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return html`<a href="${objectPath(name)}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (schema.enum) return html`${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (parts) {
    const types = new Map(parts.map((part) => [String(typeOf(part)), typeOf(part)]));
    return html`${[...types.values()].map((type, index) => html`${index > 0 && ' or '}${type}`)}`;
  }
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any');
  return html`${schema.format === undefined ? type : `${type} (${schema.format})`}`;
}

export function limitsOf(schema: Schema): string {
  const { minLength = 0, maxLength, minimum, maximum, minItems = 0, maxItems, pattern } = schema;
  const lengths =
    maxLength === undefined
      ? ''
      : `${minLength === 0 ? 'at most' : `${minLength} to`} ${maxLength} characters`;
  const items =
    maxItems === undefined ? '' : `${minItems === 0 ? 'at most' : `${minItems} to`} ${maxItems} entries`;
  const least = minimum === undefined ? '' : `at least ${minimum}`;
  const most = maximum === undefined ? '' : `at most ${maximum}`;
  const matches = pattern === undefined ? '' : `matches ${pattern}`;
  const preset = schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`;
  return [lengths, items, least, most, matches, preset].filter(Boolean).join('; ');
}

/** Returns an example of a schema, built from the examples of its members. */
export function exampleOf(document: ApiDocument, given: Schema, depth = 0): unknown {
  const schema = resolve(document, given);
  if (given.examples) return given.examples[0];
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return exampleOf(document, choice, depth + 1);
  if (depth > 8) return null;
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => exampleOf(document, part, depth + 1));
    return Object.assign({}, ...parts.filter((part) => part !== null && typeof part === 'object'));
  }
  if (schema.items) return [exampleOf(document, schema.items, depth + 1)];
  if (!schema.properties) return plainExample(schema);
  const members = Object.entries(schema.properties);
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(document, member, depth + 1)]));
}

function plainExample({ type, format }: Schema): unknown {
  const first = Array.isArray(type) ? type[0] : type;
  if (first === 'integer' || first === 'number') return 1;
  if (first === 'boolean') return true;
  if (first === 'null') return null;
  return format === 'date-time' ? '2026-11-20T10:00:00.000Z' : 'text';
}

/** Draws fields as a list with the fields inside them below. Each has an anchor, which begins with the prefix. */
export function fieldList(prefix: string, fields: readonly Field[]): Html {
  return html`<ul class="fields">${fields.map((field) => fieldOf(`${prefix}${field.name}`, field))}</ul>\n`;
}

function fieldOf(id: string, { name, type, isRequired, description, limits, example, fields }: Field): Html {
  const hasExample = example !== undefined && fields.length === 0;
  return html`<li id="${id}"><p><code>${name}</code> <span class="quiet">${type}</span>${isRequired && html` <span class="required">required</span>`}</p>
${description !== '' && html`<p>${inline(description, () => undefined)}</p>`}${(limits !== '' || hasExample) && html`<p class="small quiet">${limits !== '' && `${limits}. `}${hasExample && html`Example: <code>${JSON.stringify(example)}</code>`}</p>`}
${fields.length > 0 && fieldList(`${id}.`, fields)}</li>\n`;
}
