// What the pages of single things share: the id in their address, and who has done something.
import { DomainError } from '../../core/errors.ts';
import { requireUser } from '../../core/people/users.ts';
import { isUuid } from '../../kernel/ids.ts';
import { Refusal, type Visit } from './visit.ts';

/** Returns the id in the address. Throws Refusal where there is none. */
export function idOf({ params }: Visit): string {
  const id = (params.id ?? '').toLowerCase();
  if (isUuid(id)) return id;
  throw new Refusal(404, 'There is no such thing here, or it is not yours to see.');
}

/** Says who an actor is: a person by their address, where the viewer may know it. */
export async function whoWords({ ctx, person, viewer }: Visit, actor: string | null): Promise<string | null> {
  if (actor === null) return null;
  const userId = /^user:(.*)$/s.exec(actor)?.[1];
  if (userId === undefined)
    return actor.startsWith('cli') ? `${actor.slice(4)}, at the command line` : 'a request';
  if (userId === person.id) return 'you';
  try {
    return (await requireUser(ctx.db, viewer, userId)).email;
  } catch (error) {
    if (error instanceof DomainError) return 'somebody else';
    throw error;
  }
}
