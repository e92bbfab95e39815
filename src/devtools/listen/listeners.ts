// Listeners: each receives every event of a site at its own pace, and continues where it stopped. They are for
// developers who relay events to an address that no webhook may have.

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
  /** It starts fresh instead of continuing. */
  begins: boolean;
  /**
   * Returns the events since the last read; `again` are those that were requested once more. Returns undefined if
   * another listener has taken over. `ctx` is the one of this call, since the connection may change.
   */
  read(ctx: Context): Promise<{ events: store.Event[]; again: store.Event[]; isAll: boolean } | undefined>;
  /** Marks an event as told, or given up. */
  tell(id: string, isAgain: boolean): void;
  /** Saves what was told since the last time. Returns false if another listener has taken over. */
  keep(ctx: Context): Promise<boolean>;
  /** Returns the number of events still to tell, 10 000 at most, and the time of the oldest. */
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
  const toldAgain = new Set<string>();
  const taken = new Set<string>();

  /** Returns the events that were requested once more and are not in progress. */
  async function readAgain(ctx: Context, asked: readonly string[]): Promise<store.Event[]> {
    const wanted = asked.filter((id) => !taken.has(id));
    if (wanted.length === 0) return [];
    const events = await store.findEvents(ctx.db, listener, wanted);
    const told = events.filter(({ type }) => types === null || types.includes(type));
    for (const id of wanted) taken.add(id);
    // Events that do not exist, or are of other types, are not waited for.
    for (const id of wanted) if (!told.some((event) => event.id === id)) toldAgain.add(id);
    return told;
  }

  return {
    read: async (ctx) => {
      const reading = await store.readUntold(ctx.db, listener, place.next(), types, mostRead);
      if (!reading) return undefined;
      const { events, visibleBelow } = reading;
      const isAll = events.length < mostRead;
      place.take(events, { visibleBelow, isAll });
      const again = await readAgain(ctx, reading.again);
      return { events: events.map(({ writtenIn: _, ...event }) => event), again, isAll };
    },
    tell: (id, isAgain) => {
      lastEventId = id;
      if (isAgain) toldAgain.add(id);
      else place.tell(id);
    },
    keep: async (ctx) => {
      const done = [...toldAgain];
      const isKept = await store.keepPlace(ctx.db, listener, place.kept(), done, lastEventId);
      for (const id of done) {
        toldAgain.delete(id);
        taken.delete(id);
      }
      return isKept;
    },
    backlog: (ctx) => store.countUntold(ctx.db, listener, place.kept(), types),
  };
}

/** Has the listeners of a merchant's object tell its events once more. Returns their names. */
export function tellListenersAgain(ctx: Context, merchantId: string, objectId: string): Promise<string[]> {
  return store.askAgain(ctx.db, merchantId, objectId);
}
