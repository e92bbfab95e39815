// All SQL of wrong attempts. They are counted in the database, so that all processes count together.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { execute, onlyRow } from '../../kernel/db/rows.ts';

export interface Tries {
  /** How many were wrong since. */
  wrong: number;
  since: Date;
  lastAt: Date;
  /** No try is taken before. */
  blockedUntil: Date | null;
}

/** Locks and returns the attempts of a key. `account`: the hash of the address, for `forgetAccount`. */
export const lockTries = (tx: Tx, key: string, account: string | null, now: Date) =>
  onlyRow(tx<Tries[]>`
    insert into console.attempts as known (key, account, wrong, since, last_at)
    values (${key}, ${account}, 0, ${now}, ${now})
    on conflict (key) do update set last_at = known.last_at
    returning wrong, since, last_at, blocked_until`);

export async function putTries(tx: Tx, key: string, tries: Tries): Promise<void> {
  const { wrong, since, lastAt, blockedUntil } = tries;
  await tx`
    update console.attempts
    set wrong = ${wrong}, since = ${since}, last_at = ${lastAt}, blocked_until = ${blockedUntil}
    where key = ${key}`;
}

/** Takes back a try that was counted as wrong before it was judged, and was not. */
export const giveBack = (db: Db, key: string) =>
  execute(db`
    update console.attempts set wrong = greatest(wrong - 1, 0), blocked_until = null where key = ${key}`);

export const forgetTries = (db: Db, key: string) =>
  execute(db`delete from console.attempts where key = ${key}`);

/**
 * Forgets all attempts at an account. Returns how many were wrong; one that is counted for all networks and for its own counts
 * once. It locks in the order of attempts: the key of an account begins those of its networks.
 */
export async function forgetAccount(tx: Tx, account: string): Promise<number> {
  const rows = await tx<{ key: string; wrong: number }[]>`
    with own as materialized (
      select key from console.attempts where account = ${account} order by key collate "C" for update
    )
    delete from console.attempts where key in (select key from own) returning key, wrong`;
  return rows.filter(({ key }) => !key.endsWith(account)).reduce((sum, { wrong }) => sum + wrong, 0);
}
