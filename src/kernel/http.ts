// The HTTP server as every surface and page finds it: one correlation id per request, bodies read exactly,
// and failures that a handler did not foresee turned into the answer of whoever owns the path.
import { randomUUID } from 'node:crypto';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { isDatabaseAway } from './db.ts';
import { isStorable, parseJson } from './json.ts';
import type { Logger } from './log.ts';
import { randomUuid } from './random.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The X-Correlation-ID that was sent, when it was usable; the answer's header carries it or a new one. */
    sentCorrelationId: string | undefined;
  }
}

const correlationHeader = 'x-correlation-id';
const anyTime = /^\/(?:health|metrics|docs|assets)(?:[/?]|$)/;
const usableCorrelationId = /^[\x21-\x7e]{1,128}$/;

/** A body that cannot be read at all. `status` is the HTTP status it deserves. */
export class UnreadableBody extends Error {
  readonly status: 400 | 413 | 415;
  constructor(status: 400 | 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * A server whose bodies hold at most `bodyLimitBytes`. Paths under `caseBlindPrefixes` are matched without regard
 * to letter case.
 */
export function createServer(options: {
  log: Logger;
  bodyLimitBytes: number;
  caseBlindPrefixes: string[];
  /** Whose X-Forwarded-* headers are believed; false = nobody's. */
  trustProxy: boolean;
  /** A request that is not answered by then is answered with 503; what it has begun goes on. Absent: it may take any time. */
  deadlineMs?: number;
}): FastifyInstance {
  const server = fastify({
    loggerInstance: options.log as never,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    bodyLimit: options.bodyLimitBytes,
    trustProxy: options.trustProxy,
    requestIdHeader: false,
    genReqId: (raw) =>
      sentCorrelationId(raw.headers[correlationHeader]) ??
      (isAskedAnyTime(raw.url ?? '') ? randomUUID() : randomUuid()),
    rewriteUrl: (raw) => routableUrl(raw.url ?? '/', options.caseBlindPrefixes),
    // Longer than any path that Node reads: whoever owns the path says what is wrong with it.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    requestTimeout: 30_000,
    ...(options.deadlineMs && { handlerTimeout: options.deadlineMs }),
    // Node would answer for us, and without a correlation id; nothing here asks for the host.
    http: { requireHostHeader: false },
    forceCloseConnections: 'idle',
    // Whoever still has a connection when the service stops gets an answer in its own surface's way, and "close".
    return503OnClosing: false,
    // A request that is no HTTP never reaches a handler; it gets a correlation id all the same.
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      const status =
        error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
      socket.end(
        `HTTP/1.1 ${status}\r\nX-Correlation-ID: ${randomUUID()}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
    },
  }) as unknown as FastifyInstance;
  server.decorateRequest('sentCorrelationId', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    request.sentCorrelationId = sentCorrelationId(request.headers[correlationHeader]);
    reply.header(correlationHeader, request.id);
    done();
  });
  server.removeAllContentTypeParsers();
  server.setErrorHandler(answerUnowned);
  server.setNotFoundHandler(answerNowhere);
  return server;
}

// For paths whose owner has no way of its own to say that something failed.
function answerUnowned(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = transportStatus(error);
  const isAway = known?.status === 503 || isDatabaseAway(error);
  if (!known && !isAway) request.log.error({ error }, 'a request failed');
  if (isAway) reply.header('retry-after', '1');
  const text = known?.detail ?? (isAway ? 'the database is away' : 'something unexpected went wrong');
  return reply
    .code(known?.status ?? (isAway ? 503 : 500))
    .type('text/plain; charset=utf-8')
    .send(text);
}

/** What a path that nobody owns says, as JSON: "there is nothing at /nothing for GET". */
function answerNowhere({ method, originalUrl }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = originalUrl.split('?')[0]!.slice(0, longestPath);
  return reply
    .code(404)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ message: `${nowhere} ${path} for ${method}` }));
}

/** For routes that may take long by their nature: what they may take in place of `deadlineMs`. */
export const longRoute = { handlerTimeout: 60 * 60 * 1000 };

/** How the answer of a path that nobody owns begins. */
export const nowhere = 'there is nothing at';
const longestPath = 200;

/** What orchestrators and browsers ask when they like: it is part of no run from a seed, and takes none of its chance. */
export function isAskedAnyTime(url: string): boolean {
  return anyTime.test(url);
}

function sentCorrelationId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && usableCorrelationId.test(header) ? header : undefined;
}

function routableUrl(url: string, prefixes: string[]): string {
  const end = url.indexOf('?');
  const path = readablePath(end < 0 ? url : url.slice(0, end));
  const query = end < 0 ? '' : url.slice(end);
  const lower = path.toLowerCase();
  const isCaseBlind = prefixes.some((prefix) => lower === prefix || lower.startsWith(`${prefix}/`));
  return (isCaseBlind ? lower : path) + query;
}

// A path with a wrong percent-encoding would be refused before any surface sees it; with its percent signs taken
// as they are, whoever owns the path answers in its own way.
function readablePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

/** Reads bodies of these content types as UTF-8 text; what is none is refused, and not mended without a word. */
function acceptUtf8<Body>(
  server: FastifyInstance,
  types: (string | RegExp)[],
  read: (text: string) => Body,
): void {
  server.addContentTypeParser<Buffer>(types as never, { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, read(decodeUtf8(bytes)));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

// A byte order mark is text like any other: JSON has none, and XML knows it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new UnreadableBody(400, 'the body is not UTF-8');
  }
}

/** Reads application/json (and text/json, application/*+json) bodies exactly; an empty one is undefined. */
export function acceptJson(server: FastifyInstance): void {
  const types = ['application/json', 'text/json', /^application\/[\w.-]+\+json/];
  acceptUtf8(server, types, (text) => {
    if (text === '') return undefined;
    try {
      return parseJson(text);
    } catch (error) {
      throw new UnreadableBody(400, `the body is not JSON: ${(error as Error).message}`);
    }
  });
}

/** Reads application/x-www-form-urlencoded bodies as a flat record; a name given twice is refused. */
export function acceptForms(server: FastifyInstance): void {
  acceptUtf8(server, ['application/x-www-form-urlencoded'], readForm);
}

function readForm(text: string): Record<string, string> {
  assertEscapes(text);
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) throw new UnreadableBody(400, `the field ${name} is given twice`);
    if (!isStorable(name + value)) throw new UnreadableBody(400, `the field ${name} has unusable text`);
    fields[name] = value;
  }
  return fields;
}

// URLSearchParams puts a mark in place of bytes that are no UTF-8. A percent sign that escapes nothing stays one.
function assertEscapes(text: string): void {
  try {
    for (const [escapes] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(escapes);
  } catch {
    throw new UnreadableBody(400, 'the form is not UTF-8');
  }
}

/** Gives bodies of a content type to the handler as text. */
export function acceptText(server: FastifyInstance, types: (string | RegExp)[]): void {
  acceptUtf8(server, types, (text) => text);
}

/** The HTTP status that a failure before any handler deserves, or undefined when it is not of that kind. */
export function transportStatus(
  error: unknown,
): { status: 400 | 413 | 415 | 503; detail: string } | undefined {
  if (error instanceof UnreadableBody) return { status: error.status, detail: error.message };
  const { code, statusCode, message } = error as FastifyError;
  if (statusCode === 413) return { status: 413, detail: 'the body is larger than this service takes' };
  if (statusCode === 415)
    return { status: 415, detail: 'the content type of the body is not one this operation takes' };
  if (code === 'FST_ERR_HANDLER_TIMEOUT')
    return {
      status: 503,
      detail: 'it was not done in time, and may be done yet: repeat it with its key, or look first',
    };
  if (statusCode === 503) return { status: 503, detail: 'the service is stopping' };
  if (code?.startsWith('FST_ERR_CTP') || statusCode === 400) return { status: 400, detail: message };
  return undefined;
}

/** The signature every surface's and page's error handler has. */
export type ErrorAnswer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown;
