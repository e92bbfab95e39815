// Webhooks: the endpoints that receive all events of one type. Created, changed, enabled, deleted and replayed.
import type { FastifyReply } from 'fastify';
import { webhookEventTypes } from '../../../core/events.ts';
import { readEndpoint } from '../../../core/notifications/endpoints.ts';
import { countReplay } from '../../../core/notifications/replay-counts.ts';
import { listReplays } from '../../../core/notifications/replays.ts';
import { deliveryMachine } from '../../../core/notifications/state.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  enableWebhook,
  getWebhook,
  listWebhookKeys,
  messageTypes,
  replayWebhook,
  type Webhook,
  type WebhookSettings,
} from '../../../core/notifications/webhooks.ts';
import { may } from '../../../core/users/permissions.ts';
import { dayMs, plus } from '../../../kernel/clock.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { webhooks } from '../../../reports/lists/deliveries.ts';
import {
  findFailing,
  findLastError,
  listRecentDeliveries,
} from '../../../reports/receivers/receiver-health.ts';
import { findBacklog, listReceiverHours } from '../../../reports/receivers/receiver-hours.ts';
import { type Html, html } from '../../html.ts';
import { button, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { listRoutes } from '../list-page.ts';
import { merchantField, merchantOf } from '../merchant-field.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { problemOf, sendPage } from '../problems.ts';
import { momentOf } from '../times.ts';
import { webhookAlerts } from '../views/webhook-health.ts';
import { replayPage, type Span, settingsFields, webhookPage, webhookPath } from '../views/webhook-page.ts';
import type { WebhookParts } from '../views/webhook-parts.ts';
import {
  type Again,
  type AnyVisit,
  type Fields,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from '../visit.ts';

const page = 'webhooks';
const path = consolePath(page);

export const webhookPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: webhooks,
    title: 'Webhooks',
    first: { words: 'No webhook endpoints. Add one.' },
    tools: ({ user }) =>
      html`${may(user.rights, 'webhook.change') && html`<a class="act-button act-main" href="${path}/new">Add webhook</a>`}`,
    above: webhookAlerts,
  }),
  { path: `${path}/new`, action: 'webhook.change', show: async (visit) => newPage(visit) },
  { path: `${path}/:id`, action: 'webhook.see', takes: ['state'], show: (visit) => showWebhook(visit) },
  {
    path: `${path}/:id/replay`,
    action: 'webhook.replay',
    takes: ['since', 'until'],
    show: (visit) => askReplay(visit),
  },
];

export const webhookForms: FormRoute[] = [
  {
    path: `${path}/new`,
    action: 'webhook.change',
    act: async (visit, work, fields) => {
      const settings = settingsOf(visit, fields);
      const merchantId = await merchantOf(visit, fields);
      if (merchantId === null) throw new Refusal(422, 'Enter the code of the merchant.', 'merchant');
      const made = await createWebhook(work, visit.viewer, merchantId, settings);
      return done(made, 'Webhook created. It receives events from now on.', { after: settings });
    },
    again: newPage,
  },
  {
    path: `${path}/:id`,
    action: 'webhook.change',
    act: async (visit, work, fields) => {
      const before = await ownWebhook(visit);
      const settings = settingsOf(visit, fields);
      const changed = await changeWebhook(work, visit.viewer, before.id, settings, {
        endpoint: fields.seenEndpoint,
        eventType: fields.seenEventType as WebhookSettings['eventType'] | undefined,
        messageType: fields.seenMessageType as WebhookSettings['messageType'] | undefined,
      });
      return done(changed, 'Webhook updated.', { before: described(before), after: settings });
    },
    again: (visit, edit) => showWebhook(visit, { edit }),
  },
  {
    path: `${path}/:id/enable`,
    action: 'webhook.change',
    act: async (visit, work) => {
      const before = await ownWebhook(visit);
      const enabled = await enableWebhook(work, visit.viewer, before.id);
      const was = { disabledAt: before.disabledAt, reason: before.disabledReason };
      return done(enabled, 'Webhook enabled. Missed events will be sent.', { before: was });
    },
    again: (visit, { problem: above }) => showWebhook(visit, { above }),
  },
  {
    path: `${path}/:id/delete`,
    action: 'webhook.change',
    act: async (visit, work, { seenEndpoint }) => {
      const webhook = await ownWebhook(visit);
      if (seenEndpoint !== undefined && seenEndpoint !== webhook.endpoint)
        throw new Refusal(409, `The endpoint is ${webhook.endpoint} now. Check it before you delete it.`);
      await deleteWebhook(work, visit.viewer, webhook.id);
      const is = done(webhook, `Webhook to ${webhook.endpoint} deleted.`, { before: described(webhook) });
      return { ...is, to: path };
    },
    again: (visit, { problem: above }) => showWebhook(visit, { above }),
  },
  {
    path: `${path}/:id/replay`,
    action: 'webhook.replay',
    act: async (visit, work, fields) => {
      const webhook = await ownWebhook(visit);
      const seen = Number(fields.messages);
      if (!Number.isSafeInteger(seen) || seen < 1)
        throw new Refusal(422, 'The form has no number of events.', 'messages');
      const span = spanOf(visit, fields);
      await replayWebhook(work, visit.viewer, webhook.id, { ...span, seen });
      return done(webhook, `${seen === 1 ? '1 event' : `${seen} events`} queued for resend.`, {
        after: { ...span, messages: seen },
      });
    },
    again: async (visit, { typed, problem }) => (await showReplay(visit, typed, problem)).page,
  },
];

