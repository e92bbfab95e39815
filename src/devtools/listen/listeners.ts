// Listeners: each receives every event of a site at its own pace, and continues where it stopped. They are for
// developers who relay events to an address that webhooks do not allow.

import type { Context } from '../../core/context.ts';
import type { EventType } from '../../core/events.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { inWork } from '../../core/unit-of-work.ts';
import { newId } from '../../kernel/ids.ts';
import { createPlace, type Place } from './place.ts';
import * as store from './store.ts';

export type { Event } from './store.ts';

/** The most events that a listener reads ahead. */
const mostRead = 200;

export interface Listening {
  /** The last event before it stopped. */
  lastEventId: string | null;
  /** Whether it starts instead of continuing. */
  begins: boolean;
  /**
   * Returns the events since the last read; `again` are those whose resend was requested. Returns undefined if
   * another listener has taken over. `ctx` is the one of this call, since the connection may change.
   */
  read(ctx: Context): Promise<{ events: store.Event[]; again: store.Event[]; isAll: boolean } | undefined>;
  /** Marks an event as delivered or abandoned. */
  tell(id: string, isAgain: boolean): void;
  /** Saves the events delivered since the last time. Returns false if another listener has taken over. */
  keep(ctx: Context): Promise<boolean>;
  /** Returns the number of pending events, 10 000 at most, and the time of the oldest. */
  backlog(ctx: Context): Promise<{ waiting: number; oldest: Date | null }>;
}

export interface ListenerOptions {
  site: Pick<Site, 'id' | 'merchantId'>;
  /** Identifies the listener. A later listener with the same name takes over. */
  name: string;
  /** Limits the event types. */
  types?: readonly EventType[] | undefined;
  /** Starts with the events since then; otherwise it continues where it stopped, or starts with new events. */
  since?: Date | undefined;
}

/** Starts a listener, or takes over from one with the same name. */
export async function startListening(ctx: Context, options: ListenerOptions): Promise<Listening> {
  const { site, name, types = null, since = null } = options;
  const { listener, place, lastEventId, begins } = await inWork(ctx, async (work) => {
    await store.forgetOtherServers(work.tx, site.id);
    const known = since === null ? await store.lockListener(work.tx, site.id, name) : undefined;
    const holder = newId(work.clock);
    if (known) {
      await store.setHolder(work.tx, { ...known, holder });
      return { ...known, listener: { ...known, holder }, begins: false };
    }
    const start = await store.placeSince(work.tx, { merchantId: site.merchantId, siteId: site.id }, since);
    const made = { id: newId(work.clock), merchantId: site.merchantId, siteId: site.id, name, holder };
    const listener = await store.putListener(work.tx, made, start, work.clock.now());
    return { listener, place: start, lastEventId: null, begins: true };
  });
  return { lastEventId, begins, ...listeningAt(listener, createPlace(place), types) };
}

function listeningAt(
  listener: store.Listener,
  place: Place,
  types: readonly string[] | null,
): Omit<Listening, 'lastEventId' | 'begins'> {
  let lastEventId: string | null = null;
  const resent = new Set<string>();
  const taken = new Set<string>();

  /** Returns the events whose resend was requested and is not in progress. */
  async function readAgain(ctx: Context, asked: readonly string[]): Promise<store.Event[]> {
    const wanted = asked.filter((id) => !taken.has(id));
    if (wanted.length === 0) return [];
    const events = await store.findEvents(ctx.db, listener, wanted);
    const matching = events.filter(({ type }) => types === null || types.includes(type));
    for (const id of wanted) taken.add(id);
    // Events that do not exist, or are of other types, are not waited for.
    for (const id of wanted) if (!matching.some((event) => event.id === id)) resent.add(id);
    return matching;
  }

  return {
    read: async (ctx) => {
      const reading = await store.readPending(ctx.db, listener, place.next(), types, mostRead);
      if (!reading) return undefined;
      const { events, visibleBelow } = reading;
      const isAll = events.length < mostRead;
      place.take(events, { visibleBelow, isAll });
      const again = await readAgain(ctx, reading.again);
      return { events: events.map(({ writtenIn: _, ...event }) => event), again, isAll };
    },
    tell: (id, isAgain) => {
      lastEventId = id;
      if (isAgain) resent.add(id);
      else place.tell(id);
    },
    keep: async (ctx) => {
      const done = [...resent];
      const isKept = await store.keepPlace(ctx.db, listener, place.kept(), done, lastEventId);
      for (const id of done) {
        resent.delete(id);
        taken.delete(id);
      }
      return isKept;
    },
    backlog: (ctx) => store.countPending(ctx.db, listener, place.kept(), types),
  };
}

/** Requests a resend of an object's events from the merchant's listeners. Returns their names. */
export function tellListenersAgain(ctx: Context, merchantId: string, objectId: string): Promise<string[]> {
  return store.askAgain(ctx.db, merchantId, objectId);
}
