// What the pages of single things share: the id in their address, and who has done something.
import { nameActor } from '../../core/people/names.ts';
import { isUuid } from '../../kernel/ids.ts';
import { type AnyVisit, Refusal } from './visit.ts';

/** Returns the id in the address. Throws Refusal where there is none. */
export function idOf({ params }: AnyVisit): string {
  const id = (params.id ?? '').toLowerCase();
  if (isUuid(id)) return id;
  throw new Refusal(404, 'There is no such thing here, or it is not yours to see.');
}

/** Says who an actor is: a person by their address, where the viewer may know it. */
export async function whoWords(
  { ctx, person, viewer }: AnyVisit,
  actor: string | null,
): Promise<string | null> {
  if (actor === null) return null;
  if (actor === `user:${person.id}`) return 'you';
  if (actor.startsWith('user:')) return nameActor(ctx.db, viewer, actor);
  return actor.startsWith('cli') ? `${actor.slice(4)}, at the command line` : 'a request';
}
