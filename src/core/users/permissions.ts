// Permissions: one table, from which routes, pages, tests and documentation are made.

import { getOrThrow } from '../../kernel/required.ts';

/** The roles that a person has at a merchant. */
export const merchantRoles = ['viewer', 'support', 'finance', 'developer', 'admin'] as const;

/** The roles that a person has over all merchants. */
export const operatorRoles = ['operator-support', 'operator-finance', 'operator-admin'] as const;

export const roles = [...merchantRoles, ...operatorRoles] as const;
export type Role = (typeof roles)[number];

interface Permission {
  /** The action in words for users, after "can". */
  words: string;
  roles: readonly Role[];
  isGrave?: true;
  /** The roles that have it in staging alone. */
  inStaging?: readonly Role[];
}

// The lists of roles that several permissions share.
const everyone = roles;
const remarks = roles.filter((role) => role !== 'viewer');
/** Look after the connection of a merchant's system. */
const integration: readonly Role[] = ['support', 'developer', 'admin', 'operator-support', 'operator-admin'];
const webhooks: readonly Role[] = ['developer', 'admin', 'operator-admin'];
const refunds: readonly Role[] = ['support', 'finance', 'admin', 'operator-finance'];
/** Talk to customers, or refund them. */
const customers: readonly Role[] = ['support', 'finance', 'admin', 'operator-support', 'operator-finance'];
/** Create payment links, and change them. */
const paymentLinks: readonly Role[] = ['support', 'finance', 'admin'];
/** Decide about money. */
const money: readonly Role[] = ['finance', 'admin', 'operator-finance'];
/** Read the ledger and the audit log. */
const books: readonly Role[] = ['finance', 'admin', 'operator-finance', 'operator-admin'];
/** Give fees back to merchants. */
const credits: readonly Role[] = ['operator-finance', 'operator-admin'];
/** Manage the clients of a merchant's system. */
const apiKeys: readonly Role[] = ['developer', 'admin'];
/** Review the documents of merchants. */
const reviewers: readonly Role[] = ['operator-finance', 'operator-admin'];
/** Manage users and sites. */
const administration: readonly Role[] = ['admin', 'operator-admin'];

/** It moves money, or changes permissions: it requires a second factor that is at most five minutes old. */
const grave = (words: string, own: readonly Role[]) => ({ words, roles: own, isGrave: true }) as const;

