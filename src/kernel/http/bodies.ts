// Reads request bodies, and checks queries where all are alike: exactly, and within limits, so that none costs much
// more than its bytes.
import type { FastifyInstance } from 'fastify';
import { BeyondLimit, isStorable, mostValues, parseJson } from '../formats/json.ts';

/** A body or a query that cannot be read. `status` is the HTTP status of the response. */
export class UnreadableBody extends Error {
  readonly status: 400 | 413 | 415;
  constructor(status: 400 | 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}

const mostFields = 100;
const mostFormBytes = 64 * 1024;

/** Throws UnreadableBody when the query of a request's URL has more than 100 fields. */
export function assertQuery(url: string): void {
  const start = url.indexOf('?');
  if (start >= 0 && hasMoreFields(url, start + 1))
    throw new UnreadableBody(400, `the query has more than ${mostFields} fields`);
}

function hasMoreFields(text: string, start: number): boolean {
  let fields = 1;
  for (let at = text.indexOf('&', start); at >= 0; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > mostFields) return true;
  }
  return false;
}

/** The content types of JSON bodies. */
export const jsonTypes = ['application/json', 'text/json', 'application/*+json'] as const;

/** Reads bodies of these content types as UTF-8 text. Invalid UTF-8 is refused, not silently repaired. */
function acceptUtf8<Body>(
  server: FastifyInstance,
  types: readonly string[],
  read: (text: string) => Body,
  mostBytes = Number.POSITIVE_INFINITY,
): void {
  for (const type of types) {
    const pattern = type.includes('*') ? patternOf(type) : type;
    server.addContentTypeParser<Buffer>(pattern, { parseAs: 'buffer' }, (_request, bytes, done) => {
      try {
        // A client that is still sending would not read the response, so a little more than the limit is read.
        if (bytes.length > mostBytes)
          throw new UnreadableBody(413, `the body is larger than ${mostBytes} bytes`);
        done(null, read(decodeUtf8(bytes)));
      } catch (error) {
        done(error as Error, undefined);
      }
    });
  }
}

/** Returns the pattern of a content type with a star. */
const patternOf = (type: string): RegExp => new RegExp(`^${RegExp.escape(type).replace('\\*', '[\\w.-]+')}`);

// Keeps a byte order mark: it is invalid in JSON, and XML allows it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new UnreadableBody(400, 'the body is not UTF-8');
  }
}

/** Reads JSON bodies of at most `most` values exactly; an empty one is undefined. */
export function acceptJson(server: FastifyInstance, most = mostValues): void {
  acceptUtf8(server, jsonTypes, (text) => {
    if (text === '') return undefined;
    try {
      return parseJson(text, most);
    } catch (error) {
      const { message } = error as Error;
      throw new UnreadableBody(
        400,
        error instanceof BeyondLimit ? `the body ${message}` : `the body is not JSON: ${message}`,
      );
    }
  });
}

/**
 * Reads application/x-www-form-urlencoded bodies of at most `mostBytes` and 100 fields as a flat record; refuses a name
 * given twice, except of checkboxes (`many`), whose values are joined with spaces.
 */
export function acceptForms(
  server: FastifyInstance,
  mostBytes = mostFormBytes,
  many: readonly string[] = [],
): void {
  acceptUtf8(server, ['application/x-www-form-urlencoded'], (text) => readForm(text, many), mostBytes);
}

const shownName = 50;

function readForm(text: string, many: readonly string[]): Record<string, string> {
  if (hasMoreFields(text, 0)) throw new UnreadableBody(400, `the form has more than ${mostFields} fields`);
  assertEscapes(text);
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const shown = name.slice(0, shownName);
    const isMore = name in fields;
    if (isMore && !many.includes(name)) throw new UnreadableBody(400, `the field ${shown} is given twice`);
    if (!isStorable(name + value)) throw new UnreadableBody(400, `the field ${shown} has unusable text`);
    fields[name] = isMore ? `${fields[name]} ${value}` : value;
  }
  return fields;
}

// URLSearchParams replaces bytes that are not UTF-8. A percent sign without two hex digits is kept.
function assertEscapes(text: string): void {
  try {
    for (const [escapes] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(escapes);
  } catch {
    throw new UnreadableBody(400, 'the form is not UTF-8');
  }
}

/** Passes bodies of these content types to the handler as text. */
export function acceptText(server: FastifyInstance, types: readonly string[]): void {
  acceptUtf8(server, types, (text) => text);
}
