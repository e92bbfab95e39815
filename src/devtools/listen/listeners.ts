// Listeners: each is told every event of a site, in its own time, and goes on where it stopped. They are a developer's,
// who relays events to an address that no webhook may have.

import { type Context, inWork } from '../../core/context.ts';
import type { EventType } from '../../core/events.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { newId } from '../../kernel/ids.ts';
import { createPlace, type Place } from './place.ts';
import * as store from './store.ts';

export type { Event } from './store.ts';

/** How far a listener reads ahead. */
const mostRead = 200;

export interface Listening {
  /** The event that was told last before it stopped. */
  lastEventId: string | null;
  /** It does not go on from where it stopped, but begins. */
  begins: boolean;
  /**
   * The events that have come since the last reading; `again` are those that were asked for once more. Undefined when
   * another has taken the place over. `ctx` is the one of this call: a connection may be another each time.
   */
  read(ctx: Context): Promise<{ events: store.Event[]; again: store.Event[]; isAll: boolean } | undefined>;
  /** Notes that an event has been told, or given up. */
  tell(id: string, isAgain: boolean): void;
  /** Keeps what was told since the last time; false when another has taken the place over. */
  keep(ctx: Context): Promise<boolean>;
  /** How many events it has still to tell, 10 000 at most, and since when the oldest of them waits. */
  backlog(ctx: Context): Promise<{ waiting: number; oldest: Date | null }>;
}

export interface ListenerOptions {
  site: Pick<Site, 'id' | 'merchantId'>;
  /** Under which it is found again. Of two with one name, the later takes the place over. */
  name: string;
  /** Only events of these types. */
  types?: readonly EventType[] | undefined;
  /** Begins with what has happened since then; else where it stopped, or with what happens from now on. */
  since?: Date | undefined;
}

/** Takes a listener's place. */
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

  /** Those asked for once more that are not under way for it already. */
  async function readAgain(ctx: Context, asked: readonly string[]): Promise<store.Event[]> {
    const wanted = asked.filter((id) => !taken.has(id));
    if (wanted.length === 0) return [];
    const events = await store.findEvents(ctx.db, listener, wanted);
    const told = events.filter(({ type }) => types === null || types.includes(type));
    for (const id of wanted) taken.add(id);
    // What is not there, or not to be told, is not waited for.
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

/** Has the listeners of a merchant's object told its events once more; answers their names. */
export function tellListenersAgain(ctx: Context, merchantId: string, objectId: string): Promise<string[]> {
  return store.askAgain(ctx.db, merchantId, objectId);
}
