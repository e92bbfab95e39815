// All lists of the console.
import { beneficiaries } from './beneficiaries.ts';
import { bulkItems, bulkJobs } from './bulk.ts';
import { customerPayments, customers } from './customers.ts';
import { deliveryList, webhooks } from './deliveries.ts';
import { deposits } from './deposits.ts';
import { invoiceCredits } from './invoice-credits.ts';
import { invoices } from './invoices.ts';
import { linkPayments, links } from './links.ts';
import type { List } from './list.ts';
import { merchants } from './merchants.ts';
import { payouts, refunds } from './money-out.ts';
import { openLines } from './open-lines.ts';
import { payments } from './payments.ts';
import { payoutBatches } from './payout-batches.ts';
import { refusals } from './refusals.ts';
import { settlementLines, settlements } from './settlements.ts';
import { charges, subscriptions } from './subscriptions.ts';
import { taskItems } from './tasks.ts';

export const lists = {
  payments,
  refunds,
  payouts,
  payoutBatches,
  beneficiaries,
  subscriptions,
  charges,
  customers,
  customerPayments,
  links,
  linkPayments,
  bulkJobs,
  bulkItems,
  taskItems,
  settlements,
  settlementLines,
  invoiceCredits,
  invoices,
  deposits,
  openLines,
  notices: deliveryList,
  webhooks,
  refusals,
  merchants,
} as const satisfies Record<string, List>;

export const allLists: readonly List[] = Object.values(lists);
