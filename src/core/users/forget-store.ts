// All SQL that deletes expired rows: sessions, forms, invitations, resets, attempts, and pending challenges.
import { batchOf } from '../../kernel/db/batch.ts';
import type { Sql } from '../../kernel/db/db.ts';
import { rowCount } from '../../kernel/db/rows.ts';

/** The tables, with the time that decides. */
export const tables = [
  { kind: 'sessions', table: 'console.sessions', time: 'seen_at' },
  { kind: 'forms', table: 'console.forms', time: 'claimed_at' },
  { kind: 'invitations', table: 'console.invitations', time: 'expires_at' },
  { kind: 'resets', table: 'console.resets', time: 'expires_at' },
  { kind: 'tries', table: 'console.attempts', time: 'last_at' },
  { kind: 'waiting', table: 'console.company_requests', time: 'created_at' },
  { kind: 'waiting', table: 'console.challenges', time: 'created_at' },
] as const;

/**
 * Deletes at most `limit` rows of a table from before an instant, none that is locked. A row that cannot be deleted does not
 * stop the others; its error is thrown after them. Returns the number of deleted rows.
 * all merchants: whose it was does not matter any more.
 */
export async function deleteOld(
  db: Sql,
  { table, time }: (typeof tables)[number],
  before: Date,
  limit: number,
): Promise<number> {
  const isOld = db`${db(time)} < ${before}`;
  const rows = await db<{ place: string }[]>`
    select ctid::text as place from ${db(table)} where ${isOld} limit ${limit}`;
  const outcomes = await batchOf(
    rows.map(({ place }) => place),
    async (places) => {
      // A row that has moved in the meantime is left to the next run; one that took its place is younger.
      const gone = await rowCount(db`
        delete from ${db(table)} where ctid = any (array(
          select ctid from ${db(table)} where ctid = any (${places}::text[]::tid[]) and ${isOld}
          for update skip locked))`);
      return places.map((_, index) => index < gone);
    },
  );
  const failed = outcomes.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.filter((one) => one.status === 'fulfilled' && one.value).length;
}
