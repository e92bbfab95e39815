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

/**
 * Reads the family of a story. A payment includes its attempts, their refunds, its charge and its deposits. What does not
 * follow from other rows is asked for together, and nothing where there is nothing to ask for.
 */
export async function readFamily(sight: Sight, root: Root): Promise<Family> {
  const only = (kind: StoryKind): string[] => (root.kind === kind ? [root.id] : []);
  const of = <Row>(ids: string[], read: (sight: Sight, ids: string[]) => PromiseLike<Row[]>) =>
    ids.length === 0 ? [] : read(sight, ids);
  const [payments, transactions, payouts, settlements, subscriptions, charges, jobs, verifications] =
    await Promise.all([
      of(only('payment'), store.readPayments),
      of(only('payment'), store.readTransactions),
      of(only('payout'), store.readPayouts),
      of(only('settlement'), store.readSettlements),
      of(only('subscription'), store.readSubscriptions),
      store.readCharges(sight, {
        ids: only('charge'),
        paymentIds: only('payment'),
        subscriptionIds: only('subscription'),
      }),
      of(only('bulk_job'), store.readJobs),
      of(only('verification'), store.readVerifications),
    ]);
  const transactionIds = idsOf(transactions);
  const [refunds, deposits] = await Promise.all([
    of(transactionIds, store.readRefunds),
    store.readDeposits(sight, { ids: only('deposit'), transactionIds }),
  ]);
  const parts = await store.readParts(sight, { depositIds: idsOf(deposits), transactionIds });
  const transfers = await of(idsOf([...refunds, ...payouts, ...settlements, ...parts]), store.readTransfers);
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
