// XML as the value that its schema describes, by the names that `xml` gives to elements (OpenAPI 3.1, XML Object).
import type { DocumentName } from '../../src/app/document-names.ts';
import { readXml } from '../../src/kernel/formats/xml.ts';
import { type Part, resolved } from './documents.ts';

/** The JSON of an XML document. A missing element is null, or an empty list, where the schema has either. */
export function readXmlAs(surface: DocumentName, schema: Part, text: string): unknown {
  const [[root, content]] = Object.entries(readXml(text)) as [[string, unknown]];
  if (root !== schema.xml?.name) throw new Error(`the root element is ${root}`);
  return valueIn(surface, schema, content);
}

function valueIn(surface: DocumentName, given: Part, content: unknown): unknown {
  const schema = referred(surface, given);
  if (schema.items && schema.xml?.wrapped) return itemsIn(surface, schema.items, recordOf(content));
  if (schema.items) return [content].flat().map((item) => valueIn(surface, schema.items, item));
  if (schema.properties) return membersOf(surface, schema.properties, recordOf(content));
  const types = [schema.type].flat();
  if (types.includes('number') || types.includes('integer')) return Number(content);
  if (types.includes('boolean')) return content === 'true' ? true : content === 'false' ? false : content;
  return content;
}

const recordOf = (content: unknown): Part => (content === '' ? {} : (content as Part));

/** The items of a list with a wrapping element. */
function itemsIn(surface: DocumentName, items: Part, elements: Part): unknown {
  const { [elementOf(surface, items, 'item')]: own = [], ...others } = elements;
  if (Object.keys(others).length > 0) throw new Error(`a list holds ${Object.keys(others)}`);
  return [own].flat().map((item) => valueIn(surface, items, item));
}

function membersOf(surface: DocumentName, properties: Part, elements: Part): Part {
  const rest = { ...elements };
  const members: Part = {};
  for (const [name, property] of Object.entries(properties)) {
    const element = elementOf(surface, property, name);
    const value = element in rest ? valueIn(surface, property, rest[element]) : absent(surface, property);
    if (value !== undefined) members[name] = value;
    delete rest[element];
  }
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new Error(`the element ${unknown} is not declared`);
  return members;
}

/** The value of a member without an element. */
function absent(surface: DocumentName, property: Part): null | [] | undefined {
  const { type, items, isNullable } = referred(surface, property);
  if (isNullable || [type].flat().includes('null')) return null;
  return items ? [] : undefined;
}

/** What a member's element is called; of a list, each of its items'. */
function elementOf(surface: DocumentName, property: Part, name: string): string {
  const schema = referred(surface, property);
  return (schema.items ? referred(surface, schema.items).xml?.name : schema.xml?.name) ?? name;
}

/** A schema without references, and a choice of something or null as that with a mark. */
function referred(surface: DocumentName, schema: Part): Part {
  if (typeof schema.$ref === 'string')
    return { ...resolved(surface, schema.$ref.slice(1)).part, ...schema, $ref: undefined };
  const choice = schema.anyOf?.find(({ type }: Part) => type !== 'null');
  return choice ? { ...referred(surface, choice), xml: schema.xml, isNullable: true } : schema;
}
