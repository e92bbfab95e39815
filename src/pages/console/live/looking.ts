// Looks what has changed on the pages that are open: once for all who see the same page with the same rights.
import { isDatabaseAway } from '../../../kernel/db/db.ts';
import type { Logger } from '../../../kernel/process/log.ts';
import { problemOf } from '../problems.ts';
import type { Visit } from '../visit.ts';
import type { Led } from './address.ts';
import type { LivePart } from './parts.ts';
import type { Stream } from './stream.ts';

/** Pages are rendered this often even where nothing seems to have changed. */
const sureEveryMs = 30_000;

/** Somebody who reads a page. */
export interface Listener {
  stream: Stream;
  visit: Visit;
  led: Led;
}

interface Known {
  mark: string | undefined;
  lookedAt: number;
  shownAt: number;
}

/** Returns what looks once for all listeners. Throws when the database is away. */
export function createLooking(log: Logger): (listeners: Iterable<Listener>) => Promise<void> {
  const known = new Map<string, Known>();

  /** Returns those who read a page that may have changed. Each kind of page is asked once, for all of them. */
  async function changedOf(pages: Map<string, Listener[]>): Promise<Listener[][]> {
    const now = performance.now();
    const isDue = ([name, [first]]: [string, Listener[]]): boolean =>
      now - (known.get(name)?.lookedAt ?? 0) > (first!.led.route.lookMs ?? 0);
    const kinds = Map.groupBy([...pages].filter(isDue), ([, [first]]) => first!.led.route);
    const changed: Listener[][] = [];
    for (const [{ peek }, own] of kinds) {
      const visits = own.map(([, [first]]) => first!.visit);
      // Where one of them is refused now, all are rendered, and that one ends.
      const marks = await peek?.(visits).catch(() => undefined);
      for (const [index, [name, group]] of own.entries())
        if (isNews(name, marks?.[index], now)) changed.push(group);
    }
    return changed;
  }

  function isNews(name: string, mark: string | undefined, now: number): boolean {
    const before = known.get(name);
    const isSame = mark !== undefined && mark === before?.mark && now - before.shownAt < sureEveryMs;
    known.set(name, { mark, lookedAt: now, shownAt: isSame ? before.shownAt : now });
    return !isSame;
  }

  /** Shows some people who read the same page what has changed. */
  async function showAll(group: readonly Listener[]): Promise<void> {
    try {
      const parts = await renderParts(group[0]!);
      for (const { stream } of group) stream.show(parts);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      // One page that fails keeps none of the others from being shown, and may do better at the next look.
      if (!problemOf(error)) return log.warn({ error }, 'a live page could not be rendered');
      for (const { stream } of group) stream.end('back');
    }
  }

  return async (listeners) => {
    const open = [...listeners].filter(({ visit }) => !visit.live.isDone);
    const pages = Map.groupBy(open, pageOf);
    for (const name of known.keys()) if (!pages.has(name)) known.delete(name);
    for (const group of await changedOf(pages)) {
      // Of a list, it matters since when somebody reads it.
      const same = Map.groupBy(group, ({ visit }) => visit.live.since);
      for (const people of same.values()) await showAll(people);
    }
  };
}

/** A page as some people see it: those with the same rights. */
const pageOf = ({ visit, led }: Listener): string => JSON.stringify([led.url, visit.person.rights.held]);

/** Renders a page for its parts. Throws as the page does. */
export async function renderParts({
  visit,
  led,
}: Pick<Listener, 'visit' | 'led'>): Promise<ReadonlyMap<string, LivePart>> {
  visit.live.parts.clear();
  await led.route.show(visit);
  return visit.live.parts;
}
