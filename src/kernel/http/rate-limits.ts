// Limits requests by key and by address, and refused attempts by address. All processes share the counts. A request beyond
// a limit gets 429 in the style of the surface that owns the path.
//
// A key counts only once it was valid: a request belongs to its address until then, so that a new key on each request
// avoids nothing. Keys that were valid from an address are remembered, so that merchants behind one address do not share
// its limits.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { minuteMs } from '../clock.ts';
import type { Sql } from '../db/db.ts';
import type { Logger } from '../process/log.ts';
import { getOrThrow } from '../required.ts';
import { sha256Hex } from '../security/crypto.ts';
import { holdRefusals } from './held-refusals.ts';
import { clientNetworkOf } from './networks.ts';
import { createRecent, type Recent } from './recent.ts';
import { TooManyRequests } from './server.ts';
import { createSharedCounts, type SharedCounts } from './shared-counts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request had an unknown credential or a wrong hash; its response need not be a 401. */
    isRefusedTry: boolean;
    /**
     * Counts the request for its ApiKey or access token, which is valid, instead of for its address. `owner`: the merchant's
     * id. Throws TooManyRequests. Undefined if nothing is limited.
     */
    acceptKey: ((key: string, owner: string) => void) | undefined;
    /** The caller that the request counts for; undefined if nothing is limited. */
    counted: Counted | undefined;
  }
}

/** Per minute; 0: unlimited. */
export interface Limits {
  /** Requests with one valid key: an ApiKey or an access token. */
  key: number;
  /** Requests without a valid key from one address. An IPv6 address counts as its /64 network. */
  address: number;
  /** Such requests of one address at one time. */
  concurrent: number;
  /** Refused attempts from one address: a wrong key, token, client or hash. */
  refusals: number;
  /** Payment requests from browsers for one site. */
  site: number;
}

/** The headers that state a caller's limit, with their descriptions. */
export const limitHeaders = {
  'RateLimit-Limit': 'The number of requests per minute that this caller can send.',
  'RateLimit-Remaining': 'The number of requests that are left in this minute.',
  'RateLimit-Reset': 'The number of seconds until the count restarts.',
} as const;

const exchangeMs = 500;
/** How long a key counts as known at an address after its last use. */
const rememberedMs = 10 * minuteMs;
const mostRemembered = 50_000;

/** Monitoring must get responses at all times, and assets cost nothing. */
const unlimited = /^\/(?:health|metrics|assets)(?:[/?]|$)/;
/** No keys are guessed there: a 401 of the console is a session that ended, and its sign-in counts attempts itself. */
const keyless = /^\/(?:docs|console)(?:[/?]|$)/;

interface Counted {
  address: string;
  /** The hash of a key that was valid from this address, and its merchant. */
  key: string | undefined;
  owner: string | undefined;
  /** The request occupies one of its address's places. */
  isConcurrent: boolean;
}

export interface RequestLimits {
  /** Counts a browser's payment request for a site. Throws TooManyRequests. */
  countOpening(siteCode: string): void;
  /** Exchanges counts with other processes until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

interface LimitOptions {
  limits: Limits;
  db: Sql;
  log: Logger;
  /** True if a request had a wrong credential or hash, in addition to those that got a 401 or set `isRefusedTry`. */
  isRefused?: (request: FastifyRequest) => boolean;
}

