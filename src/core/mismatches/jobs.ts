// The timed work of mismatches: each is diagnosed once, and forgotten after a month.
import { type Clock, plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/jobs.ts';
import type { Context } from '../context.ts';
import { diagnosisSweep, openEvidence } from './actions.ts';
import * as store from './store.ts';

/** Says which mistakes lead to the hash of a kept request; none where none is known. */
export type Diagnose = (
  siteId: string,
  surface: store.HashSurface,
  evidence: object,
) => Promise<store.StoredFinding[]>;

const batch = 10;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const keptDays = 30;
/** A search takes up to 30 ms of the processor, and whoever knows a site's code can ask for it. */
const mostDiagnosedAnHour = 200;

export function createMismatchSweeps(ctx: Context, diagnose: Diagnose): Sweep[] {
  const allowance = createAllowance(ctx.clock);
  return [
    {
      name: diagnosisSweep,
      intervalMs: 5_000,
      run: async () => {
        const waiting = await store.findUndiagnosed(ctx.db, allowance.spent(), batch);
        for (const mismatch of waiting) {
          const { id, siteId, surface } = mismatch;
          allowance.take(siteId);
          await store.setFindings(ctx.db, id, await diagnose(siteId, surface, openEvidence(ctx, mismatch)));
        }
        return waiting.length;
      },
    },
    {
      name: 'mismatches.forget',
      intervalMs: 60 * 60_000,
      run: () => store.deleteOlder(ctx.db, plus(ctx.clock.now(), -keptDays * dayMs), 1_000),
    },
  ];
}

/** Counts what is done for each site within an hour. What a site has beyond it is diagnosed when somebody asks. */
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
