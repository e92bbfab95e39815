// A test event to a webhook: signed with its secret and posted as its events are, to an enabled or a disabled endpoint.
// Its type is no event's, so no receiver takes it for a payment. Nothing is stored and nothing is retried.
import { stopwatchOf } from '../../kernel/clock.ts';
import type { OutboundAnswer, Post } from '../../kernel/http/outbound.ts';
import { newId } from '../../kernel/ids.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import type { RenderNotification } from './jobs.ts';
import { answerTimeoutMs } from './schedule.ts';
import { getWebhook, openWebhookSecrets, type Webhook } from './webhooks.ts';

export const testEventType = 'webhook.test';

export interface TestResult extends Pick<OutboundAnswer, 'statusCode' | 'error'> {
  webhook: Webhook;
  durationMs: number;
}

/** Sends a test event, and returns the response. No transaction may be open. Throws WebhookNotFound. */
export async function sendTestEvent(
  ctx: Context,
  viewer: Viewer,
  webhookId: string,
  { post, render }: { post: Post; render: RenderNotification },
): Promise<TestResult> {
  const webhook = await getWebhook(ctx, viewer, webhookId);
  const webhookSecrets = await openWebhookSecrets(ctx, webhookId);
  if (webhookSecrets.length === 0) throw new DomainError('WebhookNotFound');
  const now = ctx.clock.now();
  const secrets = { apiKeys: [], privateKeys: [], payoutAccessTokens: [], webhookSecrets };
  const { body, headers } = render(testEventOf(ctx, webhook, now), secrets, now);
  const stopwatch = stopwatchOf(ctx.clock);
  const began = stopwatch();
  const sent = { ...headers, 'x-correlation-id': ctx.correlationId };
  const { endpoint: url } = webhook;
  const { statusCode, error } = await post({
    url,
    headers: sent,
    body,
    timeoutMs: answerTimeoutMs,
    isPublicOnly: true,
  });
  return { webhook, statusCode, error, durationMs: Math.round(stopwatch() - began) };
}

const testEventOf = (ctx: Context, { id, merchantId }: Webhook, now: Date) => ({
  id: newId(ctx.clock),
  merchantId,
  siteId: '',
  type: testEventType,
  object: 'webhook',
  objectId: id,
  sequence: 1,
  data: {},
  correlationId: ctx.correlationId,
  occurredAt: now,
});
