// A small writer of XML with attributes and line breaks, as a person at the bank may read it.

import { memberOf } from '../../kernel/required.ts';

export interface Element {
  name: string;
  attributes: Record<string, string>;
  content: string | readonly Element[];
}

type Child = Element | null;

/** Makes an element of a text or of child elements; null children are left out. */
export function element(
  name: string,
  content: string | readonly Child[],
  attributes: Record<string, string> = {},
): Element {
  const present =
    typeof content === 'string' ? content : content.filter((child): child is Element => child !== null);
  return { name, attributes, content: present };
}

/** Returns the document, indented by two spaces, with its declaration and a line break at its end. */
export function writeDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}\n`;
}

function written({ name, attributes, content }: Element, indent: string): string {
  const begin = Object.entries(attributes).reduce(
    (tag, [key, value]) => `${tag} ${key}="${escaped(value)}"`,
    name,
  );
  if (typeof content === 'string') return `${indent}<${begin}>${escaped(content)}</${name}>`;
  const children = content.map((child) => written(child, `${indent}  `)).join('\n');
  return `${indent}<${begin}>\n${children}\n${indent}</${name}>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => memberOf(entities, character));
