// What will still happen on its own: questions to banks, waiting work, the next messages.
import { isPaid, type TransactionState } from '../../core/transactions/state.ts';
import { formatRand } from '../../kernel/money.ts';
import { getOrThrow } from '../../kernel/required.ts';
import type { Told } from './deliveries.ts';
import type { Family } from './family.ts';
import type { Due } from './timeline.ts';
import { redact, shownUrl } from './words.ts';

type Waiting = { at: Date | null } & Omit<Due, 'at'>;

/** Returns the due work, the soonest first. */
export function listDue(family: Family, told: Told): Due[] {
  return [...inFamily(family), ...messages(told)]
    .filter((one): one is Due => one.at !== null)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function inFamily(family: Family): Waiting[] {
  const because = (reason: string | null) => (reason === null ? '' : `: ${redact(reason)}`);
  return [
    ...family.payments
      .filter(({ state }) => state === 'created')
      .map((row) => ({ at: row.expiresAt, object: 'payment', objectId: row.id, what: 'it expires' })),
    ...family.transactions.map((row) => ({
      at: row.enquireAt,
      object: 'transaction',
      objectId: row.id,
      what: `the bank is queried for ${isPaid(row.state as TransactionState) ? 'a reversal' : 'the outcome'}, ${row.enquiries} times so far in its state`,
    })),
    ...family.refunds
      .filter(({ state }) => state === 'pending')
      .map((row) => ({
        at: row.dueAt,
        object: 'refund',
        objectId: row.id,
        what: `the refund of ${formatRand(row.amountCents)} is picked up${because(row.stateReason)}`,
      })),
    ...family.payouts.map((row) => ({
      at: row.dueAt,
      object: 'payout',
      objectId: row.id,
      what: `${row.state === 'verification' ? 'the merchant is queried to verify it' : 'it is reviewed'}, ${row.tries} attempts so far`,
    })),
    ...family.transfers.map((row) => ({
      at: row.dueAt,
      object: 'transfer',
      objectId: row.id,
      what: row.state === 'ready' ? 'it is sent to the bank' : 'the bank is queried for the outcome',
    })),
    ...family.settlements.map((row) => ({
      at: row.dueAt,
      object: 'settlement',
      objectId: row.id,
      what: `its transfer is ordered${because(row.stateReason)}`,
    })),
    ...family.subscriptions.map((row) => ({
      at: row.dueAt,
      object: 'subscription',
      objectId: row.id,
      what: 'its bank is queried or notified, or it expires',
    })),
    ...family.charges.map((row) => ({
      at: row.dueAt,
      object: 'charge',
      objectId: row.id,
      what: 'it goes to the bank',
    })),
    ...family.jobs.map((row) => ({
      at: row.dueAt,
      object: 'bulk_job',
      objectId: row.id,
      what: `its next requests are processed, ${row.nextIndex} of ${row.itemCount} so far`,
    })),
  ];
}

function messages({ events, deliveries }: Told): Waiting[] {
  const eventOf = new Map(events.map((event) => [event.id, event]));
  return deliveries
    .filter(({ status }) => status === 'pending')
    .map(({ eventId, url, dueAt, attempts, disabledReason, openUntil }) => {
      const { object, objectId, type } = getOrThrow(eventOf, eventId);
      const held =
        disabledReason !== null
          ? `: it will not be sent, the receiver is disabled: ${disabledReason}`
          : openUntil !== null
            ? ': the receiver fails, and is left in peace until then'
            : '';
      const what = `${type} is sent to ${shownUrl(url)}, attempt ${attempts + 1}${held}`;
      return { at: dueAt, object, objectId, what };
    });
}
