// The customer's record: everything they agreed to, as it was shown, on the page of an approved subscription.
import { contactLines } from '../../customer/contact.ts';
import { type Html, html } from '../../html.ts';
import { mandateConsentVersion, words } from '../../messages/index.ts';
import { dateTime } from '../../messages/time.ts';
import type { Agreed, Terms } from '../model.ts';
import { agreement, termsInFull } from './terms.ts';

/** Returns the terms, the agreed text with date and version, and the merchant's contact details if not shown above. */
export function record(model: Terms & { agreed?: Agreed; backUrl?: string }): Html {
  const { subscribe } = words(model.language);
  return html`<section class="record stack">
<h2>${subscribe.agreedTitle}</h2>
${termsInFull(model, 'approved')}
${model.agreed ? agreedText(model, model.agreed) : html`<p class="small quiet">${subscribe.stops(model.merchantName)}</p>`}
${model.backUrl && html`<div class="small">${contactLines(model.language, model.contact)}</div>`}
<div class="small">
<p class="quiet">${subscribe.record}</p>
<button type="button" class="button-link" data-print hidden>${subscribe.print}</button>
</div>
</section>`;
}

// For an older text only the version is shown: the current text differs from the one that was agreed to.
function agreedText(model: Terms, { at, version }: Agreed): Html {
  const { subscribe, consent } = words(model.language);
  const { short, full } = agreement(model);
  const paragraphs = version === mandateConsentVersion ? [short, ...full] : [];
  return html`<div class="stack-small small">
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
<p class="quiet">${subscribe.agreedOn(dateTime(model.language, at))} ${consent.version(version)}</p>
</div>`;
}
