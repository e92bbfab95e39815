// The parts that several pages about a payment share.
import { formatRand } from '../../../kernel/money.ts';
import { timeLeft } from '../../customer/time-left.ts';
import { type Html, html } from '../../html.ts';
import { words } from '../../messages/index.ts';
import type { PaymentFrame } from '../model.ts';

/**
 * Returns the amount, the purpose and the merchant's reference: the top of every page that still allows paying. Where a
 * deposit is to carry another reference, the merchant's is left out: it must not be taken for it.
 */
export function paymentHead(model: PaymentFrame, amount: 'shown' | 'asked' = 'shown'): Html {
  const { payment } = words(model.language);
  return html`<div class="stack-small">
<h1><span class="pay-to">${payment.pay(model.merchantName)}</span>${
    amount === 'shown' ? html` <span class="amount">${formatRand(model.amountCents)}</span>` : ''
  }</h1>
${model.description && html`<p>${model.description}</p>`}
${model.depositState !== 'waiting' && html`<p class="quiet small">${payment.reference}: ${model.reference}</p>`}
</div>`;
}

/**
 * Returns the time left to pay, and the form to cancel, which leads back to the merchant if it has an address. `after` says
 * what happens when the time is over.
 */
export function timeLeftOrCancel(
  model: PaymentFrame & { hasWayBack: boolean },
  cancel: string,
  after?: string,
): Html {
  const { payment } = words(model.language);
  const label = model.hasWayBack ? payment.cancel(model.merchantName) : payment.cancelHere;
  return html`<div>
${timeLeft(model, payment.payBefore)}
${after && html`<p class="small quiet">${after}</p>`}
<form method="post" action="${cancel}"><button class="button-link">${label}</button></form>
</div>`;
}
