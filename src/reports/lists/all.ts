// All lists of the console.
import { bulkItems, bulkJobs } from './bulk.ts';
import { deposits } from './deposits.ts';
import { linkPayments, links } from './links.ts';
import type { List } from './list.ts';
import { merchants } from './merchants.ts';
import { payouts, refunds } from './money-out.ts';
import { notices, webhooks } from './notices.ts';
import { payments } from './payments.ts';
import { refusals } from './refusals.ts';
import { settlementLines, settlements } from './settlements.ts';
import { charges, subscriptions } from './subscriptions.ts';
import { taskItems } from './tasks.ts';

export const lists = {
  payments,
  refunds,
  payouts,
  subscriptions,
  charges,
  links,
  linkPayments,
  bulkJobs,
  bulkItems,
  taskItems,
  settlements,
  settlementLines,
  deposits,
  notices,
  webhooks,
  refusals,
  merchants,
} as const satisfies Record<string, List>;

export const allLists: readonly List[] = Object.values(lists);
