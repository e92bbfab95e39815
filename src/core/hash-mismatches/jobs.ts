// The timed work of mismatches: each is diagnosed once, and deleted after a month.

import { type Clock, dayMs, hourMs, minuteMs, plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import type { Context } from '../context.ts';
import { diagnosisSweep, openEvidence } from './actions.ts';
import {
  deleteOlder,
  findWaiting,
  type HashSurface,
  markAttempt,
  type StoredFinding,
  setFindings,
} from './store.ts';

/** Returns the mistakes that lead to the hash of a kept request, from its JSON; none if none is known. */
export type Diagnose = (siteId: string, surface: HashSurface, evidence: string) => Promise<StoredFinding[]>;

const batch = 10;
/** A search that did not end is started again after this time: its process was killed, or it takes too long. */
const againMs = minuteMs;
/** A search takes some 50 ms of processor time, and anyone who knows a site's code can cause one. */
const mostDiagnosedAnHour = 200;

/** `keptDays`: null if retention archives them instead. */
export function createMismatchSweeps(
  ctx: Context,
  diagnose: Diagnose,
  keptDays: number | null = 30,
): Sweep[] {
  const allowance = createAllowance(ctx.clock);

  /** Diagnoses one. False if the search was abandoned: the next run, which a stop prevents, does the rest. */
  async function look(id: string, before: Date): Promise<boolean> {
    // Marked and committed first, so that a search that kills the process is not repeated forever.
    const mismatch = await markAttempt(ctx.db, id, ctx.clock.now(), before);
    if (!mismatch) return true;
    const { siteId, surface } = mismatch;
    allowance.take(siteId);
    try {
      await setFindings(ctx.db, id, await diagnose(siteId, surface, openEvidence(ctx, mismatch)));
      return true;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      ctx.log.warn({ id, surface, error }, 'the search for the mistake of a wrong hash was abandoned');
      return false;
    }
  }

  return [
    {
      name: diagnosisSweep,
      intervalMs: 5_000,
      run: async () => {
        const before = plus(ctx.clock.now(), -againMs);
        const waiting = await findWaiting(ctx.db, before, allowance.spent(), batch);
        for (const id of waiting) {
          const isEnded = await look(id, before);
          if (!isEnded) break;
        }
        return waiting.length;
      },
    },
    ...(keptDays === null
      ? []
      : [
          {
            name: 'mismatches.forget',
            intervalMs: hourMs,
            run: () => deleteOlder(ctx.db, plus(ctx.clock.now(), -keptDays * dayMs), 1_000),
          },
        ]),
  ];
}

/** Counts the diagnoses of each site in an hour. Those beyond the limit are made on request. */
function createAllowance(clock: Clock): { take(siteId: string): void; spent(): string[] } {
  let hour = 0;
  let taken = new Map<string, number>();
  const renew = (): void => {
    const now = Math.floor(clock.now().getTime() / hourMs);
    if (now !== hour) taken = new Map();
    hour = now;
  };
  return {
    take: (siteId) => {
      renew();
      taken.set(siteId, (taken.get(siteId) ?? 0) + 1);
    },
    spent: () => {
      renew();
      return [...taken].filter(([, times]) => times >= mostDiagnosedAnHour).map(([siteId]) => siteId);
    },
  };
}
