// Panels of a webhook's page: its secret, how its server answers, and what is being replayed.
import type { Replay } from '../../../core/notifications/replays.ts';
import type { Webhook, WebhookKey } from '../../../core/notifications/webhooks.ts';
import { may } from '../../../core/people/permissions.ts';
import type { Backlog, ReceiverHour } from '../../../reports/receivers/receiver-hours.ts';
import { type Html, html } from '../../html.ts';
import { button, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../rooms.ts';
import type { AnyVisit, Visit } from '../visit.ts';
import { time } from './parts.ts';

/** What a webhook's page shows beside its settings. */
export interface WebhookParts {
  keys: readonly WebhookKey[];
  replays: readonly Replay[];
  hours: readonly ReceiverHour[];
  backlog: Backlog;
}

const pathOf = (webhookId: string, part: string): string => `${consolePath('webhooks', webhookId)}/${part}`;

/** Returns the tails of a webhook's secrets, and the form that makes a new one. */
export function secretPanel({ person }: Visit, webhook: Webhook, keys: readonly WebhookKey[]): Html {
  const current = keys.find(({ expiresAt }) => expiresAt === null);
  return html`<section class="panel" aria-labelledby="secret"><h2 id="secret">Its secret</h2>
<p class="hint">Messages are signed with it: check the signature before you believe one.</p>
<ul>${keys.map(
    ({ tail, createdAt, expiresAt }) =>
      html`<li>Ends in <strong>${tail}</strong>, since ${time(createdAt)}${expiresAt && html`; signs too until ${time(expiresAt)}`}</li>`,
  )}</ul>
${
  current &&
  may(person.rights, 'key.rotate', webhook.merchantId) &&
  form({
    to: pathOf(webhook.id, 'secret'),
    seen: { seen: current.id },
    label: 'Rotate the secret',
    body: html`<p class="hint">For 24 hours messages are signed with the old one too.</p>
${button('Rotate')} <button class="quiet-button" name="now" value="true">Replace, and end the old one now</button>`,
  })
}</section>`;
}

/** Returns the page on which a new secret stands, once. */
export function newSecretPage(
  visit: AnyVisit,
  webhook: Webhook,
  secret: string,
  oldEndsAt: Date | null,
): Html {
  const main = html`<section class="panel" aria-labelledby="new"><h2 id="new">The new secret of ${webhook.endpoint}</h2>
<p><code>${secret}</code> <button type="button" class="button-link" data-copy="${secret}" aria-label="Copy the new secret">Copy</button></p>
<p>It is shown only now, and signs from now on. ${
    oldEndsAt
      ? html`The old one signs beside it until ${time(oldEndsAt)}: put the new one in place before.`
      : 'All earlier ones have ended.'
  }</p>
<p><a class="act-button act-main" href="${consolePath('webhooks', webhook.id)}">I have kept it</a></p></section>`;
  return consolePage(visit, { title: 'A new secret', room: 'webhooks', main });
}

/** Returns how a receiver answered, hour by hour. */
export function ratesPanel({ hours, backlog }: WebhookParts): Html {
  const waits =
    backlog.count === 0
      ? 'Nothing waits for it.'
      : html`${backlog.count > 10_000 ? 'More than 10 000' : backlog.count} wait for it${backlog.oldest && html`, the oldest since ${time(backlog.oldest)}`}.`;
  return html`<section class="panel" aria-labelledby="rates"><h2 id="rates">How its server answers</h2><p>${waits}</p>
${hours.length === 0 ? html`<p class="hint">Nothing of the last 24 hours was sent to it.</p>` : hoursTable(hours)}</section>`;
}

const hoursTable = (
  hours: readonly ReceiverHour[],
): Html => html`<div class="table" tabindex="0" role="region" aria-label="Hours"><table class="cards">
<caption>What happened in the last 24 hours, by the hour of the try</caption>
<thead><tr><th scope="col">Hour from</th><th scope="col" class="money">Tries</th><th scope="col" class="money">Taken</th><th scope="col" class="money">Half within</th><th scope="col" class="money">95 % within</th></tr></thead>
<tbody>${hours.map(
  ({ hour, tries, taken, medianMs, slowMs }) => html`<tr><td data-label="Hour from">${time(hour)}</td>
<td class="money" data-label="Tries">${tries}</td><td class="money" data-label="Taken">${shareWords(taken, tries)}</td>
<td class="money" data-label="Half within">${medianMs} ms</td><td class="money" data-label="95 % within">${slowMs} ms</td></tr>`,
)}</tbody></table></div>`;

const shareWords = (part: number, whole: number): string => `${Math.floor((100 * part) / whole)} %`;

/** Returns the replays that are under way, each with the button that stops it; nothing where there are none. */
export function replaysPanel(
  { person }: Visit,
  webhook: Webhook,
  replays: readonly Replay[],
): Html | undefined {
  if (replays.length === 0) return undefined;
  const mayStop = may(person.rights, 'webhook.replay', webhook.merchantId);
  return html`<section class="panel" aria-labelledby="under-way"><h2 id="under-way">Replay under way</h2>
${replays.map(
  ({
    id,
    since,
    until,
    createdAt,
  }) => html`<p>Begun ${time(createdAt)}: still to be looked at from ${time(since)} to ${time(until)}.</p>
${
  mayStop &&
  form({
    to: pathOf(webhook.id, 'stop'),
    seen: { replay: id },
    label: 'Stop the replay',
    body: html`<p class="hint">What is on its way already still arrives.</p>${button('Stop', 'danger')}`,
  })
}`,
)}</section>`;
}
