// All streams of this process. While somebody listens, it looks every two seconds what has changed: once for all who see
// the same page with the same rights. No stream holds a connection of the database between two looks.
import { heldBySessions } from '../../../core/people/sessions.ts';
import type { Html } from '../../html.ts';
import { problemOf } from '../problems.ts';
import type { ConsoleDeps, Visit } from '../visit.ts';
import type { Led } from './address.ts';
import type { LivePart } from './parts.ts';
import type { Stream } from './stream.ts';

/** More are asked to load their page again every 30 s instead. Tests lower it. */
export const limits = { streams: 200 };

const lookEveryMs = 2_000;
/** Looking takes at most a quarter of the time. */
const restShare = 3;
/** By so much a sandbox's clock was moved rather than went. */
const leapMs = 60_000;

export interface Listener {
  stream: Stream;
  visit: Visit;
  led: Led;
}

export interface Hub {
  hasRoom(): boolean;
  add(listener: Listener): void;
  /** Ends all streams, which come back by themselves. */
  endAll(): void;
}

export function createHub({ ctx, onRestore }: ConsoleDeps): Hub {
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = { real: 0, clock: 0 };

  function endAll(): void {
    for (const { stream } of listeners) stream.end('back');
    listeners.clear();
  }

  function rest(ms: number): void {
    timer = listeners.size > 0 ? setTimeout(() => void look(), ms).unref() : undefined;
  }

  async function look(): Promise<void> {
    const began = performance.now();
    try {
      if (hasLeapt()) endAll();
      else await lookOnce();
    } catch (error) {
      // The database is away, or busy: the next look may go better.
      ctx.log.debug({ error }, 'live pages could not be looked at');
    }
    const took = performance.now() - began;
    rest(Math.max(lookEveryMs - took, restShare * took));
  }

  function hasLeapt(): boolean {
    const now = { real: performance.now(), clock: ctx.clock.now().getTime() };
    const { real, clock } = lookedAt;
    lookedAt = now;
    return real > 0 && now.clock - clock - (now.real - real) > leapMs;
  }

  async function lookOnce(): Promise<void> {
    await endClosed();
    const changing = [...listeners].filter(({ visit }) => !visit.live.isDone);
    const groups = Map.groupBy(changing, groupOf);
    for (const group of groups.values()) {
      const parts = await partsOf(group[0]!);
      for (const { stream } of group) parts ? stream.show(parts) : stream.end('back');
    }
  }

  /** Ends the streams of sessions that have ended, of people who are disabled, and of those who hold other roles now. */
  async function endClosed(): Promise<void> {
    const sessions = new Set([...listeners].map(({ visit }) => visit.person.sessionId));
    const held = await heldBySessions(ctx, [...sessions]);
    for (const listener of listeners) {
      const { sessionId, rights } = listener.visit.person;
      const now = held.get(sessionId);
      if (now && JSON.stringify(now) === JSON.stringify(rights.held)) continue;
      listener.stream.end(now ? 'back' : 'signed-out');
      listeners.delete(listener);
    }
  }

  onRestore?.(endAll);
  return {
    hasRoom: () => listeners.size < limits.streams,
    add: (listener) => {
      listeners.add(listener);
      void listener.stream.ended.then(() => listeners.delete(listener));
      if (timer) return;
      lookedAt = { real: 0, clock: 0 };
      rest(lookEveryMs);
    },
    endAll,
  };
}

/** Those of one group are shown the same. */
function groupOf({ visit, led }: Listener): string {
  const { person, live } = visit;
  return JSON.stringify([led.url, live.since, person.rights.held]);
}

/** Renders a page for its parts. Returns undefined where it is refused now. */
async function partsOf({ visit, led }: Listener): Promise<ReadonlyMap<string, LivePart> | undefined> {
  try {
    await renderParts(visit, led);
    return visit.live.parts;
  } catch (error) {
    if (!problemOf(error)) throw error;
    return undefined;
  }
}

/** Renders a page for its parts. Throws as the page does. */
export async function renderParts(visit: Visit, { route }: Led): Promise<Html | object> {
  visit.live.parts.clear();
  return route.show(visit);
}
