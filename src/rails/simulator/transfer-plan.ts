// What a transfer can become and when: the states, and the amounts that decide by themselves. Pure: an order and the
// time in, a plan out.
import type { TransferAnswer, TransferOrder } from '../../core/rails.ts';
import { dayMs, minuteMs, plus } from '../../kernel/clock.ts';
import type { Cents } from '../../kernel/money.ts';

/** How a transfer can end; money that was paid may still come back. */
export type TransferEnd = 'paid' | 'failed' | 'returned';
export type TransferState = 'processing' | TransferEnd;

export interface Transfer {
  id: string;
  amountCents: Cents;
  bankId: string;
  branchCode: string;
  accountNumber: string;
  state: TransferState;
  reason: string | null;
  dueAt: Date | null;
}

/** What happens to a transfer by itself. */
export interface Plan {
  due: { at: Date; state: 'paid' | 'failed' };
  /** True if the money comes back a day after it was paid. */
  comesBack: boolean;
}

/** Why the money did not get there or did not stay there. Other reasons are the destination's own. */
export const transferReasons = {
  failed: 'rejected by the destination bank',
  notProcessed: 'the bank could not process the payout',
  returned: 'the account no longer exists',
} as const;

/** The states from which each end can be reached. */
export const statesBefore: Record<TransferEnd, readonly TransferState[]> = {
  paid: ['processing'],
  failed: ['processing'],
  returned: ['processing', 'paid'],
};

type Fate = 'fails' | 'comesBack' | 'waits';

const fates: Record<TransferOrder['purpose'], Record<string, Fate>> = {
  refund: { 97: 'fails', 98: 'comesBack' },
  payout: { 91: 'fails', 92: 'comesBack', 93: 'waits' },
  settlement: {},
  deposit: { 97: 'fails', 98: 'comesBack' },
};

/**
 * What will become of a transfer ordered `now`. Of a refund the cents of the payment decide, which is `original`
 * (undefined if the bank does not know it); of anything else its own. Clearing takes 60 seconds, real-time
 * clearing none.
 */
export function planOf(order: TransferOrder, original: Cents | undefined, now: Date): Plan {
  const deciding = order.purpose === 'refund' ? original : order.amount;
  const fate = deciding === undefined ? undefined : fates[order.purpose][`${deciding % 100n}`];
  const clearing = order.realTime ? 0 : minuteMs;
  return {
    due: { at: plus(now, fate === 'waits' ? dayMs : clearing), state: fate === 'fails' ? 'failed' : 'paid' },
    comesBack: fate === 'comesBack',
  };
}

/** Returns the bank's response about a transfer. */
export function transferAnswerOf(transfer: Transfer | undefined): TransferAnswer {
  if (!transfer) return { outcome: 'unknown', reason: 'The bank does not know this transfer.' };
  const { state, reason } = transfer;
  return answerWith(state === 'processing' ? 'pending' : state, reason);
}

/** Returns an outcome, with the responsible party if the transfer failed. */
export function answerWith(outcome: TransferAnswer['outcome'], reason: string | null): TransferAnswer {
  if (outcome !== 'failed') return { outcome, reason };
  return { outcome, reason, failure: reason === transferReasons.notProcessed ? 'bank' : 'rejected' };
}
