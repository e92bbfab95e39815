// The states of a payment file: it waits until enough users have released it, leaves, and gets a response.
import type { Machine } from '../../kernel/state-machine.ts';

export const fileStates = ['waiting', 'released', 'sent', 'answered'] as const;
export type FileState = (typeof fileStates)[number];
export type FileVerb = 'release' | 'send' | 'answer';

export const paymentFileMachine: Machine<FileState, FileVerb, never, never> = {
  object: 'paymentFile',
  table: 'payment_files',
  states: fileStates,
  initial: 'waiting',
  ended: ['answered'],
  edges: [
    { from: ['waiting'], verb: 'release', to: 'released' },
    { from: ['released'], verb: 'send', to: 'sent' },
    // A manually exported file can get a response before a user records that it was sent.
    { from: ['released', 'sent'], verb: 'answer', to: 'answered' },
  ],
};
