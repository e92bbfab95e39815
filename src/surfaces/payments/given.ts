// Fields as they arrive: from JSON, XML, a form or a query they become one flat record of texts without regard to
// the letter case of their names, so that every rule and every hash sees the same whichever way they came.
import type { FastifyRequest } from 'fastify';
import { isStorable } from '../../kernel/json.ts';
import { readXml, UnreadableXml } from '../../kernel/xml.ts';
import { Refusal } from './errors.ts';

export interface Given {
  /** "other" is what no field can be: an object, a list, or text that cannot be stored. */
  kind: 'text' | 'number' | 'boolean' | 'other';
  /** The value as it was written, digit by digit; of a boolean, "true" or "false". */
  text: string;
}

/** Fields by their names in lower case. What is null or empty is not there. */
export type GivenFields = ReadonlyMap<string, Given>;

const jsonTypes = ['application/json', 'text/json'];
const xmlTypes = ['application/xml', 'text/xml'];

/** The content types of bodies that hold a record. */
export const recordTypes = [...jsonTypes, ...xmlTypes];

/** Reads the request's body, the JSON or XML text of one record. Throws a 400 for anything else. */
export function readRecord(request: FastifyRequest, root: string): GivenFields {
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  const text = typeof request.body === 'string' ? request.body : '';
  const record = xmlTypes.includes(type) ? parseXml(text, root) : parseJson(text);
  if (record === null || typeof record !== 'object' || Array.isArray(record)) throw new Refusal(400, notARecord);
  return givenFields(record as Record<string, unknown>);
}

const notARecord = 'The body must be one JSON or XML object';

class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

// A number keeps the digits it was written with: 9007199254740993 and 10.50 are not what a double makes of them.
function parseJson(text: string): unknown {
  const keepDigits = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
  try {
    return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
  } catch {
    throw new Refusal(400, notARecord);
  }
}

function parseXml(text: string, root: string): unknown {
  try {
    const [name, record] = Object.entries(readXml(text))[0] ?? [];
    if (name?.toLowerCase() !== root.toLowerCase()) throw new UnreadableXml(`the root element must be ${root}`);
    // A root without any element is a record without any field.
    return record === '' ? {} : refuseRepeats(record as Record<string, unknown>);
  } catch (error) {
    if (error instanceof UnreadableXml) throw new Refusal(400, `The body cannot be read as XML: ${error.message}`);
    throw error;
  }
}

/** Reads the request's query. Throws a 400 when a name is there twice. */
export function readQueryFields(request: FastifyRequest): GivenFields {
  return givenFields(refuseRepeats(request.query as Record<string, unknown>));
}

// What XML and queries make of a name that comes twice is a list.
function refuseRepeats(record: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(record)) if (Array.isArray(value)) throw givenTwice(name);
  return record;
}

/** Makes fields of a record; throws a 400 when a name is there twice, in different letter case. */
export function givenFields(record: Record<string, unknown>): GivenFields {
  const seen = new Set<string>();
  const fields = new Map<string, Given>();
  for (const [name, value] of Object.entries(record)) {
    const key = name.toLowerCase();
    if (seen.has(key)) throw givenTwice(name);
    seen.add(key);
    if (value !== null && value !== undefined && value !== '') fields.set(key, given(value));
  }
  return fields;
}

function given(value: unknown): Given {
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) };
  if (value instanceof NumberText) return { kind: 'number', text: value.text };
  if (typeof value === 'string' && isStorable(value)) return { kind: 'text', text: value };
  return { kind: 'other', text: '' };
}

function givenTwice(name: string): Refusal {
  return new Refusal(400, `${name.slice(0, 50).replace(/[^\x20-\x7e]/g, '?')} is given twice`);
}
