// The HTTP server of all surfaces and pages: one correlation id per request, the sender's address, common headers, and
// responses for failures that no handler foresaw. bodies.ts reads the bodies.
import { randomBytes as ownBytes } from 'node:crypto';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Clock, hourMs } from '../clock.ts';
import { isDatabaseAway } from '../db/db.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../process/log.ts';
import { randomBytes } from '../random.ts';
import { assertQuery, UnreadableBody } from './bodies.ts';
import { correlationHeader, correlationRule, sentCorrelationId } from './correlation.ts';
import { pathOfUrl } from './path.ts';
import { createProxies } from './proxies.ts';
import { createSockets, type SocketLimits, type Sockets, usualLimits } from './sockets.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The X-Correlation-ID that was sent, if usable; the response's header has it or a new one. */
    sentCorrelationId: string | undefined;
    /** Why the request was refused, for the log, if only the page of its response shows it. */
    refusedFor: string | undefined;
    /** The counted facts of a refusal: the error's name, its text, and the site of the request. */
    refused: { code?: string; text?: string; siteId?: string } | undefined;
  }
  interface FastifyContextConfig {
    /** Replaces the server's `deadlineMs` for a route. */
    deadlineMs?: number;
  }
  interface FastifyInstance {
    sockets: Sockets;
  }
}

/** Typebox validates schemas: Fastify's own validators are not loaded. */
const noSchemas = (): never => {
  throw new Error('routes must not have Fastify schemas');
};

const anyTime = /^\/(?:health|metrics|docs|assets|console)(?:[/?]|$)/;

/** On every response. Routes whose responses can be cached override it. */
const usualHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

/** A request header that breaks its rule. */
class UnusableHeader extends Error {
  readonly header: string;
  constructor(header: string, rule: string) {
    super(`${header} ${rule}`);
    this.header = header;
  }
}

export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number;
  constructor(what: string, retryAfterSeconds: number) {
    super(`${what}; try again in ${retryAfterSeconds} s`);
    this.name = 'TooManyRequests';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface ServerOptions {
  /** Times the ids of requests: they are written into indexes, which grow at their ends then. */
  clock: Clock;
  log: Logger;
  bodyLimitBytes: number;
  /** Paths below them are matched without regard to letter case. */
  caseBlindPrefixes: string[];
  /** A request without a response by then gets 503; its work continues. Absent: no limit. */
  deadlineMs?: number;
  /** CIDR networks whose X-Forwarded-For is trusted: `request.ip` is then the sender's address. */
  trustedProxies?: readonly string[];
  limits?: SocketLimits;
  /** Responds to unknown paths; absent: with JSON. */
  elsewhere?: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** Creates a server whose bodies have at most `bodyLimitBytes`. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { trustedProxies = [], limits = usualLimits } = options;
  const proxies = createProxies(trustedProxies);
  const sockets = createSockets(limits, proxies.include);
  const server = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    bodyLimit: options.bodyLimitBytes,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    requestIdHeader: false,
    genReqId: (raw) =>
      sentCorrelationId(raw) ?? newId(options.clock, isAskedAnyTime(raw.url ?? '') ? ownBytes : randomBytes),
    rewriteUrl: (raw) => routableUrl(raw.url ?? '/', options.caseBlindPrefixes),
    // Longer than any path that Node accepts, so that the path's owner reports the error.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    requestTimeout: sockets.options.requestTimeout!,
    // Node would respond itself, without a correlation id; nothing here needs the Host header.
    http: { ...sockets.options, requireHostHeader: false },
    forceCloseConnections: 'idle',
    // Clients still connected when the service stops get their surface's response, with "Connection: close".
    return503OnClosing: false,
    clientErrorHandler: sockets.onClientError,
  }) as unknown as FastifyInstance;
  server.decorate('sockets', sockets);
  sockets.guard(server.server);
  server.decorateRequest('sentCorrelationId', undefined);
  server.decorateRequest('refusedFor', undefined);
  server.decorateRequest('refused', undefined);
  server.decorateRequest('ip', {
    getter(this: FastifyRequest) {
      return proxies.senderOf(this.raw);
    },
  });
  // A DELETE needs no body; one that is sent is not validated.
  server.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
  server.addHook('onRequest', begin);
  server.addHook('onRequest', (request, reply, done) => {
    keepDeadline(reply, request.routeOptions.config.deadlineMs ?? options.deadlineMs);
    done();
  });
  let isStopping = false;
  server.addHook('preClose', async () => {
    isStopping = true;
    sockets.stop();
  });
  // Also for requests that arrived before the stop.
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  // Runs after the path's owner has set access rules and error responses.
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    assertQuery(request.url);
    done();
  });
  server.removeAllContentTypeParsers();
  const { elsewhere: answerElsewhere = answerNowhere } = options;
  server.setErrorHandler((error, request, reply) => {
    // A body sent to an unknown path is not read, so its type does not matter.
    if (request.is404 && transportStatus(error)?.status === 415) return answerElsewhere(request, reply);
    return answerUnowned(error, request, reply);
  });
  server.setNotFoundHandler(answerElsewhere);
  return server;
}

