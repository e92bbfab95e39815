// Sending due deliveries: claim, commit, post, record. Each receiver's server has a queue with a few places, and a full
// queue is skipped, so that a receiver that hangs delays only itself. The queues of one merchant never take every
// place.

import { plus, stopwatchOf } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { createLanes, type Place } from '../../kernel/concurrency/lanes.ts';
import { limitConcurrency } from '../../kernel/concurrency/semaphore.ts';
import { createTtlCache } from '../../kernel/concurrency/ttl-cache.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import type { OutboundAnswer, Post } from '../../kernel/http/outbound.ts';
import { type Span, span } from '../../kernel/tracing.ts';
import type { Context } from '../context.ts';
import type { SiteSecrets } from '../merchants/actions.ts';
import { traceOf } from '../traces.ts';
import { deliverySweep } from './actions.ts';
import { recordLateAnswer } from './attempt-store.ts';
import { beforeAllQueues, type ClaimedDelivery, claimDeliveries, postponeWaiting } from './claim-store.ts';
import type { Format } from './formats.ts';
import { laneOf } from './lanes.ts';
import { dateRefused, nextStop } from './moved-clock-attempts.ts';
import { createRefusals, type Refusals } from './moved-clock-receivers.ts';
import { forgetFailures } from './receiver-store.ts';
import { createRecorder, judge } from './recording.ts';
import { answerTimeoutMs, graceMs, leaseMs } from './schedule.ts';
import type { EventRow } from './store.ts';
import { openWebhookSecrets } from './webhooks.ts';

export interface Rendered {
  body: string;
  headers: Record<string, string>;
}

/**
 * The body and headers of one attempt. Signatures are made at each attempt, with the secrets that are usable then: the
 * site's, but `webhookSecrets` of the webhook where it goes to one.
 */
export type RenderNotification = (event: EventRow, secrets: SiteSecrets, sentAt: Date) => Rendered;

/** Renders what is too large for an event: it is read for each attempt, so that no claim carries it along. */
export type RenderFromRows = (...given: Parameters<RenderNotification>) => Promise<Rendered>;

export type Formats = Record<Format, RenderNotification | RenderFromRows>;

// A merchant alone gets half of all places.
const places = { placesPerLane: 8, placesInAll: 512, ahead: 56 };
const nextLookMs = 1_000;

export interface Sending {
  ctx: Context;
  post: Post;
  formats: Partial<Formats>;
  secretsOf: (siteId: string) => Promise<SiteSecrets>;
}

export function createDeliverySweep(options: Sending): Sweep {
  const { ctx } = options;
  const stopwatch = stopwatchOf(ctx.clock);
  const attempt = createAttempt(options);
  const { record, giveBack } = createRecorder(ctx);
  const lanes = createLanes({ ...places, stopwatch });
  // A claim looks at some of the queues; a round at all.
  const newRound = { after: beforeAllQueues, done: 0 };
  let round = newRound;
  // While time is passed in leaps.
  let refusals: Refusals | undefined;

  async function send(delivery: ClaimedDelivery, place: Place): Promise<void> {
    const made = await place.take(
      () => tryOnce(delivery),
      ({ answer }) => isSuccess(answer.statusCode),
    );
    if (!made) return giveBack(delivery);
    const { at, began, answer, durationMs } = made;
    refusals?.note(delivery, answer);
    const outcome = judge(ctx, delivery, answer, { at, durationMs, now: ctx.clock.now() });
    await record(outcome);
    const { status } = outcome.attempt;
    ctx.meter?.attempt(
      delivery.webhookId ? 'webhook' : 'address',
      status === 'delivered' || status === 'failed' ? status : 'retry',
    );
    void answer.late?.then((late) => takeLate(delivery, late, stopwatch() - began));
    const { event } = delivery;
    ctx.log.info(
      {
        correlationId: event.correlationId,
        event: event.type,
        webhookId: event.id,
        statusCode: answer.statusCode,
        error: answer.error,
        detail: answer.detail,
        attempt: delivery.attempts,
        status: outcome.attempt.status,
      },
      'notification sent',
    );
  }

  async function tryOnce(delivery: ClaimedDelivery) {
    const [at, began] = [ctx.clock.now(), stopwatch()];
    const answer = await attempt(delivery);
    return { at, began, answer, durationMs: Math.round(stopwatch() - began) };
  }

  // A message that the receiver has taken after all is not sent again, unless it is on its way already.
  async function takeLate(delivery: ClaimedDelivery, answer: OutboundAnswer, tookMs: number): Promise<void> {
    const { statusCode } = answer;
    if (statusCode === null) return;
    const isTaken = isSuccess(statusCode);
    const error = `answered after ${Math.round(tookMs)} ms, which was too late`;
    const { id: deliveryId, attempts: number } = delivery;
    try {
      await recordLateAnswer(ctx.db, { deliveryId, number, statusCode, error, isTaken }, ctx.clock.now());
      if (isTaken) await forgetFailures(ctx.db, delivery.receiverId);
    } catch (failure) {
      ctx.log.warn({ error: failure }, 'a late answer could not be recorded');
    }
    ctx.log.info({ webhookId: delivery.event.id, statusCode, attempt: number }, 'a late answer came');
  }

  function begin(delivery: ClaimedDelivery): void {
    const { id, merchantId: owner, url } = delivery;
    lanes.begin({ id, lane: laneOf(url), owner }, (place) =>
      send(delivery, place).catch((error) =>
        ctx.log.warn({ error }, 'an attempt could not be made and recorded; it will be made again'),
      ),
    );
  }

  async function sendDue(): Promise<number> {
    const free = lanes.free();
    if (free === 0) return 0;
    const now = ctx.clock.now();
    const dated = refusals ? await dateRefused(ctx, refusals.refusing(), now) : 0;
    if (dated > 0) return dated;
    const { claimed, waiting, next } = await claimDeliveries(ctx.db, {
      now,
      leaseUntil: plus(now, leaseMs),
      free,
      perLane: places.placesPerLane,
      lanes: lanes.standings(),
      merchantLoads: lanes.ownerLoads,
      underWay: lanes.underWay(),
      after: round.after,
    });
    claimed.forEach(begin);
    const postponed = await postponeWaiting(ctx.db, waiting, now, plus(now, nextLookMs));
    const done = round.done + claimed.length + postponed;
    round = next ? { after: next, done } : newRound;
    // There is nothing to do where a whole round has found nothing.
    return next ? Math.max(done, 1) : done;
  }

  // One claim at a time: of two, neither would know the deliveries that the other has under way, and a sandbox's clock
  // can move past leases.
  const turn = limitConcurrency(1);
  return {
    name: deliverySweep,
    intervalMs: 500,
    gatherMs: { whenWoken: 5, whenBusy: 25 },
    nextDue: (after) => nextStop(ctx.db, refusals?.refusing(), after),
    passing: (isPassing) => {
      refusals = isPassing ? createRefusals() : undefined;
    },
    // A message may wait for the place that came free.
    connect: lanes.connect,
    run: () => turn(sendDue),
    settle: lanes.settle,
  };
}

