// The states of a document that a merchant uploaded: two users of the operator accept it.
import type { Machine } from '../../kernel/state-machine.ts';

export const documentStates = [
  'submitted',
  'reviewed',
  'accepted',
  'declined',
  'expired',
  'replaced',
] as const;
export type DocumentState = (typeof documentStates)[number];
export type DocumentVerb = 'review' | 'accept' | 'decline' | 'expire' | 'replace';

export const documentMachine: Machine<DocumentState, DocumentVerb, never, never> = {
  object: 'onboardingDocument',
  table: 'onboarding_documents',
  states: documentStates,
  initial: 'submitted',
  ended: ['declined', 'expired', 'replaced'],
  edges: [
    // One reviewer has accepted it.
    { from: ['submitted'], verb: 'review', to: 'reviewed' },
    { from: ['reviewed'], verb: 'accept', to: 'accepted' },
    { from: ['submitted', 'reviewed'], verb: 'decline', to: 'declined' },
    { from: ['accepted'], verb: 'expire', to: 'expired' },
    // A newer document of the same kind was uploaded, or accepted in its place.
    { from: ['submitted', 'reviewed', 'accepted'], verb: 'replace', to: 'replaced' },
  ],
};
