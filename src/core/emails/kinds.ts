// The kinds of e-mails: whom each one is for, and for how long it is worth sending.
import { dayMs, minuteMs } from '../../kernel/clock.ts';

interface Kind {
  /** Customers read their own language and the merchant's branding; users read English. */
  audience: 'customer' | 'user';
  /** The time after which it is not sent any more, in milliseconds. */
  lastsMs: number;
  /** Its link gives access, so its facts are deleted as soon as it has been sent, and only admins see it in a sandbox's mailbox. */
  isSecret?: true;
  /** The time to wait for more of the same, in milliseconds: one e-mail is enough. */
  gatherMs?: number;
}

/** How long a link that resets a password is valid, in milliseconds. */
export const resetMs = 30 * minuteMs;

export const emailKinds = {
  receipt: { audience: 'customer', lastsMs: dayMs },
  link: { audience: 'customer', lastsMs: dayMs },
  'charge-reminder': { audience: 'customer', lastsMs: dayMs },
  'charge-failed': { audience: 'customer', lastsMs: dayMs },
  refund: { audience: 'customer', lastsMs: 7 * dayMs },
  invitation: { audience: 'user', lastsMs: dayMs, isSecret: true },
  reset: { audience: 'user', lastsMs: resetMs, isSecret: true },
  'webhook-failing': { audience: 'user', lastsMs: dayMs },
  'webhook-disabled': { audience: 'user', lastsMs: dayMs },
  'payout-approval': { audience: 'user', lastsMs: dayMs, gatherMs: minuteMs },
  'refund-approval': { audience: 'user', lastsMs: dayMs, gatherMs: minuteMs },
  reconciliation: { audience: 'user', lastsMs: dayMs, gatherMs: minuteMs },
  settlement: { audience: 'user', lastsMs: dayMs },
  report: { audience: 'user', lastsMs: 7 * dayMs },
  onboarding: { audience: 'user', lastsMs: 7 * dayMs },
  invoice: { audience: 'user', lastsMs: 7 * dayMs },
} as const satisfies Record<string, Kind>;

export type EmailKind = keyof typeof emailKinds;

export const kindOf = (kind: EmailKind): Kind => emailKinds[kind];
