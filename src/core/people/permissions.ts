// Who may what: one table, from which routes, pages, tests and documentation are made.

import { getOrThrow } from '../../kernel/required.ts';

/** The roles that a person has at a merchant. */
export const merchantRoles = ['viewer', 'support', 'finance', 'developer', 'admin'] as const;

/** The roles that a person has over all merchants. */
export const operatorRoles = ['operator-support', 'operator-finance', 'operator-admin'] as const;

export const roles = [...merchantRoles, ...operatorRoles] as const;
export type Role = (typeof roles)[number];

interface Permission {
  /** What it is, in words for people, after "may". */
  words: string;
  /** Who may: v s f d a of a merchant; S F A of the operator, over all merchants. */
  who: string;
  /** Moves money, or changes who may: asks for a second factor that is at most five minutes old. */
  isGrave?: true;
  /** Who may besides, in staging alone. */
  inStaging?: string;
}

const letters: Record<string, Role> = {
  v: 'viewer',
  s: 'support',
  f: 'finance',
  d: 'developer',
  a: 'admin',
  S: 'operator-support',
  F: 'operator-finance',
  A: 'operator-admin',
};

export const permissions = {
  'home.see': { words: 'see the first page', who: 'vsfdaSFA' },
  'me.change': { words: 'change their own password, factors and sessions', who: 'vsfdaSFA' },
  search: { words: 'search', who: 'vsfdaSFA' },
  export: { words: 'export what they see', who: 'vsfdaSFA' },
  'view.save': { words: 'save and remove views of lists', who: 'vsfdaSFA' },
  'payment.see': { words: 'see payments and their timeline', who: 'vsfdaSFA' },
  'refund.see': { words: 'see refunds', who: 'vsfdaSFA' },
  'payout.see': { words: 'see payouts', who: 'vsfdaSFA' },
  'subscription.see': { words: 'see subscriptions', who: 'vsfdaSFA' },
  'bulk.see': { words: 'see bulk jobs', who: 'vsfdaSFA' },
  'settlement.see': { words: 'see settlements', who: 'vsfdaSFA' },
  'exchange.see': { words: 'see raw exchanges, redacted', who: 'sdaSA' },
  'payment.cancel': { words: 'cancel a payment', who: 'sdaSA' },
  'payment.note': { words: 'leave a remark on a payment', who: 'sfdaSFA' },
  'notice.resend': { words: 'send a notice again', who: 'sdaSA' },
  'refund.request': { words: 'ask for a refund', who: 'sfaF', isGrave: true },
  'refund.large': { words: 'refund more than the site lets support refund', who: 'faF' },
  'refund.cancel': { words: 'cancel a refund', who: 'sfaF' },
  'subscription.cancel': { words: 'cancel a subscription', who: 'sfaF' },
  'subscription.charge': { words: 'charge a subscription now', who: 'fa', isGrave: true },
  'payout.create': { words: 'create a payout', who: 'fa', isGrave: true },
  'payout.approve': {
    words: 'approve a payout, unless they or who granted their role created it',
    who: 'faF',
    isGrave: true,
  },
  'payout.decline': {
    words: 'decline a payout, unless they or who granted their role created it',
    who: 'faF',
    isGrave: true,
  },
  'bulk.upload': { words: 'upload a bulk job', who: 'fda', isGrave: true },
  'reconcile.see': { words: 'see how bank and books agree', who: 'faFA' },
  'reconcile.explain': { words: 'explain a line of a statement', who: 'faF', isGrave: true },
  'ledger.see': { words: 'see balances and journals', who: 'faFA' },
  'deposit.see': { words: 'see unmatched deposits', who: 'SFA' },
  'deposit.park': { words: 'park a deposit, with a note', who: 'SF' },
  'deposit.allocate': { words: 'allocate, split or return a deposit', who: 'F', isGrave: true },
  'notice.see': { words: 'see notices', who: 'sdaSA' },
  'webhook.see': { words: 'see webhooks', who: 'sdaSA' },
  'webhook.change': { words: 'make, change and remove webhooks', who: 'daA' },
  'webhook.replay': { words: 'replay what a webhook missed', who: 'daA' },
  'finding.see': { words: 'see refused requests and why', who: 'sdaSA' },
  'hash.try': { words: 'try a request, and be told what is wrong with its hash', who: 'sdaSA' },
  'sandbox.use': { words: 'use the sandbox panel', who: '', inStaging: 'sdaSA' },
  'settings.see': { words: 'see settings and the tails of keys', who: 'vsfdaSFA' },
  'settings.change': { words: 'change a site', who: 'aA', isGrave: true },
  'fee.change': { words: 'change fees', who: 'FA', isGrave: true },
  'key.rotate': { words: 'rotate a key', who: 'a', inStaging: 'd', isGrave: true },
  'user.see': { words: 'see who has access', who: 'aA' },
  'user.invite': { words: 'invite somebody, to no more than they may themselves', who: 'aA', isGrave: true },
  'user.role': { words: 'change a role', who: 'aA', isGrave: true },
  'user.disable': { words: 'disable somebody and end their sessions', who: 'aA', isGrave: true },
  'audit.see': { words: 'see the audit log', who: 'faFA' },
  'merchant.see': { words: 'see merchants', who: 'SFA' },
  'merchant.create': { words: 'create a merchant', who: 'A', isGrave: true },
  'go-live.see': { words: 'see the go-live list', who: 'daSA' },
  'go-live.ask': { words: 'ask for production', who: 'a', isGrave: true },
  'go-live.switch': {
    words: 'switch production on: two operators, neither of whom granted the other’s role',
    who: 'A',
    isGrave: true,
  },
} as const satisfies Record<string, Permission>;

