// The HTTP server as every surface and page finds it: one correlation id per request, the sender's address, the headers
// that every answer has, and failures that a handler did not foresee turned into the answer of whoever owns the path. How
// bodies are read stands in bodies.ts.
import { randomUUID } from 'node:crypto';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { hourMs } from '../clock.ts';
import { isDatabaseAway } from '../db/db.ts';
import type { Logger } from '../process/log.ts';
import { randomUuid } from '../random.ts';
import { assertQuery, UnreadableBody } from './bodies.ts';
import { correlationHeader, correlationRule, sentCorrelationId } from './correlation.ts';
import { createProxies } from './proxies.ts';
import { createSockets, type SocketLimits, type Sockets, usualLimits } from './sockets.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The X-Correlation-ID that was sent, when it was usable; the answer's header carries it or a new one. */
    sentCorrelationId: string | undefined;
    /** Why it was refused, for the log, where only its answer's page says so. */
    refusedFor: string | undefined;
  }
  interface FastifyInstance {
    /** The connections of this server. */
    sockets: Sockets;
  }
}

/** Schemas are judged by typebox: what Fastify would load for its own is left out. */
const noSchemas = (): never => {
  throw new Error('no route has a schema of Fastify');
};

const anyTime = /^\/(?:health|metrics|docs|assets)(?:[/?]|$)/;

/** Of every answer. Whoever may be cached says so itself. */
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

/** Somebody asks more often than they may. */
export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number;
  constructor(what: string, retryAfterSeconds: number) {
    super(`${what}; try again in ${retryAfterSeconds} s`);
    this.name = 'TooManyRequests';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface ServerOptions {
  log: Logger;
  bodyLimitBytes: number;
  /** Paths below them are matched without regard to letter case. */
  caseBlindPrefixes: string[];
  /** A request that is not answered by then is answered with 503; what it has begun goes on. Absent: it may take any time. */
  deadlineMs?: number;
  /** CIDR networks whose X-Forwarded-For is believed: `request.ip` is the sender's address as they tell it. */
  trustedProxies?: readonly string[];
  limits?: SocketLimits;
  /** Answers at a path that nobody owns; absent, it is said as JSON. */
  elsewhere?: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** A server whose bodies hold at most `bodyLimitBytes`. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { trustedProxies = [], limits = usualLimits } = options;
  const proxies = createProxies(trustedProxies);
  const sockets = createSockets(limits, proxies.include);
  const server = fastify({
    loggerInstance: options.log as never,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    bodyLimit: options.bodyLimitBytes,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    requestIdHeader: false,
    genReqId: (raw) =>
      sentCorrelationId(raw) ?? (isAskedAnyTime(raw.url ?? '') ? randomUUID() : randomUuid()),
    rewriteUrl: (raw) => routableUrl(raw.url ?? '/', options.caseBlindPrefixes),
    // Longer than any path that Node reads: whoever owns the path says what is wrong with it.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    requestTimeout: sockets.options.requestTimeout!,
    ...(options.deadlineMs && { handlerTimeout: options.deadlineMs }),
    // Node would answer for us, and without a correlation id; nothing here asks for the host.
    http: { ...sockets.options, requireHostHeader: false },
    forceCloseConnections: 'idle',
    // Whoever still has a connection when the service stops gets an answer in its own surface's way, and "close".
    return503OnClosing: false,
    clientErrorHandler: sockets.onClientError,
  }) as unknown as FastifyInstance;
  server.decorate('sockets', sockets);
  sockets.guard(server.server);
  server.decorateRequest('sentCorrelationId', undefined);
  server.decorateRequest('refusedFor', undefined);
  server.decorateRequest('ip', {
    getter(this: FastifyRequest) {
      return proxies.senderOf(this.raw);
    },
  });
  // What is removed has no body, and whatever somebody sends with it is nothing to judge.
  server.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
  server.addHook('onRequest', begin);
  let isStopping = false;
  server.addHook('preClose', async () => {
    isStopping = true;
    sockets.stop();
  });
  // Also of those whose requests came before.
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  // When whoever owns the path has said who may ask, and how it is answered.
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    assertQuery(request.url);
    done();
  });
  server.removeAllContentTypeParsers();
  const { elsewhere: answerElsewhere = answerNowhere } = options;
  server.setErrorHandler((error, request, reply) => {
    // Whatever is sent to a path of nobody is not read, and nothing to judge.
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

// For paths whose owner has no way of its own to say that something failed.
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

/** What a path that nobody owns says, as JSON: "there is nothing at /nothing for GET". */
export function answerNowhere({ method, originalUrl }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = originalUrl.split('?')[0]!.slice(0, longestPath);
  return reply
    .code(404)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ message: `${nowhere} ${path} for ${method}` }));
}

/** For routes that may take long by their nature: what they may take in place of `deadlineMs`. */
export const longRoute = { handlerTimeout: hourMs };

/** How the answer of a path that nobody owns begins. */
export const nowhere = 'there is nothing at';
const longestPath = 200;

/** What orchestrators and browsers ask when they like: it is part of no run from a seed, and takes none of its chance. */
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

/** What a failure before any handler deserves as its answer. */
export interface TransportFailure {
  status: 400 | 413 | 415 | 429 | 503;
  detail: string;
  /** The header that is to blame. */
  header?: string;
  retryAfterSeconds?: number;
}

/** The HTTP status that a failure before any handler deserves, or undefined when it is not of that kind. */
export function transportStatus(error: unknown): TransportFailure | undefined {
  if (error instanceof TooManyRequests) {
    const { message, retryAfterSeconds } = error;
    return { status: 429, detail: message, retryAfterSeconds };
  }
  if (error instanceof UnusableHeader) return { status: 400, detail: error.message, header: error.header };
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
