// The parts of customers' pages: facts, the big word of a result, an error, a consent, a wait.
import { type Html, html, linkTarget, raw } from '../html.ts';
import { words } from '../messages/index.ts';
import { shortTime } from '../messages/time.ts';
import { type StatusKind, status } from '../status.ts';
import { nothingMoreHere } from './contact.ts';
import type { Frame, MerchantFrame } from './model.ts';

/** Returns facts as a list of names and values. Absent values are left out. */
export function facts(rows: [name: string, value: Html | string | undefined][]): Html {
  const present = rows.filter(([, value]) => value);
  return html`<dl class="facts">${present.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** Returns the status as a big word with its shape, and its amount. */
export function bigWord(kind: StatusKind, word: string, sum: Html | string): Html {
  return html`<div class="stack-small">
<h1>${status(kind, word)}</h1>
<p class="sum">${sum}</p>
</div>`;
}

/** Returns the end of a finished page: the way back to the merchant or, without one, what to do. */
export function wayOut(model: MerchantFrame & { backUrl?: string }): Html {
  return model.backUrl ? backLink(model, 'button') : nothingMoreHere(model);
}

/** Returns the only link back to the merchant, if it gave an address. */
export function backLink(
  model: MerchantFrame & { backUrl?: string },
  look: 'button' | 'button-secondary',
): Html {
  if (!model.backUrl) return html``;
  const label = words(model.language).payment.back(model.merchantName);
  return html`<a class="${look}" href="${linkTarget(model.backUrl)}" data-back>${label}</a>`;
}

/** Says that the customer will be taken back. Only the script shows it and acts on it. */
export function takingBack(model: MerchantFrame): Html {
  const { paid } = words(model.language);
  return html`<p class="small quiet" role="status" data-follow hidden>${paid.takingBack(model.merchantName)}
<button type="button" class="button-link" data-stay>${paid.stay}</button></p>`;
}

/** Returns the error of a form, at the top and focused, with a link to the wrong field. */
export function errorSummary(model: Frame, fieldId: string, text: string): Html {
  return html`<div class="note note-error" role="alert" tabindex="-1" data-focus>
<h2>${words(model.language).errors.title}</h2>
<p><a href="#${fieldId}">${text}</a></p>
</div>`;
}

/** Says that there is no bank to choose: nothing can be paid now, and the customer did nothing wrong. */
export function noBanks(model: MerchantFrame): Html {
  const { noBanks, payment } = words(model.language);
  return html`<div class="note" role="status">
<h2>${noBanks.title}</h2>
<p>${noBanks.explain} ${payment.noMoneyLeft}</p>
<p>${noBanks.next(model.merchantName)}</p>
</div>`;
}

/** Returns the consent: a short text, and the full one in a disclosure. The form posts `consent`, the version. */
export function consentBlock(model: Frame, short: string, full: string[], version: string): Html {
  const { consent } = words(model.language);
  return html`<section class="stack-small" aria-label="${consent.title}">
<p>${short}</p>
<details class="fold small"><summary>${consent.more}</summary>
${full.map((paragraph) => html`<p>${paragraph}</p>`)}
<p class="quiet">${consent.version(version)}</p>
</details>
<input type="hidden" name="consent" value="${version}" form="choose">
</section>`;
}

// After this time, the page says "pending" instead of "a few seconds".
const soonMs = 30_000;

/** Says since when a bank is awaited: first the usual duration, later the meaning of a missing response. */
export function waitingSince(
  model: Frame & { bankName: string; since: Date; now: Date },
  texts: { soon: string; slow: string; safe: string },
): Html {
  const soonFor = Math.max(0, soonMs - (model.now.getTime() - model.since.getTime()));
  const since = shortTime(model.language, model.since, model.now);
  return html`<div class="stack-small" role="status">
<p>${words(model.language).waiting.since(model.bankName, since)}</p>
<p data-until="${soonFor}"${soonFor === 0 ? raw(' hidden') : ''}>${texts.soon}</p>
<p data-after="${soonFor}"${soonFor > 0 ? raw(' hidden') : ''}>${texts.slow}</p>
<p>${texts.safe}</p>
</div>`;
}