/** Applies the limits to every request of a server. Must be called before any route is registered. */
export function limitRequests(
  server: FastifyInstance,
  { isRefused = () => false, limits, db, log }: LimitOptions,
): RequestLimits {
  const counts = createSharedCounts(db);
  server.decorateRequest('isRefusedTry', false);
  server.decorateRequest('acceptKey', undefined);
  server.decorateRequest('counted', undefined);
  const places = createPlaces(limits.concurrent);
  limitCallers(server, { limits, counts, log, isRefused, places });
  if (Object.values(limits).some((limit) => limit > 0)) holdRefusals(server, counts, places.leave);

  let timer: NodeJS.Timeout | undefined;
  let exchanging = Promise.resolve();
  return {
    countOpening: (siteCode) => {
      if (limits.site > 0 && counts.add(`site ${siteCode}`, limits.site) > limits.site)
        throw new TooManyRequests('too many payment requests for this site', secondsLeft(counts));
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

interface Counting extends Pick<LimitOptions, 'limits' | 'log'> {
  isRefused: (request: FastifyRequest) => boolean;
  counts: SharedCounts;
  places: ReturnType<typeof createPlaces>;
}

function limitCallers(server: FastifyInstance, counting: Counting): void {
  const { limits, counts, log, isRefused, places } = counting;
  const known = createRecent<string>(mostRemembered, rememberedMs);

  server.addHook('onRequest', (request, reply, done) => {
    if (unlimited.test(request.url)) return done();
    const counted = callerOf(request, known);
    request.counted = counted;
    try {
      if (!keyless.test(request.url)) assertAttempts(request, counted, counting);
      if (counted.key !== undefined) countFor(request, reply, counting, 'key', counted.key);
      else {
        if (!places.take(counted))
          throw tooMany(request, 'too many concurrent requests from this address', 1);
        // Also of a request that is cut off while its body is read.
        reply.raw.once('close', () => places.leave(counted));
        countFor(request, reply, counting, 'address', counted.address);
      }
    } catch (error) {
      return done(error as Error);
    }
    request.acceptKey = (key, owner) => {
      const hash = sha256Hex(key);
      known.set(`${counted.address} ${hash}`, owner);
      if (counted.key !== undefined) return;
      Object.assign(counted, { key: hash, owner });
      places.leave(counted);
      if (limits.address > 0) counts.add(`address ${counted.address}`, limits.address, -1);
      countFor(request, reply, counting, 'key', hash);
    };
    done();
  });

  server.addHook('onResponse', (request, { statusCode: status }, done) => {
    const { counted } = request;
    const isAttempt = status === 401 || request.isRefusedTry || isRefused(request);
    if (counted && isAttempt && !keyless.test(request.url)) {
      const route = request.routeOptions.url;
      log.info({ security: true, address: request.ip, route, status }, 'a caller was refused');
      if (limits.refusals > 0) counts.add(attemptsOf(counted), limits.refusals);
      if (status === 401 && counted.key !== undefined) known.delete(`${counted.address} ${counted.key}`);
    }
    done();
  });
}

/** Returns who a request is counted for: the key that it sends, where that was valid from its address, else its address. */
function callerOf({ ip, headers }: FastifyRequest, known: Recent<string>): Counted {
  const address = clientNetworkOf(ip);
  for (const key of [headers.authorization, headers.apikey]) {
    if (typeof key !== 'string' || key === '') continue;
    const hash = sha256Hex(key);
    const owner = known.get(`${address} ${hash}`);
    if (owner !== undefined) return { address, key: hash, owner, isConcurrent: false };
  }
  return { address, key: undefined, owner: undefined, isConcurrent: false };
}

function countFor(
  request: FastifyRequest,
  reply: FastifyReply,
  { limits, counts }: Counting,
  name: 'key' | 'address',
  id: string,
): void {
  const limit = limits[name];
  if (limit === 0) return;
  const count = counts.add(`${name} ${id}`, limit);
  const reset = secondsLeft(counts);
  reply.header('RateLimit-Limit', limit);
  reply.header('RateLimit-Remaining', Math.max(limit - count, 0));
  reply.header('RateLimit-Reset', reset);
  if (count > limit) throw tooMany(request, `too many requests for this ${name}`, reset);
}

/**
 * The key of the refused attempts that a request adds to. Those with a merchant's valid key are the merchant's, however many
 * tokens it takes: they neither block its neighbours at the address, nor are blocked by them.
 */
const attemptsOf = ({ address, owner }: Counted): string =>
  owner === undefined ? `refusals ${address}` : `refusals ${address} ${owner}`;

/** Blocks a caller after too many refused attempts, also for right ones, so that no guess is confirmed. */
function assertAttempts(request: FastifyRequest, counted: Counted, { limits, counts }: Counting): void {
  if (limits.refusals === 0 || counts.read(attemptsOf(counted)) < limits.refusals) return;
  throw tooMany(request, 'too many rejected requests from this address', secondsLeft(counts));
}

/** Gives each address a number of places for requests that are under way; 0: unlimited. */
function createPlaces(most: number) {
  const taken = new Map<string, number>();
  return {
    take: (counted: Counted): boolean => {
      const { address } = counted;
      const now = taken.get(address) ?? 0;
      if (most > 0 && now >= most) return false;
      taken.set(address, now + 1);
      counted.isConcurrent = true;
      return true;
    },
    leave: (counted: Counted): void => {
      if (!counted.isConcurrent) return;
      counted.isConcurrent = false;
      const left = getOrThrow(taken, counted.address) - 1;
      if (left > 0) taken.set(counted.address, left);
      else taken.delete(counted.address);
    },
  };
}

function tooMany(request: FastifyRequest, what: string, retryAfterSeconds: number): TooManyRequests {
  request.log.info({ security: true, address: request.ip }, what);
  return new TooManyRequests(what, retryAfterSeconds);
}

const secondsLeft = (counts: SharedCounts): number => Math.ceil(counts.msLeft() / 1_000);
