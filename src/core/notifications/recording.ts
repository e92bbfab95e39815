// What became of attempts, written down: many at once, because a receiver that answers fast must not wait for us.
import { plus } from '../../kernel/clock.ts';
import { groupCommit } from '../../kernel/db.ts';
import type { Context } from '../context.ts';
import { type Health, longestPauseMs, sumUp } from './breaker.ts';
import { type AttemptRecord, type ClaimedDelivery, recordAttempts, releaseHeld } from './claim-store.ts';
import { disableReceiver, recordTrouble } from './receivers.ts';

export interface Outcome {
  delivery: ClaimedDelivery;
  attempt: AttemptRecord;
  health: Health;
  /** The receiver wants no more messages. */
  isGone: boolean;
}

/** A function that records an outcome, for its delivery and for its receiver. */
export function createRecorder(ctx: Context): (outcome: Outcome) => Promise<void> {
  return groupCommit<Outcome, void>(async (outcomes) => {
    await recordAttempts(
      ctx.db,
      outcomes.map(({ attempt }) => attempt),
      ctx.clock.now(),
    );
    for (const answers of Map.groupBy(outcomes, ({ delivery }) => delivery.receiverId).values()) {
      await recordReceiver(ctx, answers);
    }
    return outcomes.map(() => undefined);
  });
}

// What is lost here is counted at the next answer: the deliveries themselves are on record already.
async function recordReceiver(ctx: Context, answers: Outcome[]): Promise<void> {
  const [{ delivery }] = answers as [Outcome];
  const { receiverId: id, merchantId, webhookId, url } = delivery;
  const receiver = { id, merchantId, webhookId, url };
  const trouble = sumUp(answers.map(({ health }) => health));
  const isNews =
    trouble.failures > 0 || (trouble.isBroken && answers.some((one) => one.delivery.failingSince));
  const isGone = webhookId !== null && answers.some((one) => one.isGone);
  try {
    if (isNews) await recordTrouble(ctx, receiver, trouble);
    if (trouble.failures === 0 && answers.some((one) => one.delivery.isProbe)) {
      const now = ctx.clock.now();
      await releaseHeld(ctx.db, id, now, plus(now, longestPauseMs));
    }
    if (isGone) await disableReceiver(ctx, receiver, 'it answered 410 Gone');
  } catch (error) {
    ctx.log.warn({ error, webhookId, url }, 'what a receiver answered could not be recorded of it');
  }
}
