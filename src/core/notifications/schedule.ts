// When a delivery is tried again, and what each answer means.
import { randomInt } from 'node:crypto';
import type { OutboundAnswer } from '../../kernel/outbound.ts';

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

/** How long a receiver may take to answer. */
export const answerTimeoutMs = 15 * seconds;

const jitterPercent = 10;
const longestRetryAfterMs = 24 * hours;

export type Verdict = { status: 'delivered' } | { status: 'failed' } | { status: 'pending'; waitMs: number };

/** What follows from the answer to attempt `number` (1 is the first). `now` reads Retry-After dates. */
export function judgeAnswer(answer: OutboundAnswer, number: number, now: Date): Verdict {
  const { statusCode } = answer;
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { status: 'delivered' };
  // 410 Gone: the receiver wants no more of this message.
  if (statusCode === 410) return { status: 'failed' };
  const delay = retryDelaysMs[number - 1];
  if (delay === undefined) return { status: 'failed' };
  return { status: 'pending', waitMs: Math.max(withJitter(delay), retryAfterMs(answer.retryAfter, now)) };
}

// Receivers that failed together must not be called together again.
function withJitter(delayMs: number): number {
  const spread = Math.floor((delayMs * jitterPercent) / 100);
  return delayMs + (spread > 0 ? randomInt(-spread, spread + 1) : 0);
}

function retryAfterMs(header: string | null, now: Date): number {
  if (header === null) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * seconds : Date.parse(header) - now.getTime();
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longestRetryAfterMs);
}
