// The effect of responses on their receiver: paused, disabled, enabled again.
import { dayMs, hourMs, plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Context, Work } from '../context.ts';
import { isMailOn, wasEmailed } from '../emails/actions.ts';
import { inWork } from '../unit-of-work.ts';
import { emailUsers } from '../users/alerts.ts';
import { disableAfterMs, failuresToOpen, pauseMs, silenceMs, type Trouble, warnAfterMs } from './breaker.ts';
import * as store from './receiver-store.ts';
import { deleteReplaysTo, hastenPending } from './replay-store.ts';
import { beginReplay } from './replays.ts';
import { leaseMs, scheduleMs } from './schedule.ts';

/**
 * Records the effect of responses on a receiver. One that has only failed for a day is announced to its users, after five days it is
 * disabled. `error`: the last one.
 */
export async function recordTrouble(
  ctx: Context,
  receiver: store.Receiver,
  trouble: Trouble,
  error: string,
): Promise<void> {
  if (trouble.failures === 0) return store.forgetFailures(ctx.db, receiver.id);
  const now = ctx.clock.now();
  const known = await store.addFailures(ctx.db, receiver, trouble, {
    now,
    failuresToOpen,
    pausedUntil: plus(now, pauseMs(0)),
    silentBefore: plus(now, -silenceMs),
  });
  if (!known || known.disabledAt) return;
  const { failingSince } = known;
  if (plus(failingSince, disableAfterMs) > now) {
    if (plus(failingSince, warnAfterMs) <= now) await warn(ctx, receiver, { failingSince, error });
    return;
  }
  await disableReceiver(ctx, receiver, `every attempt has failed for ${disableAfterMs / dayMs} days`);
}

/** E-mails the users who can change a webhook, once for each time in which it only fails. */
async function warn(
  ctx: Context,
  { merchantId, webhookId, url }: store.Receiver,
  { failingSince, error }: { failingSince: Date; error: string },
): Promise<void> {
  if (webhookId === null || !isMailOn(ctx)) return;
  const [since, until] = [failingSince.toISOString(), plus(failingSince, disableAfterMs).toISOString()];
  const facts = { endpoint: url, error, since, until };
  await inWork(ctx, async (work) => {
    if (await wasEmailed(work.tx, 'webhook-failing', webhookId, failingSince)) return;
    await emailUsers(work, 'webhook.change', {
      kind: 'webhook-failing',
      merchantId,
      objectId: webhookId,
      facts,
    });
  });
}

/** Disables a receiver, and notifies the users who can change it. */
export async function disableReceiver(ctx: Context, receiver: store.Receiver, reason: string): Promise<void> {
  const { merchantId, webhookId, url } = receiver;
  const isNew = await inWork(ctx, async (work) => {
    await deleteReplaysTo(work.tx, receiver.id);
    const isDisabled = await store.disable(work.tx, receiver, reason, work.clock.now());
    const email = { kind: 'webhook-disabled', merchantId, objectId: webhookId } as const;
    if (isDisabled && webhookId !== null)
      await emailUsers(work, 'webhook.change', { ...email, facts: { endpoint: url, reason } });
    return isDisabled;
  });
  if (isNew) ctx.log.warn({ merchantId, webhookId, url, reason }, 'a receiver was disabled');
}

/**
 * Enables a disabled receiver, and sends the messages it has missed, except those whose schedule had ended when it
 * began to fail. Returns whether it was disabled.
 */
export async function enableReceiver(
  work: Work,
  receiver: Pick<store.Receiver, 'id' | 'merchantId' | 'webhookId'>,
): Promise<boolean> {
  const failingSince = await store.enable(work.tx, receiver.merchantId, receiver.id);
  if (!failingSince) return false;
  const now = work.clock.now();
  await hastenPending(work.tx, receiver, now, plus(now, leaseMs));
  const since = plus(failingSince, -scheduleMs);
  await beginReplay(work, receiver, { since, until: now, withUnheard: false, failedOnly: false });
  return true;
}

const rememberedMs = 30 * dayMs;

/** Deletes failures of addresses that were not tried for a month, such as those created for one order. */
export function createForgetSweep(ctx: Context): Sweep {
  return {
    name: 'notifications.forget',
    intervalMs: hourMs,
    run: () => store.forgetOld(ctx.db, plus(ctx.clock.now(), -rememberedMs), 10_000),
  };
}
