// All SQL of the names that a viewer can see. A merchant sees its own users by name; the operator's users appear only
// as the operator. all merchants: `seenBy` limits the users who are named.
import type { Db, Fragment } from '../../kernel/db/db.ts';
import { onlyRow } from '../../kernel/db/rows.ts';
import { seenBy, type Viewer } from '../viewer.ts';

/** The name that a merchant sees for the operator's users. */
export const operatorWords = 'Tefo operator';

/** Returns the name of a user, as an expression: `userId` is a text with their id. Null for one who does not exist. */
export function personWords(db: Db, viewer: Viewer, userId: Fragment): Fragment {
  if (viewer.merchants === 'all')
    return db`(select person.email from console.users person where person.id::text = ${userId})`;
  return db`(
    select case
        when exists (select from console.held where user_id = person.id and ${seenBy(db, viewer)}) then person.email
        when exists (select from console.held where user_id = person.id and merchant_id is null) then ${operatorWords}::text
        else 'former user'
      end
    from console.users person where person.id::text = ${userId})`;
}

/**
 * Returns the name of an actor in a column, as an expression: a user's is their address, after "user:". A merchant sees
 * that the operator acted at the command line, but not which user.
 */
export function actorWords(db: Db, viewer: Viewer, column: string): Fragment {
  const actor = db(column);
  const person = db`'user:' || coalesce(${personWords(db, viewer, db`substr(${actor}, 6)`)}, 'former user')`;
  const atCommandLine =
    viewer.merchants === 'all' ? db`` : db`when ${actor} = 'cli' or ${actor} like 'cli:%' then 'operator'`;
  return db`case when ${actor} like 'user:%' then ${person} ${atCommandLine} else ${actor} end`;
}

/** Returns a name of `actorWords` without the prefix of users. */
export const withoutKind = (words: string): string => words.replace(/^user:/, '');

/** Returns an actor's name as a viewer may know it. */
export async function nameActor(db: Db, viewer: Viewer, actor: string): Promise<string> {
  const row = await onlyRow(db<{ words: string }[]>`
    select ${actorWords(db, viewer, 'actor')} as words from (select ${actor}::text as actor) given`);
  return withoutKind(row.words);
}
