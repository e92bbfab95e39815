// Reads the schemas of an OpenAPI document for its pages.
import { type Html, html } from '../html.ts';
import { inline } from './markdown.ts';
import type { ApiDocument, Schema } from './model.ts';

export interface Member {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
  example: unknown;
}

/** Returns the schema that a reference names. */
export function resolve(document: ApiDocument, schema: Schema): Schema {
  let found = schema;
  for (let depth = 0; found.$ref !== undefined && depth < 10; depth += 1)
    found = document.components.schemas[nameOf(found.$ref)] ?? {};
  return found;
}

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** Returns the members of an object: of each part, where it has several. */
export function membersOf(document: ApiDocument, given: Schema): Member[] {
  const schema = resolve(document, given);
  const own = Object.entries(schema.properties ?? {}).map(([name, member]) => ({
    name,
    type: typeOf(member),
    isRequired: schema.required?.includes(name) ?? false,
    description: member.description ?? resolve(document, member).description ?? '',
    example: member.examples?.[0],
  }));
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const all = [...own, ...parts.flatMap((part) => membersOf(document, part))];
  return [...new Map(all.map((member) => [member.name, member])).values()];
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (parts) return [...new Set(parts.map(typeOf))].join(' or ');
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any');
  return schema.format === undefined ? type : `${type} (${schema.format})`;
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

/** Draws members as a table; each row is an anchor. */
export function memberTable(
  prefix: string,
  members: readonly Member[],
  idOf = (name: string) => `${prefix}.${name}`,
): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Members of ${prefix}"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th><th scope="col">Example</th></tr></thead>
<tbody>${members.map(
    (
      member,
    ) => html`<tr id="${idOf(member.name)}"><td><code>${member.name}</code>${member.isRequired && html` <span class="quiet">required</span>`}</td>
<td>${member.type}</td><td>${inline(member.description, () => undefined)}</td><td>${member.example !== undefined && html`<code>${JSON.stringify(member.example)}</code>`}</td></tr>\n`,
  )}</tbody></table></div>\n`;
}
