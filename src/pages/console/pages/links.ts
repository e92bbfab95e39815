// Payment links: the list, one link with what to share and its payments, its poster and its QR code.
import type { FastifyReply } from 'fastify';
import { disableLink, editLink, findAnyLink, type Link } from '../../../core/links/actions.ts';
import { emailLink } from '../../../core/links/emailing.ts';
import { may } from '../../../core/users/permissions.ts';
import { sees } from '../../../core/viewer.ts';
import { required } from '../../../kernel/required.ts';
import { lists } from '../../../reports/lists/all.ts';
import { codePng } from '../../customer/hand-off.ts';
import { type Html, html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { exportRoutes, listRoutes, partList } from '../list-page.ts';
import { live } from '../live/parts.ts';
import { consolePath } from '../navigation.ts';
import { idOf } from '../records.ts';
import {
  asksWords,
  disableForm,
  editForm,
  emailForm,
  lastDayOf,
  linkFacts,
  linkUrl,
  sharing,
} from '../views/link-page.ts';
import { timelineOf } from '../views/record-page.ts';
import { timelineList } from '../views/timeline.ts';
import {
  type Again,
  type AnyVisit,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from '../visit.ts';
import { expiryOf, newLinkForm, newLinkPage, optionalText } from './new-link.ts';

const page = 'links';
const action = 'link.see';
const path = `${consolePath(page)}/:id`;

export const linkPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: lists.links,
    title: 'Payment links',
    first: { words: 'Payment links appear here. Create one, and send it to a customer.' },
    tools: ({ user }) =>
      may(user.rights, 'link.create')
        ? html`<a class="act-button act-main" href="${consolePath(page, 'new')}">New payment link</a>`
        : undefined,
  }),
  newLinkPage,
  { path, action, takes: 'filters', show: (visit) => showLink(visit) },
  ...exportRoutes({
    path,
    list: lists.linkPayments,
    of: async (visit) => (await ownLink(visit)).id,
  }),
  { path: `${path}/poster`, action, show: showPoster },
  { path: `${path}/qr.png`, action, isExport: true, show: sendCode },
];

export const linkForms: FormRoute[] = [
  newLinkForm,
  {
    path: `${path}/edit`,
    action: 'link.edit',
    act: async (visit, work, fields) => {
      const link = await ownLink(visit);
      const { id, merchantId } = link;
      // The API gives an expiry to the second: it stays unless another day is typed.
      const isSameDay = (fields.expires ?? '').trim() === lastDayOf(link);
      const expiresAt = isSameDay ? link.expiresAt : (expiryOf(fields.expires) ?? null);
      const changes = { description: optionalText(fields, 'description', 100) ?? null, expiresAt };
      const { before } = await editLink(work, visit.viewer, id, changes);
      return {
        to: consolePath(page, id),
        said: 'Payment link saved. Payments that it created already are not changed.',
        subject: `payment_link ${id}`,
        merchantId,
        before,
        after: changes,
      };
    },
    again: (visit, edit) => showLink(visit, { edit }),
  },
  {
    path: `${path}/email`,
    action: 'link.email',
    act: async (visit, work, { email = '', language = '' }) => {
      const { id, merchantId } = await ownLink(visit);
      const { recipient } = await emailLink(work, merchantId, id, { email, language });
      return {
        to: consolePath(page, id),
        said: `The link is being sent to ${recipient}.`,
        subject: `payment_link ${id}`,
        merchantId,
        after: { email: recipient, language },
      };
    },
    again: (visit, email) => showLink(visit, { email }),
  },
  {
    path: `${path}/disable`,
    action: 'link.disable',
    act: async (visit, work, fields) => {
      const { id, merchantId, state } = await ownLink(visit);
      const seen = (fields.seenState ?? state) as typeof state;
      await disableLink(work, visit.viewer, id, { state: seen });
      return {
        to: consolePath(page, id),
        said: 'Payment link disabled. Customers can no longer use it to pay.',
        subject: `payment_link ${id}`,
        merchantId,
        before: { state: seen },
        after: { state: 'disabled' },
      };
    },
    again: (visit, { problem }) => showLink(visit, { problem }),
  },
];

/**
 * Returns the link of the address, without its customer if the visitor has no permission to see customers. Throws Refusal for a
 * link that does not exist or that the viewer does not see.
 */
async function ownLink(visit: AnyVisit): Promise<Link> {
  const found = await findAnyLink(visit.ctx.db, idOf(visit));
  if (!found || !sees(visit.viewer, found.merchantId))
    throw new Refusal(404, 'Payment link not found, or you do not have access.');
  return may(visit.user.rights, 'customer.see', found.merchantId) ? found : { ...found, customer: null };
}

interface Refused {
  edit?: Again;
  email?: Again;
  problem?: Problem;
}

async function showLink(visit: Visit, { edit, email, problem }: Refused = {}): Promise<Html> {
  const link = await ownLink(visit);
  const { id, siteId } = link;
  const [site, timeline] = await Promise.all([
    visit.deps.directory.siteById(siteId),
    timelineOf(visit, { kind: 'payment_link', id }),
  ]);
  const payments = { list: lists.linkPayments, of: id, path: consolePath(page, id), title: 'Payments' };
  return consolePage(visit, {
    title: `Payment link ${link.merchantReference}`,
    page,
    main: html`<p><a href="${consolePath(page)}">Payment links</a></p>
${problem && html`<p class="wrong" role="alert">${problem.message}</p>`}
<div class="thing facts-first"><div>
${linkFacts(visit, link, required(site, 'site'))}
${sharing(visit, link, required(site, 'site'))}
${emailForm(visit, link, email)}
${await partList(visit, { ...payments, none: 'No payments yet. A payment appears here when a customer opens the link.' })}
<div class="part"><h2>Timeline</h2>
${live(visit, 'timeline', timelineList(timeline.steps, may(visit.user.rights, 'ledger.see', link.merchantId)), 'Timeline updated.')}</div>
</div><aside aria-label="Actions">
${editForm(visit, link, edit)}
${disableForm(visit, link)}
</aside></div>`,
  });
}

/** Returns a page to print: the purpose, the code and the address. */
async function showPoster(visit: Visit): Promise<Html> {
  const link = await ownLink(visit);
  const site = required(await visit.deps.directory.siteById(link.siteId), 'site');
  const url = linkUrl(visit, link);
  const { id, description, amountCents, merchantReference } = link;
  return consolePage(visit, {
    title: 'Poster',
    page,
    tools: html`<button type="button" class="act-button act-main" data-print hidden>Print poster</button>`,
    main: html`<p class="tools"><a href="${consolePath(page, id)}">Payment link ${merchantReference}</a></p>
<section class="poster" aria-label="Poster">
<p class="poster-name">${site.name}</p>
${amountCents !== null && html`<p class="poster-amount">${asksWords(link)}</p>`}
${description && html`<p>${description}</p>`}
<img src="${consolePath(page, id, 'qr.png')}" width="320" height="320" alt="QR code of ${url}">
<p>Scan the code with your phone’s camera to pay.</p>
<p><code>${url}</code></p>
</section>`,
  });
}

async function sendCode(visit: Visit): Promise<FastifyReply> {
  const link = await ownLink(visit);
  return visit.reply
    .type('image/png')
    .header('content-disposition', `inline; filename="payment-link-${link.id}.png"`)
    .send(codePng(linkUrl(visit, link)));
}
