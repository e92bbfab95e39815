// All SQL of wrong tries. They are counted in the database, so that all processes count together.
import type { Db, Tx } from '../../kernel/db/db.ts';

export interface Tries {
  /** How many were wrong since. */
  wrong: number;
  since: Date;
  lastAt: Date;
  /** No try is taken before. */
  blockedUntil: Date | null;
}

/** Returns the tries of a key, which nobody else counts until the transaction ends. */
export async function lockTries(tx: Tx, key: string, now: Date): Promise<Tries> {
  const [row] = await tx<Tries[]>`
    insert into console.attempts as known (key, wrong, since, last_at) values (${key}, 0, ${now}, ${now})
    on conflict (key) do update set last_at = known.last_at
    returning wrong, since, last_at, blocked_until`;
  return row!;
}

export async function putTries(tx: Tx, key: string, tries: Tries): Promise<void> {
  const { wrong, since, lastAt, blockedUntil } = tries;
  await tx`
    update console.attempts
    set wrong = ${wrong}, since = ${since}, last_at = ${lastAt}, blocked_until = ${blockedUntil}
    where key = ${key}`;
}

/** Takes back a try that was counted as wrong before it was judged, and was not. */
export async function giveBack(db: Db, key: string): Promise<void> {
  await db`
    update console.attempts set wrong = greatest(wrong - 1, 0), blocked_until = null where key = ${key}`;
}

export async function forgetTries(db: Db, key: string): Promise<void> {
  await db`delete from console.attempts where key = ${key}`;
}
