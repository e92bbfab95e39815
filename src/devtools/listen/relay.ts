// Relays events to one receiver: those of one object in their order, those of several objects in parallel. A receiver
// that fails gets a few attempts for each event and does not stop other objects; an absent receiver is waited for.

import type { OutboundAnswer } from '../../kernel/http/outbound.ts';
import { firstOf, getOrThrow } from '../../kernel/required.ts';
import type { Event } from './listeners.ts';

/** Between the attempts of an event, in milliseconds. */
const usualRetryMs: readonly number[] = [1_000, 5_000, 15_000];
const placesAtOnce = 8;
/** Between checks for an absent receiver, in milliseconds. The wait doubles up to the longest. */
const absence = { firstMs: 250, longestMs: 5_000 };
/** The most events that wait here; the others stay in the database. */
const mostWaiting = 200;
const answerShown = 200;

export type Outcome = 'delivered' | 'again' | 'given up';

export interface Delivery {
  event: Event;
  /** Whether the event is a requested resend. */
  isAgain: boolean;
  /** The number of the attempt, from 1. */
  attempt: number;
  statusCode: number | null;
  error: string | null;
  /** The beginning of the receiver's response. */
  answer: string;
  /** The time to the receiver's response, in milliseconds. */
  durationMs: number;
  outcome: Outcome;
  /** When the next attempt follows, in milliseconds. */
  retryInMs: number | null;
}

export interface Relay {
  hasRoom(): boolean;
  /** Adds events, each object's in their order. */
  add(events: readonly Event[], isAgain: boolean): void;
  /** Starts all attempts that are due. */
  work(): void;
  /** Returns the attempts that have ended since the last call. */
  ended(): { id: string; isAgain: boolean }[];
  /** Resolves at the next end. */
  next(): Promise<void>;
  /** Returns how many events it holds. */
  waiting(): number;
  /** Resolves when no attempt is in progress. */
  settled(): Promise<unknown>;
}

export interface RelayOptions {
  /** Makes one attempt. Throws if the message cannot be written now, which does not count as an attempt. */
  send: (event: Event) => Promise<OutboundAnswer>;
  onDelivery: (delivery: Delivery) => void;
  retryMs?: readonly number[] | undefined;
  /** Called with a reason when the receiver is absent, and with undefined when it is back. */
  onReceiver: (gone: string | undefined) => void;
}

interface Waiting {
  event: Event;
  isAgain: boolean;
  tries: number;
  /** By performance.now(). */
  notBefore: number;
}

export function createRelay(options: RelayOptions): Relay {
  const { send, onDelivery, onReceiver, retryMs = usualRetryMs } = options;
  /** By object. Only the first of each may be sent. */
  const lanes = new Map<string, Waiting[]>();
  const underWay = new Map<string, Promise<void>>();
  let done: { id: string; isAgain: boolean }[] = [];
  let away: { waitMs: number; until: number } | undefined;
  let signal = Promise.withResolvers<void>();

  const count = () => lanes.values().reduce((sum, lane) => sum + lane.length, 0);

  function begin(objectId: string, waiting: Waiting): void {
    const sending = attempt(waiting).finally(() => {
      underWay.delete(objectId);
      signal.resolve();
      signal = Promise.withResolvers();
    });
    underWay.set(objectId, sending);
  }

  async function attempt(waiting: Waiting): Promise<void> {
    const began = performance.now();
    let answer: OutboundAnswer;
    try {
      answer = await send(waiting.event);
    } catch {
      // The code that reads the service reports why it cannot be read.
      waiting.notBefore = performance.now() + firstOf(usualRetryMs);
      return;
    }
    if (isAbsent(answer)) return receiverIsGone(waiting, answer);
    if (away) {
      away = undefined;
      onReceiver(undefined);
    }
    conclude(waiting, answer, Math.round(performance.now() - began));
  }

  function receiverIsGone(waiting: Waiting, { error }: OutboundAnswer): void {
    const now = performance.now();
    if (!away) onReceiver(error!);
    // Concurrent attempts fail for the same absence, so the wait grows only once.
    if (!away || away.until <= now) {
      const waitMs = away ? Math.min(away.waitMs * 2, absence.longestMs) : absence.firstMs;
      away = { waitMs, until: now + waitMs };
    }
    waiting.notBefore = away.until;
  }

  function conclude(waiting: Waiting, { statusCode, error, body }: OutboundAnswer, durationMs: number): void {
    const { event, isAgain } = waiting;
    const wait = retryMs[waiting.tries];
    waiting.tries += 1;
    const isTaken = statusCode !== null && statusCode >= 200 && statusCode < 300;
    const outcome: Outcome = isTaken ? 'delivered' : wait === undefined ? 'given up' : 'again';
    const retryInMs = isTaken || wait === undefined ? null : wait;
    if (retryInMs === null) finish(waiting);
    else waiting.notBefore = performance.now() + retryInMs;
    const said = { statusCode, error, answer: body.slice(0, answerShown), durationMs };
    onDelivery({ event, isAgain, attempt: waiting.tries, ...said, outcome, retryInMs });
  }

  function finish({ event, isAgain }: Waiting): void {
    const lane = getOrThrow(lanes, event.objectId);
    lane.shift();
    if (lane.length === 0) lanes.delete(event.objectId);
    done.push({ id: event.id, isAgain });
  }

  return {
    hasRoom: () => !away && count() < mostWaiting,
    add: (events, isAgain) => {
      for (const event of events) {
        const lane = lanes.get(event.objectId) ?? [];
        lanes.set(event.objectId, lane);
        lane.push({ event, isAgain, tries: 0, notBefore: 0 });
      }
    },
    work: () => {
      const now = performance.now();
      // While the receiver is absent, one event at a time checks whether it is back.
      const places = away ? (away.until <= now ? 1 : 0) : placesAtOnce;
      for (const [objectId, [first]] of lanes) {
        if (underWay.size >= places) return;
        if (first && !underWay.has(objectId) && first.notBefore <= now) begin(objectId, first);
      }
    },
    ended: () => {
      const ended = done;
      done = [];
      return ended;
    },
    next: () => signal.promise,
    waiting: count,
    settled: () => Promise.all(underWay.values()),
  };
}

/** No connection was made, so the receiver has not seen the message. */
function isAbsent({ statusCode, detail }: OutboundAnswer): boolean {
  return (
    statusCode === null &&
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)\b/.test(
      detail ?? '',
    )
  );
}
