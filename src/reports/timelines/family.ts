// The family of a timeline: its object and everything that followed from it.

import * as store from './family-store.ts';
import { newestOf } from './limits.ts';
import type { ReadScope } from './scope.ts';
import type { Root, TimelineKind } from './timeline.ts';

export interface Family {
  payments: store.PaymentRow[];
  transactions: store.TransactionRow[];
  refunds: store.RefundRow[];
  payouts: store.PayoutRow[];
  transfers: store.TransferRow[];
  settlements: store.SettlementRow[];
  subscriptions: store.SubscriptionRow[];
  charges: store.ChargeRow[];
  links: store.LinkRow[];
  deposits: store.DepositRow[];
  parts: store.PartRow[];
  jobs: store.JobRow[];
  verifications: store.VerificationRow[];
}

interface FamilyRead {
  family: Family;
  /** When the newest of those that are not shown were created, by kind. */
  older: Record<string, Date | undefined>;
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/**
 * Reads the family of a timeline. A payment includes its attempts, their refunds, its charge and its deposits.
 * Independent reads run together, and reads without ids are left out.
 */
export async function readFamily(scope: ReadScope, root: Root): Promise<FamilyRead> {
  const only = (kind: TimelineKind): string[] => (root.kind === kind ? [root.id] : []);
  const of = <Row>(ids: string[], read: (scope: ReadScope, ids: string[]) => PromiseLike<Row[]>) =>
    ids.length === 0 ? [] : read(scope, ids);
  const [payments, attempts, payouts, settlements, subscriptions, links, charged, jobs, verifications] =
    await Promise.all([
      of(only('payment'), store.readPayments),
      of(only('payment'), store.readTransactions),
      of(only('payout'), store.readPayouts),
      of(only('settlement'), store.readSettlements),
      of(only('subscription'), store.readSubscriptions),
      of(only('payment_link'), store.readLinks),
      store.readCharges(scope, {
        ids: only('charge'),
        paymentIds: only('payment'),
        subscriptionIds: only('subscription'),
      }),
      of(only('bulk_job'), store.readJobs),
      of(only('verification'), store.readVerifications),
    ]);
  const transactions = newestOf(attempts);
  transactions.shown.sort(byTime);
  const charges = newestOf(charged);
  const transactionIds = idsOf(transactions.shown);
  const [refunded, deposits] = await Promise.all([
    of(transactionIds, store.readRefunds),
    store.readDeposits(scope, { ids: only('deposit'), transactionIds }),
  ]);
  const refunds = newestOf(refunded);
  const parts = await store.readParts(scope, { depositIds: idsOf(deposits), transactionIds });
  const transfers = await of(
    idsOf([...refunds.shown, ...payouts, ...settlements, ...parts]),
    store.readTransfers,
  );
  const family = {
    payments,
    transactions: transactions.shown,
    refunds: refunds.shown,
    payouts,
    transfers,
    settlements,
    subscriptions,
    charges: charges.shown,
    links,
    deposits,
    parts,
    jobs,
    verifications,
  };
  return {
    family,
    older: {
      'attempts to pay': transactions.older?.createdAt,
      refunds: refunds.older?.createdAt,
      charges: charges.older?.createdAt,
    },
  };
}

const byTime = (one: store.TransactionRow, other: store.TransactionRow): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);

/** Returns the ids of all members: what steps, bookings and events may be about. */
export const memberIds = (family: Family): string[] => [
  ...new Set(Object.values(family).flatMap((rows: { id: string }[]) => idsOf(rows))),
];
