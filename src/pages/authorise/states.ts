// Which page belongs to which state. One table guards every page and every button: whatever a customer does with back,
// refresh, a second tab or a double click, they see the page of the subscription's state, and the buttons of other
// pages do nothing.
import type { Subscription, SubscriptionState } from '../../core/subscriptions/actions.ts';

export type AuthorisePage =
  | 'choose'
  | 'atBank'
  | 'waiting'
  | 'active'
  | 'declined'
  | 'stopped'
  | 'cancelled'
  | 'completed'
  | 'expired';
export type AuthoriseAction = 'choose' | 'decline';

/** The page of each state; for a pending authorisation, the page before the customer is at a bank. */
const pages: Record<SubscriptionState, AuthorisePage> = {
  pending_authorization: 'choose',
  unknown: 'waiting',
  active: 'active',
  failed: 'stopped',
  canceled: 'cancelled',
  completed: 'completed',
  expired: 'expired',
};

export const actionsOf: Record<AuthorisePage, readonly AuthoriseAction[]> = {
  choose: ['choose', 'decline'],
  // Choosing another bank from here leads to the page `choose`.
  atBank: ['choose', 'decline'],
  waiting: [],
  active: [],
  declined: [],
  stopped: [],
  cancelled: [],
  completed: [],
  expired: [],
};

/** Returns the page to show now. The deadline counts to the second, even if no sweep has recorded it yet. */
export function pageOf(subscription: Subscription, now: Date): AuthorisePage {
  const { state, bankUrl, lapsesAt, authorizedAt } = subscription;
  // It failed without having been approved.
  if (state === 'failed' && authorizedAt === null) return 'declined';
  if (state !== 'pending_authorization') return pages[state];
  // A bank with the mandate may have accepted the decision in time, so it is asked first.
  if (lapsesAt <= now) return bankUrl === null ? 'expired' : 'waiting';
  return bankUrl === null ? 'choose' : 'atBank';
}
