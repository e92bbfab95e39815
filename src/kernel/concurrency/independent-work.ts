// Work on many items of which none depends on another.
import { isDatabaseAway } from '../db/db.ts';

/**
 * Does work for each item, one after the other; one that fails stops none behind it. Returns the sum of what `work`
 * returns. Throws the first failure after the last item, and at once where the database is away.
 */
export async function eachApart<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<number>,
): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  for (const item of items) {
    try {
      done += await work(item);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
