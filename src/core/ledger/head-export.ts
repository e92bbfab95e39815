// Notes the chain's head outside of the database, automatically. A loss of bookings then shows, even where the whole
// database was put back to an earlier state (docs/adr/0014).
import { dayMs, minuteMs, plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { type Db, isDatabaseAway } from '../../kernel/db/db.ts';
import type { TextStore } from '../../kernel/process/text-store.ts';
import type { Context } from '../context.ts';
import { formatHead } from './chain.ts';
import * as chain from './chain-store.ts';
import * as store from './export-store.ts';
import { judgeNote, type Note, noteNow, readNote, writeNote } from './head-note.ts';

const paceMs = 2_000;
const retryMs = 15_000;
// Longer than reading and writing a place may take.
const leaseMs = minuteMs;
/** The note is compared with the ledger at least this often, also while nothing is booked. */
const lookMs = dayMs;

/**
 * Exports the head to a place whenever it has moved, one process at a time. First checks the exported head against the
 * ledger: a head that is no longer valid proves a loss, and stays until an operator acknowledges it.
 */
export function createHeadSweep(ctx: Context, place: TextStore): Sweep {
  const { db, clock, keyring, log } = ctx;
  // What this process knows to be noted: it remembers, also where the database loses it.
  let seen: Note | undefined;
  let lookedAt: Date | undefined;

  async function isDue(state: store.Export, now: Date): Promise<boolean> {
    if (state.dueAt > now) return false;
    if (!lookedAt || now >= plus(lookedAt, lookMs) || state.trouble !== null) return true;
    const last = await chain.lastLink(db);
    if (last && last.position !== state.position) return true;
    return seen !== undefined && !(await chain.hasLink(db, seen));
  }

  /** Returns the head that is exported at the end; undefined before the first. Throws if it cannot be exported. */
  async function exportHead(now: Date): Promise<Note | undefined> {
    const text = await place.read();
    // An address may accept a head without returning it.
    const noted = text === undefined || text.trim() === '' ? seen : readNote(keyring, text);
    const problem = noted && (await judgeNote(db, noted));
    if (problem && !(await store.isKnownLoss(db, noted)))
      throw new Error(`${problem}. The exported head stays; begin with \`tefo restore begin\``);
    const head = await noteNow(db, now);
    if (!head || (noted && formatHead(noted) === formatHead(head))) return problem ? undefined : noted;
    await place.write(writeNote(keyring, head));
    return head;
  }

  return {
    name: 'ledger.export',
    intervalMs: 1_000,
    run: async () => {
      const now = clock.now();
      const state = await store.findExport(db);
      if (!(await isDue(state, now)) || !(await store.claimExport(db, now, plus(now, leaseMs)))) return 0;
      try {
        seen = await exportHead(now);
        await store.setExport(db, plus(now, paceMs), { noted: seen, trouble: null });
        if (state.trouble !== null)
          log.info({ head: seen && formatHead(seen) }, 'the head is noted outside again');
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        const trouble = (error as Error).message;
        if (trouble !== state.trouble) log.error({ trouble }, 'the head of the ledger is not noted outside');
        await store.setExport(db, plus(now, retryMs), { trouble });
      }
      lookedAt = now;
      return 0;
    },
  };
}

/** Returns the state of the export. Null until a head was exported. */
export async function exportState(
  db: Db,
  now: Date,
): Promise<{ behindSeconds: number; trouble: string | null } | null> {
  const { position, trouble } = await store.findExport(db);
  if (position === null && trouble === null) return null;
  const since = await store.firstUncovered(db, position ?? 0);
  return { behindSeconds: since ? Math.max(0, now.getTime() - since.getTime()) / 1000 : 0, trouble };
}
