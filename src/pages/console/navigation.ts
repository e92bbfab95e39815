// The navigation of the console: areas by task, and the pages in each. A new page is one line.
import { type Action, may, type Rights } from '../../core/users/permissions.ts';

export interface Page {
  /** The part of its address after /console/, unless the page has moved; empty for the first page. */
  name: string;
  label: string;
  /** The permission to see it. */
  action: Action;
}

interface Area {
  label: string;
  /** The key that opens it, after "g". */
  key: string;
  pages: readonly Page[];
}

const page = (name: string, label: string, action: Action): Page => ({ name, label, action });

export const areas: readonly Area[] = [
  { label: 'Home', key: 'h', pages: [page('', 'Home', 'home.see')] },
  {
    label: 'Payments',
    key: 'p',
    pages: [
      page('payments', 'Payments', 'payment.see'),
      page('customers', 'Customers', 'customer.see'),
      page('links', 'Links', 'link.see'),
      page('subscriptions', 'Subscriptions', 'subscription.see'),
      page('bulk', 'Bulk', 'bulk.see'),
    ],
  },
  { label: 'Refunds', key: 'r', pages: [page('refunds', 'Refunds', 'refund.see')] },
  {
    label: 'Payouts',
    key: 'm',
    pages: [
      page('payouts', 'Payouts', 'payout.see'),
      page('payouts/batches', 'Batches', 'payout.see'),
      page('beneficiaries', 'Beneficiaries', 'beneficiary.see'),
    ],
  },
  {
    label: 'Balance',
    key: 'b',
    pages: [
      page('settlements', 'Settlements', 'settlement.see'),
      page('invoices', 'Invoices', 'invoice.see'),
      page('bank-accounts', 'Bank accounts', 'bank-account.see'),
      page('deposits', 'Deposits', 'deposit.see'),
      page('reconcile', 'Reconciliation', 'reconcile.see'),
      page('ledger', 'Ledger', 'ledger.see'),
      page('reports', 'Reports', 'report.see'),
      page('scheduled-reports', 'Scheduled reports', 'schedule.see'),
    ],
  },
  {
    label: 'Developers',
    key: 'd',
    pages: [
      page('keys', 'API keys', 'client.see'),
      page('webhooks', 'Webhooks', 'webhook.see'),
      page('notices', 'Deliveries', 'notice.see'),
      page('developers', 'Rejected requests', 'finding.see'),
      page('sandbox', 'Sandbox', 'sandbox.use'),
    ],
  },
  {
    label: 'Settings',
    key: 's',
    pages: [
      page('settings', 'Sites', 'settings.see'),
      page('users', 'Team', 'user.see'),
      page('onboarding', 'Documents', 'onboarding.see'),
      page('go-live', 'Go live', 'go-live.see'),
      page('audit', 'Audit log', 'audit.see'),
      page('merchants', 'Merchants', 'merchant.see'),
    ],
  },
  { label: 'Your account', key: 'a', pages: [page('me', 'Your account', 'me.change')] },
];

/** Returns the areas with the pages that a user can see. */
export function areasFor(rights: Rights): Area[] {
  return areas
    .map((area) => ({ ...area, pages: area.pages.filter(({ action }) => may(rights, action)) }))
    .filter(({ pages }) => pages.length > 0);
}

/** True if a page is in the navigation under its name. */
export const isListedPage = (name: string): boolean =>
  name !== '' && areas.some(({ pages }) => pages.some((one) => one.name === name));

/** Addresses that differ from the page's name, which saved views store, and former addresses. Old addresses redirect. */
export const movedPages: Readonly<Record<string, string>> = {
  notices: 'deliveries',
  notifications: 'deliveries',
};

export function consolePath(name: string, ...parts: readonly string[]): string {
  const address = movedPages[name] ?? name;
  return ['/console', ...(address === '' ? [] : [address]), ...parts.map(encodeURIComponent)].join('/');
}
