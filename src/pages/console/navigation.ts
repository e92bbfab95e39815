// The navigation of the console: six areas, and the pages in each.
import { type Action, may, type Rights } from '../../core/people/permissions.ts';

export interface Room {
  /** The part of its address after /console/, unless the page has moved; empty for the first page. */
  name: string;
  words: string;
  /** The permission to see it. */
  action: Action;
}

interface Area {
  words: string;
  /** The key that opens it, after "g". */
  key: string;
  rooms: readonly Room[];
}

const room = (name: string, words: string, action: Action): Room => ({ name, words, action });

export const areas: readonly Area[] = [
  { words: 'Home', key: 'h', rooms: [room('', 'Home', 'home.see')] },
  {
    words: 'Payments',
    key: 'p',
    rooms: [
      room('payments', 'Payments', 'payment.see'),
      room('links', 'Links', 'link.see'),
      room('refunds', 'Refunds', 'refund.see'),
      room('subscriptions', 'Subscriptions', 'subscription.see'),
      room('bulk', 'Bulk payment requests', 'bulk.see'),
    ],
  },
  { words: 'Payouts', key: 'm', rooms: [room('payouts', 'Payouts', 'payout.see')] },
  {
    words: 'Finance',
    key: 'f',
    rooms: [
      room('settlements', 'Settlements', 'settlement.see'),
      room('reconcile', 'Reconciliation', 'reconcile.see'),
      room('deposits', 'Unmatched deposits', 'deposit.see'),
      room('ledger', 'Ledger', 'ledger.see'),
    ],
  },
  {
    words: 'Developers',
    key: 'd',
    rooms: [
      room('developers', 'Rejected API requests', 'finding.see'),
      room('notices', 'Notifications', 'notice.see'),
      room('webhooks', 'Webhooks', 'webhook.see'),
      room('sandbox', 'Sandbox', 'sandbox.use'),
      room('go-live', 'Go live', 'go-live.see'),
    ],
  },
  {
    words: 'Settings',
    key: 's',
    rooms: [
      room('settings', 'Sites and API keys', 'settings.see'),
      room('users', 'Users', 'user.see'),
      room('merchants', 'Merchants', 'merchant.see'),
      room('audit', 'Audit log', 'audit.see'),
      room('me', 'Your account', 'me.change'),
    ],
  },
];

/** Returns the areas with the pages that a user can see. */
export function areasFor(rights: Rights): Area[] {
  return areas
    .map((area) => ({ ...area, rooms: area.rooms.filter(({ action }) => may(rights, action)) }))
    .filter(({ rooms }) => rooms.length > 0);
}

/** Addresses that differ from the page's name, which saved views store. The old address redirects. */
export const movedPages: Readonly<Record<string, string>> = { notices: 'notifications' };

/** Returns the address of a page, or of a record in it. */
export function consolePath(name: string, ...parts: readonly string[]): string {
  const address = movedPages[name] ?? name;
  return ['/console', ...(address === '' ? [] : [address]), ...parts.map(encodeURIComponent)].join('/');
}
