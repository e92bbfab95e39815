// What each posting that moves a site's balance is called on a settlement, as data.
import type { Posting } from '../ledger/actions.ts';

export const lineTypes = [
  'transaction',
  'refund',
  'payout',
  'adjustment',
  'returnedrefund',
  'returnedpayout',
  'fee',
] as const;
export type LineType = (typeof lineTypes)[number];

/** How many lines a settlement has. The kinds add up to the total: what came back counts with what had gone. */
export interface LineCounts {
  total: number;
  transaction: number;
  refund: number;
  adjustment: number;
  payout: number;
}

/** The count in which each type of line is. */
export const countOf: Record<LineType, Exclude<keyof LineCounts, 'total'>> = {
  transaction: 'transaction',
  refund: 'refund',
  returnedrefund: 'refund',
  payout: 'payout',
  returnedpayout: 'payout',
  adjustment: 'adjustment',
  fee: 'adjustment',
};

interface LineKind {
  type: LineType;
  /** Before the id of what was booked. */
  description: string;
}

// Every posting that moves a site's balance; null for settlements' own, which take it away.
const kinds: Partial<Record<Posting, LineKind | null>> = {
  payment_received: { type: 'transaction', description: 'Payment' },
  refund_submitted: { type: 'refund', description: 'Refund' },
  refund_undone: { type: 'returnedrefund', description: 'Refund that was not paid' },
  refund_returned: { type: 'returnedrefund', description: 'Refund that came back' },
  verification_charged: { type: 'fee', description: 'Account verification' },
  settlement_made: null,
};

const entries = Object.entries(kinds);

/** What is taken away by settlements, and stands on none. */
export const ownPostings: string[] = entries.filter(([, kind]) => kind === null).map(([posting]) => posting);

export const postingKinds = entries.flatMap(([posting, kind]) => (kind ? [{ posting, ...kind }] : []));
