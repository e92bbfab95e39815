// Messages sent again: those of one object, those that a webhook's owner names, and everything that did not reach a
// receiver in some time, which a sweep makes due piece by piece.

import { plus } from '../../kernel/clock.ts';
import { eachApart } from '../../kernel/concurrency/independent-work.ts';
import { type Sweep, wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { newId } from '../../kernel/ids.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { action, inWork } from '../unit-of-work.ts';
import { only, type Viewer } from '../viewer.ts';
import { deliverLater, deliverySweep, toWebhook } from './actions.ts';
import { findArchived } from './archive-store.ts';
import * as store from './replay-store.ts';
import { findWebhook, type Webhook } from './webhook-store.ts';

export type { Replay } from './replay-store.ts';

const replaySweep = 'notifications.replay';
const messagesAtOnce = 200;

/** Begins to send again what did not reach a receiver, of the time from `since` to `until`. */
export async function beginReplay(
  work: Work,
  receiver: { id: string; merchantId: string; webhookId: string | null },
  what: { since: Date; until: Date; withUnheard: boolean; failedOnly: boolean },
): Promise<void> {
  await store.insertReplay(work.tx, {
    id: newId(work.clock),
    merchantId: receiver.merchantId,
    receiverId: receiver.id,
    webhookId: receiver.webhookId,
    ...what,
    createdAt: work.clock.now(),
  });
  await wakeAfterCommit(work.tx, replaySweep);
}

/** Returns the replays of a webhook that are under way, the oldest first; none of a webhook that the viewer does not see. */
export async function listReplays(
  { db }: AnyContext,
  viewer: Viewer,
  webhookId: string,
): Promise<store.Replay[]> {
  const webhook = await findWebhook(db, viewer, webhookId);
  return webhook ? store.listReplaysTo(db, webhook.merchantId, webhook.id) : [];
}

/**
 * Stops a replay: messages that are already due are sent, and no others. Returns the replay. Throws WebhookNotFound;
 * DoneAlready if it has ended.
 */
export const stopReplay = action(
  async (work, viewer: Viewer, { webhookId, id }: { webhookId: string; id: string }) => {
    if (!(await findWebhook(work.db, viewer, webhookId))) throw new DomainError('WebhookNotFound');
    const replay = (await listReplays(work, viewer, webhookId)).find((one) => one.id === id);
    if (!replay || !(await store.endReplay(work.tx, replay.merchantId, id)))
      throw new DomainError('DoneAlready', { detail: 'the replay has ended' });
    return replay;
  },
);

/** Takes each replay that was begun on, some hundred messages at a time. */
export function createReplaySweep(ctx: Context): Sweep {
  return {
    name: replaySweep,
    intervalMs: 5_000,
    run: async () =>
      eachApart(await store.findReplays(ctx.db), (id) => inWork(ctx, (work) => takeOn(work, id))),
  };
}

/** Takes a replay one piece on; returns 0 where it has ended, or another process does it. */
async function takeOn(work: Work, id: string): Promise<number> {
  const replay = await store.lockReplay(work.tx, id);
  if (!replay) return 0;
  if (await sendWithoutRecipient(work, replay)) return 1;
  const last = await store.sendNextAgain(work.tx, replay, messagesAtOnce, work.clock.now());
  if (last) await store.moveReplay(work.tx, replay.id, plus(last, 1));
  else await store.deleteReplay(work.tx, replay.id);
  await wakeAfterCommit(work.tx, deliverySweep);
  return 1;
}

/** Adds deliveries of the oldest events without a recipient to a webhook; false when none is left. */
async function sendWithoutRecipient(work: Work, replay: store.Replay): Promise<boolean> {
  if (replay.webhookId === null || !replay.withUnheard) return false;
  const webhook = await findWebhook(work.tx, only(replay.merchantId), replay.webhookId);
  if (!webhook) return false;
  const events = await store.listWithoutRecipientIn(work.tx, replay, webhook.eventType, messagesAtOnce);
  await deliverLater(
    work,
    events.map((event) => toWebhook(event, webhook)),
  );
  return events.length > 0;
}

/**
 * Resends messages to a webhook, whatever their state, and events that had no recipient. Returns the `eventIds` that
 * this webhook cannot receive. Throws MessageArchived if one of them is in the archive.
 */
export async function sendAgain(
  work: Work,
  webhook: Webhook,
  eventIds: readonly string[],
): Promise<string[]> {
  const { merchantId, id: receiverId } = webhook;
  const withoutRecipient = await store.findWithoutRecipient(work.tx, merchantId, eventIds, webhook.eventType);
  await deliverLater(
    work,
    withoutRecipient.map((event) => toWebhook(event, webhook)),
  );
  const now = work.clock.now();
  const known = await store.sendEventsAgain(work.tx, { merchantId, receiverId }, eventIds, now);
  await wakeAfterCommit(work.tx, deliverySweep);
  const strangers = eventIds.filter((id) => !known.includes(id));
  const [archived] = strangers.length === 0 ? [] : await findArchived(work.tx, merchantId, strangers);
  if (archived !== undefined)
    throw new DomainError('MessageArchived', { detail: `the message ${archived} is archived` });
  return strangers;
}
