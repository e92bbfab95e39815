// The effect of responses on their receiver: paused, disabled, enabled again.
import { dayMs, hourMs, plus } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Context, Work } from '../context.ts';
import { inWork } from '../unit-of-work.ts';
import { disableAfterMs, failuresToOpen, pauseMs, silenceMs, type Trouble } from './breaker.ts';
import * as store from './receiver-store.ts';
import { deleteReplaysTo, hastenOwed } from './replay-store.ts';
import { beginReplay } from './replays.ts';
import { leaseMs, scheduleMs } from './schedule.ts';

/** Records the effect of responses on a receiver. One that has only failed for five days is disabled. */
export async function recordTrouble(ctx: Context, receiver: store.Receiver, trouble: Trouble): Promise<void> {
  if (trouble.failures === 0) return store.forgetFailures(ctx.db, receiver.id);
  const now = ctx.clock.now();
  const known = await store.addFailures(ctx.db, receiver, trouble, {
    now,
    failuresToOpen,
    pausedUntil: plus(now, pauseMs(0)),
    silentBefore: plus(now, -silenceMs),
  });
  if (!known || known.disabledAt || plus(known.failingSince, disableAfterMs) > now) return;
  await disableReceiver(ctx, receiver, `every try has failed for ${disableAfterMs / dayMs} days`);
}

/** Disables a receiver, and shows its owner the reason. */
export async function disableReceiver(ctx: Context, receiver: store.Receiver, reason: string): Promise<void> {
  const isNew = await inWork(ctx, async (work) => {
    await deleteReplaysTo(work.tx, receiver.id);
    return store.disable(work.tx, receiver, reason, work.clock.now());
  });
  const { merchantId, webhookId, url } = receiver;
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
  await hastenOwed(work.tx, receiver, now, plus(now, leaseMs));
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
