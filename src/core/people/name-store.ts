// All SQL of whom a viewer may know by name. A merchant knows its own people; of the operator's it is told that they are the operator's.
// all merchants: whose people are named is said by `seenBy`.
import type { Db, Fragment } from '../../kernel/db/db.ts';
import { onlyRow } from '../../kernel/db/rows.ts';
import { seenBy, type Viewer } from '../viewer.ts';

/** What a merchant is told of the operator's people. */
export const operatorWords = 'Tefo operator';

/** Returns the name of a user, as an expression: `userId` is a text with their id. Null for one who does not exist. */
export function personWords(db: Db, viewer: Viewer, userId: Fragment): Fragment {
  if (viewer.merchants === 'all')
    return db`(select person.email from console.users person where person.id::text = ${userId})`;
  return db`(
    select case
        when exists (select from console.held where user_id = person.id and ${seenBy(db, viewer)}) then person.email
        when exists (select from console.held where user_id = person.id and merchant_id is null) then ${operatorWords}::text
        else 'somebody who has left'
      end
    from console.users person where person.id::text = ${userId})`;
}

/**
 * Returns the name of an actor in a column, as an expression: a person's is their address, behind "user:". A merchant is told
 * that the operator acted at the command line, and not which of its people.
 */
export function actorWords(db: Db, viewer: Viewer, column: string): Fragment {
  const actor = db(column);
  const person = db`'user:' || coalesce(${personWords(db, viewer, db`substr(${actor}, 6)`)}, 'somebody who has left')`;
  const atCommandLine =
    viewer.merchants === 'all' ? db`` : db`when ${actor} = 'cli' or ${actor} like 'cli:%' then 'operator'`;
  return db`case when ${actor} like 'user:%' then ${person} ${atCommandLine} else ${actor} end`;
}

/** Returns the words of `actorWords` without what a person's begin with. */
export const withoutKind = (words: string): string => words.replace(/^user:/, '');

/** Returns an actor's name as a viewer may know it. */
export async function nameActor(db: Db, viewer: Viewer, actor: string): Promise<string> {
  const row = await onlyRow(db<{ words: string }[]>`
    select ${actorWords(db, viewer, 'actor')} as words from (select ${actor}::text as actor) given`);
  return withoutKind(row.words);
}
