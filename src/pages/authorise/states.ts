// Which page for which state. One table guards every page and every button: whatever a customer does with back,
// refresh, a second tab or a double click, they see the page of the state the subscription is in, and a button of
// another page does nothing.
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

/** The page of a state by itself: of an authorisation that waits, before anybody is at a bank. */
const pages: Record<SubscriptionState, AuthorisePage> = {
  pending_authorization: 'choose',
  unknown: 'waiting',
  active: 'active',
  failed: 'stopped',
  canceled: 'cancelled',
  completed: 'completed',
  expired: 'expired',
};

/** The buttons each page has. */
export const actionsOf: Record<AuthorisePage, readonly AuthoriseAction[]> = {
  choose: ['choose', 'decline'],
  // The customer may choose another bank from here, and the page for it is the page to choose.
  atBank: ['choose', 'decline'],
  waiting: [],
  active: [],
  declined: [],
  stopped: [],
  cancelled: [],
  completed: [],
  expired: [],
};

/** The page to show now. The time to decide counts to the second, whether or not a sweep has recorded its end. */
export function pageOf(subscription: Subscription, now: Date): AuthorisePage {
  const { state, bankUrl, lapsesAt, authorizedAt } = subscription;
  // It failed without ever having been approved.
  if (state === 'failed' && authorizedAt === null) return 'declined';
  if (state !== 'pending_authorization') return pages[state];
  // A bank that has the mandate may have taken the decision in time: it is asked before anything is said.
  if (lapsesAt <= now) return bankUrl === null ? 'expired' : 'waiting';
  return bankUrl === null ? 'choose' : 'atBank';
}
