// Counts the messages of a replay: before a user confirms it, and again when they do.
import type { AnyContext, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { assertAsSeen } from '../seen.ts';
import type { Viewer } from '../viewer.ts';
import * as store from './replay-store.ts';
import { findWebhook, type Webhook } from './webhook-store.ts';

/** Counting stops here. */
export const mostCounted = 10_000;

export interface ReplayCount {
  /** Exact up to `mostCounted`, and one more where there are more. */
  count: number;
  /** When the oldest of them happened; null without any. */
  oldest: Date | null;
  types: { type: string; count: number }[];
  /** Up to when they were counted: the replay that follows takes the same time. */
  until: Date;
}

/**
 * Counts the messages that a replay of a webhook would send from `since` to `until`: failed ones, skipped ones, and
 * events without a recipient. Throws WebhookNotFound, InvalidField (until).
 */
export async function countReplay(
  ctx: AnyContext,
  viewer: Viewer,
  webhookId: string,
  { since, until = ctx.clock.now() }: { since: Date; until?: Date },
): Promise<ReplayCount> {
  const webhook = await findWebhook(ctx.db, viewer, webhookId);
  if (!webhook) throw new DomainError('WebhookNotFound');
  if (since > until) throw invalidField('until', 'until must not be before since');
  return count(ctx, webhook, { since, until, withUnheard: true, failedOnly: false });
}

type Span = Pick<store.Replay, 'since' | 'until' | 'withUnheard' | 'failedOnly'>;

async function count({ db }: AnyContext, webhook: Webhook, span: Span): Promise<ReplayCount> {
  const { id: receiverId, merchantId, eventType } = webhook;
  const rows = await store.countUndone(db, { ...span, receiverId, merchantId }, eventType, mostCounted + 1);
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  const oldest = rows.map((row) => row.oldest).sort((one, other) => Number(one) - Number(other))[0] ?? null;
  const types = rows.map((row) => ({ type: row.type, count: row.count }));
  return { count: Math.min(total, mostCounted + 1), oldest, types, until: span.until };
}

/** More than a person agreed to is sent up to here: messages of the same time may have failed in the meantime. */
const mayBe = (seen: number): number => seen + Math.max(10, Math.ceil(seen / 10));

/** Throws DoneAlready if nothing is left to send or a replay is under way, ChangedSinceSeen where it is far more. */
export async function assertReplayable(
  work: Work,
  webhook: Webhook,
  span: Span,
  seen: number,
): Promise<void> {
  if (await store.isUnderWay(work.tx, webhook, span))
    throw new DomainError('DoneAlready', { detail: 'a replay of the same period is in progress' });
  const now = await count(work, webhook, span);
  if (now.count === 0)
    throw new DomainError('DoneAlready', { detail: 'no notifications of that period remain to be sent' });
  if (now.count > mayBe(seen)) assertAsSeen({ messages: seen }, { messages: now.count });
}
