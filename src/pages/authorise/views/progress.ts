// The mandate is with a bank: first the customer must decide there, then everyone waits for the bank's answer.
import { backLink, bigWord, facts, waitingSince } from '../../customer/blocks.ts';
import { customerPage } from '../../customer/frame.ts';
import { type Html, html, linkTarget } from '../../html.ts';
import { words } from '../../messages/index.ts';
import type { AtBank, Waiting } from '../model.ts';
import { sumAndOften, termsHead, termsInFull, timeLeftOrDecline, whoAsks } from './terms.ts';

/** Returns the page of a mandate that is open at the bank: continue there, or choose another. */
export function atBank(model: AtBank): Html {
  const { atBank, subscribe } = words(model.language);
  const main = html`<div class="stack-large">
${termsHead(model)}
<div class="stack-small">
<h2>${atBank.title(model.bankName)}</h2>
<p>${subscribe.atBank(model.bankName)}</p>
<p>${atBank.next}</p>
</div>
<div class="actions">
<a class="button" href="${linkTarget(model.bankUrl)}">${atBank.button(model.bankName)}</a>
<a class="button-secondary" href="${model.anotherPath}">${atBank.other}</a>
</div>
${termsInFull(model)}
${timeLeftOrDecline(model)}
</div>`;
  return customerPage(model, { title: whoAsks(model), main, live: model.live, refreshSeconds: 5 });
}

/** Returns the page while only the bank knows the customer's decision. The page polls for the bank's answer. */
export function waiting(model: Waiting): Html {
  const { waiting, subscribe, payment, atBank } = words(model.language);
  const texts = { soon: waiting.soon, slow: subscribe.slow(model.merchantName), safe: subscribe.safe };
  const main = html`<div class="stack-large">
${bigWord('pending', waiting.title, sumAndOften(model))}
${waitingSince(model, texts)}
${facts([
  [payment.payee, model.merchantName],
  [payment.bank, model.bankName],
  [payment.reference, model.reference],
])}
<div class="actions">
${
  model.bankUrl &&
  html`<p>${subscribe.undecided}</p>
<a class="button-secondary" href="${linkTarget(model.bankUrl)}">${atBank.button(model.bankName)}</a>`
}
${backLink(model, 'button-secondary')}
</div>
</div>`;
  return customerPage(model, { title: waiting.title, main, live: model.live, refreshSeconds: 5 });
}
