// Telling merchants: an event is a row in the transaction in which it happened, and so is each delivery it owes, to the
// address that the object itself names and to the merchant's webhooks.

import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { newId } from '../../kernel/ids.ts';
import type { Work } from '../context.ts';
import type { EventType } from '../events.ts';
import { laneOf } from './lanes.ts';
import * as store from './store.ts';
import { listWebhooks, webhookEventTypes } from './webhook-store.ts';

export { countDisabled, listDisabled } from './receiver-store.ts';
export { deliveryBacklog } from './store.ts';

/** The name of the sweep that sends deliveries. */
export const deliverySweep = 'notifications.deliver';

/** An address that the object itself names. */
export interface Receiver {
  url: string;
  /** How the body is written: a name that the composition root gives a renderer for. */
  format: string;
}

export interface Publication {
  type: EventType;
  object: string;
  objectId: string;
  merchantId: string;
  siteId: string;
  /** A snapshot of what a body may tell, text, numbers and booleans only; bodies are written from it at each attempt. */
  data: Record<string, unknown>;
  correlationId: string;
  receivers: Receiver[];
  /** The receivers stand in for the merchant's webhooks, which then do not hear of it. */
  isInsteadOfWebhooks?: boolean;
}

/** Writes an event and its deliveries. The caller holds the object's row lock, which keeps the sequence gapless. */
export async function publish(work: Work, publication: Publication): Promise<void> {
  const { receivers, isInsteadOfWebhooks, ...facts } = publication;
  const isForWebhooks = !isInsteadOfWebhooks && isWebhookEvent(facts.type);
  const webhooks = isForWebhooks ? await listWebhooks(work.tx, facts.merchantId, facts.type) : [];
  const owed = [...receivers.map(toAddress), ...webhooks.map(toWebhook)];
  const event = { ...facts, id: newId(work.clock), occurredAt: work.clock.now() };
  const sequence = await store.insertEvent(work.tx, {
    ...event,
    unheard: isForWebhooks && owed.length === 0,
  });
  await owe(work, { ...event, sequence }, owed, event.occurredAt);
}

const isWebhookEvent = (type: string): boolean => (webhookEventTypes as readonly string[]).includes(type);

/** Owes the newest event of an object to one more receiver: for outcomes that are told later than they happen. */
export async function deliverEvent(work: Work, objectId: string, receiver: Receiver): Promise<void> {
  const event = await store.findNewestEvent(work.tx, objectId);
  if (event) await oweLater(work, event, [toAddress(receiver)]);
}

/** Owes an event of some time ago to receivers. */
export async function oweLater(work: Work, event: store.EventKey, owed: Owed[]): Promise<void> {
  await store.setHeard(work.tx, event.id);
  await owe(work, event, owed, work.clock.now());
}

type Owed = Omit<store.NewDelivery, 'id'>;

// An address that is none fails at its attempts, in plain sight; the payment it tells of is booked all the same.
const toAddress = ({ url, format }: Receiver): Owed => ({ webhookId: null, url, lane: laneOf(url), format });

/** What a webhook is owed. Its format is decided when it is sent, by what the webhook then says. */
export const toWebhook = (webhook: { id: string; endpoint: string; lane: string }): Owed => ({
  webhookId: webhook.id,
  url: webhook.endpoint,
  lane: webhook.lane,
  format: 'webhook',
});

async function owe(work: Work, event: store.EventKey, owed: Owed[], from: Date): Promise<void> {
  if (owed.length === 0) return;
  const deliveries = owed.map((one) => ({ ...one, id: newId(work.clock) }));
  await store.insertDeliveries(work.tx, event, deliveries, from);
  await wakeAfterCommit(work.tx, deliverySweep);
}
