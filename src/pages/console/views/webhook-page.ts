// The pages of a webhook: its settings and forms, and the preview of a replay.

import { webhookEventTypes } from '../../../core/events.ts';
import type { ReplayCount } from '../../../core/notifications/replay-counts.ts';
import { messageTypes, type Webhook } from '../../../core/notifications/webhooks.ts';
import { may } from '../../../core/users/permissions.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { live } from '../live/parts.ts';
import { consolePath } from '../navigation.ts';
import type { Again, Problem, Visit } from '../visit.ts';
import { facts, id, time } from './parts.ts';
import { deliveriesPanel, healthPanel } from './webhook-health.ts';
import { ratesPanel, replaysPanel, secretPanel, type WebhookParts } from './webhook-parts.ts';

const page = 'webhooks';
export const webhookPath = (webhookId: string) => consolePath(page, webhookId);

/** Returns the fields that a merchant sets. */
export function settingsFields({ typed, problem }: Partial<Again>): Html {
  return html`${field({ name: 'endpoint', label: 'Endpoint URL', hint: 'An https address that is reachable from the internet.', typed, problem, longest: 2_000 })}
${choice({ name: 'eventType', label: 'Event', options: webhookEventTypes.map((type) => [type, type]), chosen: typed?.eventType })}
${choice({ name: 'messageType', label: 'Message type', options: messageTypes.map((type) => [type, type]), chosen: typed?.messageType })}`;
}

/** Returns the page of a webhook, with invalid input if there is any. */
export function webhookPage(
  visit: Visit,
  webhook: Webhook,
  parts: WebhookParts,
  { edit, replay, above }: { edit?: Again; replay?: Again; above?: Problem },
): Html {
  const { rights } = visit.user;
  const mayChange = may(rights, 'webhook.change', webhook.merchantId);
  const mayReplay = may(rights, 'webhook.replay', webhook.merchantId);
  const main = html`<div class="thing facts-first"><div>${above && html`<p class="wrong" role="alert" tabindex="-1" data-focus>${above.message}</p>`}
${live(visit, 'health', healthPanel(visit, webhook, parts), 'Endpoint health updated.')}
${replaysPanel(visit, webhook, parts.replays)}
${deliveriesPanel(visit, webhook, parts)}
${ratesPanel(parts)}
${mayReplay && replayForm(webhook, replay)}
${mayChange && editForm(webhook, edit)}
</div><aside aria-label="At the side">${live(visit, 'about', aboutWebhook(webhook), 'Webhook updated.')}
${secretPanel(visit, webhook, parts.keys)}
${mayChange && deleteForm(webhook)}
</aside></div>`;
  return consolePage(visit, { title: `Webhook ${new URL(webhook.endpoint).host}`, page, main, back: page });
}

const aboutWebhook = ({ id: webhookId, endpoint, eventType, messageType, ...webhook }: Webhook) =>
  html`<section class="panel" aria-label="Facts">
${facts([
  ['Endpoint', endpoint],
  ['Event', eventType],
  ['Message type', messageType],
  ['Disabled', webhook.disabledAt && time(webhook.disabledAt)],
  ['Created', time(webhook.createdAt)],
  ['Id', id(webhookId)],
])}</section>`;

/** Opens the preview of a replay: it changes nothing, so it is a GET form. */
function replayForm(webhook: Webhook, { typed, problem }: Partial<Again> = {}): Html {
  return html`<section class="panel" aria-labelledby="replay"><h2 id="replay">Resend missed events</h2>
${
  webhook.disabledAt === null
    ? html`<p>Sends events that failed, were skipped, or happened while no endpoint existed. You see a preview first.</p>
<form class="act" method="get" action="${webhookPath(webhook.id)}/replay">
${problem && html`<p class="wrong" role="alert" tabindex="-1" data-focus>${problem.message}</p>`}
${field({ name: 'since', label: 'Since', typed, problem, hint: '2h, 7d, or a date such as 2026-11-20', longest: 40 })}
${field({ name: 'until', label: 'Until', typed, problem, hint: 'Leave blank for now.', isOptional: true, longest: 40 })}
${button('Preview')}</form>`
    : html`<p>The webhook is disabled, so nothing is sent. Re-enable it first: missed events will be sent.</p>`
}</section>`;
}

function editForm(webhook: Webhook, again?: Again): Html {
  const { endpoint, eventType, messageType } = webhook;
  return html`<section class="panel" aria-labelledby="change"><h2 id="change">Edit</h2>
${form({
  to: webhookPath(webhook.id),
  ...again,
  seen: { seenEndpoint: endpoint, seenEventType: eventType, seenMessageType: messageType },
  label: 'Edit',
  body: html`${settingsFields({ typed: { endpoint, eventType, messageType }, ...again })}
${webhook.disabledAt !== null && html`<p class="hint">Saving re-enables the webhook: missed events will be sent.</p>`}
${button('Save')}`,
})}</section>`;
}

const deleteForm = ({ id: webhookId, endpoint }: Webhook): Html =>
  html`<details class="fold"><summary>Delete this webhook</summary>${form({
    to: `${webhookPath(webhookId)}/delete`,
    seen: { seenEndpoint: endpoint },
    body: html`<p>No further events are sent to it. Its delivery history is kept.</p>${button('Delete webhook', 'danger')}`,
  })}</details>`;

export interface Span {
  since: Date;
  until: Date;
}

/** Returns the preview of a replay: the number of events, and the oldest. */
export function replayPage(
  visit: Visit,
  webhook: Webhook,
  { since, until }: Span,
  counted: ReplayCount,
  problem?: Problem,
): Html {
  const { count, oldest, types } = counted;
  const how = count > 10_000 ? 'more than 10 000 events' : `${count} event${count === 1 ? '' : 's'}`;
  const main = html`<section class="panel" aria-label="Preview">
<p>${count === 0 ? 'No events' : how} from ${time(since)} to ${time(until)} ${count === 1 ? 'was' : 'were'} not delivered to <strong>${webhook.endpoint}</strong>.</p>
${facts([
  ['Oldest', oldest && html`${time(oldest)}, ${ageWords(oldest, visit.ctx.clock.now())} ago`],
  ...types.map((type): [string, string] => [type.type, String(type.count)]),
])}
${problem && html`<p class="wrong" role="alert">${problem.message}</p>`}
${
  count > 0 &&
  form({
    to: `${webhookPath(webhook.id)}/replay`,
    seen: { since: since.toISOString(), until: until.toISOString(), messages: String(count) },
    body: html`<p class="hint">Events are sent one after another, each with its original id, so your server can ignore those that it has.</p>
${button(`Resend ${how}`)}`,
  })
}
<p><a href="${webhookPath(webhook.id)}">Back to the webhook</a></p></section>`;
  return consolePage(visit, { title: 'Resend missed events', page, main });
}

/** Returns the age of an instant in its largest unit. */
function ageWords(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / (24 * 60)), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
