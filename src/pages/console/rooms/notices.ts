// Notices: what merchants are told, one delivery with its attempts, and sending it again.
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
import { looksAt } from '../looks.ts';
import { consolePath } from '../rooms.ts';
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

export const noticePages: PageRoute[] = [
  ...listRoutes({
    room,
    list: notices,
    title: 'Notices',
    first: { words: 'What merchants are told stands here, with each try.' },
  }),
  { path: `${path}/:id`, action: 'notice.see', show: (visit) => showNotice(visit) },
];

export const noticeForms: FormRoute[] = [
  {
    path: `${path}/:id/resend`,
    action: 'notice.resend',
    act: async (visit, work) => {
      const { id: noticeId, webhookId, eventId, objectId, merchantId, status } = await ownNotice(visit);
      if (webhookId === null) await resendMessages(work, visit.viewer, objectId);
      else await replayWebhook(work, visit.viewer, webhookId, { messageIds: [eventId] });
      return {
        to: consolePath(room, noticeId),
        said: 'It is on the way again.',
        subject: `notice ${noticeId}`,
        merchantId,
        before: { status },
      };
    },
    again: (visit, _fields, problem) => showNotice(visit, problem),
  },
];

/** Throws Refusal for a notice that does not exist or is not the viewer's. */
async function ownNotice({ ctx, viewer, params, person, deps }: AnyVisit): Promise<Notice> {
  const noticeId = (params.id ?? '').toLowerCase();
  const exchangesOf = { merchants: merchantsFor(person.rights, 'exchange.see') };
  const options = { exchangesOf, formats: deps.formats };
  const notice = isUuid(noticeId) ? await tellNotice(ctx, viewer, noticeId, options) : undefined;
  if (!notice) throw new Refusal(404, 'There is no such notice here, or it is not yours to see.');
  return notice;
}

async function showNotice(visit: Visit, problem?: Problem): Promise<Html> {
  const notice = await ownNotice(visit);
  await looksAt(visit, notice.merchantId);
  const main = html`<div class="thing"><div>${problem && html`<p class="wrong" role="alert">${problem.message}</p>`}
${attemptsView(notice)}
</div><aside aria-label="At the side">${aboutNotice(visit, notice)}
${resendForm(visit, notice)}</aside></div>`;
  return consolePage(visit, { title: `Notice of ${notice.type}`, room, main });
}

function attemptsView({ attempts, lastNotShown, status, dueAt, note }: Notice): Html {
  return html`${lastNotShown !== null && html`<p>The newest ${attempts.length} attempts are shown. Attempts 1 to ${lastNotShown} are not shown.</p>`}<ol class="timeline" aria-label="Attempts">
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
<p><strong>Attempt ${number}: ${statusCode === null ? 'no answer' : `answered ${statusCode}`}</strong> after ${durationMs} ms${error !== null && html` – ${error}`}</p>
${exchange && exchangeView(exchange)}
</li>`,
)}
</ol>
${attempts.length === 0 && html`<p>Nobody has tried yet.</p>`}
${note !== null && html`<p>It ended: ${note}</p>`}
${status === 'pending' && dueAt !== null && html`<p>The next attempt is due at ${time(dueAt)}.</p>`}`;
}

function aboutNotice(visit: Visit, notice: Notice): Html {
  const { webhookId, object, objectId } = notice;
  const thing = pathOfThing(object, objectId);
  const hook =
    webhookId !== null &&
    may(visit.person.rights, 'webhook.see', notice.merchantId) &&
    pathOfThing('webhook', webhookId);
  return html`<section class="panel" aria-label="Facts">
<p>${state(notice.status)}${notice.disabledReason !== null && html` <span class="hint">its receiver is disabled: ${notice.disabledReason}</span>`}</p>
${facts([
  ['Event', notice.type],
  [
    'Of',
    object === 'transaction' || !thing
      ? findLink(object, objectId)
      : html`<a href="${thing}">${object} ${objectId}</a>`,
  ],
  ['To', hook ? html`<a href="${hook}">${notice.url}</a>` : notice.url],
  ['Happened', time(notice.occurredAt)],
  ['Held back until', notice.openUntil && time(notice.openUntil)],
  ['Request', searchLink(notice.correlationId)],
  ['Message id', id(notice.eventId)],
  ['Id', id(notice.id)],
])}</section>`;
}

/** A transaction is told of on its payment's page, which search knows. */
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
      ? `Everything about this ${object} is told again, to everybody who was to hear of it.`
      : 'This one message is sent to the webhook again, under the same id.';
  return html`<section class="panel" aria-label="Send again">${form({
    to: `${consolePath(room, noticeId)}/resend`,
    body: html`<p class="hint">${hint}</p>${button('Send again')}`,
  })}</section>`;
}
