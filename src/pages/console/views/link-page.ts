// The parts of a payment link's page: its facts, what to share, and what may be changed.
import { isMailOn } from '../../../core/emails/actions.ts';
import { type Link, linkStateAt } from '../../../core/links/actions.ts';
import { may } from '../../../core/users/permissions.ts';
import { localTime } from '../../../kernel/calendar.ts';
import { formatRand } from '../../../kernel/money.ts';
import { linkPath } from '../../customer/link-path.ts';
import { type Html, html } from '../../html.ts';
import { languages } from '../../messages/index.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePath } from '../navigation.ts';
import type { Again, Visit } from '../visit.ts';
import { facts, state, time } from './parts.ts';

const pathOf = (id: string, ...more: string[]): string => consolePath('links', id, ...more);

export const linkUrl = ({ deps }: Pick<Visit, 'deps'>, { code }: Link): string =>
  deps.publicUrl + linkPath(code);

/** Returns the amount of a link, or the limits of an open amount. */
export function asksWords({ amountCents, minimumCents, maximumCents }: Link): string {
  if (amountCents !== null) return formatRand(amountCents);
  return `${formatRand(minimumCents ?? 0n)} to ${formatRand(maximumCents ?? 0n)}`;
}

interface Shop {
  code: string;
  name: string;
}

export function linkFacts({ ctx }: Visit, link: Link, site: Shop): Html {
  const now = linkStateAt(link, ctx.clock.now());
  const { customer, expiresAt, stateReason, description } = link;
  return html`<section class="panel" aria-label="Payment link">
<p class="link-sum"><strong>${asksWords(link)}</strong> ${state(now)}</p>
${facts([
  ['Description', description],
  ['Reference', link.merchantReference],
  ['Can be paid', link.uses === 'single' ? 'once' : 'many times'],
  [
    'Customer',
    customer && link.customerId
      ? html`<a href="${consolePath('customers', link.customerId)}">${customer.name ?? customer.email ?? customer.cellphone}</a>`
      : customer?.name,
  ],
  ['E-mail', customer?.email],
  ['Phone', customer?.cellphone],
  ['Reason', stateReason],
  ['Expires', expiresAt ? time(expiresAt) : 'never'],
  ['Created', time(link.createdAt)],
  ['Site', `${site.name} (${site.code})`],
])}</section>`;
}

/** Returns the address with its code, and the ways to send it; of a link that has ended the address alone. */
export function sharing(visit: Visit, link: Link, site: Shop): Html {
  const url = linkUrl(visit, link);
  const isOpen = linkStateAt(link, visit.ctx.clock.now()) === 'active';
  return html`<section class="panel" aria-labelledby="share"><h2 id="share">Share</h2>
<p data-field="url" data-value="${url}"><code>${url}</code> <button type="button" class="button-link" data-copy="${url}" aria-label="Copy the link">Copy</button></p>
<div class="share"><img src="${pathOf(link.id, 'qr.png')}" width="180" height="180" alt="QR code of the payment link">
${
  isOpen &&
  html`<p class="share-ways"><a class="${isMailOn(visit.ctx) ? 'quiet-button' : 'act-button act-main'}" role="button" href="${mailOf(link, site, url)}">${isMailOn(visit.ctx) ? 'Open in mail program' : 'E-mail link'}</a>
<a class="quiet-button" href="${chatOf(link, site, url)}" rel="noopener noreferrer">Share on WhatsApp</a>
<a class="quiet-button" href="${pathOf(link.id, 'qr.png')}" download>Download QR code</a>
<a class="quiet-button" href="${pathOf(link.id, 'poster')}">Print poster</a></p>`
}</div></section>`;
}

function messageOf({ amountCents, description, customer }: Link, { name }: Shop, url: string): string {
  const amount = amountCents === null ? '' : ` ${formatRand(amountCents)}`;
  const purpose = description ? ` for ${description}` : '';
  const hello = customer?.name ? `Hello ${customer.name}` : 'Hello';
  return `${hello}\n\nYou can pay${amount} to ${name}${purpose} here:\n${url}`;
}

