// The messages about an object: each with its attempts, or why none was made; and resending all of them.

import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import type { AnyContext, Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { action, atOneInstant } from '../unit-of-work.ts';
import { only, type Viewer } from '../viewer.ts';
import { deliverLater, deliverySweep, toWebhook } from './actions.ts';
import { hasArchived } from './archive-store.ts';
import { enableReceiver } from './receivers.ts';
import { sendObjectAgain } from './replay-store.ts';
import { after, type DeliveryState, endingOf } from './state.ts';
import * as store from './store.ts';
import { listWebhooks } from './webhook-store.ts';

export interface Attempt {
  at: Date;
  durationMs: number;
  /** Null without a response: see `error`. */
  statusCode: number | null;
  error: string | null;
}

export interface Message {
  /** The event's, and the webhook-id of every attempt. */
  id: string;
  eventType: string;
  sequence: number;
  /** Null if the event had no recipient. */
  endpoint: string | null;
  /** Null for an address that the object itself names. */
  webhookId: string | null;
  status: DeliveryState;
  /** Why nothing more is sent. */
  reason: string | null;
  attempts: Attempt[];
  nextAttempt: Date | null;
  createdAt: Date;
}

/** The messages of a merchant's object, one for each event and receiver, in the order of the events. */
export function listMessages(ctx: Context, merchantId: string, objectId: string): Promise<Message[]> {
  return atOneInstant(ctx, async (tx) => {
    const deliveries = await store.listDeliveries(tx, merchantId, objectId);
    const all = await store.listAttempts(tx, merchantId, objectId);
    const attempts = Map.groupBy(all, ({ deliveryId }) => deliveryId);
    const messages = [
      ...deliveries.map((delivery) => toMessage(delivery, attempts.get(delivery.id) ?? [])),
      ...(await store.listWithoutRecipient(tx, merchantId, objectId)).map(toSkipped),
    ];
    return messages.toSorted((one, other) => one.sequence - other.sequence);
  });
}

function toMessage(delivery: store.DeliveryView, attempts: store.AttemptView[]): Message {
  const { status, disabledReason } = delivery;
  // It ends when it comes due. The reader need not wait for that.
  const isHeld = status === 'pending' && disabledReason !== null;
  const heldStatus = after(endingOf(delivery.attempts));
  return {
    id: delivery.eventId,
    eventType: delivery.eventType,
    sequence: delivery.sequence,
    endpoint: delivery.url,
    webhookId: delivery.webhookId,
    status: isHeld ? heldStatus : status,
    reason: isHeld ? `disabled: ${disabledReason}` : delivery.note,
    attempts: attempts.map(({ at, durationMs, statusCode, error }) => ({
      at,
      durationMs,
      statusCode,
      error,
    })),
    nextAttempt: isHeld ? null : delivery.dueAt,
    createdAt: delivery.createdAt,
  };
}

function toSkipped(event: Awaited<ReturnType<typeof store.listWithoutRecipient>>[number]): Message {
  return {
    id: event.id,
    eventType: event.type,
    sequence: event.sequence,
    endpoint: null,
    webhookId: null,
    status: 'skipped',
    reason: `not attempted: there was no webhook for ${event.type}, and no notifyUrl that receives it`,
    attempts: [],
    nextAttempt: null,
    createdAt: event.occurredAt,
  };
}

/**
 * Resends all messages of a merchant's object, to every receiver they were sent to, in order; events without a
 * recipient go to the current webhooks. Enables a disabled address, because nothing else could; not a webhook. Returns
 * false, and does nothing, if the viewer sees no message. Throws MessageArchived if every message is in the archive.
 */
export const resendMessages = action(async (work, viewer: Viewer, objectId: string): Promise<boolean> => {
  const merchantId = await store.findOwnerOfEvents(work.tx, viewer, objectId);
  if (merchantId === undefined) return false;
  const now = work.clock.now();
  for (const receiver of await store.listAddresses(work.tx, merchantId, objectId)) {
    await enableReceiver(work, receiver);
  }
  const sent = await sendObjectAgain(work.tx, merchantId, objectId, now);
  const withoutRecipient = await store.listWithoutRecipient(work.tx, merchantId, objectId);
  const webhooks = withoutRecipient.length === 0 ? [] : await listWebhooks(work.tx, only(merchantId));
  const enabled = Map.groupBy(
    webhooks.filter(({ disabledAt }) => disabledAt === null),
    ({ eventType }) => eventType as string,
  );
  const pending = withoutRecipient.flatMap((event) =>
    (enabled.get(event.type) ?? []).map((webhook) => toWebhook(event, webhook)),
  );
  const isNone = sent === 0 && withoutRecipient.length === 0;
  if (isNone && (await hasArchived(work.tx, merchantId, objectId))) throw new DomainError('MessageArchived');
  await deliverLater(work, pending);
  await wakeAfterCommit(work.tx, deliverySweep);
  return true;
});

/**
 * Resends the messages of several objects that belong together, except those in the archive; throws MessageArchived if
 * all are. Returns false if no object has a message.
 */
export async function resendAll(
  ctx: AnyContext,
  viewer: Viewer,
  objectIds: readonly string[],
): Promise<boolean> {
  let isNotified = false;
  let archived: DomainError | undefined;
  for (const id of objectIds) {
    try {
      isNotified = (await resendMessages(ctx, viewer, id)) || isNotified;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'MessageArchived')) throw error;
      archived = error;
    }
  }
  if (archived && !isNotified) throw archived;
  return isNotified;
}
