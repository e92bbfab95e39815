// LISTEN, on a connection of its own that is opened anew when it is lost.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session, SessionEvents } from './session.ts';

export interface Subscription {
  unlisten(): Promise<void>;
}

export interface Listener {
  /** Resolves when the server listens. `onListen` is called then, and after every lost connection. */
  listen(channel: string, onNotify: (payload: string) => void, onListen?: () => void): Promise<Subscription>;
  end(): void;
}

interface Hearer {
  channel: string;
  onNotify(payload: string): void;
  onListen(): void;
}

const longestPauseMs = 1_000;

export function createListener(openSession: (events: SessionEvents) => Promise<Session>): Listener {
  const hearers = new Set<Hearer>();
  let opened: Promise<Session> | undefined;
  let current: Session | undefined;
  let isEnded = false;

  async function connect(): Promise<Session> {
    const session = await openSession({ onFree: () => {}, onLost: () => void reconnect() });
    session.onNotification((channel, payload) => {
      for (const hearer of hearers) if (hearer.channel === channel) hearer.onNotify(payload);
    });
    if (isEnded) session.destroy();
    current = session;
    return session;
  }

  async function reconnect(): Promise<void> {
    opened = undefined;
    for (let pauseMs = 50; !isEnded && hearers.size > 0; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      await sleep(pauseMs);
      if (opened) return;
      const mine = connect();
      opened = mine;
      try {
        const session = await mine;
        await Promise.all([...hearers].map((hearer) => begin(session, hearer)));
        return;
      } catch {
        if (opened === mine) opened = undefined;
      }
    }
  }

  async function begin(session: Session, hearer: Hearer): Promise<void> {
    await session.run({ text: `listen ${quote(hearer.channel)}`, values: [], how: 'simple' });
    hearer.onListen();
  }

  return {
    listen: async (channel, onNotify, onListen = () => {}) => {
      const hearer: Hearer = { channel, onNotify, onListen };
      opened ??= connect();
      const mine = opened;
      try {
        const session = await mine;
        hearers.add(hearer);
        await begin(session, hearer);
      } catch (error) {
        hearers.delete(hearer);
        if (opened === mine) opened = undefined;
        throw error;
      }
      return {
        unlisten: async () => {
          hearers.delete(hearer);
          if ([...hearers].some((other) => other.channel === channel)) return;
          const session = await opened;
          await session?.run({ text: `unlisten ${quote(channel)}`, values: [], how: 'simple' });
        },
      };
    },
    end: () => {
      isEnded = true;
      current?.destroy();
    },
  };
}

const quote = (channel: string): string => `"${channel.replaceAll('"', '""')}"`;