const described = ({ endpoint, eventType, messageType }: Webhook) => ({ endpoint, eventType, messageType });

function done(webhook: Webhook, said: string, more: { before?: object; after?: object }) {
  const { id, merchantId } = webhook;
  return { to: webhookPath(id), said, subject: `webhook ${id}`, merchantId, ...more };
}

/** Throws Refusal for a webhook that does not exist or is not the viewer's. */
export function ownWebhook({ ctx, viewer, params }: AnyVisit): Promise<Webhook> {
  const id = (params.id ?? '').toLowerCase();
  if (!isUuid(id)) throw new Refusal(404, 'Webhook not found.');
  return getWebhook(ctx, viewer, id);
}

/** Throws Refusal for invalid input. */
function settingsOf({ ctx }: AnyVisit, fields: Fields): WebhookSettings {
  const eventType = webhookEventTypes.find((one) => one === fields.eventType);
  if (!eventType)
    throw new Refusal(422, `Unknown event. Choose one of ${webhookEventTypes.join(', ')}.`, 'eventType');
  const messageType = messageTypes.find((one) => one === fields.messageType);
  if (!messageType)
    throw new Refusal(422, `Unknown message type. Choose one of ${messageTypes.join(', ')}.`, 'messageType');
  try {
    const endpoint = readEndpoint(ctx.policy.addressRules, (fields.endpoint ?? '').trim());
    return { endpoint, eventType, messageType };
  } catch (error) {
    throw new Refusal(422, problemOf(error)?.message ?? 'The endpoint is not allowed.', 'endpoint');
  }
}

async function newPage(visit: Visit, again?: Again): Promise<Html> {
  const main = form({
    to: `${path}/new`,
    ...again,
    label: 'Add webhook',
    body: html`${merchantField(visit, 'The merchant’s name or code, or a site code', again)}
${settingsFields({ ...again })}
${button('Create webhook')}`,
  });
  return consolePage(visit, { title: 'Add webhook', page, main });
}

export async function showWebhook(
  visit: Visit,
  again: Parameters<typeof webhookPage>[3] = {},
): Promise<Html> {
  const webhook = await ownWebhook(visit);
  await looksAt(visit, webhook.merchantId);
  return webhookPage(visit, webhook, await partsOf(visit, webhook), again);
}

async function partsOf({ ctx, viewer, query }: Visit, { id }: Webhook): Promise<WebhookParts> {
  const now = ctx.clock.now();
  const state = query.state ? deliveryMachine.states.find((one) => one === query.state) : undefined;
  if (query.state && !state)
    throw new Refusal(400, `Unknown state. Choose one of ${deliveryMachine.states.join(', ')}.`, 'state');
  const recent = { since: plus(now, -30 * dayMs), state, most: 10 };
  const [keys, replays, hours, backlog, failing, lastError, deliveries] = await Promise.all([
    listWebhookKeys(ctx, viewer, id),
    listReplays(ctx, viewer, id),
    listReceiverHours(ctx.db, viewer, id, plus(now, -dayMs)),
    findBacklog(ctx.db, viewer, id),
    findFailing(ctx.db, viewer, id),
    findLastError(ctx.db, viewer, id),
    listRecentDeliveries(ctx.db, viewer, id, recent),
  ]);
  return { keys, replays, hours, backlog, failing, lastError, deliveries, state };
}

/** Reads the time span of a replay; it ends now at the latest. */
function spanOf({ ctx }: AnyVisit, { since = '', until = '' }: Fields): Span {
  const now = ctx.clock.now();
  const end = until.trim() === '' ? now : momentOf(until, now, 'until', 'to');
  return { since: momentOf(since, now, 'since', 'from'), until: end > now ? now : end };
}

/** Returns the preview of a replay; the webhook's page if the time span is invalid. */
async function showReplay(visit: Visit, fields: Fields, above?: Problem) {
  const webhook = await ownWebhook(visit);
  try {
    const span = spanOf(visit, fields);
    const counted = await countReplay(visit.ctx, visit.viewer, webhook.id, span);
    return { page: replayPage(visit, webhook, span, counted, above), isRight: true };
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    const parts = await partsOf(visit, webhook);
    return {
      page: webhookPage(visit, webhook, parts, { replay: { typed: fields, problem } }),
      isRight: false,
    };
  }
}

async function askReplay(visit: Visit): Promise<Html | FastifyReply> {
  const { page, isRight } = await showReplay(visit, visit.query);
  return isRight ? page : sendPage(visit.reply, page, 422);
}
