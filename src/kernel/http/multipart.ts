// Reads multipart/form-data bodies as browsers send them (RFC 7578): text fields and one file. Every step is linear in the
// bytes, and the parts are few.
import type { FastifyInstance } from 'fastify';
import { isStorable } from '../formats/json.ts';
import { UnreadableBody } from './bodies.ts';

export interface SentFile {
  field: string;
  /** The last part of its path, as the browser names it; never a path of this machine. */
  name: string;
  bytes: Buffer;
}

const mostParts = 20;
const mostHeadBytes = 4 * 1024;
const mostFieldBytes = 64 * 1024;
const longestName = 200;

const files = new WeakMap<object, SentFile>();

/** Returns the file that was sent with the fields of a body; undefined without one. */
export const fileOf = (body: unknown): SentFile | undefined =>
  typeof body === 'object' && body !== null ? files.get(body) : undefined;

/**
 * Accepts multipart bodies of at most `mostBytes`: the fields become a flat record, as those of any other form, and `fileOf`
 * returns the file.
 */
export function acceptFiles(server: FastifyInstance, mostBytes: number): void {
  const options = { parseAs: 'buffer', bodyLimit: mostBytes } as const;
  server.addContentTypeParser<Buffer>('multipart/form-data', options, (request, bytes, done) => {
    try {
      done(null, readMultipart(bytes, request.headers['content-type'] ?? ''));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

/** Reads a body. Throws UnreadableBody if it is malformed, has more than 20 parts, two files, or a field twice. */
export function readMultipart(bytes: Buffer, contentType: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const { head, content } of partsOf(bytes, boundaryOf(contentType))) {
    const { name, fileName } = disposition(head);
    if (name in fields || files.get(fields)?.field === name)
      throw bad(`the field ${name.slice(0, 50)} is given twice`);
    if (fileName === undefined) fields[name] = textOf(name, content);
    else if (files.has(fields)) throw bad('the form has two files');
    else files.set(fields, { field: name, name: baseName(fileName), bytes: content });
  }
  return fields;
}

const bad = (message: string) => new UnreadableBody(400, message);

function boundaryOf(contentType: string): string {
  const [, quoted, plain] =
    /;[ \t]{0,10}boundary=(?:"([^";]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType.slice(0, 500)) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw bad('the form names no boundary');
  return boundary;
}

interface Part {
  head: string;
  content: Buffer;
}

function partsOf(bytes: Buffer, boundary: string): Part[] {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const first = delimiter.subarray(2);
  if (!bytes.subarray(0, first.length).equals(first)) throw bad('the form does not begin with its boundary');
  const parts: Part[] = [];
  let at = first.length;
  while (!bytes.subarray(at, at + 2).equals(Buffer.from('--'))) {
    if (parts.length === mostParts) throw bad(`the form has more than ${mostParts} parts`);
    if (!bytes.subarray(at, at + 2).equals(Buffer.from('\r\n'))) throw bad('the form is cut off');
    const headEnd = bytes.subarray(at, at + mostHeadBytes).indexOf('\r\n\r\n');
    const end = headEnd < 0 ? -1 : bytes.indexOf(delimiter, at + headEnd + 2);
    if (end < 0) throw bad('the form is cut off');
    const content = bytes.subarray(Math.min(at + headEnd + 4, end), end);
    parts.push({ head: bytes.subarray(at + 2, at + headEnd).toString('utf8'), content });
    at = end + delimiter.length;
  }
  return parts;
}

function disposition(head: string): { name: string; fileName: string | undefined } {
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith('content-disposition:')) ?? '';
  const name = parameter(line, 'name');
  if (name === undefined || !isStorable(name)) throw bad('a part of the form has no name');
  return { name, fileName: parameter(line, 'filename') };
}

/** Returns a parameter of a header, whose quotes and line ends browsers write as %22, %0D and %0A. */
function parameter(line: string, name: string): string | undefined {
  const start = line.indexOf(`; ${name}="`);
  if (start < 0) return undefined;
  const from = start + name.length + 4;
  const end = line.indexOf('"', from);
  return end < 0 ? undefined : line.slice(from, end).replaceAll('%22', '"');
}

function textOf(name: string, content: Buffer): string {
  if (content.length > mostFieldBytes) throw bad(`the field ${name.slice(0, 50)} is too long`);
  const text = content.toString('utf8');
  if (!isStorable(text)) throw bad(`the field ${name.slice(0, 50)} has unusable text`);
  return text;
}

const baseName = (path: string): string =>
  (path.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').slice(0, longestName) || 'file';
