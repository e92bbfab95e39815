// Fields as they arrive: from JSON, XML, a form or a query they become one flat record of texts without regard to
// the letter case of their names, so that every rule and every hash sees the same whichever way they came.
import type { FastifyRequest } from 'fastify';
import {
  BeyondLimit,
  isStorable,
  parseOnce,
  plainDecimal,
  RepeatedMember,
} from '../../kernel/formats/json.ts';
import { readXml, UnreadableXml } from '../../kernel/formats/xml.ts';
import { Refusal } from './errors.ts';

export interface Given {
  /** "broken" is text that cannot be stored, "other" an object or a list: no field can be either. */
  kind: 'text' | 'number' | 'boolean' | 'broken' | 'other';
  /** The value as it was written, digit by digit; of a boolean, "true" or "false"; of a number without its exponent. */
  text: string;
  /** A number that has an exponent, with it. */
  written?: string;
}

/** Fields by their names in lower case. What is null or empty is not there. */
export type GivenFields = ReadonlyMap<string, Given>;

const jsonTypes = ['application/json', 'text/json'];
const xmlTypes = ['application/xml', 'text/xml'];

/** A field's text where JSON has it as a number. */
export function bareNumber(given: GivenFields, name: string): string | undefined {
  const field = given.get(name.toLowerCase());
  return field?.kind === 'number' ? (field.written ?? field.text) : undefined;
}

/** The content types of bodies that hold a record. */
export const recordTypes = [...jsonTypes, ...xmlTypes];

/** Reads the request's body, the JSON or XML text of one record. Throws a 400 for anything else. */
export function readRecord(request: FastifyRequest, root: string): GivenFields {
  const { isXml, text } = bodyOf(request);
  return isXml ? givenOnce(parseXml(text, root)) : givenFields(asRecord(parseJson(text)));
}

function bodyOf(request: FastifyRequest): { isXml: boolean; text: string } {
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  return { isXml: xmlTypes.includes(type), text: typeof request.body === 'string' ? request.body : '' };
}

/** One item of a list as fields; in words what it has against it when it is no record, or names a field twice. */
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
 * Reads the JSON text of one record among others; where it is no record, names a field twice or goes beyond a limit, a
 * phrase that says so. Throws SyntaxError for what is no JSON.
 */
export function readElement(text: string): GivenFields | string {
  try {
    return givenFields(asRecord(parseDigits(text)));
  } catch (error) {
    if (error instanceof BeyondLimit) return error.message;
    if (error instanceof Refusal || error instanceof RepeatedMember)
      return 'must be an object that names no field twice';
    throw error;
  }
}

/**
 * Reads the JSON text of a record, or of a list of which the first counts. Throws SyntaxError for what is no JSON, and a 400
 * for what is no record.
 */
export function readFirst(text: string): GivenFields {
  const value = parseDigits(text);
  return givenFields(asRecord(Array.isArray(value) ? value[0] : value));
}

/** Reads the request's body, the JSON array or the XML list of records. Throws a 400 for anything else. */
export function readList(request: FastifyRequest, root: string, element: string): unknown[] {
  const { isXml, text } = bodyOf(request);
  const list = isXml ? elementsOf(parseXml(text, root), element) : parseJson(text);
  if (!Array.isArray(list))
    throw new Refusal(400, `The body must be an array of ${element.toLowerCase()} objects`);
  return list;
}

/** The elements of a list, in their order; the white space between them is none. */
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

// A number keeps the digits it was written with: 9007199254740993 and 10.50 are not what a double makes of them.
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
    // A root without any element is a record without any field.
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
 * Makes fields of what has a list where a name comes twice: a query, a form, XML. Throws a 400 for such a name, and
 * for one that comes again in another letter case.
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
