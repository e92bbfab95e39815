// Telling merchants: an event is a row in the transaction in which it happened, and so is each delivery it owes.
import type { Tx } from '../../kernel/db.ts';
import { newId } from '../../kernel/ids.ts';
import { wakeAfterCommit } from '../../kernel/jobs.ts';
import type { Context } from '../context.ts';
import type { EventType } from '../events.ts';
import * as store from './store.ts';

export { deliveryBacklog } from './store.ts';

/** The name of the sweep that sends deliveries. */
export const deliverySweep = 'notifications.deliver';

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
}

/** Writes an event and its deliveries. The caller holds the object's row lock, which keeps the sequence gapless. */
export async function publish(ctx: Context, tx: Tx, publication: Publication): Promise<void> {
  const { receivers, ...facts } = publication;
  const event = {
    ...facts,
    id: newId(ctx.clock),
    sequence: await store.nextSequence(tx, facts.objectId),
    occurredAt: ctx.clock.now(),
  };
  await store.insertEvent(tx, event);
  for (const receiver of receivers) await owe(ctx, tx, event, receiver);
}

/** Owes the newest event of an object to one more receiver: for outcomes that are told later than they happen. */
export async function deliverEvent(
  ctx: Context,
  tx: Tx,
  objectId: string,
  receiver: Receiver,
): Promise<void> {
  const event = await store.findNewestEvent(tx, objectId);
  if (event) await owe(ctx, tx, event, receiver);
}

async function owe(ctx: Context, tx: Tx, event: store.EventKey, receiver: Receiver): Promise<void> {
  await store.insertDelivery(tx, {
    id: newId(ctx.clock),
    merchantId: event.merchantId,
    eventId: event.id,
    objectId: event.objectId,
    sequence: event.sequence,
    url: receiver.url,
    // An address that is none fails at its attempts, in plain sight; the payment it tells of is booked all the same.
    lane: URL.parse(receiver.url)?.origin ?? receiver.url,
    format: receiver.format,
    createdAt: ctx.clock.now(),
  });
  await wakeAfterCommit(tx, deliverySweep);
}
