// All SQL that forgets what is over: sessions, forms, invitations, tries, and what waits for an answer.
import type { Db } from '../../kernel/db/db.ts';
import { rowCount } from '../../kernel/db/rows.ts';

/** From when on each kind is kept. */
export interface Kept {
  sessions: Date;
  forms: Date;
  invitations: Date;
  tries: Date;
  waiting: Date;
}

/** The tables, with their key and the time that decides. */
const tables = [
  { kind: 'sessions', table: 'console.sessions', key: 'id', time: 'seen_at' },
  { kind: 'forms', table: 'console.forms', key: 'id', time: 'claimed_at' },
  { kind: 'invitations', table: 'console.invitations', key: 'id', time: 'expires_at' },
  { kind: 'tries', table: 'console.attempts', key: 'key', time: 'last_at' },
  { kind: 'waiting', table: 'console.company_requests', key: 'key_hash', time: 'created_at' },
  { kind: 'waiting', table: 'console.challenges', key: 'challenge', time: 'created_at' },
] as const;

/**
 * Deletes at most `limit` rows of each table, none that somebody holds. Returns how many rows went.
 * all merchants: whose it was does not matter any more.
 */
export async function deleteOld(db: Db, kept: Kept, limit: number): Promise<number> {
  let gone = 0;
  for (const { kind, table, key, time } of tables) {
    gone += await rowCount(db`
      delete from ${db(table)} where ${db(key)} in (
        select ${db(key)} from ${db(table)} where ${db(time)} < ${kept[kind]} limit ${limit} for update skip locked)`);
  }
  return gone;
}
