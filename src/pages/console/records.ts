// Shared by the pages of single records: the id in the address, and the name of an actor.
import { nameActor } from '../../core/users/names.ts';
import { isUuid } from '../../kernel/ids.ts';
import { type AnyVisit, Refusal } from './visit.ts';

/** Returns the id in the address. Throws Refusal without one. */
export function idOf({ params }: AnyVisit): string {
  const id = (params.id ?? '').toLowerCase();
  if (isUuid(id)) return id;
  throw new Refusal(404, 'Page not found, or you do not have access.');
}

/** Names an actor: a user by email address, if the viewer can see it. */
export async function whoWords(
  { ctx, user, viewer }: AnyVisit,
  actor: string | null,
): Promise<string | null> {
  if (actor === null) return null;
  if (actor === `user:${user.id}`) return 'you';
  if (actor.startsWith('user:')) return nameActor(ctx.db, viewer, actor);
  return actor.startsWith('cli:') ? `${actor.slice(4)} (command line)` : 'API';
}
