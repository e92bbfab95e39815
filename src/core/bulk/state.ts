// The states of a bulk job: its requests are processed in order, then the merchant is notified of all of them.
import type { Machine } from '../../kernel/state-machine.ts';
import type { EventType } from '../events.ts';

/** The most elements a job may have. */
export const mostItems = 5_000;

export const bulkJobStates = ['received', 'processing', 'complete', 'complete_with_errors', 'error'] as const;
export type BulkJobState = (typeof bulkJobStates)[number];
export type BulkJobVerb = 'begin' | 'complete' | 'completeWithErrors' | 'fail';

export const bulkJobMachine: Machine<BulkJobState, BulkJobVerb, EventType, never> = {
  object: 'bulk_job',
  table: 'bulk_jobs',
  states: bulkJobStates,
  initial: 'received',
  ended: ['complete', 'complete_with_errors', 'error'],
  edges: [
    { from: ['received'], verb: 'begin', to: 'processing' },
    { from: ['processing'], verb: 'complete', to: 'complete', event: 'bulk.complete' },
    {
      from: ['processing'],
      verb: 'completeWithErrors',
      to: 'complete_with_errors',
      event: 'bulk.complete',
    },
    // It was claimed repeatedly and made no progress.
    { from: ['received', 'processing'], verb: 'fail', to: 'error', event: 'bulk.complete' },
  ],
};
