// The sweep of partitions: they are there before they are needed, and go when they are empty.
import { hourMs } from '../../kernel/clock.ts';
import { eachApart } from '../../kernel/concurrency/apart.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Context } from '../context.ts';
import { addQuarters, dropEmptyQuarters } from './quarters.ts';
import { addStepPartition } from './steps.ts';

export function createPartitionSweep({ db, clock }: Context): Sweep {
  return {
    name: 'partitions',
    intervalMs: hourMs,
    // Partitions that cannot be dropped or added for one table keep no other from having theirs.
    run: () =>
      eachApart(
        [() => addStepPartition(db), () => addQuarters(db, clock), () => dropEmptyQuarters(db, clock)],
        (step) => step(),
      ),
  };
}
