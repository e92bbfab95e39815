// The sweep of partitions: they are there before they are needed, and go when they are empty.
import { hourMs } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Context } from '../context.ts';
import { addQuarters, dropEmptyQuarters } from './quarters.ts';
import { addStepPartition } from './steps.ts';

export function createPartitionSweep({ db, clock }: Context): Sweep {
  return {
    name: 'partitions',
    intervalMs: hourMs,
    run: async () =>
      (await addStepPartition(db)) + (await addQuarters(db, clock)) + (await dropEmptyQuarters(db, clock)),
  };
}
