// The family of a story: its object and everything that followed from it.
import * as store from './family-store.ts';
import type { Sight } from './sight.ts';
import type { Root, StoryKind } from './story.ts';

export interface Family {
  payments: store.PaymentRow[];
  transactions: store.TransactionRow[];
  refunds: store.RefundRow[];
  payouts: store.PayoutRow[];
  transfers: store.TransferRow[];
  settlements: store.SettlementRow[];
  subscriptions: store.SubscriptionRow[];
  charges: store.ChargeRow[];
  deposits: store.DepositRow[];
  parts: store.PartRow[];
  jobs: store.JobRow[];
  verifications: store.VerificationRow[];
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Reads the family of a story. A payment includes its attempts, their refunds, its charge and its deposits. */
export async function readFamily(sight: Sight, root: Root): Promise<Family> {
  const only = (kind: StoryKind): string[] => (root.kind === kind ? [root.id] : []);
  const payments = await store.readPayments(sight, only('payment'));
  const transactions = await store.readTransactions(sight, idsOf(payments));
  const refunds = await store.readRefunds(sight, idsOf(transactions));
  const payouts = await store.readPayouts(sight, only('payout'));
  const settlements = await store.readSettlements(sight, only('settlement'));
  const subscriptions = await store.readSubscriptions(sight, only('subscription'));
  const charges = await store.readCharges(sight, {
    ids: only('charge'),
    paymentIds: idsOf(payments),
    subscriptionIds: idsOf(subscriptions),
  });
  const deposits = await store.readDeposits(sight, {
    ids: only('deposit'),
    transactionIds: idsOf(transactions),
  });
  const parts = await store.readParts(sight, {
    depositIds: idsOf(deposits),
    transactionIds: idsOf(transactions),
  });
  const paid = [...refunds, ...payouts, ...settlements, ...parts];
  const transfers = await store.readTransfers(sight, idsOf(paid));
  const jobs = await store.readJobs(sight, only('bulk_job'));
  const verifications = await store.readVerifications(sight, only('verification'));
  return {
    payments,
    transactions,
    refunds,
    payouts,
    transfers,
    settlements,
    subscriptions,
    charges,
    deposits,
    parts,
    jobs,
    verifications,
  };
}

/** Returns the ids of all members: what steps, bookings and events may be about. */
export const memberIds = (family: Family): string[] => [
  ...new Set(Object.values(family).flatMap((rows: { id: string }[]) => idsOf(rows))),
];
