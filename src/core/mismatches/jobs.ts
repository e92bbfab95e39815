// The timed work of mismatches: each is diagnosed once, and forgotten after a month.
import { plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/jobs.ts';
import type { Context } from '../context.ts';
import { diagnosisSweep } from './actions.ts';
import * as store from './store.ts';

/** Says which mistakes lead to the hash of a kept request; none where none is known. */
export type Diagnose = (
  siteId: string,
  surface: store.HashSurface,
  evidence: object,
) => Promise<store.StoredFinding[]>;

const batch = 10;
const dayMs = 24 * 60 * 60_000;
const keptDays = 30;

export function createMismatchSweeps(ctx: Context, diagnose: Diagnose): Sweep[] {
  return [
    {
      name: diagnosisSweep,
      intervalMs: 5_000,
      run: async () => {
        const waiting = await store.findUndiagnosed(ctx.db, batch);
        for (const { id, siteId, surface, evidenceSealed } of waiting) {
          const evidence = JSON.parse(ctx.keyring.open(evidenceSealed)) as object;
          await store.setFindings(ctx.db, id, await diagnose(siteId, surface, evidence));
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