export const permissions = {
  'home.see': { words: 'see the home page', roles: everyone },
  'me.change': { words: 'change their own password, factors and sessions', roles: everyone },
  search: { words: 'search', roles: everyone },
  export: { words: 'export lists', roles: everyone },
  'view.save': { words: 'save and remove views of lists', roles: everyone },
  'payment.see': { words: 'see payments and their timeline', roles: everyone },
  'customer.see': { words: 'see customers’ names, e-mail addresses and telephone numbers', roles: customers },
  'refund.see': { words: 'see refunds', roles: everyone },
  'payout.see': { words: 'see payouts', roles: everyone },
  'subscription.see': { words: 'see subscriptions', roles: everyone },
  'link.see': { words: 'see payment links', roles: [...paymentLinks, ...operatorRoles] },
  'link.create': { words: 'create a payment link', roles: paymentLinks },
  'link.edit': { words: 'change the description and the expiry of a payment link', roles: paymentLinks },
  'link.disable': { words: 'disable a payment link', roles: paymentLinks },
  'link.email': { words: 'e-mail a payment link to a customer', roles: paymentLinks },
  'bulk.see': { words: 'see bulk jobs', roles: everyone },
  'settlement.see': { words: 'see settlements', roles: everyone },
  'exchange.see': { words: 'see raw exchanges, redacted', roles: integration },
  'payment.cancel': { words: 'cancel a payment', roles: integration },
  'payment.note': { words: 'add a note to a payment', roles: remarks },
  'notice.resend': { words: 'resend a notification', roles: integration },
  'refund.request': grave('request a refund', refunds),
  'refund.large': { words: 'refund more than the site’s limit for support', roles: money },
  'refund.elsewhere': grave('request a refund to an account other than the payer’s', refunds),
  'refund.approve': grave(
    'approve a refund to another account, unless they or the user who granted their role requested it',
    money,
  ),
  'refund.decline': grave(
    'decline a refund to another account, unless they or the user who granted their role requested it',
    money,
  ),
  'refund.cancel': { words: 'cancel a refund', roles: refunds },
  'subscription.cancel': { words: 'cancel a subscription', roles: refunds },
  'subscription.charge': grave('charge a subscription now', ['finance', 'admin']),
  'payout.create': grave('create a payout', ['finance', 'admin']),
  'payout.approve': grave(
    'approve a payout, unless they or the user who granted their role created it',
    money,
  ),
  'payout.decline': grave(
    'decline a payout, unless they or the user who granted their role created it',
    money,
  ),
  'batch.create': grave('upload a batch of payouts', ['finance', 'admin']),
  'batch.approve': grave(
    'approve a batch of payouts, unless they or the user who granted their role created it',
    money,
  ),
  'batch.decline': grave(
    'decline a batch of payouts, unless they or the user who granted their role created it',
    money,
  ),
  'beneficiary.see': { words: 'see saved beneficiaries', roles: money },
  'beneficiary.change': grave('save, rename and remove beneficiaries, and change their accounts', money),
  'beneficiary.verify': grave('verify the account of a beneficiary at its bank', money),
  'bulk.upload': grave('upload a bulk job', ['finance', 'developer', 'admin']),
  'bank-account.see': { words: 'see bank accounts with their balances and statements', roles: books },
  'bank-account.create': grave('add a bank account', ['operator-admin']),
  'statement.upload': { words: 'upload a bank file and see its preview', roles: money },
  'statement.import': grave('import an uploaded bank file', money),
  'category.change': { words: 'add and remove categories of statement lines', roles: money },
  'reconcile.see': { words: 'see the reconciliation', roles: books },
  'reconcile.explain': grave('match or categorise a statement line', money),
  'reconcile.undo': grave('undo the match or the category of a statement line', money),
  'invoice.see': { words: 'see invoices and credit notes for fees', roles: books },
  'credit.create': grave('request a credit note for an invoice', credits),
  'credit.approve': grave(
    'approve a credit note, unless they or the user who granted their role requested it',
    credits,
  ),
  'credit.decline': grave(
    'decline a credit note, unless they or the user who granted their role requested it',
    credits,
  ),
  'ledger.see': { words: 'see balances and journals', roles: books },
  'report.see': { words: 'see and export account statements', roles: money },
  'schedule.see': { words: 'see scheduled reports and download them', roles: money },
  'schedule.change': grave('add, run and remove scheduled reports', money),
  'deposit.see': {
    words: 'see unallocated deposits, merchants those on their own bank accounts',
    roles: ['finance', 'admin', ...operatorRoles],
  },
  'deposit.park': {
    words: 'put a deposit on hold, with a note',
    roles: ['operator-support', ...money],
  },
  'deposit.allocate': grave('match, split or return a deposit', money),
  'deposit.undo': grave('undo the match of a deposit', money),
  'notice.see': { words: 'see notifications', roles: integration },
  'webhook.see': { words: 'see webhooks', roles: integration },
  'webhook.change': { words: 'create, change and delete webhooks', roles: webhooks },
  'webhook.replay': { words: 'replay missed events to a webhook', roles: webhooks },
  'webhook.test': { words: 'send a test event to a webhook', roles: integration },
  'finding.see': { words: 'see rejected requests and their errors', roles: integration },
  'hash.try': { words: 'check the hash of a request', roles: integration },
  'sandbox.use': { words: 'use the sandbox panel', roles: [], inStaging: integration },
  'settings.see': { words: 'see settings and the last characters of keys', roles: everyone },
  'settings.change': grave('change a site', administration),
  'site.create': grave('create a site', administration),
  'fee.change': grave('change fees', ['operator-finance', 'operator-admin']),
  'key.rotate': { words: 'rotate a key', roles: ['admin'], inStaging: ['developer'], isGrave: true },
  'client.see': { words: 'see the API keys of the One API', roles: integration },
  'client.create': grave('create an API key of the One API', apiKeys),
  'client.change': grave('change an API key of the One API', apiKeys),
  'client.roll': grave('roll an API key of the One API', apiKeys),
  'client.revoke': grave('revoke an API key of the One API', apiKeys),
  'user.see': { words: 'see users', roles: administration },
  'user.invite': grave('invite a user, with at most their own permissions', administration),
  'user.role': grave('change a role', administration),
  'user.disable': grave('disable a user and end their sessions', administration),
  'audit.see': { words: 'see the audit log', roles: books },
  'merchant.see': { words: 'see merchants', roles: operatorRoles },
  'merchant.create': grave('create a merchant', ['operator-admin']),
  'merchant.suspend': grave('suspend a merchant', ['operator-admin']),
  'merchant.resume': grave(
    'resume a merchant, in production unless they or the operator who granted their role suspended it',
    ['operator-admin'],
  ),
  'onboarding.see': {
    words: 'see and download the documents of a merchant’s onboarding',
    roles: ['admin', ...reviewers],
  },
  'onboarding.upload': { words: 'upload documents of a merchant’s onboarding', roles: ['admin'] },
  'onboarding.review': grave(
    'accept or decline documents of merchants: two users, neither of whom granted the other’s role',
    reviewers,
  ),
  'go-live.see': {
    words: 'see the go-live checklist',
    roles: ['developer', 'admin', 'operator-support', 'operator-admin'],
  },
  'go-live.ask': grave('request production', ['admin']),
  'go-live.switch': grave('switch production on: two operators, neither of whom granted the other’s role', [
    'operator-admin',
  ]),
} as const satisfies Record<string, Permission>;

