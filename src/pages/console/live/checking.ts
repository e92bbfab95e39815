// Checks for changes on the open pages: once for all users who see the same page with the same rights.
import { limitConcurrency } from '../../../kernel/concurrency/semaphore.ts';
import { isDatabaseAway } from '../../../kernel/db/db.ts';
import type { Logger } from '../../../kernel/process/log.ts';
import { firstOf } from '../../../kernel/required.ts';
import { problemOf } from '../problems.ts';
import type { Visit } from '../visit.ts';
import type { Led } from './address.ts';
import type { LivePart } from './parts.ts';
import type { Stream } from './stream.ts';

/** An unchanged page is rendered this often all the same, in case its mark misses something. */
const sureEveryMs = 60_000;
/** The maximum number of those per check: they must not cost what marks save. */
const sureAtOnce = 1;
/** Pages rendered at once, each with at most one database connection. */
const renderedAtOnce = 3;
/** A page without a mark is checked again after this multiple of its rendering time: it takes 1 % of the time. */
const restShare = 100;
/** The maximum, also used after a page has failed. */
const restMs = 30_000;

/** A user with an open page. */
export interface Listener {
  stream: Stream;
  visit: Visit;
  led: Led;
  /** The mark from `peek` when the page was last rendered for them. */
  mark: string | undefined;
}

interface Known {
  lookAt: number;
  sureAt: number;
}

/** Returns a function that checks once for all listeners. Throws if the database is unavailable. */
export function createLooking(log: Logger): (listeners: Iterable<Listener>) => Promise<void> {
  const known = new Map<string, Known>();

  /** Returns the listeners whose page may have changed. Each kind of page is checked once, for all of them. */
  async function changedOf(pages: Map<string, Listener[]>): Promise<Listener[][]> {
    const now = performance.now();
    const due = [...pages].filter(([name]) => now >= (known.get(name)?.lookAt ?? 0));
    const sure = new Set(
      [...known].flatMap(([name, { sureAt }]) => (now >= sureAt ? [name] : [])).slice(0, sureAtOnce),
    );
    const changed: Listener[][] = [];
    for (const own of Map.groupBy(due, ([, [first]]) => first!.led.route).values()) {
      const marks = await peekAll(own.map(([, [first]]) => first!));
      for (const [index, [name, group]] of own.entries()) {
        const mark = sure.has(name) ? undefined : marks[index];
        note(name, firstOf(group).led.route.lookMs ?? 0, mark === undefined, now);
        changed.push(group.filter((listener) => isNews(listener, mark)));
      }
    }
    return changed.filter((group) => group.length > 0);
  }

  function note(name: string, lookMs: number, isRendered: boolean, now: number): void {
    const before = isRendered ? undefined : known.get(name);
    known.set(name, { lookAt: now + lookMs, sureAt: before?.sureAt ?? now + sureEveryMs });
  }

  /** Shows the changes to users of the same page. */
  async function showAll(group: readonly Listener[]): Promise<void> {
    try {
      const began = performance.now();
      const parts = await renderParts(firstOf(group));
      const { isDone } = firstOf(group).visit.live;
      for (const { stream, visit } of group) {
        stream.show(parts);
        visit.live.isDone = isDone;
      }
      if (!firstOf(group).led.route.peek) rest(firstOf(group), restShare * (performance.now() - began));
    } catch (error) {
      giveUp(group, error);
    }
  }

  /** A page that fails does not keep others from being shown. Throws if the database is unavailable. */
  function giveUp(group: readonly Listener[], error: unknown): void {
    for (const listener of group) listener.mark = undefined;
    if (isDatabaseAway(error)) throw error;
    if (problemOf(error)) for (const { stream } of group) stream.end('back');
    else {
      log.warn({ error, page: firstOf(group).led.url }, 'a live page could not be rendered');
      rest(firstOf(group), restMs);
    }
  }

  /** Skips a page for some time. */
  function rest(listener: Listener, ms: number): void {
    const page = known.get(pageOf(listener));
    if (page) page.lookAt = Math.max(page.lookAt, performance.now() + Math.min(ms, restMs));
  }

  return async (listeners) => {
    const open = [...listeners].filter(({ visit }) => !visit.live.isDone);
    const pages = Map.groupBy(open, pageOf);
    for (const name of known.keys()) if (!pages.has(name)) known.delete(name);
    const render = limitConcurrency(renderedAtOnce);
    // For a list, the time since when a user reads it matters.
    const groups = (await changedOf(pages)).flatMap((group) => [
      ...Map.groupBy(group, ({ visit }) => visit.live.since).values(),
    ]);
    await Promise.all(groups.map((group) => render(() => showAll(group))));
  };
}

/** Whether a page may differ from the one shown; without a mark that is unknown. */
function isNews(listener: Listener, mark: string | undefined): boolean {
  const isSame = mark !== undefined && listener.mark === mark;
  listener.mark = mark;
  return !isSame;
}

/** A page as seen by users with the same rights. */
const pageOf = ({ visit, led }: Listener): string => JSON.stringify([led.url, visit.user.rights.held]);

/**
 * Returns the marks of pages of one kind, undefined for those that must be rendered to find out. If one of them is
 * refused or takes too long, that applies to all, and rendering shows which.
 */
export async function peekAll(
  pages: readonly Pick<Listener, 'visit' | 'led'>[],
): Promise<readonly (string | undefined)[]> {
  const marks = await pages[0]?.led.route
    .peek?.(pages.map(({ visit }) => visit))
    .catch((error) => void (isDatabaseAway(error) && Promise.reject(error)));
  return marks ?? pages.map(() => undefined);
}

/** Renders a page for its parts. Throws as the page does. */
export async function renderParts({
  visit,
  led,
}: Pick<Listener, 'visit' | 'led'>): Promise<ReadonlyMap<string, LivePart>> {
  visit.live.parts.clear();
  await led.route.show(visit);
  visit.live.isShown = true;
  return visit.live.parts;
}
