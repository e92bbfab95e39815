// All streams of this process. While a page is open, it checks every two seconds for changes. No stream holds a
// database connection between two checks.

import { heldBySessions } from '../../../core/users/sessions.ts';
import type { SignedInUser } from '../../../core/users/signed-in-user.ts';
import type { ConsoleDeps } from '../visit.ts';
import { createLooking, type Listener } from './checking.ts';

/** Further pages are asked to reload every 30 s instead. Tests lower it. */
export const limits = { streams: 200, ofUser: 6, ofMerchant: 60 };

const lookEveryMs = 2_000;
/** After a slow check it rests as long as the check took, at most this long: changes must appear soon. */
const longestRestMs = 1_000;
/** A jump of this size means that the sandbox clock was advanced. */
const leapMs = 60_000;

export interface Hub {
  /** Why a user cannot have another stream; undefined if there is room. */
  noRoomFor(user: SignedInUser): string | undefined;
  add(listener: Listener): void;
  /** Ends all streams, which reconnect by themselves. */
  endAll(): void;
}

export function createHub({ ctx, onRestore }: ConsoleDeps): Hub {
  const listeners = new Set<Listener>();
  const look = createLooking(ctx.log);
  let timer: NodeJS.Timeout | undefined;
  let lookedAt: { real: number; clock: number } | undefined;

  function endAll(): void {
    for (const { stream } of listeners) stream.end('back');
    listeners.clear();
  }

  function rest(ms: number): void {
    timer = listeners.size > 0 ? setTimeout(() => void lookAndRest(), ms).unref() : undefined;
    if (!timer) lookedAt = undefined;
  }

  async function lookAndRest(): Promise<void> {
    const began = performance.now();
    try {
      if (hasLeapt()) endAll();
      // The last page may have closed while this rested, and the service may have stopped.
      if (listeners.size === 0) return;
      await endClosed();
      await look(listeners);
    } catch (error) {
      // The database is unavailable or busy: the next check may succeed.
      ctx.log.debug({ error }, 'live pages could not be looked at');
    } finally {
      const took = performance.now() - began;
      rest(Math.max(lookEveryMs - took, Math.min(took, longestRestMs)));
    }
  }

  /** Whether the clock was advanced since the last check, by any process. */
  function hasLeapt(): boolean {
    const before = lookedAt;
    lookedAt = { real: performance.now(), clock: ctx.clock.now().getTime() };
    return before !== undefined && lookedAt.clock - before.clock - (lookedAt.real - before.real) > leapMs;
  }

  /** Ends the streams of sessions that have ended, of disabled users, and of users whose roles changed. */
  async function endClosed(): Promise<void> {
    const sessions = new Set([...listeners].map(({ visit }) => visit.user.sessionId));
    const held = await heldBySessions(ctx, [...sessions]);
    for (const listener of listeners) {
      const { sessionId, rights } = listener.visit.user;
      const now = held.get(sessionId);
      if (now && JSON.stringify(now) === JSON.stringify(rights.held)) continue;
      listener.stream.end(now ? 'back' : 'signed-out');
      listeners.delete(listener);
    }
  }

  onRestore?.(endAll);
  return {
    noRoomFor: ({ id, rights }) => {
      const users = [...listeners].map(({ visit }) => visit.user);
      if (users.filter((one) => one.id === id).length >= limits.ofUser)
        return `You have ${limits.ofUser} live pages open, which is the limit for a user. This page works without live updates.`;
      const merchants = rights.held.map(({ merchantId }) => merchantId).filter((one) => one !== null);
      const isFull = (merchantId: string): boolean =>
        users.filter((one) => one.rights.held.some((held) => held.merchantId === merchantId)).length >=
        limits.ofMerchant;
      if (merchants.some(isFull))
        return `The users of this merchant have ${limits.ofMerchant} live pages open, which is the limit. This page works without live updates.`;
      return listeners.size < limits.streams
        ? undefined
        : 'Too many live pages are open. This page works without live updates.';
    },
    add: (listener) => {
      listeners.add(listener);
      void listener.stream.ended.then(() => listeners.delete(listener));
      if (timer) return;
      hasLeapt();
      rest(lookEveryMs);
    },
    endAll,
  };
}
