// The blocks about a payment that its pages share.
import { formatRand } from '../../../kernel/money.ts';
import { timeLeft } from '../../customer/time-left.ts';
import { type Html, html } from '../../html.ts';
import { words } from '../../words/index.ts';
import type { PaymentFrame } from '../model.ts';

/** The amount, what it is for, and the merchant's reference: the top of every page on which one can still pay. */
export function paymentHead(model: PaymentFrame, amount: 'shown' | 'asked' = 'shown'): Html {
  const { payment } = words(model.language);
  return html`<div class="stack-small">
<h1><span class="pay-to">${payment.pay(model.merchantName)}</span>${
    amount === 'shown' ? html` <span class="amount">${formatRand(model.amountCents)}</span>` : ''
  }</h1>
${model.description && html`<p>${model.description}</p>`}
<p class="quiet small">${payment.reference}: ${model.reference}</p>
</div>`;
}

/** The time left to pay, and the form that cancels the payment, which leads back to the merchant where there is a way. */
export function timeLeftOrCancel(model: PaymentFrame & { hasWayBack: boolean }, cancel: string): Html {
  const { payment } = words(model.language);
  const label = model.hasWayBack ? payment.cancel(model.merchantName) : payment.cancelHere;
  return html`<div>
${timeLeft(model, payment.payBefore)}
<form method="post" action="${cancel}"><button class="button-link">${label}</button></form>
</div>`;
}
