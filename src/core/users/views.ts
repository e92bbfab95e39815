// Views: names that users give to the addresses of lists, for themselves or for the team of a merchant. Days in an
// address can be words such as "yesterday", which mean other days tomorrow: a view keeps the words.

import type { Db } from '../../kernel/db/db.ts';
import { maskNumbers } from '../../kernel/formats/mask.ts';
import { isUuid } from '../../kernel/ids.ts';
import { unseededId } from '../../kernel/security/secure-random.ts';
import type { Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import type { Viewer } from '../viewer.ts';
import { may } from './permissions.ts';
import type { UserActor } from './signed-in-user.ts';
import * as store from './view-store.ts';

export type { SavedView } from './view-store.ts';

const longestName = 60;
const longestQuery = 2_000;
/** So many views of a room a person sees. */
const mostViews = 50;

/** Operators have no team: each has their own views alone. */
const ownerOf = ({ id }: UserActor, { merchants }: Viewer): store.ViewOwner => ({
  userId: id,
  merchants: merchants === 'all' ? [] : merchants,
});

/** Returns the views of a room: a person's own, and those of the teams of the merchants that the viewer sees. */
export function listViews(db: Db, doer: UserActor, viewer: Viewer, room: string): Promise<store.SavedView[]> {
  return store.listViews(db, ownerOf(doer, viewer), room);
}

export interface NewView {
  /** Whose team gets it; null: the person alone. */
  merchantId: string | null;
  room: string;
  name: string;
  query: string;
}

/** Saves a view. Throws InvalidField. */
export async function saveView(
  { tx, realClock }: Work,
  doer: UserActor,
  viewer: Viewer,
  given: NewView,
): Promise<store.SavedView> {
  const owner = ownerOf(doer, viewer);
  const name = maskNumbers(given.name.replace(/\s+/g, ' ').trim());
  if (name === '' || name.length > longestName)
    throw invalidField('name', `a name must have 1 to ${longestName} characters`);
  if (given.query === '' || given.query.length > longestQuery)
    throw invalidField('query', 'a view needs at least one filter: set one first');
  if (given.merchantId !== null && !owner.merchants.includes(given.merchantId))
    throw invalidField('team', 'you can save a view for yourself or for a team that you belong to');
  if ((await store.listViews(tx, owner, given.room)).length >= mostViews)
    throw invalidField('name', `the limit of ${mostViews} views is reached: remove one first`);
  const view = { ...given, name, id: unseededId(realClock), userId: doer.id };
  if (!(await store.insertView(tx, { ...view, at: realClock.now() })))
    throw invalidField('name', `the view ${name} already exists`);
  return view;
}

/** True if a user can remove a view: its owner and, for a team's, also admins. */
export const mayRemove = ({ id, rights }: UserActor, { userId, merchantId }: store.SavedView): boolean =>
  userId === id || (merchantId !== null && may(rights, 'user.role', merchantId));

/** Removes a view. Throws ViewNotFound, also for one that the user cannot remove. */
export async function removeView({ tx }: Work, doer: UserActor, viewer: Viewer, id: string) {
  const view = isUuid(id) ? await store.findView(tx, ownerOf(doer, viewer), id) : undefined;
  if (!view || !mayRemove(doer, view)) throw new DomainError('ViewNotFound');
  await store.deleteView(tx, view.id);
  return view;
}
