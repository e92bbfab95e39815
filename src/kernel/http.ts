// The HTTP server as every surface and page finds it: one correlation id per request, and failures that a handler did not
// foresee turned into the answer of whoever owns the path. How bodies are read stands in bodies.ts.
import { randomUUID } from 'node:crypto';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { assertQuery, UnreadableBody } from './bodies.ts';
import { isDatabaseAway } from './db.ts';
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
  // When whoever owns the path has said who may ask, and how it is answered.
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    assertQuery(request.url);
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

/** The HTTP status that a failure before any handler deserves, or undefined when it is not of that kind. */
export function transportStatus(
  error: unknown,
): { status: 400 | 413 | 415 | 503; detail: string } | undefined {
  if (error instanceof UnreadableBody) return { status: error.status, detail: error.message };
  const { code, statusCode, message } = error as FastifyError;
  if (statusCode === 413) return { status: 413, detail: 'the body is larger than this service takes' };
  if (statusCode === 415)
    return { status: 415, detail: 'the content type of the body is not one this operation takes' };
  if (statusCode === 503) return { status: 503, detail: 'the service is stopping' };
  if (code?.startsWith('FST_ERR_CTP') || statusCode === 400) return { status: 400, detail: message };
  return undefined;
}

/** The signature every surface's and page's error handler has. */
export type ErrorAnswer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown;