function begin(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
  const { id, raw } = request;
  request.server.sockets.note({ id, request: raw, response: reply.raw });
  reply.headers({ ...usualHeaders, [correlationHeader]: id });
  const sent = sentCorrelationId(raw);
  request.sentCorrelationId = sent ?? undefined;
  done(sent === null ? new UnusableHeader('X-Correlation-ID', correlationRule) : undefined);
}

/** A request had no response by its deadline. */
class DeadlinePassed extends Error {}

/**
 * Responds with 503 after `ms` milliseconds; undefined: never. Fastify's `handlerTimeout` cannot be used for it: it is
 * cancelled when the request is closed, which is as soon as its body was read.
 */
function keepDeadline(reply: FastifyReply, ms: number | undefined): void {
  if (ms === undefined) return;
  const timer = setTimeout(() => {
    // A response that is being streamed has its status already: it can only be cut off.
    if (reply.raw.headersSent && !reply.sent) reply.raw.destroy();
    else if (!reply.sent) reply.send(new DeadlinePassed());
  }, ms);
  const stop = () => clearTimeout(timer);
  reply.raw.once('finish', stop).once('close', stop);
}

// Responds for paths whose owner has no error format.
function answerUnowned(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = transportStatus(error);
  const isAway = known?.status === 503 || isDatabaseAway(error);
  if (!known && !isAway) request.log.error({ error }, 'a request failed');
  if (isAway) reply.header('retry-after', '1');
  if (known?.retryAfterSeconds) reply.header('retry-after', known.retryAfterSeconds);
  const text = known?.detail ?? (isAway ? 'the database is away' : 'something unexpected went wrong');
  return reply
    .code(known?.status ?? (isAway ? 503 : 500))
    .type('text/plain; charset=utf-8')
    .send(text);
}

/** Sends the JSON response for an unknown path: "there is nothing at /nothing for GET". */
export function answerNowhere({ method, originalUrl }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOfUrl(originalUrl).slice(0, longestPath);
  return reply
    .code(404)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ message: `${nowhere} ${path} for ${method}` }));
}

/** For routes that are slow by nature: replaces `deadlineMs`. */
export const longRoute = { config: { deadlineMs: hourMs } };

/** The beginning of an unknown path's response. */
export const nowhere = 'there is nothing at';
const longestPath = 200;

/** True if a path is requested at any time, by orchestrators or browsers: it must not use a seeded run's randomness. */
export function isAskedAnyTime(url: string): boolean {
  return anyTime.test(url);
}

function routableUrl(url: string, prefixes: string[]): string {
  const end = url.indexOf('?');
  const path = readablePath(end < 0 ? url : url.slice(0, end));
  const query = end < 0 ? '' : url.slice(end);
  const lower = path.toLowerCase();
  const isCaseBlind = prefixes.some((prefix) => lower === prefix || lower.startsWith(`${prefix}/`));
  return (isCaseBlind ? lower : path) + query;
}

// Makes a path with a wrong percent-encoding readable, which would otherwise be refused before any surface sees it.
// With its percent signs taken literally, the path's owner responds in its own style.
function readablePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

/** The response to a failure before any handler. */
export interface TransportFailure {
  status: 400 | 413 | 415 | 429 | 503;
  detail: string;
  /** The header that caused it. */
  header?: string;
  retryAfterSeconds?: number;
}

/** Returns the response for a failure before any handler, or undefined for other errors. */
export function transportStatus(error: unknown): TransportFailure | undefined {
  if (error instanceof TooManyRequests) {
    const { message, retryAfterSeconds } = error;
    return { status: 429, detail: message, retryAfterSeconds };
  }
  if (error instanceof UnusableHeader) return { status: 400, detail: error.message, header: error.header };
  if (error instanceof UnreadableBody) return { status: error.status, detail: error.message };
  if (error instanceof DeadlinePassed)
    return {
      status: 503,
      detail:
        'the request took too long and may still be completed: retry it with its key, or query the result first',
      retryAfterSeconds: 1,
    };
  const { code, statusCode, message } = error as FastifyError;
  if (statusCode === 413) return { status: 413, detail: 'the body exceeds the limit of this service' };
  if (statusCode === 415) return { status: 415, detail: 'this operation does not accept this content type' };
  if (statusCode === 503) return { status: 503, detail: 'the service is stopping' };
  if (code?.startsWith('FST_ERR_CTP') || statusCode === 400) return { status: 400, detail: message };
  return undefined;
}

/** The type of every surface's and page's error handler. */
export type ErrorAnswer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown;
