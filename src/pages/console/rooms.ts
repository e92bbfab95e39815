// The rooms of the console: six words at the left, and what stands behind each of them.
import { type Action, may, type Rights } from '../../core/people/permissions.ts';

export interface Room {
  /** What follows /console/ in its address; empty for the first page. */
  name: string;
  words: string;
  /** Who may see it. */
  action: Action;
}

interface Area {
  words: string;
  /** With "g" in front, the key that leads to it. */
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
      room('refunds', 'Refunds', 'refund.see'),
      room('subscriptions', 'Subscriptions', 'subscription.see'),
    ],
  },
  {
    words: 'Money out',
    key: 'm',
    rooms: [room('payouts', 'Payouts', 'payout.see'), room('bulk', 'Bulk jobs', 'bulk.see')],
  },
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
      room('developers', 'Refused requests', 'finding.see'),
      room('notices', 'Notices', 'notice.see'),
      room('webhooks', 'Webhooks', 'webhook.see'),
      room('sandbox', 'Sandbox', 'sandbox.use'),
      room('go-live', 'Go live', 'go-live.see'),
    ],
  },
  {
    words: 'Settings',
    key: 's',
    rooms: [
      room('settings', 'Sites and keys', 'settings.see'),
      room('users', 'People', 'user.see'),
      room('merchants', 'Merchants', 'merchant.see'),
      room('audit', 'Audit log', 'audit.see'),
      room('me', 'You', 'me.change'),
    ],
  },
];

/** Returns the areas with the rooms that somebody may see. */
export function areasFor(rights: Rights): Area[] {
  return areas
    .map((area) => ({ ...area, rooms: area.rooms.filter(({ action }) => may(rights, action)) }))
    .filter(({ rooms }) => rooms.length > 0);
}

/** Returns the address of a room, or of a thing in it. */
export function consolePath(name: string, ...parts: readonly string[]): string {
  return ['/console', ...(name === '' ? [] : [name]), ...parts.map(encodeURIComponent)].join('/');
}
