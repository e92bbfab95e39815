// What a pooler in front of the server leaves of a session. One that gives every transaction another server breaks
// prepared statements, LISTEN and what is set for a session; and it breaks them quietly, so it is found out at the start.
import { openPool, type Sql } from './db.ts';

/** The database is reached through a pooler that takes sessions apart. */
export class SessionsShared extends Error {
  constructor() {
    super(
      'DATABASE_URL goes through a pooler in transaction mode, which takes sessions apart: prepared statements and LISTEN ' +
        'would fail quietly. Name PostgreSQL itself, or a pooler in session mode ' +
        '(of PgBouncer: pool_mode = session)',
    );
    this.name = 'SessionsShared';
  }
}

const rounds = 6;
const name = 'tefo start';

/**
 * Throws SessionsShared where two sessions have had the same server process, or one has had two: without a pooler, or with
 * one in session mode, neither can be.
 */
export async function assertSessions(url: string): Promise<void> {
  // Twice: a server that restarts in between gives a session another process too.
  if ((await areShared(url)) && (await areShared(url))) throw new SessionsShared();
}

async function areShared(url: string): Promise<boolean> {
  const [one, other] = [openPool(url, { max: 1, name }), openPool(url, { max: 1, name })];
  const [ofOne, ofOther] = [new Set<number>(), new Set<number>()];
  try {
    for (let round = 0; round < rounds; round += 1) {
      // The one asks twice: a pooler that hands its servers out in turn would else give each its own again.
      ofOne.add(await processOf(one)).add(await processOf(one));
      ofOther.add(await processOf(other));
      if (ofOne.size > 1 || ofOther.size > 1 || !ofOne.isDisjointFrom(ofOther)) return true;
    }
    return false;
  } finally {
    await Promise.all([one.end({ timeout: 0 }), other.end({ timeout: 0 })]);
  }
}

// As one message: a statement in parts is what such a pooler may already take apart.
async function processOf(session: Sql): Promise<number> {
  const [row] = await session.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid').simple();
  return row!.pid;
}

/**
 * Whether a session can be begun with settings of its own, such as a limit to its statements. PgBouncer refuses that, as it
 * refuses all that it does not keep for a session itself.
 */
export async function takesSettings(url: string): Promise<boolean> {
  const sql = openPool(url, { max: 1, name, goesByIndex: true });
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    if (/unsupported startup parameter/.test((error as Error).message)) return false;
    throw error;
  } finally {
    await sql.end({ timeout: 0 });
  }
}
