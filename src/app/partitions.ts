// The sweep of partitions: creates them before they are needed, and drops the empty ones of past quarters.

import type { Context } from '../core/context.ts';
import { notificationTables } from '../core/notifications/partitions.ts';
import { consentTable } from '../core/transactions/partitions.ts';
import { addTransitionPartition } from '../core/transition-partitions.ts';
import { hourMs } from '../kernel/clock.ts';
import { eachApart } from '../kernel/concurrency/independent-work.ts';
import type { Sweep } from '../kernel/concurrency/jobs.ts';
import { addQuarters, dropEmptyQuarters } from '../kernel/db/quarter-partitions.ts';

export const quarterTables = [...notificationTables, consentTable];

export function createPartitionSweep({ db, clock }: Context): Sweep {
  return {
    name: 'partitions',
    intervalMs: hourMs,
    // A failure at one step does not prevent the others.
    run: () =>
      eachApart(
        [
          () => addTransitionPartition(db),
          () => addQuarters(db, clock, quarterTables),
          () => dropEmptyQuarters(db, clock, quarterTables),
        ],
        (step) => step(),
      ),
  };
}
