// Notifying merchants. An event is a row, written in the transaction in which it happened, together with its
// deliveries: to the address that the object names, and to the merchant's webhooks.

import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { newId } from '../../kernel/ids.ts';
import type { Statement, Work, Writer } from '../context.ts';
import { type EventType, webhookEventTypes } from '../events.ts';
import { save } from '../unit-of-work.ts';
import type { ReceiverFormat } from './formats.ts';
import { laneOf } from './lanes.ts';
import * as store from './store.ts';

export { countDisabled, listDisabled } from './receiver-store.ts';
export { deliveryMachine } from './state.ts';
export { deliveryBacklog } from './store.ts';

export const deliverySweep = 'notifications.deliver';

/** An address that the object itself names. */
export interface Receiver {
  url: string;
  format: ReceiverFormat;
}

export interface Publication {
  type: EventType;
  object: string;
  objectId: string;
  merchantId: string;
  siteId: string;
  /**
   * A snapshot of the fields that a body can show: text, numbers and booleans only. Bodies are written from it at each
   * attempt.
   */
  data: Record<string, unknown>;
  correlationId: string;
  receivers: Receiver[];
  /** These receivers replace the merchant's webhooks, which then do not receive it. */
  isInsteadOfWebhooks?: boolean;
}

/**
 * Writes an event and its deliveries with the rest of the transaction. The caller holds the object's row lock, which
 * keeps the sequence gapless.
 */
export function publish(work: Work, publication: Publication): void {
  save(work, publications, publication);
}

const publications: Writer<Publication> = {
  place: 'events',
  statements: (work, all) => [insertionOf(work, all)],
};

/** Many events in their order, in one statement. Several of one object get consecutive numbers. */
function insertionOf(work: Work, publications: readonly Publication[]): Statement {
  const occurredAt = work.clock.now();
  const events = publications.map(({ receivers, isInsteadOfWebhooks, ...facts }) => ({
    ...facts,
    id: newId(work.clock),
    occurredAt,
    isForWebhooks: !isInsteadOfWebhooks && isWebhookEvent(facts.type),
  }));
  const pending = publications.flatMap(({ receivers }, index) => receivers.map(toAddress(events[index]!)));
  return {
    query: store.insertEvents(work.tx, events, pending),
    check: async ([row]) => {
      if (row?.owed > 0) await wakeAfterCommit(work.tx, deliverySweep);
    },
  };
}

const isWebhookEvent = (type: string): boolean => (webhookEventTypes as readonly string[]).includes(type);

/**
 * Adds a delivery of an object's newest event to one more receiver: for outcomes that are sent later than they happen.
 */
export async function deliverEvent(work: Work, objectId: string, receiver: Receiver): Promise<void> {
  const events = await store.listNewestEvents(work.tx, [objectId]);
  await deliverLater(
    work,
    events.map((event) => toAddress(event)(receiver)),
  );
}

/** Owes events of some time ago to receivers. */
export async function deliverLater(work: Work, pending: readonly store.NewDelivery[]): Promise<void> {
  if (pending.length === 0) return;
  await store.insertDeliveries(work.tx, pending, work.clock.now());
  await wakeAfterCommit(work.tx, deliverySweep);
}

type EventId = Pick<store.EventKey, 'id'>;

// An invalid address fails at its attempts, where it is visible, and its payment is still booked.
const toAddress =
  ({ id: eventId }: EventId) =>
  ({ url, format }: Receiver): store.NewDelivery => ({
    eventId,
    webhookId: null,
    url,
    lane: laneOf(url),
    format,
  });

/** The deliveries that an event owes to webhooks. */
export const toWebhook = (
  { id: eventId }: EventId,
  webhook: { id: string; endpoint: string; lane: string },
): store.NewDelivery => ({
  eventId,
  webhookId: webhook.id,
  url: webhook.endpoint,
  lane: webhook.lane,
  format: 'webhook',
});
