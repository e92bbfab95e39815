// The health of a webhook's endpoint: its state and last error with what to do, its newest deliveries, and the alerts.
import { disableAfterMs } from '../../../core/notifications/breaker.ts';
import { deliveryMachine } from '../../../core/notifications/state.ts';
import type { Webhook } from '../../../core/notifications/webhooks.ts';
import { may, merchantsFor } from '../../../core/users/permissions.ts';
import { plus } from '../../../kernel/clock.ts';
import {
  type FailingReceiver,
  listAlarming,
  type RecentDelivery,
} from '../../../reports/receivers/receiver-health.ts';
import { type Html, html } from '../../html.ts';
import { status } from '../../status.ts';
import { button, form } from '../forms.ts';
import { consolePath } from '../navigation.ts';
import type { Visit } from '../visit.ts';
import { listTime, state as stateView, time } from './parts.ts';
import type { WebhookParts } from './webhook-parts.ts';

export const attemptWords = ({
  statusCode,
  error,
}: {
  statusCode: number | null;
  error: string | null;
}): string =>
  statusCode === null ? (error ?? 'no response') : `HTTP ${statusCode}${error === null ? '' : `, ${error}`}`;

/** Returns the endpoint's state, its last error, and the actions that find or fix the cause. */
export function healthPanel({ user }: Visit, webhook: Webhook, parts: WebhookParts): Html {
  const { failing, lastError } = parts;
  const mayTest = may(user.rights, 'webhook.test', webhook.merchantId);
  const mayEnable = webhook.disabledAt !== null && may(user.rights, 'webhook.change', webhook.merchantId);
  const isIll = webhook.disabledAt !== null || failing !== undefined;
  return html`<section class="panel" aria-labelledby="health"><h2 id="health">Endpoint health</h2>
<p>${stateWords(webhook, parts)}</p>
${
  isIll &&
  lastError &&
  html`<p><strong>Last error: ${attemptWords(lastError)}</strong>, ${time(lastError.at)}.
<a href="${consolePath('notices', lastError.deliveryId)}">View attempts</a></p>`
}
${failing && webhook.disabledAt === null && html`<p>${deadlineWords(failing)}</p>`}
<div class="buttons">${mayTest && testForm(webhook)}${mayEnable && enableForm(webhook)}</div></section>`;
}

function stateWords({ disabledAt, disabledReason }: Webhook, { failing, hours }: WebhookParts): Html {
  if (disabledAt !== null)
    return html`${status('error', 'disabled')} since ${time(disabledAt)}: ${disabledReason}. No events are sent. Fix the endpoint, send a test event, then re-enable the webhook: missed events will be sent.`;
  if (failing)
    return html`${status('error', 'failing')} since ${time(failing.failingSince)}: ${failing.failures} failed attempt${failing.failures === 1 ? '' : 's'} without a success${failing.openUntil && html`, paused until ${time(failing.openUntil)}`}.`;
  const attempts = hours.reduce((sum, { tries }) => sum + tries, 0);
  const delivered = hours.reduce((sum, { taken }) => sum + taken, 0);
  if (attempts === 0) return html`${status('ended', 'idle')} No deliveries in the last 24 hours.`;
  return html`${status('successful', 'healthy')} ${delivered} of ${attempts} attempt${attempts === 1 ? '' : 's'} delivered in the last 24 hours.`;
}

const deadlineWords = ({ failingSince }: FailingReceiver): Html =>
  html`Without a success, the webhook is disabled on ${time(plus(failingSince, disableAfterMs))}.`;

const testForm = ({ id }: Webhook): Html =>
  form({ to: consolePath('webhooks', id, 'test'), label: 'Test', body: button('Send test event', 'quiet') });

const enableForm = ({ id }: Webhook): Html =>
  form({ to: consolePath('webhooks', id, 'enable'), label: 'Re-enable', body: button('Re-enable webhook') });

/** Returns the newest deliveries, filtered by their state, each with a button that resends it. */
export function deliveriesPanel(
  { user }: Visit,
  webhook: Webhook,
  { deliveries, state }: WebhookParts,
): Html {
  const path = consolePath('webhooks', webhook.id);
  const mayResend = webhook.disabledAt === null && may(user.rights, 'notice.resend', webhook.merchantId);
  const tab = (words: string, of?: string) =>
    html`<a href="${path}${of && `?state=${of}`}"${of === state && html` aria-current="true"`}>${words}</a>`;
  return html`<section class="panel" aria-labelledby="deliveries"><h2 id="deliveries">Deliveries</h2>
<p class="presets">${tab('All')} ${deliveryMachine.states.map((one) => html`${tab(one.slice(0, 1).toUpperCase() + one.slice(1), one)} `)}<a href="${consolePath('notices')}?receiver=${webhook.id}">All filters and export</a></p>
${
  deliveries.length === 0
    ? html`<p class="hint">No ${state ?? ''} deliveries in the last 30 days.</p>`
    : html`<div class="table" tabindex="0" role="region" aria-label="Newest deliveries"><table class="cards">
<caption>Newest deliveries of the last 30 days</caption>
<thead><tr><th scope="col">Event</th><th scope="col">State</th><th scope="col">Created</th><th scope="col">Last attempt</th><th scope="col"><span class="unseen">Resend</span></th></tr></thead>
<tbody>${deliveries.map((one) => deliveryRow(one, mayResend))}</tbody></table></div>`
}</section>`;
}

const deliveryRow = (
  { id, eventType, status: word, createdAt, attempts, statusCode, error }: RecentDelivery,
  mayResend: boolean,
): Html => html`<tr><td data-label="Event"><a data-row href="${consolePath('notices', id)}">${eventType}</a></td>
<td data-label="State">${stateView(word)}</td><td data-label="Created">${listTime(createdAt)}</td>
<td data-label="Last attempt">${attempts === 0 ? 'none yet' : `${attemptWords({ statusCode, error })} (attempt ${attempts})`}</td>
<td>${mayResend && form({ to: consolePath('notices', id, 'resend'), body: button('Resend', 'quiet') })}</td></tr>`;

/** Returns an alert for each webhook that is disabled or will be, to users who can change it. */
export async function webhookAlerts({ ctx, user }: Visit): Promise<Html | undefined> {
  const merchants = merchantsFor(user.rights, 'webhook.change');
  if (merchants !== 'all' && merchants.length === 0) return undefined;
  const found = await listAlarming(ctx.db, { merchants }, ctx.clock.now());
  if (found.length === 0) return undefined;
  return html`<section aria-label="Failing webhooks">${found.map(
    (one) =>
      html`<p class="wrong" role="alert">Webhook ${new URL(one.url).host} ${
        one.disabledAt
          ? html`was disabled ${time(one.disabledAt)}: no events are sent.`
          : html`has failed since ${time(one.failingSince)}. ${deadlineWords(one)}`
      } <a href="${consolePath('webhooks', one.id)}">View webhook</a></p>`,
  )}</section>`;
}
