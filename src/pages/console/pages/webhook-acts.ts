// Actions on a webhook other than its settings: rolling the secret, and stopping a replay.
import { stopReplay } from '../../../core/notifications/replays.ts';
import { listWebhookKeys, rotateWebhookSecret } from '../../../core/notifications/webhooks.ts';
import { consolePath } from '../navigation.ts';
import { attemptWords } from '../views/webhook-health.ts';
import { newSecretPage } from '../views/webhook-parts.ts';
import { type FormRoute, Refusal } from '../visit.ts';
import { ownWebhook, showWebhook } from './webhooks.ts';

const path = consolePath('webhooks');

export const webhookActs: FormRoute[] = [
  {
    path: `${path}/:id/secret`,
    action: 'key.rotate',
    act: async (visit, work, { seen = '', now }) => {
      const webhook = await ownWebhook(visit);
      const { id, merchantId } = webhook;
      const [old] = await listWebhookKeys(work, visit.viewer, id);
      const asked = { now: now === 'true', ...(seen !== '' && { seen }) };
      const { secret, oldEndsAt } = await rotateWebhookSecret(work, visit.viewer, id, asked);
      return {
        to: consolePath('webhooks', id),
        said: '',
        subject: `webhook ${id}`,
        merchantId,
        before: { tail: old?.tail ?? null },
        after: { tail: secret.slice(-4), oldEndsAt },
        once: newSecretPage(visit, webhook, secret, asked.now ? null : oldEndsAt),
      };
    },
    again: (visit, { problem: above }) => showWebhook(visit, { above }),
  },
  {
    path: `${path}/:id/test`,
    action: 'webhook.test',
    prepare: async (visit) => {
      const { id } = await ownWebhook(visit);
      const { statusCode, error, durationMs } = await visit.deps.sendTestEvent(visit.ctx, visit.viewer, id);
      const result = `${attemptWords({ statusCode, error })} in ${durationMs} ms`;
      if (statusCode === null || statusCode < 200 || statusCode > 299)
        throw new Refusal(422, `Test event failed: ${result}. The endpoint must respond with 2xx.`);
      return { result };
    },
    act: async (visit, _work, { result = '' }) => {
      const { id, merchantId } = await ownWebhook(visit);
      const said = `Test event delivered: ${result}.`;
      return {
        to: consolePath('webhooks', id),
        said,
        subject: `webhook ${id}`,
        merchantId,
        after: { result },
      };
    },
    again: (visit, { problem: above }) => showWebhook(visit, { above }),
  },
  {
    path: `${path}/:id/stop`,
    action: 'webhook.replay',
    act: async (visit, work, { replay = '' }) => {
      const { id, merchantId } = await ownWebhook(visit);
      const { since, until } = await stopReplay(work, visit.viewer, { webhookId: id, id: replay });
      return {
        to: consolePath('webhooks', id),
        said: 'Replay stopped.',
        subject: `webhook ${id}`,
        merchantId,
        before: { since, until },
        after: { stopped: true },
      };
    },
    again: (visit, { problem: above }) => showWebhook(visit, { above }),
  },
];
