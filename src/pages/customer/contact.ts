// How a merchant, or who runs the service, is reached; and the end of a page from which no link leads back.
import { type Html, html } from '../html.ts';
import { type Language, words } from '../words/index.ts';
import type { Contact, MerchantFrame } from './model.ts';

/** Telephone and e-mail as links; nothing where neither is known. */
export function contactLines(language: Language, { phone, email }: Contact = {}): Html {
  const { leave } = words(language);
  return html`${phone && html`<p>${leave.phone}: <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a></p>`}
${email && html`<p>${leave.email}: <a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a></p>`}`;
}

/** Where no address leads back: that the window may be closed, and how the merchant is reached. */
export function nothingMoreHere({ language, merchantName, contact }: MerchantFrame): Html {
  const { leave } = words(language);
  const isKnown = contact?.phone !== undefined || contact?.email !== undefined;
  return html`<div class="stack-small">
<p>${leave.close}</p>
${isKnown ? html`<p>${leave.reach(merchantName)}</p>${contactLines(language, contact)}` : html`<p>${leave.asBefore(merchantName)}</p>`}
</div>`;
}
