// How often somebody may ask: with one key, from one address, and how many of their tries may be refused. One count for all
// processes. What is beyond a limit is answered 429 in the way of whoever owns the path.
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
    /** What it came with was nobody's, or a hash not its own; a 401 need not say so. */
    isRefusedTry: boolean;
  }
}

/** A minute; 0: as many as they like. */
export interface Limits {
  /** Requests with one key: an ApiKey or an access token. */
  key: number;
  /** Requests without a key from one address. An IPv6 address stands for its network of 64 bits. */
  address: number;
  /** Refused tries from one address: a wrong key, token, client or hash. */
  refusals: number;
  /** Payment requests that browsers bring for one site. */
  site: number;
}

/** How a caller's limit is told: the header's name and what it says. */
export const limitHeaders = {
  'RateLimit-Limit': 'How many requests a minute this caller may make.',
  'RateLimit-Remaining': 'How many are left of them.',
  'RateLimit-Reset': 'In how many seconds the count begins anew.',
} as const;

const exchangeMs = 500;

export interface RequestLimits {
  /** Counts a payment request that a browser brings for a site. Throws TooManyRequests. */
  countOpening(siteCode: string): void;
  /** Tells other processes the counts, and learns theirs, until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

/** Holds every request of a server to limits. To be called before any route is registered. */
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
      // While the database is away, each process counts for itself.
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

/** Counts requests by their key, or by their address where they have none. */
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

/** Answers nothing more to an address whose tries were refused too often, be they right or wrong: no guess is told. */
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

/** Which key a request carries; none or "" where it has none. Whether it is anybody's is not known yet. */
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

/** The counts as the library asks for them. */
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