export type Action = keyof typeof permissions;
export const actions = Object.keys(permissions) as Action[];

/** Returns the roles that may do something. */
export function rolesThatMay(action: Action, isStaging: boolean): Role[] {
  const { who, inStaging = '' }: Permission = permissions[action];
  return [...who, ...(isStaging ? inStaging : '')].map((letter) => letters[letter]!);
}

const setsOf = (isStaging: boolean) =>
  new Map(actions.map((action) => [action, new Set(rolesThatMay(action, isStaging))]));
const allowed = { staging: setsOf(true), production: setsOf(false) };

/** A role of a person: at a merchant or, without one, as an operator over all. */
export interface Held {
  role: Role;
  merchantId: string | null;
}

/** What somebody holds, and where. */
export interface Rights {
  held: readonly Held[];
  isStaging: boolean;
}

/** Returns the merchants at which somebody may do something: "all" for operators who may; none where they may not. */
export function merchantsFor({ held, isStaging }: Rights, action: Action): 'all' | readonly string[] {
  const may = getOrThrow(allowed[isStaging ? 'staging' : 'production'], action);
  const own = held.filter(({ role }) => may.has(role));
  if (own.some(({ merchantId }) => merchantId === null)) return 'all';
  return [...new Set(own.map(({ merchantId }) => merchantId!))];
}

/** True where somebody may do something at a merchant; without one, at any. What is nobody's (null) is the operator's. */
export function may(rights: Rights, action: Action, merchantId?: string | null): boolean {
  const merchants = merchantsFor(rights, action);
  if (merchants === 'all') return true;
  return merchantId === undefined
    ? merchants.length > 0
    : merchantId !== null && merchants.includes(merchantId);
}

/** True where somebody may give a role: at their own merchant those of merchants; an operator-admin every one. */
export function mayGive(rights: Rights, role: Role, merchantId: string | null): boolean {
  const isOperators = (operatorRoles as readonly string[]).includes(role);
  return isOperators === (merchantId === null) && may(rights, 'user.invite', merchantId);
}