export type Action = keyof typeof permissions;
export const actions = Object.keys(permissions) as Action[];

export function rolesThatMay(action: Action, isStaging: boolean): Role[] {
  const { roles: own, inStaging = [] }: Permission = permissions[action];
  return isStaging ? [...own, ...inStaging] : [...own];
}

const setsOf = (isStaging: boolean) =>
  new Map(actions.map((action) => [action, new Set(rolesThatMay(action, isStaging))]));
const allowed = { staging: setsOf(true), production: setsOf(false) };

/** A role of a person: at a merchant or, without one, as an operator over all. */
export interface Held {
  role: Role;
  merchantId: string | null;
}

/** The roles that a user holds, and where. */
export interface Rights {
  held: readonly Held[];
  isStaging: boolean;
}

/**
 * Returns the merchants at which a user can do something: "all" for operators who can; an empty list without
 * permission.
 */
export function merchantsFor({ held, isStaging }: Rights, action: Action): 'all' | readonly string[] {
  const may = getOrThrow(allowed[isStaging ? 'staging' : 'production'], action);
  const own = held.filter(({ role }) => may.has(role));
  const merchants = own.map(({ merchantId }) => merchantId).filter((merchantId) => merchantId !== null);
  return merchants.length < own.length ? 'all' : [...new Set(merchants)];
}

/** True if a user can do something at each of these merchants. */
export function mayAtAll(rights: Rights, action: Action, merchants: 'all' | readonly string[]): boolean {
  const own = merchantsFor(rights, action);
  return own === 'all' || (merchants !== 'all' && merchants.every((id) => own.includes(id)));
}

/**
 * True if a user can do something at a merchant; without a merchant, at any. Records without a merchant (null) are the
 * operator's.
 */
export function may(rights: Rights, action: Action, merchantId?: string | null): boolean {
  const merchants = merchantsFor(rights, action);
  if (merchants === 'all') return true;
  return merchantId === undefined
    ? merchants.length > 0
    : merchantId !== null && merchants.includes(merchantId);
}

/** True if a user can assign a role: at their own merchant the merchant roles; an operator-admin every role. */
export function mayGive(rights: Rights, role: Role, merchantId: string | null): boolean {
  const isOperators = (operatorRoles as readonly string[]).includes(role);
  return isOperators === (merchantId === null) && may(rights, 'user.invite', merchantId);
}
