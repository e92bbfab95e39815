// Enters the notifications of a merchant into its books.
import type { Keys } from '../races/merchant.ts';
import { type Notified, openInbox as openReceiving } from '../support/inbox.ts';
import type { Books } from './books.ts';
import type { Club } from './club.ts';

interface ReadyReport {
  links: { file: string };
  id: string;
  name: string;
  period: string;
  version: number;
  sha256: string;
}

export type Inbox = Awaited<ReturnType<typeof openInbox>>;

export async function openInbox(
  { books, club }: { books: Books; club: Club },
  keys: Keys[],
  now: () => Date,
) {
  const orders = new Map<string, { site: string; cents: number }>();
  const violations: string[] = [];
  const ready: ReadyReport[] = [];

  const refund = ({ id, status }: Notified) => books.refundEnded(id, status as 'Complete', now());
  const takers: Record<string, (notified: Notified) => void> = {
    'report.ready': ({ message }) => void ready.push(message.data),
    payout: ({ id, status }) => {
      if (!['4', '5', '90', '99'].includes(status)) violations.push(`a payout was notified as ${status}`);
      books.payoutEnded(id, status !== '5');
    },
    ...{ refund, 'refund.complete': refund },
    transaction: ({ id, site, status, cents }) => {
      if (status === 'Complete') books.paid(id, site, cents!, now());
    },
    'transaction.complete': ({ id, status }) => {
      const order = orders.get(id);
      if (!order) violations.push(`notified of a transaction that no one ordered: ${id}`);
      else if (status === 'Successful') books.paid(id, order.site, order.cents, now());
    },
  };

  function take(notified: Notified): void {
    const { type, message } = notified;
    if (type.startsWith('subscription.')) club.received(message, now());
    else takers[type]?.(notified);
  }

  const inbox = await openReceiving({
    keysOf: (site) => keys.find(({ siteCode }) => siteCode === site)!,
    take,
    mayRefuse: () => {
      const hour = (now().getUTCHours() + 2) % 24;
      return hour >= 8 && hour < 18;
    },
  });
  return {
    ...inbox,
    /** The orders of One API transactions: their notifications contain no amount. */
    ordered: (transactionId: string, site: string, cents: number) =>
      void orders.set(transactionId, { site, cents }),
    /** The reports that are ready, in the order of their notifications. */
    ready,
    violations: () => [...violations, ...inbox.violations],
  };
}
