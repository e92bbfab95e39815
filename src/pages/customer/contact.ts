// The contact details of a merchant or an operator, and the end of a page without a way back.
import { type Html, html } from '../html.ts';
import { type Language, words } from '../messages/index.ts';
import type { Contact, MerchantFrame } from './model.ts';

/** Returns telephone and e-mail as links, or nothing without both. */
export function contactLines(language: Language, { phone, email }: Contact = {}): Html {
  const { leave } = words(language);
  return html`${phone && html`<p>${leave.phone}: <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a></p>`}
${email && html`<p>${leave.email}: <a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a></p>`}`;
}

/** For pages without a way back: says that the window may be closed, and how to reach the merchant. */
export function nothingMoreHere({ language, merchantName, contact }: MerchantFrame): Html {
  const { leave } = words(language);
  const isKnown = contact?.phone !== undefined || contact?.email !== undefined;
  return html`<div class="stack-small">
<p>${leave.close}</p>
${isKnown ? html`<p>${leave.reach(merchantName)}</p>${contactLines(language, contact)}` : html`<p>${leave.asBefore(merchantName)}</p>`}
</div>`;
}