const isSuccess = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

/**
 * Returns a function that makes one attempt. A body that cannot be written counts as a missing response. Throws if the
 * database is away.
 */
function createAttempt({ ctx, post, formats, secretsOf }: Sending) {
  const webhookSecrets = createTtlCache((id) => openWebhookSecrets(ctx, id), 1_000);
  return async (delivery: ClaimedDelivery): Promise<OutboundAnswer> => {
    const { event, webhookId, url } = delivery;
    try {
      const render = formats[delivery.format];
      // A newer release that runs at the same time can have more formats.
      if (!render) throw new Error(`there is no format ${delivery.format}`);
      const ofSite = await secretsOf(event.siteId);
      const secrets = webhookId ? { ...ofSite, webhookSecrets: await webhookSecrets.get(webhookId) } : ofSite;
      const { body, headers } = await render(event, secrets, ctx.clock.now());
      const isPublicOnly = webhookId !== null;
      return await tracedPost(ctx, delivery, ({ traceparent }) => {
        const traced: Rendered['headers'] = { ...headers, 'x-correlation-id': event.correlationId };
        if (traceparent) traced.traceparent = traceparent;
        return post({ url, headers: traced, body, timeoutMs: answerTimeoutMs, graceMs, isPublicOnly });
      });
    } catch (error) {
      // The fault is in the service, so it does not count as an attempt: the delivery is retried when its lease has
      // ended.
      if (isDatabaseAway(error)) throw error;
      ctx.log.error({ error, correlationId: event.correlationId }, 'a notification could not be written');
      return { statusCode: null, error: 'it could not be written', body: '', retryAfter: null };
    }
  };
}

/** Posts within a span that continues the trace of the request that led to the event. */
function tracedPost(
  ctx: Context,
  { event, url, attempts }: ClaimedDelivery,
  post: (span: Span) => Promise<OutboundAnswer>,
): Promise<OutboundAnswer> {
  const attributes = {
    'http.request.method': 'POST',
    // No path: merchants' addresses may hold secrets.
    'server.address': URL.parse(url)?.hostname,
    'http.request.resend_count': attempts - 1,
    'tefo.event': event.type,
    'tefo.webhook_id': event.id,
  };
  const cause = () => traceOf(ctx.db, event);
  return span(`notify ${event.type}`, { kind: 'client', attributes, cause }, async (sending) => {
    const answer = await post(sending);
    const { statusCode } = answer;
    if (statusCode !== null) sending.set({ 'http.response.status_code': statusCode });
    if (!isSuccess(statusCode)) sending.fail(statusCode === null ? 'no_answer' : String(statusCode));
    return answer;
  });
}
