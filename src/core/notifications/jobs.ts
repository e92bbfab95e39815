// Sending what is due: claim, commit, post, record. Each receiver has a lane of its own with a few places, and a
// lane that is full is passed over, so that a receiver that hangs delays nobody but itself.
import { plus } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { firstDue, type Sweep } from '../../kernel/jobs.ts';
import type { Post } from '../../kernel/outbound.ts';
import type { Context } from '../context.ts';
import type { SiteSecrets } from '../merchants/actions.ts';
import { deliverySweep } from './actions.ts';
import { answerTimeoutMs, judgeAnswer } from './schedule.ts';
import { type ClaimedDelivery, claimDeliveries, type EventRow, recordAttempt } from './store.ts';

export interface Rendered {
  body: string;
  headers: Record<string, string>;
}

/** The body and headers of one attempt. Signatures are made at each attempt, with the site's current secrets. */
export type RenderNotification = (event: EventRow, secrets: SiteSecrets, sentAt: Date) => Rendered;

/** The same of what is too large for an event: it is read for each attempt, so that no claim carries it along. */
export type RenderFromRows = (...given: Parameters<RenderNotification>) => Promise<Rendered>;

const placesPerLane = 8;
const placesInAll = 256;
// Longer than an attempt may take, so that a claim is never taken over while its owner lives; short enough that a
// killed process's deliveries go on within half a minute.
const leaseMs = 25_000;
const keptAnswerLength = 4_096;

export function createDeliverySweep(options: {
  ctx: Context;
  post: Post;
  formats: Record<string, RenderNotification | RenderFromRows>;
  secretsOf: (siteId: string) => Promise<SiteSecrets>;
}): Sweep {
  const { ctx, post, formats, secretsOf } = options;
  const laneLoad = new Map<string, number>();
  const underWay = new Map<string, Promise<void>>();
  let wakeUp: (() => void) | undefined;

  async function send(delivery: ClaimedDelivery): Promise<void> {
    const at = ctx.clock.now();
    const began = performance.now();
    const answer = await attempt(delivery);
    const verdict = judgeAnswer(answer, delivery.attempts, at);
    const ended = ctx.clock.now();
    await recordAttempt(
      ctx.db,
      {
        id: newId(ctx.clock),
        deliveryId: delivery.id,
        number: delivery.attempts,
        at,
        durationMs: Math.round(performance.now() - began),
        statusCode: answer.statusCode,
        error: answer.error,
        answer: answer.body.slice(0, keptAnswerLength).replaceAll('\u0000', '') || null,
      },
      { status: verdict.status, dueAt: verdict.status === 'pending' ? plus(ended, verdict.waitMs) : null },
    );
    const { event } = delivery;
    ctx.log.info(
      {
        correlationId: event.correlationId,
        event: event.type,
        webhookId: event.id,
        statusCode: answer.statusCode,
        error: answer.error,
        attempt: delivery.attempts,
        status: verdict.status,
      },
      'notification sent',
    );
  }

  async function attempt(delivery: ClaimedDelivery) {
    try {
      const render = formats[delivery.format];
      if (!render) throw new Error(`there is no format ${delivery.format}`);
      const { body, headers } = await render(
        delivery.event,
        await secretsOf(delivery.event.siteId),
        ctx.clock.now(),
      );
      const traced = { ...headers, 'x-correlation-id': delivery.event.correlationId };
      return await post({ url: delivery.url, headers: traced, body, timeoutMs: answerTimeoutMs });
    } catch (error) {
      ctx.log.error(
        { error, correlationId: delivery.event.correlationId },
        'a notification could not be written',
      );
      return { statusCode: null, error: (error as Error).message, body: '', retryAfter: null };
    }
  }

  function begin(delivery: ClaimedDelivery): void {
    laneLoad.set(delivery.lane, (laneLoad.get(delivery.lane) ?? 0) + 1);
    const sending = send(delivery)
      .catch((error) => ctx.log.warn({ error }, 'an attempt could not be recorded; it will be made again'))
      .finally(() => {
        const left = laneLoad.get(delivery.lane)! - 1;
        if (left === 0) laneLoad.delete(delivery.lane);
        else laneLoad.set(delivery.lane, left);
        underWay.delete(delivery.id);
        wakeUp?.();
      });
    underWay.set(delivery.id, sending);
  }

  return {
    name: deliverySweep,
    intervalMs: 500,
    nextDue: (after) => firstDue(ctx.db, 'deliveries', 'due_at', after),
    // A place that came free may be waited for.
    connect: (wake) => {
      wakeUp = wake;
    },
    run: async () => {
      const room = placesInAll - underWay.size;
      if (room === 0) return 0;
      const now = ctx.clock.now();
      const claimed = await claimDeliveries(ctx.db, {
        now,
        leaseUntil: plus(now, leaseMs),
        limit: room,
        perLane: placesPerLane,
        laneLoads: laneLoad,
        underWay: [...underWay.keys()],
      });
      claimed.forEach(begin);
      return claimed.length;
    },
    settle: async () => {
      await Promise.all(underWay.values());
    },
  };
}
