// Panels of a webhook's page: its signing secret, the responses of its endpoint by hour, and its replays.

import type { Replay } from '../../../core/notifications/replays.ts';
import type { DeliveryState } from '../../../core/notifications/state.ts';
import type { Webhook, WebhookKey } from '../../../core/notifications/webhooks.ts';
import { may } from '../../../core/users/permissions.ts';
import type {
  FailingReceiver,
  LastError,
  RecentDelivery,
} from '../../../reports/receivers/receiver-health.ts';
import type { Backlog, ReceiverHour } from '../../../reports/receivers/receiver-hours.ts';
import { type Html, html } from '../../html.ts';
import { button, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import type { AnyVisit, Visit } from '../visit.ts';
import { listTime, time } from './parts.ts';

/** The parts of a webhook's page besides its settings. */
export interface WebhookParts {
  keys: readonly WebhookKey[];
  replays: readonly Replay[];
  hours: readonly ReceiverHour[];
  backlog: Backlog;
  failing: FailingReceiver | undefined;
  lastError: LastError | undefined;
  /** The newest deliveries, in one state or in all. */
  deliveries: readonly RecentDelivery[];
  state: DeliveryState | undefined;
}

const pathOf = (webhookId: string, part: string): string => `${consolePath('webhooks', webhookId)}/${part}`;

/** Returns the tails of a webhook's secrets, and the form that rolls the secret. */
export function secretPanel({ user }: Visit, webhook: Webhook, keys: readonly WebhookKey[]): Html {
  const current = keys.find(({ expiresAt }) => expiresAt === null);
  return html`<section class="panel" aria-labelledby="secret"><h2 id="secret">Signing secret</h2>
<p class="hint">Use this secret to verify webhook signatures.</p>
<ul>${keys.map(
    ({ tail, createdAt, expiresAt }) =>
      html`<li>Ends in <strong>${tail}</strong>, created ${time(createdAt)}${expiresAt && html`, expires ${time(expiresAt)}`}</li>`,
  )}</ul>
${
  current &&
  may(user.rights, 'key.rotate', webhook.merchantId) &&
  form({
    to: pathOf(webhook.id, 'secret'),
    seen: { seen: current.id },
    label: 'Roll the signing secret',
    body: html`<p class="hint">Events are signed with both secrets for 24 hours.</p>
${button('Roll secret')} <button class="quiet-button" name="now" value="true">Roll immediately</button>`,
  })
}</section>`;
}

/** Returns the page that shows a new secret, once. */
export function newSecretPage(
  visit: AnyVisit,
  webhook: Webhook,
  secret: string,
  oldEndsAt: Date | null,
): Html {
  const main = html`<section class="panel" aria-labelledby="new"><h2 id="new">New signing secret for ${webhook.endpoint}</h2>
<p><code>${secret}</code> <button type="button" class="button-link" data-copy="${secret}" aria-label="Copy the new secret">Copy</button></p>
<p>This secret is shown only once, and signs events from now. ${
    oldEndsAt
      ? html`Events are also signed with the old secret until ${time(oldEndsAt)}: replace it before then.`
      : 'All older secrets have been revoked.'
  }</p>
<p><a class="act-button act-main" href="${consolePath('webhooks', webhook.id)}">I have stored it</a></p></section>`;
  return consolePage(visit, { title: 'New signing secret', page: 'webhooks', main });
}

/** Returns the responses of an endpoint, hour by hour. */
export function ratesPanel({ hours, backlog }: WebhookParts): Html {
  const waits =
    backlog.count === 0
      ? 'No pending deliveries.'
      : html`${backlog.count > 10_000 ? 'More than 10 000' : backlog.count} pending ${backlog.count === 1 ? 'delivery' : 'deliveries'}${backlog.oldest && html`, the oldest since ${time(backlog.oldest)}`}.`;
  return html`<section class="panel" aria-labelledby="rates"><h2 id="rates">Responses by hour</h2><p>${waits}</p>
${hours.length === 0 ? html`<p class="hint">No deliveries in the last 24 hours.</p>` : hoursTable(hours)}</section>`;
}

const hoursTable = (
  hours: readonly ReceiverHour[],
): Html => html`<div class="table" tabindex="0" role="region" aria-label="Hours"><table class="cards">
<caption>Attempts in the last 24 hours, by hour</caption>
<thead><tr><th scope="col">Hour from</th><th scope="col" class="money">Attempts</th><th scope="col" class="money">Delivered</th><th scope="col" class="money">Median</th><th scope="col" class="money">95th percentile</th></tr></thead>
<tbody>${hours.map(
  ({ hour, tries, taken, medianMs, slowMs }) => html`<tr><td data-label="Hour from">${listTime(hour)}</td>
<td class="money" data-label="Attempts">${tries}</td><td class="money" data-label="Delivered">${shareWords(taken, tries)}</td>
<td class="money" data-label="Median">${medianMs} ms</td><td class="money" data-label="95th percentile">${slowMs} ms</td></tr>`,
)}</tbody></table></div>`;

const shareWords = (part: number, whole: number): string => `${Math.floor((100 * part) / whole)} %`;

/** Returns the running replays, each with the button that stops it; nothing without replays. */
export function replaysPanel(
  { user }: Visit,
  webhook: Webhook,
  replays: readonly Replay[],
): Html | undefined {
  if (replays.length === 0) return undefined;
  const mayStop = may(user.rights, 'webhook.replay', webhook.merchantId);
  return html`<section class="panel" aria-labelledby="under-way"><h2 id="under-way">Replay in progress</h2>
${replays.map(
  ({
    id,
    since,
    until,
    createdAt,
  }) => html`<p>Started ${time(createdAt)}. Remaining: events from ${time(since)} to ${time(until)}.</p>
${
  mayStop &&
  form({
    to: pathOf(webhook.id, 'stop'),
    seen: { replay: id },
    label: 'Stop replay',
    body: html`<p class="hint">Events that are already being sent still arrive.</p>${button('Stop replay', 'danger')}`,
  })
}`,
)}</section>`;
}