function mailOf(link: Link, site: Shop, url: string): string {
  const subject = encodeURIComponent(`Payment to ${site.name}, reference ${link.merchantReference}`);
  const body = encodeURIComponent(messageOf(link, site, url).replaceAll('\n', '\r\n'));
  const to = encodeURIComponent(link.customer?.email ?? '').replace('%40', '@');
  return `mailto:${to}?subject=${subject}&body=${body}`;
}

/** Leads to the customer's own chat where the number is one of a mobile phone, else to a choice of chats. */
function chatOf(link: Link, site: Shop, url: string): string {
  const digits = (link.customer?.cellphone ?? '').replace(/\D/g, '').replace(/^0(?=\d{9}$)/, '27');
  const number = digits.length >= 10 ? digits : '';
  return `https://wa.me/${number}?text=${encodeURIComponent(messageOf(link, site, url))}`;
}

/** Returns the day of a link's expiry as forms have it; empty where it does not expire. */
export const lastDayOf = ({ expiresAt }: Link): string =>
  expiresAt ? localTime(new Date(expiresAt.getTime() - 1)).slice(0, 10) : '';

export function editForm({ user, ctx }: Visit, link: Link, again?: Again): Html | undefined {
  const { id, merchantId, description } = link;
  const now = linkStateAt(link, ctx.clock.now());
  const isEditable = now === 'active' || now === 'expired';
  if (!isEditable || !may(user.rights, 'link.edit', merchantId)) return undefined;
  const typed = again?.typed ?? { description: description ?? '', expires: lastDayOf(link) };
  const given = { typed, problem: again?.problem, isOptional: true };
  return html`<details class="panel"${again && html` open`}><summary>Edit link</summary>
${form({
  to: pathOf(id, 'edit'),
  ...again,
  label: 'Edit this payment link',
  body: html`${field({ name: 'description', label: 'Description', hint: 'The customer reads it.', ...given, longest: 100 })}
${field({ name: 'expires', label: 'Last day', hint: 'Blank: the link does not expire.', type: 'date', ...given })}
${button('Save link')}`,
})}</details>`;
}

/** Returns the form that sends the link to a customer; nothing without a mail server. */
export function emailForm(visit: Visit, link: Link, again?: Again): Html | undefined {
  const { user, ctx } = visit;
  const isOpen = linkStateAt(link, ctx.clock.now()) === 'active';
  if (!isOpen || !isMailOn(ctx) || !may(user.rights, 'link.email', link.merchantId)) return undefined;
  const typed = again?.typed ?? { email: link.customer?.email ?? '' };
  return html`<section class="panel" aria-labelledby="email-link"><h2 id="email-link">E-mail</h2>${form({
    to: pathOf(link.id, 'email'),
    ...again,
    label: 'E-mail this payment link',
    body: html`${field({ name: 'email', label: 'Customer’s e-mail address', type: 'email', typed, problem: again?.problem, longest: 254 })}
${choice({ name: 'language', label: 'Language', options: languages.map(({ tag, name }) => [tag, name]), chosen: typed.language ?? 'en' })}
${button('E-mail link')}`,
  })}</section>`;
}

export function disableForm({ user, ctx }: Visit, link: Link): Html | undefined {
  const { id, merchantId } = link;
  if (linkStateAt(link, ctx.clock.now()) !== 'active' || !may(user.rights, 'link.disable', merchantId))
    return undefined;
  return html`<section class="panel" aria-label="Disable">${form({
    to: pathOf(id, 'disable'),
    seen: { seenState: link.state },
    label: 'Disable this payment link',
    body: html`<p>Customers can no longer pay by the link, and it cannot be enabled again. Open payments stay payable until they expire or you cancel them.</p>${button('Disable link', 'danger')}`,
  })}</section>`;
}
