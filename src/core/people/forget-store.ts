// All SQL that forgets what is over: sessions, forms, invitations, tries, and what waits for an answer.
import type { Db } from '../../kernel/db/db.ts';

/** From when on each kind is kept. */
export interface Kept {
  sessions: Date;
  forms: Date;
  invitations: Date;
  tries: Date;
  waiting: Date;
}

/**
 * Deletes at most `limit` rows of each kind, none that somebody holds. Returns how many rows went.
 * all merchants: whose it was does not matter any more.
 */
export async function deleteOld(db: Db, kept: Kept, limit: number): Promise<number> {
  const gone = [
    await db`
      delete from console.sessions where id in (
        select id from console.sessions where seen_at < ${kept.sessions} limit ${limit} for update skip locked
      )`,
    await db`
      delete from console.forms where id in (
        select id from console.forms where claimed_at < ${kept.forms} limit ${limit} for update skip locked
      )`,
    await db`
      delete from console.invitations where id in (
        select id from console.invitations where expires_at < ${kept.invitations} limit ${limit}
        for update skip locked
      )`,
    await db`
      delete from console.attempts where key in (
        select key from console.attempts where last_at < ${kept.tries} limit ${limit} for update skip locked
      )`,
    await db`
      delete from console.company_requests where key_hash in (
        select key_hash from console.company_requests where created_at < ${kept.waiting} limit ${limit}
        for update skip locked
      )`,
    await db`
      delete from console.challenges where challenge in (
        select challenge from console.challenges where created_at < ${kept.waiting} limit ${limit}
        for update skip locked
      )`,
  ];
  return gone.reduce((sum, { count }) => sum + count, 0);
}
