// What will still happen on its own: questions to banks, waiting work, the next messages.
import { isPaid, type TransactionState } from '../../core/transactions/state.ts';
import { formatRand } from '../../kernel/money.ts';
import { getOrThrow } from '../../kernel/required.ts';
import type { NotificationRows } from './deliveries.ts';
import type { Family } from './family.ts';
import type { Due } from './timeline.ts';
import { redact, shownUrl } from './words.ts';

type Waiting = { at: Date | null } & Omit<Due, 'at'>;

const payoutSteps: Record<string, string> = {
  verification: 'Verification with the merchant',
  payee_check: 'Verification of the payee at the bank',
};

/** Returns the due work, the soonest first. */
export function listDue(family: Family, rows: NotificationRows): Due[] {
  return [...inFamily(family), ...messages(rows)]
    .filter((one): one is Due => one.at !== null)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function inFamily(family: Family): Waiting[] {
  const because = (reason: string | null) => (reason === null ? '' : `: ${redact(reason)}`);
  return [
    ...family.payments
      .filter(({ state }) => state === 'created')
      .map((row) => ({ at: row.expiresAt, object: 'payment', objectId: row.id, what: 'Payment expires' })),
    ...family.transactions.map((row) => ({
      at: row.enquireAt,
      object: 'transaction',
      objectId: row.id,
      what: `${isPaid(row.state as TransactionState) ? 'Reversal check' : 'Status check'} with the bank (${row.enquiries} so far)`,
    })),
    ...family.refunds
      .filter(({ state }) => state === 'pending' || state === 'approved' || state === 'payee_check')
      .map((row) => ({
        at: row.dueAt,
        object: 'refund',
        objectId: row.id,
        what:
          row.state === 'payee_check'
            ? payoutSteps.payee_check!
            : `Refund of ${formatRand(row.amountCents)} is processed${because(row.stateReason)}`,
      })),
    ...family.payouts.map((row) => ({
      at: row.dueAt,
      object: 'payout',
      objectId: row.id,
      what: `${payoutSteps[row.state] ?? 'Payout is processed'} (${row.tries} attempts so far)`,
    })),
    ...family.transfers.map((row) => ({
      at: row.dueAt,
      object: 'transfer',
      objectId: row.id,
      what: row.state === 'ready' ? 'Transfer is sent to the bank' : 'Status check with the bank',
    })),
    ...family.settlements.map((row) => ({
      at: row.dueAt,
      object: 'settlement',
      objectId: row.id,
      what: `Transfer is ordered${because(row.stateReason)}`,
    })),
    ...family.subscriptions.map((row) => ({
      at: row.dueAt,
      object: 'subscription',
      objectId: row.id,
      what: 'Status check with the bank, or expiry',
    })),
    ...family.charges.map((row) => ({
      at: row.dueAt,
      object: 'charge',
      objectId: row.id,
      what: 'Charge is sent to the bank',
    })),
    ...family.jobs.map((row) => ({
      at: row.dueAt,
      object: 'bulk_job',
      objectId: row.id,
      what: `Next payment requests are processed (${row.nextIndex} of ${row.itemCount} so far)`,
    })),
  ];
}

function messages({ events, deliveries }: NotificationRows): Waiting[] {
  const eventOf = new Map(events.map((event) => [event.id, event]));
  return deliveries
    .filter(({ status }) => status === 'pending')
    .map(({ eventId, url, dueAt, attempts, disabledReason, openUntil }) => {
      const { object, objectId, type } = getOrThrow(eventOf, eventId);
      const held =
        disabledReason !== null
          ? `: not sent, because the endpoint is disabled (${disabledReason})`
          : openUntil !== null
            ? ': the endpoint is failing, and this is its next retry'
            : '';
      const what = `${type} is sent to ${shownUrl(url)} (attempt ${attempts + 1})${held}`;
      return { at: dueAt, object, objectId, what };
    });
}
