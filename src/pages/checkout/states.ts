// Which page belongs to which state. One table guards every page and every button: whatever a customer does with back,
// refresh, a second tab or a double click, they see the page of the payment's state, and the buttons of other pages do
// nothing.
import type { Payment } from '../../core/payments/actions.ts';
import { depositType, type Transaction, type TransactionState } from '../../core/transactions/actions.ts';

export type CheckoutPage =
  | 'choose'
  | 'chooseTestOutcome'
  | 'atBank'
  | 'waiting'
  | 'held'
  | 'paid'
  | 'notPaid'
  | 'takenBack'
  | 'cancelled'
  | 'expired'
  | 'charge';
export type CheckoutAction =
  | 'choose'
  | 'payByEft'
  | 'chooseTestOutcome'
  | 'chooseAnother'
  | 'cancel'
  | 'leave';

/** The page of an open payment, by the state of its newest attempt. */
const openPages: Record<TransactionState | 'none', CheckoutPage> = {
  none: 'choose',
  created: 'choose',
  started: 'atBank',
  authenticated: 'atBank',
  pending: 'waiting',
  unknown: 'waiting',
  // The payment is completed in the same transaction, so this pair is never seen.
  successful: 'paid',
  refunded: 'paid',
  declined: 'notPaid',
  cancelled: 'notPaid',
  abandoned: 'notPaid',
  failed: 'notPaid',
  expired: 'notPaid',
  // A user undid the match of another customer's deposit.
  reversed: 'choose',
};

/** The page of a closed payment, unless a bank still has its last attempt. */
const closedPages = { complete: 'paid', cancelled: 'cancelled', expired: 'expired' } as const;

export const actionsOf: Record<CheckoutPage, readonly CheckoutAction[]> = {
  choose: ['choose', 'payByEft', 'cancel'],
  chooseTestOutcome: ['chooseTestOutcome', 'cancel'],
  atBank: ['chooseAnother', 'cancel'],
  waiting: [],
  held: [],
  paid: [],
  // Trying again from here leads to the page for choosing.
  notPaid: ['choose', 'payByEft', 'chooseTestOutcome', 'leave', 'cancel'],
  takenBack: [],
  cancelled: [],
  expired: [],
  charge: [],
};

/** Returns the page to show now. The expiry counts to the second, even if no sweep has recorded it yet. */
export function pageOf(payment: Payment, transaction: Transaction | undefined, now: Date): CheckoutPage {
  const attempt = transaction?.state ?? 'none';
  if (payment.state === 'complete') return 'paid';
  // No bank is awaited: money came, and a person decides about it.
  if (attempt === 'pending' && transaction?.paymentType === depositType) return 'held';
  if (attempt === 'pending' || attempt === 'unknown') return 'waiting';
  // The bank collects a subscription's charge: there is nothing to choose here.
  if (payment.details.subscriptionId !== undefined) return 'charge';
  // The payment was paid and is cancelled now, but the customer's money did leave.
  if (attempt === 'reversed' && payment.state === 'cancelled') return 'takenBack';
  if (payment.state !== 'created') return closedPages[payment.state];
  if (payment.expiresAt <= now) return 'expired';
  const page = openPages[attempt];
  return page === 'choose' && payment.isTest ? 'chooseTestOutcome' : page;
}
