// The names of postings that change a site's balance, as shown on settlements.
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

/**
 * A settlement's number of lines. The kinds add up to the total: returned money counts with the kind of its payment
 * out.
 */
export interface LineCounts {
  total: number;
  transaction: number;
  refund: number;
  adjustment: number;
  payout: number;
}

/** The count that includes each type of line. */
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
  /** Precedes the id of the booked object. */
  description: string;
}

// Every posting that changes a site's balance; null for those of settlements, which empty it.
const kinds: Partial<Record<Posting, LineKind | null>> = {
  payment_received: { type: 'transaction', description: 'Payment' },
  refund_submitted: { type: 'refund', description: 'Refund' },
  refund_undone: { type: 'returnedrefund', description: 'Refund that was not paid' },
  refund_returned: { type: 'returnedrefund', description: 'Refund that came back' },
  payment_reversed: { type: 'adjustment', description: 'Payment that the bank took back' },
  verification_charged: { type: 'fee', description: 'Account verification' },
  fee_credited: { type: 'fee', description: 'Credit note for fees' },
  settlement_made: null,
};

const entries = Object.entries(kinds);

/** Postings of settlements, which are on no settlement. */
export const ownPostings: string[] = entries.filter(([, kind]) => kind === null).map(([posting]) => posting);

export const postingKinds = entries.flatMap(([posting, kind]) => (kind ? [{ posting, ...kind }] : []));
