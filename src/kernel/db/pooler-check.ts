// Detects a pooler that splits sessions. One that gives every transaction another server silently breaks prepared
// statements, LISTEN and session settings, so the start checks for it.
import { firstOf } from '../required.ts';
import { openPool, type Sql } from './db.ts';
import { onlyRow } from './rows.ts';

/** The database is behind a pooler that splits sessions. */
export class SessionsShared extends Error {
  constructor(name: string) {
    super(
      `${name} goes through a pooler in transaction mode, which splits sessions: prepared statements and LISTEN ` +
        'would fail quietly. Name PostgreSQL itself, or a pooler in session mode ' +
        '(of PgBouncer: pool_mode = session)',
    );
    this.name = 'SessionsShared';
  }
}

const rounds = 6;
const name = 'tefo start';

/**
 * Throws SessionsShared when two sessions used the same server process, or one used two. Neither can happen without a
 * pooler, or with one in session mode.
 */
export async function assertSessions(url: string, setting = 'DATABASE_URL'): Promise<void> {
  // Checked twice: a server restart in between also gives a session another process.
  if ((await areShared(url)) && (await areShared(url))) throw new SessionsShared(setting);
}

async function areShared(url: string): Promise<boolean> {
  const [one, other] = [openPool(url, { max: 1, name }), openPool(url, { max: 1, name })];
  const [ofOne, ofOther] = [new Set<number>(), new Set<number>()];
  try {
    for (let round = 0; round < rounds; round += 1) {
      // One session queries twice: a pooler that rotates servers could otherwise give each its own again.
      ofOne.add(await processOf(one)).add(await processOf(one));
      ofOther.add(await processOf(other));
      if (ofOne.size > 1 || ofOther.size > 1 || !ofOne.isDisjointFrom(ofOther)) return true;
    }
    return false;
  } finally {
    await Promise.all([one.end({ timeout: 0 }), other.end({ timeout: 0 })]);
  }
}

// A simple query is one message; such a pooler could already split an extended one.
async function processOf(session: Sql): Promise<number> {
  const row = firstOf(await session.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid').simple());
  return row.pid;
}

/**
 * Returns whether a session can start with its own settings, such as a statement timeout. PgBouncer refuses those, like
 * every setting that it does not track per session, or is configured to drop them silently
 * (`ignore_startup_parameters`).
 */
export async function takesSettings(url: string): Promise<boolean> {
  const sql = openPool(url, { max: 1, name, plans: 'by index' });
  try {
    const row = await onlyRow(sql<{ is: string }[]>`select current_setting('enable_seqscan') as is`);
    return row.is === 'off';
  } catch (error) {
    if (/unsupported startup parameter/.test((error as Error).message)) return false;
    throw error;
  } finally {
    await sql.end({ timeout: 0 });
  }
}
