// The payment is with a bank: first the customer must act there, then everyone waits for its answer.
import { formatRand } from '../../../kernel/money.ts';
import { type Html, html, linkTarget, raw } from '../../html.ts';
import { status } from '../../status.ts';
import { words } from '../../words/index.ts';
import { shortTime } from '../../words/time.ts';
import type { AtBank, Waiting } from '../model.ts';
import { backLink, cancelForm, checkoutPage, facts, paymentHead } from './frame.ts';
import { timeLeft } from './time-left.ts';

// After this long, the page stops saying "a few seconds" and says that the payment is pending.
const soonMs = 30_000;

/** A transaction is open at the bank: go there, or choose another. */
export function atBank(model: AtBank): Html {
  const { atBank, payment } = words(model.language);
  const main = html`<div class="stack-large">
${paymentHead(model)}
<div class="stack-small">
<h2>${atBank.title(model.bankName)}</h2>
<p>${atBank.explain(model.bankName)}</p>
<p>${atBank.next}</p>
</div>
<div class="actions">
<a class="button" href="${linkTarget(model.bankUrl)}">${atBank.button(model.bankName)}</a>
<form method="post" action="${model.actions.chooseAnother}"><button class="button-secondary">${atBank.other}</button></form>
</div>
<div>
${timeLeft(model)}
${cancelForm(model, model.actions.cancel)}
</div>
</div>`;
  return checkoutPage(model, { title: payment.pay(model.merchantName), main, live: model.live });
}

/** The bank has the payment and has not answered. The page watches for the answer. */
export function waiting(model: Waiting): Html {
  const { waiting, payment } = words(model.language);
  const soonFor = Math.max(0, soonMs - (model.now.getTime() - model.since.getTime()));
  const main = html`<div class="stack-large">
<div class="stack-small">
<h1>${status('pending', waiting.title)}</h1>
<p class="sum">${formatRand(model.amountCents)}</p>
</div>
<div class="stack-small" role="status">
<p>${waiting.since(model.bankName, shortTime(model.language, model.since, model.now))}</p>
<p data-until="${soonFor}"${soonFor === 0 ? raw(' hidden') : ''}>${waiting.soon}</p>
<p data-after="${soonFor}"${soonFor > 0 ? raw(' hidden') : ''}>${waiting.slow(model.merchantName)}</p>
<p>${waiting.safe}</p>
</div>
${facts([
  [payment.payee, model.merchantName],
  [payment.bank, model.bankName],
  [payment.reference, model.reference],
])}
${backLink(model, 'button-secondary')}
</div>`;
  return checkoutPage(model, { title: waiting.title, main, live: model.live, refreshSeconds: 5 });
}
