// The states of a settlement: created from a business day's lines, paid by a transfer. If a paid transfer comes back,
// the settlement waits for another.
import type { Machine } from '../../kernel/state-machine.ts';
import type { Posting } from '../ledger/actions.ts';

export const settlementStates = ['made', 'paid'] as const;
export type SettlementState = (typeof settlementStates)[number];
export type SettlementVerb = 'pay' | 'keep' | 'return';

export const settlementMachine: Machine<SettlementState, SettlementVerb, never, Posting> = {
  object: 'settlement',
  table: 'settlements',
  states: settlementStates,
  initial: 'made',
  ended: ['paid'],
  edges: [
    { from: ['made'], verb: 'pay', to: 'paid', posting: 'settlement_paid' },
    // It is due to the very account that would pay it: the money is there.
    { from: ['made'], verb: 'keep', to: 'paid', posting: 'settlement_kept' },
    { from: ['paid'], verb: 'return', to: 'made', posting: 'settlement_returned' },
  ],
};
