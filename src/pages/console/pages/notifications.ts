// Notifications: the list of deliveries, one delivery with its attempts, and its resend.
import { resendMessages } from '../../../core/notifications/messages.ts';
import { replayWebhook } from '../../../core/notifications/webhooks.ts';
import { may, merchantsFor } from '../../../core/users/permissions.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { deliveryList } from '../../../reports/lists/deliveries.ts';
import { type DeliveryDetails, describeDelivery } from '../../../reports/timelines/delivery.ts';
import { type Html, html } from '../../html.ts';
import { button, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { facts, id, pathOfThing, state, time } from '../views/parts.ts';
import { exchangeView } from '../views/timeline.ts';
import { webhookAlerts } from '../views/webhook-health.ts';
import {
  type AnyVisit,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from '../visit.ts';

const page = 'notices';
const path = consolePath(page);

export const notificationPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: deliveryList,
    title: 'Deliveries',
    first: {
      words: 'No notifications yet. Each notification to a merchant appears here, with its attempts.',
    },
    above: webhookAlerts,
  }),
  { path: `${path}/:id`, action: 'notice.see', show: (visit) => showDelivery(visit) },
];

export const notificationForms: FormRoute[] = [
  {
    path: `${path}/:id/resend`,
    action: 'notice.resend',
    act: async (visit, work) => {
      const { id: deliveryId, webhookId, eventId, objectId, merchantId, status } = await ownDelivery(visit);
      if (webhookId === null) await resendMessages(work, visit.viewer, objectId);
      else await replayWebhook(work, visit.viewer, webhookId, { messageIds: [eventId] });
      return {
        to: consolePath(page, deliveryId),
        said: 'Notification queued for resend.',
        subject: `notification ${deliveryId}`,
        merchantId,
        before: { status },
      };
    },
    again: (visit, { problem }) => showDelivery(visit, problem),
  },
];

/** Throws Refusal for a delivery that does not exist or is not the viewer's. */
async function ownDelivery({ ctx, viewer, params, user, deps }: AnyVisit): Promise<DeliveryDetails> {
  const deliveryId = (params.id ?? '').toLowerCase();
  const exchangesOf = { merchants: merchantsFor(user.rights, 'exchange.see') };
  const options = { exchangesOf, formats: deps.formats };
  const delivery = isUuid(deliveryId) ? await describeDelivery(ctx, viewer, deliveryId, options) : undefined;
  if (!delivery) throw new Refusal(404, 'Notification not found, or you do not have access.');
  return delivery;
}

async function showDelivery(visit: Visit, problem?: Problem): Promise<Html> {
  const delivery = await ownDelivery(visit);
  await looksAt(visit, delivery.merchantId);
  const main = html`<div class="thing"><div>${problem && html`<p class="wrong" role="alert">${problem.message}</p>`}
${attemptsView(delivery)}
</div><aside aria-label="At the side">${aboutDelivery(visit, delivery)}
${resendForm(visit, delivery)}</aside></div>`;
  return consolePage(visit, { title: `Notification ${delivery.type}`, page, main });
}

function attemptsView({ attempts, lastNotShown, status, dueAt, note }: DeliveryDetails): Html {
  return html`${lastNotShown !== null && html`<p>The latest ${attempts.length} attempts are shown. Attempts 1 to ${lastNotShown} are not shown.</p>`}<ol class="timeline" aria-label="Attempts">
${attempts.map(
  ({
    id: attemptId,
    number,
    at,
    durationMs,
    statusCode,
    error,
    exchange,
  }) => html`<li id="attempt-${attemptId}" class="of-notice">
<p class="step-head">${time(at)}</p>
<p><strong>Attempt ${number}: ${statusCode === null ? 'no response' : `HTTP ${statusCode}`}</strong> in ${durationMs} ms${error !== null && html` – ${error}`}</p>
${exchange && exchangeView(exchange)}
</li>`,
)}
</ol>
${attempts.length === 0 && html`<p>No attempts yet.</p>`}
${note !== null && html`<p>No further attempts: ${note}</p>`}
${status === 'pending' && dueAt !== null && html`<p>Next attempt: ${time(dueAt)}.</p>`}`;
}

function aboutDelivery(visit: Visit, delivery: DeliveryDetails): Html {
  const { webhookId, object, objectId } = delivery;
  const thing = pathOfThing(object, objectId);
  const hook =
    webhookId !== null &&
    may(visit.user.rights, 'webhook.see', delivery.merchantId) &&
    pathOfThing('webhook', webhookId);
  return html`<section class="panel" aria-label="Facts">
<p>${state(delivery.status)}${delivery.disabledReason !== null && html` <span class="hint">endpoint disabled: ${delivery.disabledReason}</span>`}</p>
${facts([
  ['Event', delivery.type],
  [
    'Of',
    object === 'transaction' || !thing
      ? findLink(object, objectId)
      : html`<a href="${thing}">${object} ${objectId}</a>`,
  ],
  ['To', hook ? html`<a href="${hook}">${delivery.url}</a>` : delivery.url],
  ['Event time', time(delivery.occurredAt)],
  ['Paused until', delivery.openUntil && time(delivery.openUntil)],
  ['Request', searchLink(delivery.correlationId)],
  ['Message id', id(delivery.eventId)],
  ['Id', id(delivery.id)],
])}</section>`;
}

/** A transaction is shown on the page of its payment, which search finds. */
const findLink = (object: string, objectId: string): Html =>
  html`<a href="/console/search?q=${objectId}">${object} ${objectId}</a>`;

const searchLink = (text: string): Html =>
  html`<a href="/console/search?q=${encodeURIComponent(text)}">${text}</a>`;

function resendForm(
  { user }: Visit,
  { id: deliveryId, merchantId, webhookId, object }: DeliveryDetails,
): Html | undefined {
  if (!may(user.rights, 'notice.resend', merchantId)) return undefined;
  const hint =
    webhookId === null
      ? `All notifications for this ${object} will be resent to all recipients.`
      : 'This notification will be sent to the webhook again, with the same id.';
  return html`<section class="panel" aria-label="Resend">${form({
    to: `${consolePath(page, deliveryId)}/resend`,
    body: html`<p class="hint">${hint}</p>${button('Resend notification')}`,
  })}</section>`;
}
