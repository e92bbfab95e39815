// The states of a deposit. Most are allocated on arrival; the others wait in suspense until a person decides, and
// return there when sending them back fails.
import type { Machine } from '../../kernel/state-machine.ts';
import type { Posting } from '../ledger/actions.ts';

export const depositStates = ['waiting', 'parked', 'returning', 'allocated', 'returned', 'reversed'] as const;
export type DepositState = (typeof depositStates)[number];
export type DepositVerb =
  | 'allocate'
  | 'split'
  | 'park'
  | 'return'
  | 'confirm'
  | 'reopen'
  | 'reverse'
  | 'undo';

/** Its money is in suspense, and a person may decide about it. */
export const openStates = ['waiting', 'parked'] as const;

export const depositMachine: Machine<DepositState, DepositVerb, never, Posting> = {
  object: 'deposit',
  table: 'deposits',
  states: depositStates,
  initial: 'waiting',
  ended: ['allocated', 'returned', 'reversed'],
  edges: [
    { from: openStates, verb: 'allocate', to: 'allocated' },
    { from: openStates, verb: 'split', to: 'allocated' },
    // Repeatable, with another note.
    { from: openStates, verb: 'park', to: 'parked' },
    { from: openStates, verb: 'return', to: 'returning', posting: 'deposit_return_ordered' },
    { from: ['returning'], verb: 'confirm', to: 'returned', posting: 'deposit_return_paid' },
    { from: ['returning'], verb: 'reopen', to: 'waiting', posting: 'deposit_return_undone' },
    // The bank took it back. Its payments are reversed part by part.
    { from: openStates, verb: 'reverse', to: 'reversed', posting: 'deposit_reversed' },
    { from: ['allocated'], verb: 'reverse', to: 'reversed' },
    // A user undid the match. Its payments are reversed part by part, each with its posting.
    { from: ['allocated'], verb: 'undo', to: 'waiting' },
    { from: ['returned'], verb: 'reopen', to: 'waiting', posting: 'deposit_return_returned' },
  ],
};

export const isOpen = (state: DepositState): boolean => (openStates as readonly string[]).includes(state);
