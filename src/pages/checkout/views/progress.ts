// The payment is with a bank: first the customer must act there, then everyone waits for its answer.
import { formatRand } from '../../../kernel/money.ts';
import { backLink, bigWord, facts, waitingSince } from '../../customer/blocks.ts';
import { customerPage } from '../../customer/frame.ts';
import { type Html, html, linkTarget } from '../../html.ts';
import { words } from '../../messages/index.ts';
import type { AtBank, Waiting } from '../model.ts';
import { paymentHead, timeLeftOrCancel } from './head.ts';

/** Returns the page of a transaction that is open at the bank: continue there, or choose another. */
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
${timeLeftOrCancel(model, model.actions.cancel)}
</div>`;
  return customerPage(model, {
    title: payment.pay(model.merchantName),
    main,
    live: model.live,
    refreshSeconds: 5,
  });
}

/** Returns the page while the bank has the payment and has not answered. The page polls for the answer. */
export function waiting(model: Waiting): Html {
  const { waiting, payment } = words(model.language);
  const main = html`<div class="stack-large">
${bigWord('pending', waiting.title, formatRand(model.amountCents))}
${waitingSince(model, { soon: waiting.soon, slow: waiting.slow(model.merchantName), safe: waiting.safe })}
${facts([
  [payment.payee, model.merchantName],
  [payment.bank, model.bankName],
  [payment.reference, model.reference],
])}
${backLink(model, 'button-secondary')}
</div>`;
  return customerPage(model, { title: waiting.title, main, live: model.live, refreshSeconds: 5 });
}
