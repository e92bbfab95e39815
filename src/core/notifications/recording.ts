// Judges and records the outcome of attempts: many at once, because a fast receiver must not wait for us.
import { plus } from '../../kernel/clock.ts';
import { batch } from '../../kernel/db/batch.ts';
import { plannedOnce } from '../../kernel/db/db.ts';
import type { OutboundAnswer } from '../../kernel/http/outbound.ts';
import { newId } from '../../kernel/ids.ts';
import type { Context } from '../context.ts';
import { type AttemptRecord, recordAttempts, releaseHeld, returnClaims } from './attempt-store.ts';
import { type Health, longestPauseMs, sumUp } from './breaker.ts';
import type { ClaimedDelivery } from './claim-store.ts';
import { disableReceiver, recordTrouble } from './receivers.ts';
import { judgeAnswer, judgeReceiver } from './schedule.ts';
import { after } from './state.ts';

/** A delivery that was tried, without its content. */
export type TriedDelivery = Omit<ClaimedDelivery, 'event' | 'lane' | 'format'>;

export interface Outcome {
  delivery: TriedDelivery;
  attempt: AttemptRecord;
  health: Health;
  /** The receiver wants no more messages. */
  isGone: boolean;
}

const keptAnswerLength = 4_096;

/** Judges a response. It came at `now`, from which the next attempt is counted. */
export function judge(
  { clock }: Pick<Context, 'clock'>,
  delivery: TriedDelivery,
  answer: OutboundAnswer,
  { now, ...when }: { at: Date; durationMs: number; now: Date },
): Outcome {
  const { tries, postponed } = delivery;
  const verdict = judgeAnswer(answer, { tries, postponed }, now);
  const isPostponed = verdict.verb === 'retry' && verdict.isPostponed;
  const isFailure = verdict.verb !== 'deliver' && !isPostponed;
  return {
    delivery,
    attempt: {
      id: newId(clock),
      deliveryId: delivery.id,
      number: delivery.attempts,
      ...when,
      statusCode: answer.statusCode,
      error: answer.error,
      answer: answer.body.slice(0, keptAnswerLength).replaceAll('\u0000', '') || null,
      status: after(verdict.verb),
      dueAt: verdict.verb === 'retry' ? plus(now, verdict.waitMs) : null,
      tries: tries + (isFailure ? 1 : 0),
      postponed: postponed + (isPostponed ? 1 : 0),
    },
    health: judgeReceiver(answer, verdict, delivery, now),
    isGone: verdict.verb === 'giveUp' && verdict.isGone,
  };
}

/** Returns functions that record a claim's outcome, for its delivery and its receiver, or that nothing was tried. */
export function createRecorder(ctx: Context) {
  const record = batch<Outcome, void>(async (db, outcomes) => {
    const attempts = outcomes.map(({ attempt }) => attempt);
    await plannedOnce(db, (tx) => recordAttempts(tx, attempts, ctx.clock.now()));
    await recordReceivers(ctx, outcomes);
  }, recorded);
  const giveBack = batch<ClaimedDelivery, void>(async (db, claimed) => {
    await plannedOnce(db, (tx) => returnClaims(tx, claimed, ctx.clock.now()));
  }, recorded);
  return {
    record: (outcome: Outcome) => record(ctx.db, outcome),
    giveBack: (claimed: ClaimedDelivery) => giveBack(ctx.db, claimed),
  };
}

// Only the next message of the same object waits for a record.
const recorded = { maxItems: 256, waitMs: 10 };

export async function recordReceivers(ctx: Context, outcomes: readonly Outcome[]): Promise<void> {
  for (const answers of Map.groupBy(outcomes, ({ delivery }) => delivery.receiverId).values()) {
    await recordReceiver(ctx, answers);
  }
}

/** Returns the error of the last response that was a failure. */
function lastError(outcomes: readonly Outcome[]): string {
  const last = outcomes.findLast(({ health }) => health.kind === 'bad')?.attempt;
  return last?.error ?? `HTTP ${last?.statusCode ?? ''}`;
}

// A loss here is counted at the next response. The deliveries themselves are on record already.
async function recordReceiver(ctx: Context, answers: Outcome[]): Promise<void> {
  const [{ delivery }] = answers as [Outcome];
  const { receiverId: id, merchantId, webhookId, url } = delivery;
  const receiver = { id, merchantId, webhookId, url };
  const trouble = sumUp(answers.map(({ health }) => health));
  const isNews =
    trouble.failures > 0 || (trouble.isBroken && answers.some((one) => one.delivery.failingSince));
  const isGone = webhookId !== null && answers.some((one) => one.isGone);
  try {
    if (isNews) await recordTrouble(ctx, receiver, trouble, lastError(answers));
    if (trouble.failures === 0 && answers.some((one) => one.delivery.isProbe)) {
      const now = ctx.clock.now();
      await releaseHeld(ctx.db, id, now, plus(now, longestPauseMs));
    }
    if (isGone) await disableReceiver(ctx, receiver, 'it returned 410 Gone');
  } catch (error) {
    ctx.log.warn({ error, webhookId, url }, "a receiver's response could not be recorded");
  }
}
