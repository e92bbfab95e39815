// Finds timelines by an id of any kind, a correlation id or a reference.

import { comparable } from '../../core/deposits/references.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { ReadScope } from './scope.ts';
import * as store from './store.ts';
import type { Match } from './timeline.ts';

const mostListed = 100;

export interface Search {
  /** As it was typed. */
  text: string;
  /** Limits it to the site with this code. */
  siteCode?: string;
}

/** Returns the matching timelines, the newest first; several if a reference was used more than once. */
export async function searchTimelines(readScope: ReadScope, { text, siteCode }: Search): Promise<Match[]> {
  const scope = { ...readScope, siteCode };
  const roots = await store.findRoots(scope, await findIds(scope, text.trim()));
  const found = await store.describeRoots(scope, roots);
  return withoutParts(found.slice(0, mostListed)).map(
    ({ owner: _owner, subscriptionId: _subscription, ...match }) => match,
  );
}

/** Tries ids of Tefo first: a correlation id can look like one. */
async function findIds(scope: store.Scope, text: string): Promise<string[]> {
  if (isUuid(text)) {
    const id = text.toLowerCase();
    const subjects = [id, ...(await store.findSubjects(scope, [id])).map((subject) => subject.id)];
    if ((await store.findRoots(scope, subjects)).length > 0) return subjects;
  }
  const made = await store.findByCorrelation(scope, text);
  if (made.length > 0) return made;
  return store.findByReference(scope, { given: text, comparable: comparable(text) });
}

/** Leaves out parts of other matches: a subscription's charges, and refused requests whose object exists after all. */
export function withoutParts(found: store.Described[]): store.Described[] {
  const subscriptions = new Set(found.filter(({ kind }) => kind === 'subscription').map(({ id }) => id));
  const made = new Set(found.filter(({ kind }) => kind !== 'refused_request').map(nameOf));
  return found.filter((one) => {
    if (one.kind === 'refused_request') return one.reference === null || !made.has(nameOf(one));
    return one.kind === 'subscription' || !subscriptions.has(one.subscriptionId ?? '');
  });
}

const nameOf = ({ owner, reference }: store.Described): string => `${owner?.siteId} ${reference}`;
