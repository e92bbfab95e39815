// Limits requests by key and by address, and refused tries by address. All processes share the counts. A request beyond
// a limit gets 429 in the style of the surface that owns the path.
import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { minuteMs } from '../clock.ts';
import type { Sql } from '../db/db.ts';
import type { Logger } from '../process/log.ts';
import { sha256Hex } from '../security/crypto.ts';
import { isAskedAnyTime, TooManyRequests } from './server.ts';
import { createSharedCounts, type SharedCounts } from './shared-counts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request had an unknown credential or a wrong hash; its answer need not be a 401. */
    isRefusedTry: boolean;
  }
}

/** Per minute; 0: unlimited. */
export interface Limits {
  /** Requests with one key: an ApiKey or an access token. */
  key: number;
  /** Requests without a key from one address. An IPv6 address counts as its /64 network. */
  address: number;
  /** Refused tries from one address: a wrong key, token, client or hash. */
  refusals: number;
  /** Payment requests from browsers for one site. */
  site: number;
}

/** The headers that tell a caller its limit, with their descriptions. */
export const limitHeaders = {
  'RateLimit-Limit': 'How many requests a minute this caller may make.',
  'RateLimit-Remaining': 'How many are left of them.',
  'RateLimit-Reset': 'In how many seconds the count begins anew.',
} as const;

const exchangeMs = 500;

export interface RequestLimits {
  /** Counts a browser's payment request for a site. Throws TooManyRequests. */
  countOpening(siteCode: string): void;
  /** Exchanges counts with other processes until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

/** Applies the limits to every request of a server. Must be called before any route is registered. */
export function limitRequests(
  server: FastifyInstance,
  { limits, db, log }: { limits: Limits; db: Sql; log: Logger },
): RequestLimits {
  const counts = createSharedCounts(db);
  server.decorateRequest('isRefusedTry', false);
  server.register(rateLimit, { global: false, store: storeOf(counts) });
  server.after(() => {
    limitCallers(server, limits);
    if (limits.refusals > 0) limitRefusals(server, limits.refusals, log);
  });

  let timer: NodeJS.Timeout | undefined;
  let exchanging = Promise.resolve();
  return {
    countOpening: (siteCode) => {
      if (limits.site > 0 && counts.add(`site ${siteCode}`, limits.site) > limits.site)
        throw new TooManyRequests(
          'too many payment requests for this site',
          Math.ceil(counts.msLeft() / 1_000),
        );
    },
    start: () => {
      // While the database is away, each process counts alone.
      timer = setInterval(() => {
        exchanging = counts.exchange().catch(() => {});
      }, exchangeMs).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await exchanging;
    },
  };
}

/** Counts requests by key, or by address when they have none. */
function limitCallers(server: FastifyInstance, limits: Limits): void {
  const checks = {
    key: checkOf(server, 'key', limits.key, (request) => sha256Hex(sentKeyOf(request)!)),
    address: checkOf(server, 'address', limits.address, addressOf),
  };
  server.addHook('onRequest', async (request, reply) => {
    const name = sentKeyOf(request) ? 'key' : 'address';
    if (limits[name] === 0 || isAskedAnyTime(request.url)) return;
    const asked = await checks[name](request);
    if (asked.isAllowed) return;
    tell(reply, asked);
    if (asked.isExceeded) throw tooMany(request, `too many requests of this ${name}`, asked.ttlInSeconds);
  });
}

/** Blocks an address after too many refused tries, also for right ones, so that no guess is confirmed. */
function limitRefusals(server: FastifyInstance, most: number, log: Logger): void {
  const check = checkOf(server, 'refusals', most, addressOf);
  server.addHook('onRequest', async (request) => {
    if (isAskedAnyTime(request.url)) return;
    const refused = await check(request, { increment: false });
    if (refused.isAllowed || refused.remaining > 0) return;
    throw tooMany(request, 'too many tries of this address were refused', refused.ttlInSeconds);
  });
  server.addHook('onResponse', async (request, { statusCode: status }) => {
    if (status !== 401 && !request.isRefusedTry) return;
    const route = request.routeOptions.url;
    log.info({ security: true, address: request.ip, route, status }, 'a caller was refused');
    await check(request);
  });
}

function checkOf(
  server: FastifyInstance,
  name: keyof Limits,
  max: number,
  keyOf: (request: FastifyRequest) => string,
) {
  const keyGenerator = (request: FastifyRequest) => `${name} ${keyOf(request)}`;
  return server.createRateLimit({ max, timeWindow: minuteMs, keyGenerator: keyGenerator as never });
}

function tooMany(request: FastifyRequest, what: string, retryAfterSeconds: number): TooManyRequests {
  request.log.info({ security: true, address: request.ip }, what);
  return new TooManyRequests(what, retryAfterSeconds);
}

/** Returns the key of a request, unchecked; undefined or "" when it has none. */
function sentKeyOf({ headers }: FastifyRequest): string | undefined {
  const { apikey, authorization } = headers;
  return authorization ?? (typeof apikey === 'string' ? apikey : undefined);
}

function addressOf({ ip }: FastifyRequest): string {
  return normalizeIP(ip);
}

function tell(reply: FastifyReply, asked: { max: number; remaining: number; ttlInSeconds: number }): void {
  reply.header('RateLimit-Limit', asked.max);
  reply.header('RateLimit-Remaining', asked.remaining);
  reply.header('RateLimit-Reset', asked.ttlInSeconds);
}

/** Adapts the counts to the library's interface. */
function storeOf(counts: SharedCounts) {
  return class Store implements FastifyRateLimitStore {
    incr(key: string, answer: Answer, _timeWindow?: number, max = 0): void {
      answer(null, { current: counts.add(key, max), ttl: counts.msLeft() });
    }
    read(key: string, answer: Answer): void {
      answer(null, { current: counts.read(key), ttl: counts.msLeft() });
    }
    child(): Store {
      return this;
    }
  };
}

type Answer = (error: Error | null, result?: { current: number; ttl: number }) => void;
