// Request fields. JSON, XML, a form or a query all become one flat record of texts whose names ignore letter case, so
// that every rule and every hash sees the same.
import type { FastifyRequest } from 'fastify';
import {
  BeyondLimit,
  isStorable,
  parseOnce,
  plainDecimal,
  RepeatedMember,
} from '../../kernel/formats/json.ts';
import { readXml, UnreadableXml } from '../../kernel/formats/xml.ts';
import { firstOf } from '../../kernel/required.ts';
import { Refusal } from './errors.ts';

export interface Given {
  /** "broken" is text that cannot be stored, "other" an object or a list. No field takes either. */
  kind: 'text' | 'number' | 'boolean' | 'broken' | 'other';
  /** The value as it was written, digit by digit: "true" or "false" for a boolean, a number without its exponent. */
  text: string;
  /** A number with its exponent, if it has one. */
  written?: string;
}

/** Fields by their names in lower case. Null and empty values are left out. */
export type GivenFields = ReadonlyMap<string, Given>;

const jsonTypes = ['application/json', 'text/json'];
const xmlTypes = ['application/xml', 'text/xml'];

/** Returns a field's text if JSON has it as a number. */
export function bareNumber(given: GivenFields, name: string): string | undefined {
  const field = given.get(name.toLowerCase());
  return field?.kind === 'number' ? (field.written ?? field.text) : undefined;
}

/** The content types of bodies that hold a record. */
export const recordTypes = [...jsonTypes, ...xmlTypes];

/** Reads the JSON or XML text of one record from the request's body. Throws a 400 for anything else. */
export function readRecord(request: FastifyRequest, root: string): GivenFields {
  const { isXml, text } = bodyOf(request);
  return isXml ? givenOnce(parseXml(text, root)) : givenFields(asRecord(parseJson(text)));
}

function bodyOf(request: FastifyRequest): { isXml: boolean; text: string } {
  const type = firstOf((request.headers['content-type'] ?? '').split(';'))
    .trim()
    .toLowerCase();
  return { isXml: xmlTypes.includes(type), text: typeof request.body === 'string' ? request.body : '' };
}

/** Returns one item of a list as fields, or the problem in words when it is not a record or names a field twice. */
export function asGiven(item: unknown): GivenFields | string {
  if (!isRecord(item)) return 'the item must be an object';
  try {
    return givenOnce(item);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/**
 * Reads the JSON text of one record among others. Returns the problem in words when it is not a record, names a field
 * twice or exceeds a limit. Throws SyntaxError when it is not JSON.
 */
export function readElement(text: string): GivenFields | string {
  try {
    return givenFields(asRecord(parseDigits(text)));
  } catch (error) {
    if (error instanceof BeyondLimit) return error.message;
    if (error instanceof Refusal || error instanceof RepeatedMember)
      return 'must be an object without duplicate fields';
    throw error;
  }
}

/**
 * Reads the JSON text of a record, or of a list whose first item counts. Throws SyntaxError when it is not JSON, and a
 * 400 when it is not a record.
 */
export function readFirst(text: string): GivenFields {
  const value = parseDigits(text);
  return givenFields(asRecord(Array.isArray(value) ? value[0] : value));
}

/** Reads a JSON array or an XML list of records from the request's body. Throws a 400 for anything else. */
export function readList(request: FastifyRequest, root: string, element: string): unknown[] {
  const { isXml, text } = bodyOf(request);
  const list = isXml ? elementsOf(parseXml(text, root), element) : parseJson(text);
  if (!Array.isArray(list))
    throw new Refusal(400, `The body must be an array of ${element.toLowerCase()} objects`);
  return list;
}

/** Returns the elements of a list, in their order. White space between them is ignored. */
function elementsOf(record: Record<string, unknown>, element: string): unknown[] {
  const named = Object.entries(record).filter(([name, value]) => name !== '#text' || !isBlank(value));
  const [stray] = named.find(([name]) => name.toLowerCase() !== element.toLowerCase()) ?? [];
  if (stray !== undefined) throw new Refusal(400, `The body must hold ${element} elements only`);
  return named.flatMap(([, value]) => value);
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const notARecord = 'The body must be one object';

class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

// Keeps the digits of a number as written: a double would change 9007199254740993 and 10.50.
function parseDigits(text: string): unknown {
  return parseOnce(text, (_key, value, source) =>
    typeof value === 'number' ? new NumberText(source) : value,
  );
}

function parseJson(text: string): unknown {
  try {
    return parseDigits(text);
  } catch (error) {
    if (error instanceof RepeatedMember) throw givenTwice(error.member);
    if (error instanceof BeyondLimit) throw new Refusal(400, `The body ${error.message}`);
    throw new Refusal(400, 'The body is not JSON');
  }
}

function parseXml(text: string, root: string): Record<string, unknown> {
  try {
    const [name, record] = Object.entries(readXml(text))[0] ?? [];
    if (name?.toLowerCase() !== root.toLowerCase())
      throw new UnreadableXml(`the root element must be ${root}`);
    // A root without elements is a record without fields.
    return record === '' ? {} : asRecord(record);
  } catch (error) {
    if (error instanceof UnreadableXml)
      throw new Refusal(400, `The body cannot be read as XML: ${error.message}`);
    throw error;
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new Refusal(400, notARecord);
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof NumberText)
  );
}

/**
 * Makes fields of a query, a form or XML, in which a repeated name has a list. Throws a 400 for a repeated name, also
 * in another letter case.
 */
export function givenOnce(record: Record<string, unknown>): GivenFields {
  for (const [name, value] of Object.entries(record)) if (Array.isArray(value)) throw givenTwice(name);
  return givenFields(record);
}

function givenFields(record: Record<string, unknown>): GivenFields {
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
  if (value instanceof NumberText) return givenNumber(value.text);
  if (typeof value === 'string')
    return isStorable(value) ? { kind: 'text', text: value } : { kind: 'broken', text: '' };
  return { kind: 'other', text: '' };
}

function givenNumber(written: string): Given {
  const text = plainDecimal(written) ?? written;
  return { kind: 'number', text, ...(text !== written && { written }) };
}

function givenTwice(name: string): Refusal {
  return new Refusal(400, `${name.slice(0, 50).replace(/[^\x20-\x7e]/g, '?')} is given twice`);
}
