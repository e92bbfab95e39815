// When a delivery is retried, and the meaning of each response.
import { plus } from '../../kernel/clock.ts';
import type { OutboundAnswer } from '../../kernel/http/outbound.ts';
import { randomBelow } from '../../kernel/random.ts';
import { type Health, longestPauseMs, pauseMs } from './breaker.ts';

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** The wait before each attempt after the first, in milliseconds: ten attempts over 75 h 35 min. */
export const retryDelaysMs = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
] as const;

const jitterPercent = 10;

/** The longest that a whole schedule lasts without a Retry-After, in milliseconds. */
export const scheduleMs = retryDelaysMs.reduce(
  (sum, delay) => sum + delay + (delay * jitterPercent) / 100,
  0,
);

/** The time for a receiver to respond, in milliseconds. */
export const answerTimeoutMs = 15 * seconds;

/**
 * The additional time to wait for a late response, in milliseconds: a message that was taken after all is not sent
 * again.
 */
export const graceMs = 15 * seconds;

/**
 * How long a claim lasts: longer than an attempt may take, so that it is never taken over while its owner lives; short
 * enough that a killed process's deliveries go on within half a minute.
 */
export const leaseMs = 25 * seconds;

const longestRetryAfterMs = 24 * hours;

// The delay after "not yet" (409 or 425), in milliseconds: the receiver is about to be ready, such as a shop that is
// still writing its order.
const postponedMs = 5 * seconds;

/** How often a receiver can respond "not yet" to a message (for five minutes); then it counts as a failure. */
export const mostPostponed = 60;

/**
 * The state of a delivery: its failures on the present schedule, and how often its receiver has responded "not yet".
 */
export interface Standing {
  tries: number;
  postponed: number;
}

/** The step that a delivery takes, and what goes with it. */
export type Verdict =
  | { verb: 'deliver' }
  /** `isGone`: the receiver wants no more messages. */
  | { verb: 'giveUp'; isGone: boolean }
  | { verb: 'retry'; waitMs: number; isPostponed: boolean };

/** Returns the effect of a response on its delivery. `now` reads Retry-After dates. */
export function judgeAnswer(answer: OutboundAnswer, { tries, postponed }: Standing, now: Date): Verdict {
  const { statusCode } = answer;
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { verb: 'deliver' };
  if (statusCode === 410) return { verb: 'giveUp', isGone: true };
  const asked = retryAfterMs(answer.retryAfter, now);
  if (isNotYet(answer) && postponed < mostPostponed) {
    return { verb: 'retry', waitMs: Math.max(postponedMs, asked), isPostponed: true };
  }
  const delay = retryDelaysMs[tries];
  if (delay === undefined) return { verb: 'giveUp', isGone: false };
  return { verb: 'retry', waitMs: Math.max(withJitter(delay), asked), isPostponed: false };
}

// 409 Conflict and 425 Too Early.
const isNotYet = ({ statusCode }: OutboundAnswer): boolean => statusCode === 409 || statusCode === 425;

/**
 * Returns the effect of a response on its receiver. `isProbe`: the attempt tested whether the receiver is available
 * again.
 */
export function judgeReceiver(
  answer: OutboundAnswer,
  verdict: Verdict,
  { isProbe, failingSince }: { isProbe: boolean; failingSince: Date | null },
  now: Date,
): Health {
  if (verdict.verb === 'deliver') return { kind: 'good', openUntil: null };
  if (verdict.verb === 'retry' && verdict.isPostponed) return { kind: 'neither', openUntil: null };
  const isBusy = answer.statusCode === 429 || answer.statusCode === 503;
  const asked = isBusy ? Math.min(retryAfterMs(answer.retryAfter, now), longestPauseMs) : 0;
  const failingMs = now.getTime() - (failingSince ?? now).getTime();
  const wait = Math.max(asked, isProbe ? pauseMs(failingMs) : 0);
  return { kind: 'bad', openUntil: wait > 0 ? plus(now, wait) : null };
}

// Receivers that failed together must not be called together again.
function withJitter(delayMs: number): number {
  const spread = Math.floor((delayMs * jitterPercent) / 100);
  return delayMs - spread + randomBelow(2 * spread + 1);
}

function retryAfterMs(header: string | null, now: Date): number {
  if (header === null) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * seconds : Date.parse(header) - now.getTime();
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longestRetryAfterMs);
}
