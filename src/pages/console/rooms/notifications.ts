// Notifications: the list of deliveries, one delivery with its attempts, and its resend.
import { resendMessages } from '../../../core/notifications/messages.ts';
import { replayWebhook } from '../../../core/notifications/webhooks.ts';
import { may, merchantsFor } from '../../../core/people/permissions.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { notices } from '../../../reports/lists/notices.ts';
import { type Notice, tellNotice } from '../../../reports/timelines/delivery.ts';
import { type Html, html } from '../../html.ts';
import { button, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { facts, id, pathOfThing, state, time } from '../views/parts.ts';
import { exchangeView } from '../views/timeline.ts';
import {
  type AnyVisit,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from '../visit.ts';

const room = 'notices';
const path = consolePath(room);

export const notificationPages: PageRoute[] = [
  ...listRoutes({
    room,
    list: notices,
    title: 'Notifications',
    first: {
      words: 'No notifications yet. Each notification to a merchant appears here, with its attempts.',
    },
  }),
  { path: `${path}/:id`, action: 'notice.see', show: (visit) => showNotice(visit) },
];

export const notificationForms: FormRoute[] = [
  {
    path: `${path}/:id/resend`,
    action: 'notice.resend',
    act: async (visit, work) => {
      const { id: noticeId, webhookId, eventId, objectId, merchantId, status } = await ownNotice(visit);
      if (webhookId === null) await resendMessages(work, visit.viewer, objectId);
      else await replayWebhook(work, visit.viewer, webhookId, { messageIds: [eventId] });
      return {
        to: consolePath(room, noticeId),
        said: 'Notification queued for resend.',
        subject: `notice ${noticeId}`,
        merchantId,
        before: { status },
      };
    },
    again: (visit, _fields, problem) => showNotice(visit, problem),
  },
];

/** Throws Refusal for a delivery that does not exist or is not the viewer's. */
async function ownNotice({ ctx, viewer, params, person, deps }: AnyVisit): Promise<Notice> {
  const noticeId = (params.id ?? '').toLowerCase();
  const exchangesOf = { merchants: merchantsFor(person.rights, 'exchange.see') };
  const options = { exchangesOf, formats: deps.formats };
  const notice = isUuid(noticeId) ? await tellNotice(ctx, viewer, noticeId, options) : undefined;
  if (!notice) throw new Refusal(404, 'Notification not found, or you do not have access.');
  return notice;
}

async function showNotice(visit: Visit, problem?: Problem): Promise<Html> {
  const notice = await ownNotice(visit);
  await looksAt(visit, notice.merchantId);
  const main = html`<div class="thing"><div>${problem && html`<p class="wrong" role="alert">${problem.message}</p>`}
${attemptsView(notice)}
</div><aside aria-label="At the side">${aboutNotice(visit, notice)}
${resendForm(visit, notice)}</aside></div>`;
  return consolePage(visit, { title: `Notification ${notice.type}`, room, main });
}

function attemptsView({ attempts, lastNotShown, status, dueAt, note }: Notice): Html {
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

function aboutNotice(visit: Visit, notice: Notice): Html {
  const { webhookId, object, objectId } = notice;
  const thing = pathOfThing(object, objectId);
  const hook =
    webhookId !== null &&
    may(visit.person.rights, 'webhook.see', notice.merchantId) &&
    pathOfThing('webhook', webhookId);
  return html`<section class="panel" aria-label="Facts">
<p>${state(notice.status)}${notice.disabledReason !== null && html` <span class="hint">endpoint disabled: ${notice.disabledReason}</span>`}</p>
${facts([
  ['Event', notice.type],
  [
    'Of',
    object === 'transaction' || !thing
      ? findLink(object, objectId)
      : html`<a href="${thing}">${object} ${objectId}</a>`,
  ],
  ['To', hook ? html`<a href="${hook}">${notice.url}</a>` : notice.url],
  ['Event time', time(notice.occurredAt)],
  ['Paused until', notice.openUntil && time(notice.openUntil)],
  ['Request', searchLink(notice.correlationId)],
  ['Message id', id(notice.eventId)],
  ['Id', id(notice.id)],
])}</section>`;
}

/** A transaction is shown on the page of its payment, which search finds. */
const findLink = (object: string, objectId: string): Html =>
  html`<a href="/console/search?q=${objectId}">${object} ${objectId}</a>`;

const searchLink = (text: string): Html =>
  html`<a href="/console/search?q=${encodeURIComponent(text)}">${text}</a>`;

function resendForm(
  { person }: Visit,
  { id: noticeId, merchantId, webhookId, object }: Notice,
): Html | undefined {
  if (!may(person.rights, 'notice.resend', merchantId)) return undefined;
  const hint =
    webhookId === null
      ? `All notifications for this ${object} will be resent to all recipients.`
      : 'This notification will be sent to the webhook again, with the same id.';
  return html`<section class="panel" aria-label="Resend">${form({
    to: `${consolePath(room, noticeId)}/resend`,
    body: html`<p class="hint">${hint}</p>${button('Resend notification')}`,
  })}</section>`;
}
